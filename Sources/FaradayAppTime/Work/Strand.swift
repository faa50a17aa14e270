import CInterposition
import Dispatch

/// A thread of a world that is blocked in a call, with everything on its stack, until its world wakes it.
package final class Strand {
    /// What a strand waits for.
    package enum Wait: Hashable, Sendable {
        case sleep
        case semaphore
        case group
        case condition
        /// A lock that a blocked thread holds.
        case lock(owner: Int32)
        /// Its turn on a queue.
        case queue(UInt)
        /// Its turn: a new thread, or one of the system that brings something for the world.
        case turn
        /// The end of another thread.
        case thread
        /// What a run loop has to do.
        case runLoop(UInt)
        /// Until nothing is left to run now: a run of the world.
        case idle

        /// Whether the thread does work of its world while it waits.
        var serves: Bool {
            switch self {
            case .runLoop, .idle: true
            case .sleep, .semaphore, .group, .condition, .lock, .queue, .turn, .thread: false
            }
        }
    }

    /// Why a strand goes on.
    package enum Wake: Int32, Sendable {
        case woken = 0
        case timedOut = 1
        /// The world has ended: the thread must not go on.
        case abandoned = 2
        /// Nobody will ever wake it; the world has said so.
        case deadlocked = 3
        /// Work for its run loop or for the main thread has come.
        case called = 4
    }

    package let wait: Wait
    /// The semaphore for which it waits.
    let semaphore: UnsafeRawPointer?
    package let context: AppContext
    package let origin: Origin
    /// The virtual time at which the wait ends in any case.
    package let deadline: Int64?
    /// Takes what the strand waits for, if it is there. Called under the world's lock.
    package let isOver: () -> Bool
    /// The number by which locks know the thread.
    package let thread: Int32
    /// Whether the thread is one that an app has begun: it only works in its world's turns, and the clock does not move
    /// for its waits alone.
    package let isOfApp: Bool
    package let isOnMainThread: Bool
    var isMain: Bool { isOnMainThread }
    /// Whether the thread runs what comes for the main queue while it waits.
    package let servesMain: Bool
    /// The queues that the thread is on, innermost first.
    package private(set) var occupied: [(queue: UInt, isBarrier: Bool)] = []

    /// All queues that the thread is on, innermost first, also those of an earlier wait of the same piece.
    package private(set) var queues: [UInt] = []

    /// When the wait began.
    package internal(set) var since: Int64 = 0
    var deadlineToken: Deadlines<AppWork.Due>.Token?
    var isDue = false
    /// Whether a schedule interrupted its piece: it could have gone on.
    var isInterrupted = false
    /// Whether the strand can go on.
    var isReady = false
    /// Its place among pieces then.
    var readyNumber: UInt64?
    package var wake = Wake.woken
    /// Whether it is a test's own thread that waits in its run loop, again and again: the end of such a wait is nothing that
    /// happens in the world.
    package var isTestsLoop = false
    /// Whether the thread got the world's turn only by being woken: it gives it back.
    package var gotTurn = false
    /// What the driver keeps with a strand.
    package var keepsake: (any Sendable)?

    private let gate = DispatchSemaphore(value: 0)

    package init(
        _ wait: Wait, of context: AppContext, semaphore: UnsafeRawPointer? = nil, deadline: Int64? = nil,
        origin: Origin = Origin(), isOver: @escaping () -> Bool = { false }
    ) {
        self.wait = wait
        self.semaphore = semaphore
        self.context = context
        self.deadline = deadline
        self.origin = origin
        self.isOver = isOver
        thread = faraday_thread_number()
        isOfApp = faraday_thread_kind() == Int32(FARADAY_THREAD_OF_APP.rawValue)
        isOnMainThread = faraday_is_bound_main_thread()
        servesMain = Self.mayServeMain(wait)
        note(faraday_occupations())
    }

    /// Whether the thread needs the world's turn when it goes on.
    package var needsTurn: Bool {
        switch wait {
        case .runLoop, .turn: true
        case .sleep, .semaphore, .group, .condition, .lock, .queue, .thread, .idle: isOfApp
        }
    }

    /// Whether the calling thread would run what comes for the main queue while it waits.
    static func mayServeMain(_ wait: Wait) -> Bool {
        wait.serves && faraday_is_on_main_queue() && (wait == .idle || !isOnMainQueue)
    }

    /// Whether the thread runs something that went to the main queue, and is not only the main thread.
    private static var isOnMainQueue: Bool {
        var next = faraday_occupations()
        while let occupation = next {
            if occupation.pointee.queue == faraday_main_queue() { return true }
            next = occupation.pointee.outer
        }
        return false
    }

    private func note(_ innermost: UnsafeMutablePointer<faraday_occupation>?) {
        var next = innermost
        while let occupation = next {
            next = occupation.pointee.outer
            guard let queue = occupation.pointee.queue else { continue }
            queues.append(UInt(bitPattern: queue))
            guard !occupation.pointee.is_noted else { continue }
            if servesMain, queue == faraday_main_queue() { continue }
            occupation.pointee.is_noted = true
            occupied.append((UInt(bitPattern: queue), occupation.pointee.is_barrier))
        }
    }

    /// Why it goes on when its world ends. What runs a run loop looks after that itself: a test framework may be below it.
    package var wakeAtEnd: Wake {
        if case .runLoop = wait { .woken } else { .abandoned }
    }

    /// Whether the strand keeps the main queue from others, without being on it: it is the main thread.
    var blocksMain: Bool { isOnMainThread && !servesMain }

    /// Sleeps until `goOn()`; on the strand's own thread, without a context.
    package func sleep() { gate.wait() }

    /// Lets the thread go on.
    package func goOn() { gate.signal() }
}
