import BluetoothTypes
import FaradaySimulation

/// What the checks of a test have found since its app or the test itself last did something.
struct Silence {
    /// The result of a check.
    enum Finding {
        /// The app or the test did something, or the world still waits for processor time.
        case goesOn
        /// The world moves, but the app and the test did nothing new.
        case waits
        /// The world has nothing to do.
        case stands
    }

    /// After how many checks in a row a test hangs. At one check alone it may have slept.
    private static let looks = 3

    /// How many checks in a row found nothing new.
    private var looks = 0
    /// How many of them, the latest ones, found the process at rest.
    private var quietLooks = 0
    /// The processor time that the process has used, in seconds.
    private var processorSeconds = 0.0
    /// How far ahead the latest plan is.
    private var plan = Nanoseconds.zero
    /// How far the world has moved.
    private var virtual = Nanoseconds.zero

    mutating func add(
        _ finding: Finding, _ progress: World.Progress, since last: World.Progress?,
        processorSeconds used: Double, processIsBusy: Bool
    ) {
        guard finding != .goesOn else {
            self = Silence()
            return
        }
        looks += 1
        quietLooks = processIsBusy ? 0 : quietLooks + 1
        processorSeconds += used
        plan = progress.latestPlan.map { $0 - progress.now } ?? .zero
        virtual = virtual + (progress.now - (last?.now ?? progress.now))
    }

    /// Whether the test hangs, or has done so for this many times as long as that takes to be sure of.
    func isHang(_ patience: SlowTestReminder.Patience, times: Int = 1) -> Bool {
        if quietLooks >= Self.looks * times || processorSeconds >= patience.processorLimit * Double(times) {
            return true
        }
        // What is due soon may be an app that polls.
        let isPlanned = plan > .zero && plan.count >= patience.quiet.count / 24
        return !isPlanned && looks >= Self.looks * times && virtual >= patience.quiet * times
    }

    static func finding(
        _ progress: World.Progress, since last: World.Progress?, processIsBusy: Bool, answers: Bool
    ) -> Finding {
        guard let last else { return .goesOn }
        if progress.storyLines != last.storyLines || progress.isRunning { return .goesOn }
        if progress.eventCount != last.eventCount { return answers ? .waits : .goesOn }
        // The world has work but does not run it: others use the processor, or a callback does not return.
        let isStarved = processIsBusy && (progress.isWaitingForTurn || !answers)
        return isStarved ? .goesOn : .stands
    }
}
