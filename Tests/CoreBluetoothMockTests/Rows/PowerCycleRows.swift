import CoreBluetoothMock
import FaradayTesting
import Testing

/// What Bluetooth's going off and coming back leaves of scans and peripherals.
@Suite struct PowerCycleRows {
    private func linked() async throws -> (App, CBMPeripheral) {
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        let app = App()
        return (app, try await app.connect())
    }

    private func cycle(_ app: App, through state: CBMManagerState) async throws {
        CBMCentralManagerMock.simulateInitialState(state)
        try await World.current.run(until: { app.log.last == "\(state)" })
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
        try await World.current.run(until: { app.log.last == "poweredOn" })
    }

    @Test("With the line: peripherals after Bluetooth was off", .simulated(seed: 1), .coreBluetooth)
    func reuse() async throws {
        let (app, peripheral) = try await linked()
        try await cycle(app, through: .poweredOff)
        #expect(peripheral.state == .disconnected)
        let identifiers = [peripheral.identifier]
        #expect(app.manager.retrievePeripherals(withIdentifiers: identifiers).first === peripheral)
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last == "connected" })
        #expect(peripheral.state == .connected)
    }

    @Test(
        "With the line: states below .poweredOff", .simulated(seed: 2), .coreBluetooth,
        arguments: [CBMManagerState.unknown, .resetting, .unsupported, .unauthorized])
    func invalid(state: CBMManagerState) async throws {
        let (app, peripheral) = try await linked()
        try await cycle(app, through: state)
        #expect(peripheral.state == .disconnected)
        let told = app.log.count
        try await World.current.expectMisuse(.foreignObject) {
            app.manager.connect(peripheral)
            try await World.current.run(for: .seconds(5))
        }
        #expect(peripheral.state == .disconnected && app.log.count == told)
        let again = try #require(
            app.manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).first)
        #expect(again !== peripheral)
        app.manager.connect(again)
        try await World.current.run(until: { app.log.last == "connected" })
        app.manager.cancelPeripheralConnection(again)
        try await World.current.run(until: { app.log.last == "disconnected" })
        app.forget()
        let discovered = try await app.discover()
        #expect(discovered === again)
    }

    @Test("CoreBluetooth too: scans after Bluetooth was off", .simulated(seed: 3), .coreBluetooth)
    func scans() async throws {
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        let app = App()
        _ = try await app.discover()
        app.manager.scanForPeripherals(withServices: nil)
        try await cycle(app, through: .poweredOff)
        #expect(!app.manager.isScanning)
        let newcomer = TestBoard().spec()
        CBMCentralManagerMock.simulateAddition(of: newcomer)
        try await World.current.run(for: .seconds(10))
        #expect(!app.identifiers.contains(newcomer.identifier))
        app.manager.scanForPeripherals(withServices: nil)
        try await World.current.run(until: { app.identifiers.contains(newcomer.identifier) })
    }

    @Test(
        "With the line: isScanning, and a peripheral's state, after simulatePowerOff()", .simulated(seed: 4),
        .coreBluetooth)
    func together() async throws {
        let (app, peripheral) = try await linked()
        app.manager.scanForPeripherals(withServices: nil)
        var inCallback: [Bool] = []
        app.onState = { [unowned app] in
            inCallback = [app.manager.isScanning, peripheral.state == .connected]
        }
        CBMCentralManagerMock.simulatePowerOff()
        #expect(app.manager.state == .poweredOff)
        #expect(app.manager.isScanning && peripheral.state == .connected)
        try await World.current.run(until: { app.log.last == "poweredOff" })
        #expect(inCallback == [false, false])
        #expect(!app.manager.isScanning && peripheral.state == .disconnected)
    }
}
