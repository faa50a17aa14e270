import Foundation

#if !canImport(Darwin)
import Synchronization
#endif

/// Whether this is the main thread, asked for each callback.
///
/// On Linux `Thread.isMainThread` makes two system calls, which cost as much as a tenth of a GATT read;
/// the answer of one is kept, since the main thread never changes.
enum MainThread {
    #if canImport(Darwin)
    static var isCurrent: Bool { Thread.isMainThread }
    #else
    /// The main thread, once it was seen here; 0 before.
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
