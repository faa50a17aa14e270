import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// When links begin, by the page for those who move over.
@Suite struct TimingLinkRows {
    @Test(
        "With the line: connecting", .simulated(seed: 1), .coreBluetooth,
        arguments: [0.02, 0.5, 1.23, 2, 3.3, 5, 7])
    func connecting(delay: TimeInterval) async throws {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement, withInterval: 10, delay: delay)
            .connectable(name: "Board", services: [], delegate: TestBoard())
            .allowForRetrieval().build()
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.manager.state == .poweredOn })
        CBMCentralManagerMock.simulateAddition(of: spec)
        let known = app.manager.retrievePeripherals(withIdentifiers: [spec.identifier])
        let peripheral = try #require(known.first)
        app.manager.connect(peripheral)
        #expect(peripheral.state == .connecting)
        let time = try await elapsed(until: { app.log.last == "connected" })
        #expect(time > .seconds(delay) && time < .seconds(delay) + .milliseconds(100))
        #expect(peripheral.state == .connected)
    }

    @Test(
        "With the line: connecting what another app is connected to", .simulated(seed: 2), .coreBluetooth,
        arguments: [0.045, 1])
    func anotherAppsLink(interval: TimeInterval) async throws {
        let board = TestBoard()
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .connected(
                name: "Board", services: [board.service], delegate: board, connectionInterval: interval
            ).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.manager.state == .poweredOn })
        try await World.current.run(for: .seconds(20))
        let linked = app.manager.retrieveConnectedPeripherals(withServices: [TestBoard.service])
        let peripheral = try #require(linked.first)
        app.manager.connect(peripheral)
        #expect(app.log.last == "poweredOn")
        let time = try await elapsed(until: { app.log.last == "connected" })
        #expect(time < .milliseconds(10) && spec.advertisement == nil)
    }

    @Test(
        "With the line: the interval and the timeout of a link", .simulated(seed: 3), .coreBluetooth,
        arguments: [(0.01, 1), (1, 8)])
    func parameters(interval: TimeInterval, timeout: TimeInterval) async throws {
        let board = TestBoard()
        let spec = board.spec(
            proximity: .near, connectionInterval: interval, supervisionTimeout: timeout)
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.connect()
        let log = PeripheralLog()
        peripheral.delegate = log
        peripheral.discoverServices([TestBoard.service])
        let first = try await elapsed(until: { log.lines == ["services"] })
        #expect(first > .milliseconds(7.5) && first < .milliseconds(150))

        try await World.current.run(for: .seconds(60))
        peripheral.discoverCharacteristics(nil, for: board.service)
        try await World.current.run(until: { log.lines.count == 2 })
        peripheral.readValue(for: board.led)
        let read = try await elapsed(until: { log.lines.count == 3 })
        #expect(read >= .seconds(interval) && read <= .seconds(2 * interval) + RowLink.air)

        spec.simulateProximityChange(.outOfRange)
        let lost = try await elapsed(until: { app.failure != nil })
        #expect(lost > .seconds(timeout - interval) && lost <= .seconds(timeout) + RowLink.air)
    }

    @Test(
        "With the line: very short intervals, 0", .simulated(seed: 4), .coreBluetooth,
        arguments: [0, 0.000_1, 0.007_5])
    func shortest(interval: TimeInterval) async throws {
        let link = try await RowLink(interval: interval)
        let event = Nanoseconds.milliseconds(7.5)
        for _ in 0..<10 {
            let time = try await link.time { link.app.read(link.board.led) }
            #expect(time >= event && time <= event * 2 + RowLink.air)
            try await World.current.run(for: .milliseconds(20.3))
        }
        #expect(CBMCentralManagerMock.simulationErrors.isEmpty)
    }

    @Test("With the line: a refused connection", .simulated(seed: 5), .coreBluetooth)
    func refused() async throws {
        let board = TestBoard()
        board.admission = .failure(CBMError(.connectionLimitReached))
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.discover()
        let device = try #require(CBMCentralManagerMock.simulatedDevice(for: spec))
        app.manager.connect(peripheral)
        try await World.current.run(until: { board.calls == ["connect"] })
        #expect(device.connectionCount == 1)
        var states: Set<CBMPeripheralState> = []
        let time = try await elapsed(until: {
            if app.failure == nil { states.insert(peripheral.state) }
            return app.failure != nil
        })
        #expect(states == [.connecting] && peripheral.state == .disconnected)
        #expect(time > .zero && device.connectionCount == 0)
        #expect(app.log.last?.hasPrefix("failed") == true && !app.log.contains("connected"))
    }
}
