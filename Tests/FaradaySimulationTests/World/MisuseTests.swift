import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct MisuseTests {
    private let misuse = Misuse(kind: .notPoweredOn, call: "CBCentralManager.stopScan()", message: "not on")

    private func world(_ policy: World.MisusePolicy) -> (World, TestCentral) {
        let world = World()
        world.misusePolicy = policy
        let central = TestCentral(world.addPhone(name: "mine"))
        central.port.send(.reportMisuse(misuse))
        return (world, central)
    }

    @Test func ignoringLeavesNoTrace() throws {
        let (world, _) = world(.ignore)
        try world.run(for: .seconds(1))
        #expect(world.misuses.isEmpty)
    }

    @Test func recordingListsWhatHappenedWhereAndWhen() throws {
        let (world, _) = world(.record)
        try world.run(for: .seconds(1))
        #expect(world.misuses == [World.MisuseReport(time: .zero, phone: "mine", misuse: misuse)])
        #expect(
            "\(world.misuses[0])"
                == "API MISUSE in CBCentralManager.stopScan() on mine at 0.000000 s: not on")
    }

    @Test func failingEndsTheNextRunWithAnError() {
        let (world, _) = world(.fail)
        let report = World.MisuseReport(time: .zero, phone: "mine", misuse: misuse)
        #expect(throws: World.RunError.misuse(report)) { try world.run(for: .seconds(1)) }
        #expect(throws: Never.self) { try world.run(for: .seconds(1)) }
    }

    @Test func aHandlerHearsOfFailuresInstead() throws {
        let world = World()
        let heard = Recorder()
        world.misusePolicy = .fail
        world.onMisuse { heard.add("\($0.misuse.call) at \($0.time)") }
        let central = TestCentral(world.addPhone())
        try world.run(for: .seconds(1))
        central.port.send(.reportMisuse(misuse))
        #expect(heard.lines.isEmpty)
        try world.run(for: .seconds(1))
        #expect(heard.lines == ["CBCentralManager.stopScan() at 1.000000"])
    }
}
