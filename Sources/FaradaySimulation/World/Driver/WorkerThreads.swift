import BluetoothPort
import CInterposition
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The threads on which worlds drive and run apps' work.
///
/// Such a thread may block for long, in code of an app. On a thread of a shared pool it could block the job that it waits
/// for: pools have as many threads as the machine has cores. A thread that has nothing to do waits a moment for more.
enum WorkerThreads {
    private struct Pool {
        /// Threads that have nothing to do, the one that came last first.
        var idle: [Worker] = []
        /// Threads that have ended in the middle of an app's code, whose world is gone.
        var ended: [pthread_t] = []
    }

    /// A thread, as what it runs sees it.
    final class Worker: Sendable {
        /// A type of its own, because a closure in a lock would get a layer more with each access.
        private struct Work: Sendable { let body: Body }
        private let work = Lock<Work?>(nil)
        private let wake = DispatchSemaphore(value: 0)
        private let isOffered = Lock(true)

        fileprivate func begin(with body: @escaping Body) {
            work.withLock { $0 = Work(body: body) }
            wake.signal()
        }

        /// A thread begins, and goes on until no more work comes. It keeps nothing of what it ran.
        fileprivate func run() {
            faraday_set_thread_kind(Int32(FARADAY_THREAD_OF_WORLD.rawValue))
            while let body = next() { body(self) }
            pthread_detach(pthread_self())
        }

        /// What the thread runs is as good as over: it can be given more. Whoever is woken next may need it at once.
        func offer() {
            guard
                isOffered.withLock({ offered in
                    defer { offered = true }
                    return !offered
                })
            else { return }
            WorkerThreads.pool.withLock { $0.idle.append(self) }
        }

        /// Waits for more. Returns `nil` if nothing came.
        fileprivate func next() -> Body? {
            offer()
            if wake.wait(timeout: .now() + .milliseconds(patience)) == .timedOut {
                let isLeft = WorkerThreads.pool.withLock { pool in
                    guard let place = pool.idle.firstIndex(where: { $0 === self }) else { return false }
                    pool.idle.remove(at: place)
                    return true
                }
                if isLeft { return nil }
                // Work came at the last moment.
                wake.wait()
            }
            isOffered.withLock { $0 = false }
            return work.withLock { work in
                defer { work = nil }
                return work?.body
            }
        }
    }

    typealias Body = @Sendable (Worker) -> Void

    private static let pool = Lock(Pool())
    /// How long a thread waits for more, in milliseconds.
    private static let patience = 20

    /// Runs `body` on such a thread.
    static func run(_ body: @escaping Body) {
        let (idle, ended) = pool.withLock { pool in
            defer { pool.ended = [] }
            return (pool.idle.popLast(), pool.ended)
        }
        for thread in ended { pthread_join(thread, nil) }
        guard let idle else { return start(body) }
        idle.begin(with: body)
    }

    /// The calling thread ends in the middle of what it runs.
    static func noteEnd() {
        let me = pthread_self()
        pool.withLock { $0.ended.append(me) }
    }

    /// Waits for the threads that have ended in the middle of an app's code.
    static func reap() {
        let ended = pool.withLock { pool in
            defer { pool.ended = [] }
            return pool.ended
        }
        for thread in ended { pthread_join(thread, nil) }
    }

    private static func start(_ body: @escaping Body) {
        let worker = Worker()
        worker.begin(with: body)
        let argument = Unmanaged.passRetained(worker).toOpaque()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // The size of a main thread's stack: app code runs here.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let status = pthread_create(&thread, &attributes, runWorker, argument)
        precondition(status == 0, "pthread_create returned \(status)")
    }
}

#if canImport(Darwin)
private let runWorker: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
    Unmanaged<WorkerThreads.Worker>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
#else
private let runWorker: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    if let argument { Unmanaged<WorkerThreads.Worker>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
}
#endif
