import FaradayCoreBluetooth
import FaradayExploration
import FaradaySimulation
import Foundation

extension World {
    /// A world for a test: the one of the case that is replayed, or one with this seed.
    static func ofTest(
        seed: UInt64, _ appTime: AppTime = .simulated, date: Date? = nil,
        replaying explored: ExploredCase? = nil
    ) -> World {
        MainOperations.areInstalled
        var configuration = Configuration.ofTest
        configuration.appTime = appTime
        configuration.begin(on: date)
        guard let explored = ExplorationEnvironment.ofProcess.replayed ?? explored else {
            return World(seed: seed, configuration: configuration)
        }
        configuration.schedule = explored.schedule
        configuration.ordersWork = false
        let world = World(seed: explored.seed, configuration: configuration)
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
