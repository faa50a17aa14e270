import FaradayCoreBluetooth
import FaradayExploration
import FaradaySimulation

extension World {
    /// A world for a test: its clock waits for the main queue and for the queues of its managers.
    static func settled(seed: UInt64, schedule: Schedule = .plain) -> World {
        settled(seed: seed, schedule: schedule, MainQueue.settle)
    }

    /// A world for a test: the one of the case that is replayed, or one with this seed.
    static func ofTest(seed: UInt64, replaying explored: ExploredCase? = nil) -> World {
        guard let explored = ExplorationEnvironment.ofProcess.replayed ?? explored else {
            return settled(seed: seed)
        }
        let world = settled(seed: explored.seed, schedule: explored.schedule)
        explored.prepare(world)
        return world
    }

    /// Prepares the world for a test: it starts the trace for the report and sets the policy for misuses. Misuses that
    /// fail the test do so at its end, all together. They do not end the run in which they happen.
    func prepareForTest(_ policy: MisusePolicy) {
        misusePolicy = policy
        onMisuse { _ in }
        startTrace(capacity: Self.reportedTraceCapacity)
    }

    /// The misuses that are a test's failures.
    ///
    /// A peripheral that is released at the end of the test (no time has passed since) is not a failure: the app does
    /// not decide which of its properties is released first, the manager or the peripheral.
    var misusesOfTest: [MisuseReport] {
        let end = now
        return failedMisuses.filter { report in
            switch report.misuse.kind {
            case .unusedConnectingPeripheral, .unusedConnectedPeripheral: report.time != end
            default: true
            }
        }
    }
}
