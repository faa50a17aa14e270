#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value behind a mutex: the only place in this package that uses `@unchecked Sendable`.
///
/// `Synchronization.Mutex` would be enough, but it needs macOS 15 and iOS 18, and apps link this. Never call
/// app code while you hold the lock.
public final class Lock<Value>: @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// The mutex prevents simultaneous accesses, so the runtime does not need to check for them.
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// Creates a lock that guards `value`.
    public init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = Self.make(mutex)
        precondition(status == 0, "pthread_mutex_init answered \(status)")
    }

    private static func make(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        #if os(Linux) && canImport(Glibc)
        // A kind by which the taking over of an app's locks (`CInterposition`) tells these from the app's.
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        defer { pthread_mutexattr_destroy(&attributes) }
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        return pthread_mutex_init(mutex, &attributes)
        #else
        return pthread_mutex_init(mutex, nil)
        #endif
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value; other threads wait. Not reentrant.
    @inlinable public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Nearly always free. An attempt is the system's own function, while the other one is taken over where apps' time is
        // simulated, and takes half as long again.
        if pthread_mutex_trylock(mutex) != 0 { pthread_mutex_lock(mutex) }
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// As `withLock`; calls `waiting` before the thread has to wait for others, and after it has waited.
    @inlinable package func withLock<Result, Failure: Error>(
        waiting: (_ isOver: Bool) -> Void, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if pthread_mutex_trylock(mutex) != 0 {
            waiting(false)
            pthread_mutex_lock(mutex)
            waiting(true)
        }
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
