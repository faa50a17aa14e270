#if os(Linux)
import BluetoothPort
import Foundation

/// Calls a closure when a signal ends this process because its code did something wrong.
///
/// A trap is a signal on the thread whose code traps. Where that is code of the app, no lock of ours is held, and the
/// closure can do what any code can. If it can't (the heap is damaged, the trap is in our own code), the process ends after
/// some seconds anyway.
enum EndingSignals {
    private static let numbers = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
    /// After so many seconds the process ends, whatever the closure does.
    private static let limit: UInt32 = 10
    /// A type of its own, because a closure in a lock would get a layer more with each access.
    private struct Watcher: Sendable { let take: @Sendable (Int32) -> Void }
    private static let watcher = Lock<Watcher?>(nil)

    /// Calls `closure` with the number of the signal; `nil` ends that.
    static func watch(_ closure: (@Sendable (Int32) -> Void)?) {
        let new = closure.map(Watcher.init)
        let old = watcher.withLock { kept in
            defer { kept = new }
            return kept
        }
        withExtendedLifetime(old) {}
        for number in numbers {
            if closure == nil { signal(number, SIG_DFL) } else { signal(number) { EndingSignals.came($0) } }
        }
    }

    private static func came(_ number: Int32) {
        // What goes wrong from here on ends the process at once.
        for number in numbers { signal(number, SIG_DFL) }
        alarm(limit)
        watcher.withLock { $0 }?.take(number)
        // It comes when the handler has returned.
        raise(number)
    }
}
#endif
