import BluetoothTypes

// What a driver machine knows of the thread that drives, and of the world.
extension DriverMachine {
    /// Who has the turn.
    enum State: Hashable {
        /// Nobody, and no drain was called.
        case resting
        /// Nobody, and a drain was called. Its thread is on its way, or between two turns: app code settles then, or the
        /// clock moves.
        case called
        case driven(Turn)
    }

    /// The turn of a thread, with everything on that thread's stack.
    struct Turn: Hashable {
        let thread: Thread
        /// Whether the drain has the turn. Then `runs` are those that a job of the drain has begun.
        let isDrains: Bool
        /// Whether the thread only uses the turn that it was given, and does not drive: code of the app or of the test
        /// that was blocked, or that the system calls.
        var isGuests = false
        /// Whether it is a guest that an app has begun: the clock does not move for its waits alone.
        var isApps = false
        /// How often this thread has gone on, for those who watch it.
        var number: UInt64 = 0
        /// The runs on the thread's stack.
        var runs: Int
        var activity = Activity.moving
        /// Whether there is a drain. If it is not the driver, it leaves as soon as it sees the turn taken.
        var isDrainCalled: Bool
    }

    /// What a driving thread does.
    enum Activity: Hashable {
        /// It runs jobs, checks a condition or moves the clock: a job may begin a run.
        case moving
        /// It is in a callback or a handler. A run there would wait for itself.
        case callback
        /// It sleeps: a run that was woken on another thread still checks its condition.
        case waiting
    }

    /// What the machine has to know of the world when somebody must be woken.
    struct Outlook: Hashable {
        /// Whether callbacks or jobs wait.
        var hasWork: Bool
        /// Whether events wait for their time.
        var hasEvents: Bool
        /// Whether work of the apps waits for ever, unless somebody lets it go on.
        var hasStuckWork = false
        /// Whether work waits for a queue that a blocked thread is on.
        var hasHeldUpWork = false
        var now: Instant
    }

    /// Who must be woken.
    struct WakeUps: OptionSet, Hashable {
        let rawValue: UInt8
        /// A thread for a drain must be started.
        static let drain = WakeUps(rawValue: 1)
        static let pacer = WakeUps(rawValue: 2)
        /// The driving thread, which waits.
        static let driver = WakeUps(rawValue: 4)
        /// The threads that wait for any change of the world.
        static let onlookers = WakeUps(rawValue: 8)
    }

    /// Whether nobody is there whom a change could concern: no run, no test body that is suspended, no blocked thread, and the
    /// world moves for runs only.
    @inline(__always)
    var isDeserted: Bool {
        guard case .resting = state else { return false }
        return runs.isEmpty && !hasBlocked && !motion.isFree && !motion.isPaced
    }
}
