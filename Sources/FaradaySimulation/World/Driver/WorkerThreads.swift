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
        private let work = Lock<NextWork.Work?>(nil)
        private let wake = DispatchSemaphore(value: 0)
        private let isOffered = Lock(true)
        private let next = Lock(NextWork())

        /// The worker whose thread this is.
        fileprivate static var current: Worker? {
            pthread_getspecific(place).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
        }

        private static let place: pthread_key_t = {
            var key = pthread_key_t()
            pthread_key_create(&key, nil)
            return key
        }()

        fileprivate func begin(with body: @escaping Body) {
            work.withLock { $0 = NextWork.Work(body: body) }
            wake.signal()
        }

        /// A thread begins, and goes on until no more work comes. It keeps nothing of what it ran.
        fileprivate func run() {
            faraday_set_thread_kind(Int32(FARADAY_THREAD_OF_WORLD.rawValue))
            pthread_setspecific(Self.place, Unmanaged.passUnretained(self).toOpaque())
            while let body = next.withLock({ $0.end() }) ?? wait() { body(self) }
            pthread_setspecific(Self.place, nil)
            pthread_detach(pthread_self())
        }

        fileprivate func keeps(_ body: @escaping Body, isJob: Bool) -> Bool {
            next.withLock { $0.keep(body, isJob: isJob) }
        }

        /// A drain begins on the thread. It calls `release` when it goes on after a piece.
        func beginDrain() { next.withLock { $0.followers = .jobs } }

        /// What the thread runs takes longer: another one runs what was to follow.
        func release() {
            if let kept = next.withLock({ $0.take() }) { WorkerThreads.runElsewhere(kept) }
        }

        /// Runs a job of a task. Its calls are no world's.
        func runJob(_ job: () -> Void) {
            faraday_set_thread_kind(Int32(FARADAY_THREAD_OF_SYSTEM.rawValue))
            next.withLock { $0.followers = .any }
            job()
            faraday_set_thread_kind(Int32(FARADAY_THREAD_OF_WORLD.rawValue))
        }

        /// What the thread runs is as good as over: it can be given more. Whoever is woken next may need it at once.
        func offer() {
            guard
                isOffered.withLock({ offered in
                    defer { offered = true }
                    return !offered
                })
            else { return }
            // What comes from now on is another thread's: this one may get work from others at any time.
            next.withLock { $0.followers = .none }
            WorkerThreads.pool.withLock { $0.idle.append(self) }
        }

        /// Waits for more. Returns `nil` if nothing came.
        private func wait() -> Body? {
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

    /// Runs `body` on such a thread: on this one, if it is one that is free soon.
    static func run(isJob: Bool = false, _ body: @escaping Body) {
        if Worker.current?.keeps(body, isJob: isJob) != true { runElsewhere(body) }
    }

    /// The calling thread is about to sleep: another one runs what was to follow on this one.
    static func release() { Worker.current?.release() }

    private static func runElsewhere(_ body: @escaping Body) {
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
        release()
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
