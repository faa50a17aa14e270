#if canImport(Darwin)
import Darwin

/// What lets one thread into a lock at a time: a mutex of the system's.
@usableFromInline struct LockGate: ~Copyable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "pthread_mutex_init answered \(status)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Lets the thread in if nobody is inside; returns whether it is.
    @inlinable func tryToEnter() -> Bool { pthread_mutex_trylock(mutex) == 0 }

    /// Waits until the thread is inside.
    @inlinable func wait() { pthread_mutex_lock(mutex) }

    /// Lets the next thread in.
    @inlinable func leave() { pthread_mutex_unlock(mutex) }
}
#endif
