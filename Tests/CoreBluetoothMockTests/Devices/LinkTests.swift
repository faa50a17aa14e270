import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// Links to mock peripherals: connection requests, disconnect callbacks, and which links count.
@Suite struct LinkTests {
    private func connected(
        _ board: TestBoard, proximity: CBMProximity = .immediate
    ) async throws -> (CentralApp, CBMPeripheralSpec) {
        let spec = board.spec(proximity: proximity)
        return (try await CentralApp.ready(with: spec), spec)
    }

    @Test(
        "The delegate is called for the first link and for the end of the last one", .simulated(seed: 1),
        .coreBluetooth
    )
    func twoManagers() async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board)
        #expect(spec.isConnected && spec.isKnown)
        let other = CentralApp(connects: false)
        try await World.current.run(until: { other.central.state == .poweredOn })
        let linked = other.central.retrieveConnectedPeripherals(withServices: [TestBoard.service])
        other.connect(try #require(linked.first))
        try await World.current.run(until: { other.isReady })
        app.cancel()
        try await World.current.run(for: .seconds(5))
        #expect(board.calls == ["connect"])
        #expect(spec.isConnected)
        other.cancel()
        try await World.current.run(for: .seconds(5))
        #expect(board.calls == ["connect", "disconnect -1"])
        #expect(!spec.isConnected)
        app.connectAgain()
        try await World.current.run(until: { app.isReady })
        #expect(board.calls == ["connect", "disconnect -1", "connect"])
    }

    @Test(
        "A link that the delegate refuses fails with the delegate's error", .simulated(seed: 2),
        .coreBluetooth)
    func refusal() async throws {
        let board = TestBoard()
        board.admission = .failure(CBMError(.connectionLimitReached))
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(until: { !app.lines.isEmpty })
        #expect(app.lines == ["failed: CBErrorDomain 11"])
        try await World.current.run(for: .seconds(5))
        #expect(app.lines.count == 1)
        #expect(board.calls == ["connect"])
        #expect(!spec.isConnected)
    }

    @Test(
        "A disconnect has the given error; a timeout comes after the supervision timeout",
        .simulated(seed: 3), .coreBluetooth,
        arguments: [
            (CBMError(.peripheralDisconnected) as NSError, false),
            (CBMError(.connectionTimeout) as NSError, true), (NSError(domain: "board", code: 5), false),
            (CBMError(.encryptionTimedOut) as NSError, false),
        ])
    func disconnection(error: NSError, isLate: Bool) async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board)
        let start = World.current.now
        spec.simulateDisconnection(withError: error)
        #expect(!spec.isConnected)
        try await World.current.run(until: { app.lines.count == 2 })
        let time = World.current.now - start
        #expect(isLate ? time > .milliseconds(1800) && time < .milliseconds(2300) : time < .milliseconds(300))
        #expect(app.lines == ["connected", "disconnected: \(error.domain) \(error.code)"])
        try await World.current.run(for: .seconds(5))
        #expect(board.calls == ["connect", "disconnect \(error.code)"])
    }

    @Test(
        "A reset is not announced to phones, and is not a disconnect for the delegate", .simulated(seed: 4),
        .coreBluetooth)
    func reset() async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board)
        let start = World.current.now
        spec.simulateReset()
        try await World.current.run(until: { app.lines.count == 2 })
        #expect(World.current.now - start > .milliseconds(1800))
        #expect(app.lines.last == "disconnected: CBErrorDomain 6")
        #expect(board.calls == ["connect", "reset"])
        app.connectAgain()
        try await World.current.run(until: { app.isReady })
        #expect(board.calls == ["connect", "reset", "connect"])
    }

    @Test(
        "Behaviour 3.4: a second connect on a silent link is confirmed at once, its end is reported once",
        .simulated(seed: 11), .coreBluetooth)
    func silent() async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board)
        spec.simulateReset()
        app.connectAgain()
        try await World.current.run(until: { app.lines.count == 2 })
        #expect(app.peripheral?.state == .connected)
        try await World.current.run(for: .seconds(5))
        #expect(app.lines == ["connected", "connected", "disconnected: CBErrorDomain 6"])
        #expect(board.calls == ["connect", "reset"])
    }

    @Test(
        "Out of range, links end by the supervision timeout; back, the app connects again",
        .simulated(seed: 5), .coreBluetooth)
    func range() async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board, proximity: .near)
        spec.simulateProximityChange(.outOfRange)
        #expect(spec.proximity == .outOfRange)
        try await World.current.run(until: { app.lines.count == 2 })
        #expect(app.lines.last == "disconnected: CBErrorDomain 6")
        try await World.current.run(for: .seconds(5))
        #expect(board.calls == ["connect", "disconnect 6"])
        app.connectAgain()
        try await World.current.run(for: .seconds(5))
        #expect(app.lines.count == 2)
        spec.simulateProximityChange(.far)
        try await World.current.run(until: { app.isReady })
    }

    @Test(
        "CoreBluetooth too: connecting what another app holds, from retrieveConnectedPeripherals",
        .simulated(seed: 6), .coreBluetooth
    )
    func otherApps() async throws {
        let board = TestBoard()
        let identifier = UUID()
        let spec = CBMPeripheralSpec.simulatePeripheral(identifier: identifier)
            .connected(name: "Held", services: [board.service], delegate: board).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { app.central.state == .poweredOn })
        #expect(spec.isConnected && spec.isKnown)
        let linked = app.central.retrieveConnectedPeripherals(withServices: [TestBoard.service])
        let peripheral = try #require(linked.first)
        #expect(peripheral.identifier == identifier)
        #expect(peripheral.name == "Held")
        app.connect(peripheral)
        try await World.current.run(until: { app.lines == ["connected"] })
        #expect(board.calls == [])
        spec.simulateDisconnection()
        #expect(!spec.isConnected)
        try await World.current.run(until: { app.lines.count == 2 })
        #expect(board.calls == ["disconnect 7"])
    }

    @Test(
        "simulateConnection() causes no callback, and makes the peripheral a connected one",
        .simulated(seed: 7),
        .coreBluetooth)
    func connection() async throws {
        let board = TestBoard()
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { !app.reports.isEmpty })
        spec.simulateConnection()
        #expect(spec.isConnected)
        try await World.current.run(for: .seconds(1))
        let linked = app.central.retrieveConnectedPeripherals(withServices: [TestBoard.service])
        #expect(linked.map(\.identifier) == [spec.identifier])
        #expect(app.lines.isEmpty && board.calls.isEmpty)
    }

    @Test("The interval and the timeout of links are the peripheral's", .simulated(seed: 8), .coreBluetooth)
    func timing() async throws {
        let board = TestBoard()
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(
                name: "Board", services: [board.service], delegate: board, connectionInterval: 0.3,
                supervisionTimeout: 8, mtu: 100
            ).build()
        let app = try await CentralApp.ready(with: spec)
        try await World.current.run(for: .seconds(5))
        let start = World.current.now
        for _ in 0..<5 { app.read(board.led) }
        try await World.current.run(until: { app.values.count == 5 })
        let time = World.current.now - start
        #expect(time > .milliseconds(1300) && time < .milliseconds(3400))
        #expect(app.peripheral?.maximumWriteValueLength(for: .withoutResponse) == 97)
    }

    @Test(
        "A peripheral is removed without a callback of its delegate", .simulated(seed: 10),
        .coreBluetooth)
    func removal() async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board)
        CBMCentralManagerMock.simulateRemoval(of: spec)
        try await World.current.run(until: { app.lines.count == 2 })
        #expect(app.lines.last == "disconnected: CBErrorDomain 6")
        #expect(board.calls == ["connect"])
    }

    @Test(
        "Power off causes no callback of the delegate, and everything can start again", .simulated(seed: 9),
        .coreBluetooth)
    func powerOff() async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board)
        CBMCentralManagerMock.simulatePowerOff()
        try await World.current.run(for: .seconds(1))
        #expect(board.calls == ["connect"])
        #expect(app.lines == ["connected"])
        #expect(!spec.isConnected)
        let count = app.reports.count
        CBMCentralManagerMock.simulatePowerOn()
        try await World.current.run(until: { app.reports.count > count })
    }
}
