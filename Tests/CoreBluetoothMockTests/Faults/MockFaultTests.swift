import CoreBluetoothMock
import FaradayTesting
import Testing

/// Faults between an app and mocks: with CoreBluetooth's behaviour, mocks are devices of the test's world.
@Suite(.simulated(seed: 7), .coreBluetooth) struct MockFaultTests {
    private func app(_ plan: FaultPlan) async throws -> ThermometerApp {
        World.current.inject(plan)
        let spec = thermometer(temperatureCharacteristic())
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        return ThermometerApp()
    }

    @Test("An operation fails with the error of the plan")
    func error() async throws {
        let app = try await app([.read("2A1C").nth(1).fails(.unlikelyError)])
        try await World.current.run(until: { !app.errors.isEmpty })
        #expect(app.errors == [.unlikelyError])
        #expect(World.current.unfiredFaults.isEmpty)
    }

    @Test("An operation takes longer")
    func delay() async throws {
        let app = try await app([
            .connect().isDelayed(by: .seconds(5)), .read("2A1C").isDelayed(by: .seconds(4)),
        ])
        try await World.current.run(until: { app.temperatures == [20] })
        #expect(World.current.now.nanoseconds > 9_000_000_000)
    }

    @Test("A link drops between a request and its response, and the app connects again")
    func linkDrop() async throws {
        let app = try await app([.read("2A1C").nth(1).dropsLink(.peer, .between)])
        try await World.current.run(until: { app.temperatures == [20] })
        #expect(app.lostCount == 1)
    }
}
