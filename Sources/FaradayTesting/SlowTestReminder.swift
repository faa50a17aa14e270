import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradayBridge
import FaradaySimulation
import Foundation

/// Prints the state of a test's world to standard error when the test does not end, and ends the test if it goes on like
/// that.
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
/// question to tasks and to the main queue, and they have not answered by the next check. A test that is blocked waits for
/// no turn, and may be what keeps the others from answering.
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
        var hasTold = false
        /// How many checks found somebody looking at the world in a browser.
        var pausedLooks = 0

        /// What comes of a check.
        mutating func nextStep(_ patience: Patience) -> Step {
            guard silence.isHang(patience, times: hasTold ? 2 : 1) else { return .look }
            guard !hasTold else {
                silence = Silence()
                return .end
            }
            hasTold = true
            return .tell
        }
    }

    private enum Step { case look, tell, end }

    /// How often a test is looked at, and how long it may do nothing.
    struct Patience: Sendable {
        /// The real time between two checks, in seconds.
        var seconds = 10.0
        /// The processor time per second of real time above which the process counts as busy. On a machine with thirty
        /// busy programs for each two processors, a thread that wants to work gets twice as much.
        var busyShare = 0.03
        /// The processor time, in seconds, that a busy process uses until a test that does nothing is reported.
        var processorLimit = 60.0
        /// The virtual time without anything new after which nothing new is expected. If something is planned for later than
        /// a part of that, the test may wait for it.
        var quiet = Nanoseconds.hours(24)
    }

    private let watch: Lock<Watch>
    private let capture: CapturePlace
    private let patience: Patience
    /// Whether the test is one of XCTest: only Swift Testing has traits.
    private let isOfXCTest: Bool
    /// Ends the test that has done nothing for so many seconds of real time. Returns whether it can.
    private let ending: (@Sendable (Int64) -> Bool)?
    private let write: @Sendable (String) -> Void

    /// Begins to watch a test; the reminder does not retain the world.
    ///
    /// - Parameter ending: Ends the test, which has done nothing for twice as long as it takes to be reported: it is given
    ///   the seconds of real time that the test has had. Returns whether it can; then the test is watched further.
    init(
        _ report: SimulationReport, _ patience: Patience = Patience(), isOfXCTest: Bool = false,
        _ write: @escaping @Sendable (String) -> Void = {
            FileHandle.standardError.write(Data($0.utf8))
        },
        ending: (@Sendable (Int64) -> Bool)? = nil
    ) {
        watch = Lock(Watch(world: report.world, last: report.world.progress))
        capture = report.capture
        self.patience = patience
        self.isOfXCTest = isOfXCTest
        self.ending = ending
        self.write = write
        lookLater()
    }

    /// How many checks found that the test waits because somebody has stopped it.
    var pausedLooks: Int { watch.withLock { $0.pausedLooks } }

    /// The test has ended.
    func end() { watch.withLock { $0.isOver = true } }

    private func lookLater() {
        RealClock.after(patience.seconds) { [weak self] in self?.look() }
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
        let step = watch.withLock { watch in
            let now = processorNanoseconds()
            let used = Double(now - watch.processorTime) / 1e9
            let isBusy = used > patience.seconds * patience.busyShare || hasChildren
            let finding = Silence.finding(
                progress, since: watch.last, processIsBusy: isBusy,
                answers: watch.openProbes == 0 || progress.isBlocked)
            watch.silence.add(
                finding, progress, since: watch.last, processorSeconds: used, processIsBusy: isBusy)
            (watch.last, watch.processorTime) = (progress, now)
            return watch.nextStep(patience)
        }
        switch step {
        case .look: break
        case .tell: tell(world)
        case .end: guard ending?(realSeconds) == true else { return }
        }
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

    /// How much real time the test has had.
    private var realSeconds: Int64 { (monotonicNanoseconds() - watch.withLock { $0.begin }) / 1_000_000_000 }

    private func tell(_ world: World) {
        let report = SimulationReport(world, capture)
        write(
            "\(capture.name) has not ended for \(realSeconds) s of real time. If it waits for something that never happens (a "
                + "continuation that no callback resumes, a stream without an end), see the state of its world below. "
                + (isOfXCTest ? "" : ".simulated(timeLimit: .seconds(60)) ends such waits.") + "\n"
                + report.text(hasCapture: false) + "\n")
    }
}
