import BluetoothPort
import Dispatch
import FaradaySimulation
import Foundation

/// Says on the standard error where a test's world stands when the test does not end.
///
/// A continuation that no callback resumes makes a test hang; without this, nothing would tell why. While the process
/// is busy, a test is only slow, or has not had its turn: nothing is said then.
final class SlowTestReminder: Sendable {
    private struct Place {
        weak var world: World?
        var isOver = false
    }

    private let place: Lock<Place>
    private let testName: String
    private let seconds: Double
    private let busyShare: Double
    private let write: @Sendable (String) -> Void

    /// Begins to watch a test; the world is not kept.
    ///
    /// - Parameter busyShare: Processor time in a second of real time, from which on the process is busy.
    init(
        _ report: SimulationReport, after seconds: Double = 10, busyShare: Double = 0.25,
        _ write: @escaping @Sendable (String) -> Void = {
            FileHandle.standardError.write(Data($0.utf8))
        }
    ) {
        place = Lock(Place(world: report.world))
        testName = report.testName
        self.seconds = seconds
        self.busyShare = busyShare
        self.write = write
        watch()
    }

    /// The test has ended.
    func end() { place.withLock { $0.isOver = true } }

    private func watch() {
        let start = processorNanoseconds()
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let isBusy = Double(processorNanoseconds() - start) / 1e9 > seconds * busyShare
            if isBusy { watch() } else { tell() }
        }
    }

    private func tell() {
        guard let world = place.withLock({ $0.isOver ? nil : $0.world }) else { return }
        let report = SimulationReport(world: world, testName: testName)
        write(
            "\(testName) has not ended, and nothing went on for \(seconds) s of real time. If it waits for what will "
                + "never come (a continuation that no callback resumes, a stream without an end), this is where its "
                + "world stands; the trait .timeLimit(.minutes(1)) ends such waits.\n"
                + report.text(capture: nil))
    }
}
