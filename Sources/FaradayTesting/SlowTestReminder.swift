import BluetoothPort
import Dispatch
import FaradaySimulation
import Foundation

/// Says on the standard error where a test's world stands when the test does not end.
///
/// A continuation that no callback resumes makes a test hang; without this, nothing would tell why. It looks at what
/// *this* world does: a test that waits in a world that goes on for ever, with devices that advertise, is told of as one
/// whose world has nothing to do. A run of the world, which has a timeout, is waited for. So is a test that may only wait
/// for its turn, in a process that is busy: where tasks and the main queue, asked at one look, have not answered by the
/// next.
final class SlowTestReminder: Sendable {
    private struct Watch {
        weak var world: World?
        var isOver = false
        var last: World.Progress?
        var processorTime = processorNanoseconds()
        /// Questions to tasks and to the main queue that are not answered yet.
        var openProbes = 0
        /// How often in a row the world stood still, how often in a row it moved for nothing, and how often it was looked.
        var stillLooks = 0
        var vainLooks = 0
        var looks = 0
    }

    /// What a look finds.
    enum Finding {
        /// The app or the test did something, or the world has yet to come to its turn.
        case goesOn
        /// The world moves, and nothing new has happened in it.
        case waits
        /// The world has nothing to do.
        case stands
    }

    private let watch: Lock<Watch>
    private let capture: CapturePlace
    private let seconds: Double
    private let busyShare: Double
    private let write: @Sendable (String) -> Void
    /// After so many looks at a busy process that has answered, a world without anything to do is told of.
    private static let patience = 3
    /// After so many looks at a test that goes on, it is told of all the same.
    private static let longest = 6

    /// Begins to watch a test; the world is not kept.
    ///
    /// - Parameter busyShare: Processor time in a second of real time, from which on the process is busy.
    init(
        _ report: SimulationReport, after seconds: Double = 10, busyShare: Double = 0.25,
        _ write: @escaping @Sendable (String) -> Void = {
            FileHandle.standardError.write(Data($0.utf8))
        }
    ) {
        watch = Lock(Watch(world: report.world, last: report.world.progress))
        capture = report.capture
        self.seconds = seconds
        self.busyShare = busyShare
        self.write = write
        lookLater()
    }

    /// The test has ended.
    func end() { watch.withLock { $0.isOver = true } }

    private func lookLater() {
        RealClock.after(seconds) { [weak self] in self?.look() }
    }

    private func look() {
        guard let world = watch.withLock({ $0.isOver ? nil : $0.world }) else { return }
        let progress = world.progress
        let shouldTell = watch.withLock { watch in
            let now = processorNanoseconds()
            let isBusy = Double(now - watch.processorTime) / 1e9 > seconds * busyShare
            let finding = Self.finding(
                progress, since: watch.last, processIsBusy: isBusy, answers: watch.openProbes == 0)
            (watch.last, watch.processorTime) = (progress, now)
            watch.looks += 1
            watch.stillLooks = finding == .stands ? watch.stillLooks + 1 : 0
            watch.vainLooks = finding == .waits ? watch.vainLooks + 1 : 0
            return switch finding {
            case .goesOn: watch.looks >= Self.longest && !isBusy
            // The first time a test may have slept, and then waited for its turn.
            case .waits: watch.vainLooks >= 2
            case .stands: !isBusy || watch.stillLooks >= Self.patience
            }
        }
        guard !shouldTell else { return tell(world, progress) }
        probe()
        lookLater()
    }

    /// Asks tasks and the main queue for a sign, unless they still owe one.
    private func probe() {
        let isDue = watch.withLock { watch in
            guard watch.openProbes == 0 else { return false }
            watch.openProbes = 2
            return true
        }
        guard isDue else { return }
        Task.detached { [weak self] in self?.answered() }
        DispatchQueue.main.async { [weak self] in self?.answered() }
    }

    private func answered() { watch.withLock { $0.openProbes -= 1 } }

    static func finding(
        _ progress: World.Progress, since last: World.Progress?, processIsBusy: Bool, answers: Bool
    ) -> Finding {
        guard let last else { return .goesOn }
        if progress.storyLines != last.storyLines || progress.isRunning { return .goesOn }
        if progress.eventCount != last.eventCount { return answers ? .waits : .goesOn }
        // A world that wants to go on and does not: others have the processor, or a callback does not return.
        let isStarved = processIsBusy && (progress.isWaitingForTurn || !answers)
        return isStarved ? .goesOn : .stands
    }

    private func tell(_ world: World, _ progress: World.Progress) {
        let report = SimulationReport(world, capture)
        let real = Int((Double(watch.withLock { $0.looks }) * seconds).rounded())
        write(
            "\(capture.name) has not ended for \(real) s of real time. If it waits for what will never come (a "
                + "continuation that no callback resumes, a stream without an end), this is where its world stands; "
                + ".simulated(timeLimit: .seconds(60)) ends such waits.\n"
                + report.text(hasCapture: false))
    }
}
