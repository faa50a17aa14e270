@testable import CoreBluetoothMock
import FaradayTesting
import Foundation
import Testing

/// Worlds in which everything happens to mock peripherals, in orders that seeds draw.
@Suite struct ChaosTests {
    private static let seeds: [UInt64] = {
        let text = ProcessInfo.processInfo.environment["CHAOS_SEEDS"] ?? "1-20"
        let ends = text.split(separator: "-").compactMap { UInt64($0) }
        return Array(ends[0]...ends[ends.count - 1])
    }()

    @Test("Whatever happens, callbacks come in their order, for what was asked", arguments: seeds)
    func rules(seed: UInt64) async {
        let record = await ChaosRun.play(seed, steps: 150)
        #expect(record.problems == [])
        if let folder = ProcessInfo.processInfo.environment["CHAOS_LOGS"] {
            try? Data(record.log.joined(separator: "\n").utf8).write(
                to: URL(fileURLWithPath: "\(folder)/\(seed).log"))
        }
    }

    @Test("The same seed gives the same run, in parallel too", arguments: seeds.prefix(4))
    func repeatable(seed: UInt64) async {
        async let first = ChaosRun.play(seed, steps: 60)
        async let second = ChaosRun.play(seed, steps: 60)
        let logs = await (first.log, second.log)
        #expect(logs.0 == logs.1)
        #expect(logs.0.count > 100)
    }
}
