#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs `body` on a thread of its own.
///
/// A drain blocks while it waits for the main queue. On a thread of a shared pool it could block the job that it waits
/// for: pools have as many threads as the machine has cores.
func runOnOwnThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The size of a main thread's stack: app code runs here.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(
        &thread, &attributes,
        { argument in
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, box.toOpaque())
    #else
    var thread = pthread_t()
    let status = pthread_create(
        &thread, &attributes,
        { argument in
            if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    #endif
    precondition(status == 0, "pthread_create returned \(status)")
}

private final class ThreadBody: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    func run() { body() }
}
