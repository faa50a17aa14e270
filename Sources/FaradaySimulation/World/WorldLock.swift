import BluetoothPort
import CInterposition

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lock of a world. What runs under it is no code of an app, whoever has called: its own calls of the system are not
/// the world's.
struct WorldLock: Sendable {
    private let lock: Lock<WorldState>
    private let waiters = WaiterCount()

    init(_ state: consuming sending WorldState) { lock = Lock(state) }

    @inline(__always)
    func withLock<Result, Failure: Error>(
        _ body: (inout WorldState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let caller = faraday_enter(nil)
        defer { _ = faraday_enter(caller) }
        return try lock.withLock(waiting: { waiters.change(by: $0 ? -1 : 1) }, body)
    }

    /// The same for a driver between two pieces of work: it has no context that it would have to leave.
    @inline(__always)
    func withLockOfDriver<Result>(_ body: (inout WorldState) -> Result) -> Result {
        lock.withLock(waiting: { waiters.change(by: $0 ? -1 : 1) }, body)
    }

    /// Sets a part of the state, such as a closure. What was there is let go without the lock: it may own things that call back.
    @inline(__always)
    func replace<Part>(with new: Part, _ exchange: (inout WorldState, inout Part) -> Void) {
        var part = new
        withLock { exchange(&$0, &part) }
        withExtendedLifetime(part) {}
    }

    /// Lets threads have the lock that wait for it; called by a thread that drives, between two of its own uses.
    ///
    /// A mutex goes to whoever asks first, and that is the thread that has just given it back: others would wait for as long
    /// as the world is driven, also those that want to end that.
    @inline(__always)
    func giveWay() { if waiters.count > 0 { sleepForWaiters() } }

    /// As long as they need, but not for ever: on a busy machine a thread may get no processor for long.
    @inline(never)
    private func sleepForWaiters() {
        let caller = faraday_enter(nil)
        defer { _ = faraday_enter(caller) }
        var rounds = 20
        while rounds > 0, waiters.count > 0 {
            usleep(50)
            rounds -= 1
        }
    }
}

/// How many threads wait for a lock.
private final class WaiterCount: Sendable {
    nonisolated(unsafe) private let number = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    init() { number.initialize(to: 0) }
    deinit { number.deallocate() }

    @inline(__always)
    var count: Int32 { faraday_count(number) }

    func change(by change: Int32) { faraday_count_change(number, change) }
}
