import FaradayCoreBluetooth
import FaradaySimulation

extension World {
    /// A world for a test: its clock waits for the main queue and for the queues of its managers.
    static func settled(seed: UInt64) -> World { settled(seed: seed, MainQueue.settle) }

    /// Prepares the world for a test: it starts the trace for the report and sets the policy for misuses. Misuses that
    /// fail the test do so at its end, all together. They do not end the run in which they happen.
    func prepareForTest(_ policy: MisusePolicy) {
        misusePolicy = policy
        onMisuse { _ in }
        startTrace(capacity: SimulationReport.traceCapacity)
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
