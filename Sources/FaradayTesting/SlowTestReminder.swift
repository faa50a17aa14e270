import BluetoothPort
import Dispatch
import FaradayBridge
import FaradaySimulation
import Foundation

/// Prints the state of a test's world to standard error when the test does not end.
///
/// A continuation that no callback resumes makes a test hang; without this reminder, nothing would say why. The
/// reminder checks the activity of *this* world only. It reports a test whose world has nothing to do. It also reports
/// a test that waits in a world that never stops, for example because devices advertise. It does not report a run of
/// the world, because a run has a timeout, and no test that still does something.
///
/// A slow machine is no reason to report a test. A process that does nothing has nothing to be slow with: then half a
/// minute of silence is enough. In a process that works, the reminder counts processor time and no other: a machine
/// that others keep busy gives less of it. A process that has started others works too, because tests may be waiting
/// for these. It does not report a test that may only be waiting for its turn in such a process: at one check it sends a
/// question to tasks and to the main queue, and they have not answered by the next check.
final class SlowTestReminder: Sendable {
    private struct Watch {
        weak var world: World?
        let begin = monotonicNanoseconds()
        var isOver = false
        var last: World.Progress?
        var processorTime = processorNanoseconds()
        /// Questions to tasks and to the main queue that are not answered yet.
        var openProbes = 0
        var silence = Silence()
        /// How many checks found somebody looking at the world in a browser.
        var pausedLooks = 0
    }

    /// The result of a check.
    enum Finding {
        /// The app or the test did something, or the world still waits for processor time.
        case goesOn
        /// The world moves, but the app and the test did nothing new.
        case waits
        /// The world has nothing to do.
        case stands
    }

    /// What the checks have found since the app or the test last did something.
    struct Silence {
        /// How many checks in a row found the process at rest.
        var quietLooks = 0
        /// The processor time that the process has used, in seconds.
        var processorSeconds = 0.0

        mutating func add(_ finding: Finding, processorSeconds used: Double, processIsBusy: Bool) {
            guard finding != .goesOn else {
                self = Silence()
                return
            }
            quietLooks = processIsBusy ? 0 : quietLooks + 1
            processorSeconds += used
        }

        /// Whether the test hangs. At one check alone it may have slept.
        func isHang(after limit: Double) -> Bool { quietLooks >= 3 || processorSeconds >= limit }
    }

    private let watch: Lock<Watch>
    private let capture: CapturePlace
    private let seconds: Double
    private let busyShare: Double
    private let processorLimit: Double
    /// Whether the test is one of XCTest: only Swift Testing has traits.
    private let isOfXCTest: Bool
    private let write: @Sendable (String) -> Void

    /// Begins to watch a test; the reminder does not retain the world.
    ///
    /// - Parameters:
    ///   - busyShare: The processor time per second of real time above which the process counts as busy. On a machine
    ///     with thirty busy programs for each two processors, a thread that wants to work gets twice as much.
    ///   - processorLimit: The processor time, in seconds, that a busy process uses until a test that does nothing is
    ///     reported.
    init(
        _ report: SimulationReport, after seconds: Double = 10, busyShare: Double = 0.03,
        processorLimit: Double = 60, isOfXCTest: Bool = false,
        _ write: @escaping @Sendable (String) -> Void = {
            FileHandle.standardError.write(Data($0.utf8))
        }
    ) {
        watch = Lock(Watch(world: report.world, last: report.world.progress))
        capture = report.capture
        self.seconds = seconds
        self.busyShare = busyShare
        self.processorLimit = processorLimit
        self.isOfXCTest = isOfXCTest
        self.write = write
        lookLater()
    }

    /// How many checks found that the test waits because somebody has stopped it.
    var pausedLooks: Int { watch.withLock { $0.pausedLooks } }

    /// The test has ended.
    func end() { watch.withLock { $0.isOver = true } }

    private func lookLater() {
        RealClock.after(seconds) { [weak self] in self?.look() }
    }

    private func look() {
        guard let world = watch.withLock({ $0.isOver ? nil : $0.world }) else { return }
        // Somebody looks at the world in a browser; the test goes on when they say so.
        guard !WorldDesk.isTestWaiting(in: world) else {
            let progress = world.progress
            watch.withLock { watch in
                (watch.last, watch.processorTime) = (progress, processorNanoseconds())
                watch.silence = Silence()
                watch.pausedLooks += 1
            }
            return lookLater()
        }
        let (progress, hasChildren) = (world.progress, Self.hasChildren())
        let shouldTell = watch.withLock { watch in
            let now = processorNanoseconds()
            let used = Double(now - watch.processorTime) / 1e9
            let isBusy = used > seconds * busyShare || hasChildren
            let finding = Self.finding(
                progress, since: watch.last, processIsBusy: isBusy, answers: watch.openProbes == 0)
            (watch.last, watch.processorTime) = (progress, now)
            watch.silence.add(finding, processorSeconds: used, processIsBusy: isBusy)
            return watch.silence.isHang(after: processorLimit)
        }
        guard !shouldTell else { return tell(world, progress) }
        probe()
        lookLater()
    }

    /// Sends a question to tasks and to the main queue, unless an earlier one is not answered yet.
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

    /// Whether the process has started others that have not ended, such as compilers.
    private static func hasChildren() -> Bool {
        #if os(Linux)
        var info = siginfo_t()
        // Whoever has started them still learns how they end.
        return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0
        #else
        return false
        #endif
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

    private func tell(_ world: World, _ progress: World.Progress) {
        let report = SimulationReport(world, capture)
        let real = (monotonicNanoseconds() - watch.withLock { $0.begin }) / 1_000_000_000
        write(
            "\(capture.name) has not ended for \(real) s of real time. If it waits for something that never happens (a "
                + "continuation that no callback resumes, a stream without an end), see the state of its world below. "
                + (isOfXCTest ? "" : ".simulated(timeLimit: .seconds(60)) ends such waits.") + "\n"
                + report.text(hasCapture: false) + "\n")
    }
}
