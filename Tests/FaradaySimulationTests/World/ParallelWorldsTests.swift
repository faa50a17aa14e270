import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradaySimulation

@Suite struct ParallelWorldsTests {
    /// A phone whose app requests an RSSI that it can't have, and a few moves; returns the whole trace as text.
    private func trace(seed: UInt64) throws -> String {
        let world = World(seed: seed)
        world.startTrace()
        let phone = world.addPhone(name: "phone")
        let other = world.addPhone(name: "other", at: .meters(3))
        let central = TestCentral(phone)
        let second = TestCentral(other) { central, event in
            if event == .stateChanged(.poweredOn) { central.port.send(.stopScan) }
        }
        other.move(to: .outOfRange, for: .seconds(1))
        try world.run(until: { central.isOn && second.isOn })
        try world.run(for: .seconds(2))
        return world.traceText() + world.traceJSONLines()
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func theSameSeedAndCallsGiveTheSameTrace(seed: UInt64) throws {
        let first = try trace(seed: seed)
        #expect(first == (try trace(seed: seed)))
        #expect(first.contains("manager 1: didUpdateState poweredOn"))
    }

    @Test func worldsInManyThreadsDoNotDisturbEachOther() async throws {
        let expected = try (0..<4 as Range<UInt64>).map(trace)
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for index in 0..<40 { group.addTask { (index % 4, try trace(seed: UInt64(index % 4))) } }
            for try await (index, text) in group { #expect(text == expected[index]) }
        }
    }
}
