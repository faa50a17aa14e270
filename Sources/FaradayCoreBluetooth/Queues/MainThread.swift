import Foundation

#if canImport(Glibc)
import Glibc
import Synchronization
#elseif canImport(Musl)
import Musl
import Synchronization
#endif

/// Whether this is the main thread; each callback checks it.
///
/// On Linux `Thread.isMainThread` makes two system calls, which cost as much as a tenth of a GATT read; and code of a
/// world's main queue sees another thread as the main one, if the process has none. The result is stored, because the main
/// thread never changes.
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
        guard getpid() == threadNumber() else { return false }
        known.store(current, ordering: .relaxed)
        return true
    }
    #endif
}

#if !canImport(Darwin)
/// The system's number of this thread; the headers that Swift sees leave it out.
@_silgen_name("gettid") private func threadNumber() -> pid_t
#endif
