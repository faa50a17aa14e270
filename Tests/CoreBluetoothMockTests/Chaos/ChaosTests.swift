@testable import CoreBluetoothMock
import FaradayTesting
import Foundation
import RandomCases
import Testing

/// Worlds in which everything happens to mock peripherals, in orders that seeds draw.
///
/// `.ci/more chaos` plays more. `FARADAY_CHAOS_LOGS` names a folder for what was seen.
@Suite struct ChaosTests {
    private static let seeds = chaosSeeds(10)

    private func keep(_ log: [String], _ name: String) {
        guard let folder = ProcessInfo.processInfo.environment["FARADAY_CHAOS_LOGS"] else { return }
        try? Data(log.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    @Test(
        "Whatever happens, callbacks come in order, and only for requests", arguments: seeds,
        [MockBehaviour.library, .coreBluetooth])
    func rules(seed: UInt64, behaviour: MockBehaviour) async {
        let record = await ChaosRun.play(seed, behaviour, steps: 60)
        #expect(record.problems == [])
        keep(record.log, "\(behaviour)-\(seed).log")
    }

    @Test(
        "The same seed gives the same run, in parallel too", arguments: seeds.prefix(2),
        [MockBehaviour.library, .coreBluetooth])
    func repeatable(seed: UInt64, behaviour: MockBehaviour) async {
        async let first = ChaosRun.play(seed, behaviour, steps: 60)
        async let second = ChaosRun.play(seed, behaviour, steps: 60)
        let logs = await (first.log, second.log)
        let parting = zip(logs.0, logs.1).first { $0 != $1 }
        #expect(parting == nil && logs.0.count == logs.1.count)
        #expect(logs.0.count > 100)
        guard parting != nil else { return }
        keep(logs.0, "\(seed).first")
        keep(logs.1, "\(seed).second")
    }
}
