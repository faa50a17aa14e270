import Foundation

#if !canImport(Darwin)
import Synchronization
#endif

/// Whether this is the main thread; each callback checks it.
///
/// On Linux `Thread.isMainThread` makes two system calls, which cost as much as a tenth of a GATT read. The
/// result is stored, because the main thread never changes.
enum MainThread {
    #if canImport(Darwin)
    static var isCurrent: Bool { Thread.isMainThread }
    #else
    /// The main thread, after this code has run on it; 0 before.
    private static let known = Atomic<UInt>(0)

    static var isCurrent: Bool {
        let current = UInt(pthread_self())
        let main = known.load(ordering: .relaxed)
        if main != 0 { return main == current }
        guard Thread.isMainThread else { return false }
        known.store(current, ordering: .relaxed)
        return true
    }
    #endif
}
