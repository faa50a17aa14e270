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
        var configuration = Configuration.ofTest
        configuration.appTime = appTime
        if let date { configuration.startDate = nanoseconds(of: date) }
        guard let explored = ExplorationEnvironment.ofProcess.replayed ?? explored else {
            return World(seed: seed, configuration: configuration)
        }
        configuration.schedule = explored.schedule
        configuration.ordersWork = false
        let world = World(seed: explored.seed, configuration: configuration)
        explored.prepare(world)
        return world
    }

    /// When a world begins whose test asks for this date, in nanoseconds since 1970: to the second, and nothing that clocks
    /// of 64 bits can't show.
    private static func nanoseconds(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        // No number at all is not greater either.
        guard seconds > 0 else { return 0 }
        return Int64(min(seconds, lastSecond)) * 1_000_000_000
    }

    /// 2223-07-06T22:13:20Z, with room for a long test after it.
    private static let lastSecond = 8_000_000_000.0

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
