import FaradayCoreBluetooth
import FaradaySimulation

extension World {
    /// A world for a test: its clock waits for the main queue and for the queues of its managers.
    static func settled(seed: UInt64) -> World { settled(seed: seed, MainQueue.settle) }

    /// Makes the world ready for a test: what is kept for a failure, and a test's policy. Misuses that fail do so at the test's end, all of them, and not where they happen: the
    /// run that they would end is rarely the test's mistake.
    func prepareForTest(_ policy: MisusePolicy) {
        misusePolicy = policy
        onMisuse { _ in }
        startTrace(capacity: SimulationReport.traceCapacity)
    }

    /// The misuses that are a test's failures.
    ///
    /// A peripheral that is let go as the test ends (no time has passed since) is none: which of an app's
    /// properties dies first, the manager or the peripheral, is no mistake of the app's.
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
