// Apple's platforms have a gate of their own, in Darwin/MutexGate.swift.
#if !canImport(Darwin)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif
import Synchronization

/// What lets one thread into a lock at a time.
///
/// A number, since it is nearly always free: a mutex of the system's took 67 instructions for each use, a twentieth of a read
/// on a GATT server. Threads that have to wait form a queue, which exists from the first one on. No call here is one that a
/// world takes over from the system: a lock of ours is no lock of an app's.
@usableFromInline struct LockGate: ~Copyable {
    /// 0 while nobody is inside, 2 while somebody is inside and the first thread of the queue sleeps, otherwise 1.
    @usableFromInline let state = Atomic<UInt32>(0)
    private let queue = Atomic<UnsafeMutablePointer<Queue>?>(nil)

    @usableFromInline init() {}

    deinit {
        guard let queue = queue.load(ordering: .acquiring) else { return }
        queue.pointee.end()
        queue.deallocate()
    }

    /// Lets the thread in if nobody is inside; returns whether it is.
    @inlinable func tryToEnter() -> Bool {
        state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
    }

    /// Lets the next thread in.
    @inlinable func leave() {
        if state.exchange(0, ordering: .acquiringAndReleasing) == 2 { wake() }
    }

    /// Waits until the thread is inside.
    @usableFromInline func wait() {
        let queue = madeQueue()
        // Only the first thread of the queue goes on from here.
        pthread_mutex_lock(&queue.pointee.mutex)
        // Who finds the 2 finds the queue, too.
        while state.exchange(2, ordering: .acquiringAndReleasing) != 0 { queue.pointee.sleep() }
        state.store(1, ordering: .relaxed)
        pthread_mutex_unlock(&queue.pointee.mutex)
    }

    /// Wakes the first thread of the queue, which sleeps or is about to.
    @usableFromInline func wake() {
        if let queue = queue.load(ordering: .acquiring) { sem_post(&queue.pointee.semaphore) }
    }

    private func madeQueue() -> UnsafeMutablePointer<Queue> {
        if let queue = queue.load(ordering: .acquiring) { return queue }
        let made = UnsafeMutablePointer<Queue>.allocate(capacity: 1)
        made.initialize(to: Queue())
        made.pointee.begin()
        let (isFirst, other) = queue.compareExchange(
            expected: nil, desired: made, ordering: .acquiringAndReleasing)
        guard !isFirst, let other else { return made }
        made.pointee.end()
        made.deallocate()
        return other
    }

    /// The threads that wait: all but the first one for the mutex.
    private struct Queue {
        var mutex = pthread_mutex_t()
        var semaphore = sem_t()

        /// Called at the place where the queue stays.
        mutating func begin() {
            var status = sem_init(&semaphore, 0, 0)
            precondition(status == 0, "sem_init answered \(status)")
            #if canImport(Glibc)
            // A kind by which the taking over of an app's locks (`CInterposition`) tells this from the app's.
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            defer { pthread_mutexattr_destroy(&attributes) }
            pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
            status = pthread_mutex_init(&mutex, &attributes)
            #else
            status = pthread_mutex_init(&mutex, nil)
            #endif
            precondition(status == 0, "pthread_mutex_init answered \(status)")
        }

        mutating func end() {
            pthread_mutex_destroy(&mutex)
            sem_destroy(&semaphore)
        }

        mutating func sleep() {
            // A signal may interrupt the call.
            while sem_wait(&semaphore) != 0 {}
        }
    }
}
#endif
