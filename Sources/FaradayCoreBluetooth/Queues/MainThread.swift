import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether this is the main thread; each callback checks it.
///
/// On Linux `Thread.isMainThread` makes two system calls, which cost as much as a tenth of a GATT read; and code of a
/// world's main queue sees another thread as the main one, if the process has none. Each thread keeps the answer, because the
/// main thread never changes.
enum MainThread {
    #if canImport(Darwin)
    static var isCurrent: Bool { Thread.isMainThread }
    #else
    /// What each thread has found out: 1 for the main thread, 2 for another one.
    private static let found: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var isCurrent: Bool {
        if let known = pthread_getspecific(found) { return Int(bitPattern: known) == 1 }
        let isMain = getpid() == threadNumber()
        pthread_setspecific(found, UnsafeMutableRawPointer(bitPattern: isMain ? 1 : 2))
        return isMain
    }
    #endif
}

#if !canImport(Darwin)
/// The system's number of this thread; the headers that Swift sees leave it out.
@_silgen_name("gettid") private func threadNumber() -> pid_t
#endif
