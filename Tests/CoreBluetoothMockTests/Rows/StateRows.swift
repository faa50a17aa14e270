import CoreBluetoothMock
import FaradayTesting
import Testing

/// What a manager says of the radio and of the app's permission, otherwise than in that library.
@Suite struct StateRows {
    @Test(
        "With the line: simulateAuthorization(.notDetermined)", .simulated(seed: 1), .coreBluetooth,
        arguments: [true, false])
    func undecided(allows: Bool) async throws {
        CBMCentralManagerMock.simulatePowerOn()
        let first = App()
        try await World.current.run(until: { first.log == ["poweredOn"] })
        CBMCentralManagerMock.simulateAuthorization(.notDetermined)
        #expect(CBMCentralManagerMock.authorization == .notDetermined)
        if !allows {
            CBMCentralManagerMock.simulatedPhone.onSystemAlert { alert in
                alert.kind == .bluetoothPermission ? .deny : .allow
            }
        }
        try await World.current.run(for: .seconds(1))
        #expect(first.log == ["poweredOn"])
        #expect(CBMCentralManagerMock.authorization == .notDetermined)

        let second = App()
        try await World.current.run(until: { !second.log.isEmpty })
        #expect(second.log == [allows ? "poweredOn" : "unauthorized"])
        #expect(CBMCentralManagerMock.authorization == (allows ? .allowedAlways : .denied))
        #expect(first.manager.state == second.manager.state)
        try await World.current.run(for: .seconds(1))
        #expect(first.log == (allows ? ["poweredOn"] : ["poweredOn", "unauthorized"]))
    }

    @Test("With the line: simulateInitialState(.unauthorized)", .simulated(seed: 2), .coreBluetooth)
    func forbidden() async throws {
        CBMCentralManagerMock.simulateInitialState(.unauthorized)
        #expect(CBMCentralManagerMock.authorization == .denied)
        let app = App()
        try await World.current.run(until: { app.log == ["unauthorized"] })
        #expect(app.manager.authorization == .denied)
        CBMCentralManagerMock.simulateInitialState(.poweredOff)
        #expect(app.manager.authorization == .allowedAlways)
        try await World.current.run(until: { app.log == ["unauthorized", "poweredOff"] })
    }

    @Test(
        "With the line: simulateInitialState(_:) with the state there is", .simulated(seed: 3),
        .coreBluetooth,
        arguments: [
            CBMManagerState.poweredOff, .poweredOn, .resetting, .unsupported, .unauthorized,
        ])
    func sameState(state: CBMManagerState) async throws {
        CBMCentralManagerMock.simulateInitialState(state)
        let apps = [App(), App()]
        try await World.current.run(until: { apps.allSatisfy { $0.log == ["\(state)"] } })
        CBMCentralManagerMock.simulateInitialState(state)
        try await World.current.run(for: .seconds(5))
        #expect(apps.allSatisfy { $0.log == ["\(state)"] && $0.manager.state == state })
    }

    #if !os(macOS)
    @Test(
        "With the line: CBMCentralManagerMock.supports(_:) without a closure", .simulated(seed: 4),
        .coreBluetooth
    )
    func features() async throws {
        func isThere() -> Bool { CBMCentralManagerMock.supports(.extendedScanAndConnect) }
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOff"] })
        #expect(!isThere())
        CBMCentralManagerMock.simulatePowerOn()
        #expect(!isThere())
        try await World.current.run(until: { app.log.last == "poweredOn" })
        #expect(isThere())
    }
    #endif

    @Test("With the line: commands while not powered on", .simulated(seed: 5), .coreBluetooth)
    func commands() async throws {
        let world = World.current
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        let app = App()
        let peripheral = try await app.discover()
        CBMCentralManagerMock.simulatePowerOff()
        try await world.run(until: { app.log.last == "poweredOff" })
        let told = app.log.count
        let reports = try await world.expectMisuse(.notPoweredOn) {
            app.manager.scanForPeripherals(withServices: nil)
            app.manager.stopScan()
            app.manager.connect(peripheral)
            app.manager.cancelPeripheralConnection(peripheral)
            #expect(app.manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).isEmpty)
            #expect(app.manager.retrieveConnectedPeripherals(withServices: [TestBoard.service]).isEmpty)
            try await world.run(for: .seconds(5))
        }
        #expect(reports.count == 6)
        #expect(reports.allSatisfy { "\($0)".contains("API MISUSE") })
        #expect(!app.manager.isScanning && peripheral.state == .disconnected)
        #expect(app.log.count == told)
        // Where nobody expects it, the test fails.
        let failure = #expect(throws: SimulatedTestFailure.self) {
            try withWorld(seed: 5) { _ in
                CBMCentralManagerMock.simulateCoreBluetooth()
                App().manager.stopScan()
            }
        }
        #expect(failure?.underlying is MisuseFailure)
    }
}
