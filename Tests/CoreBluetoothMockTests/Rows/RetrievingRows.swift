@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Rows of the page for those who move over: whom managers know, and under which identifier.
@Suite struct RetrievingRows {
    private let board = TestBoard()

    @Test("CoreBluetooth too: retrievePeripherals and its order", .simulated(seed: 1), .coreBluetooth)
    func order() async throws {
        let boards = (0..<4).map { _ in TestBoard() }
        let seen = boards.map { $0.spec() }
        let known = CBMPeripheralSpec.simulatePeripheral(proximity: .outOfRange)
            .connectable(name: "Known", services: [board.service], delegate: board)
            .allowForRetrieval().build()
        CBMCentralManagerMock.simulatePeripherals(seen + [known])
        let (app, other) = (App(), App())
        _ = try await app.discover()
        app.manager.scanForPeripherals(withServices: nil)
        try await World.current.run(until: { Set(app.identifiers).count == 4 })
        let last = try #require(app.found)
        let wanted = [seen[2], known, seen[0], seen[3], seen[1]].map(\.identifier)
        let found = app.manager.retrievePeripherals(withIdentifiers: wanted)
        #expect(found.map(\.identifier) == wanted)
        #expect(found.contains { $0 === last })
        let again = app.manager.retrievePeripherals(withIdentifiers: wanted.reversed())
        #expect(again.map(ObjectIdentifier.init) == found.reversed().map(ObjectIdentifier.init))
        // Another manager asks for them in another order, and has objects of its own.
        let theirs = other.manager.retrievePeripherals(withIdentifiers: wanted.sorted { "\($0)" < "\($1)" })
        #expect(theirs.map(\.identifier) == wanted.sorted { "\($0)" < "\($1)" })
        #expect(theirs.allSatisfy { their in !found.contains { $0 === their } })
    }

    @Test(
        "With the line: an empty list of services in retrieveConnectedPeripherals", .simulated(seed: 2),
        .coreBluetooth)
    func emptyList() async throws {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .connected(name: "Held", services: [board.service], delegate: board).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOn"] })
        try await World.current.run(for: .seconds(1))
        #expect(app.manager.retrieveConnectedPeripherals(withServices: []).isEmpty)
        let named = app.manager.retrieveConnectedPeripherals(withServices: [TestBoard.service])
        #expect(named.map(\.identifier) == [spec.identifier])
    }

    @Test("With the line: whose services count there", .simulated(seed: 3), .coreBluetooth)
    func knownServices() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let (app, other) = (App(), App())
        let peripheral = try await app.connect()
        try await World.current.run(for: .seconds(2))
        func found() -> [UUID] {
            other.manager.retrieveConnectedPeripherals(withServices: [TestBoard.service]).map(\.identifier)
        }
        #expect(found() == [])
        let log = PeripheralLog()
        peripheral.delegate = log
        try await log.next { peripheral.discoverServices([TestBoard.service]) }
        #expect(found() == [peripheral.identifier])
    }

    // MARK: Other identifiers

    @Test("CoreBluetooth too: a pending connect, and simulateMacChange", .simulated(seed: 4), .coreBluetooth)
    func pendingConnect() async throws {
        let spec = board.spec(proximity: .near)
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.discover()
        spec.simulateProximityChange(.outOfRange)
        app.manager.connect(peripheral)
        spec.simulateMacChange()
        spec.simulateProximityChange(.near)
        app.manager.scanForPeripherals(withServices: nil)
        try await World.current.run(for: .seconds(5))
        #expect(peripheral.state == .connecting && !spec.isConnected)
        app.manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(until: { app.log.last == "disconnected" })
        #expect(peripheral.state == .disconnected && app.failure == nil)
        let other = try #require(app.found)
        #expect(other !== peripheral && other.identifier == spec.identifier)
        app.manager.connect(other)
        try await World.current.run(until: { app.log.last == "connected" })
        #expect(spec.isConnected)
    }

    @Test(
        "With the line: connecting a peripheral object after simulateMacChange", .simulated(seed: 5),
        .coreBluetooth)
    func oldObject() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.discover()
        spec.simulateMacChange()
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last?.hasPrefix("failed") == true })
        #expect((app.failure as? CBMError)?.code == .unknownDevice)
        #expect(peripheral.state == .disconnected && board.calls.isEmpty)
        app.forget()
        let other = try await app.connect()
        #expect(other !== peripheral && other.identifier == spec.identifier && spec.isConnected)
    }

    @Test(
        "With the line: retrievePeripherals with the identifier that it had before", .simulated(seed: 6),
        .coreBluetooth)
    func oldIdentifier() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.discover()
        let (old, new) = (peripheral.identifier, UUID())
        func found() -> [UUID] {
            app.manager.retrievePeripherals(withIdentifiers: [old, new]).map(\.identifier)
        }
        #expect(found() == [old])
        spec.simulateMacChange(new)
        #expect(found() == [])
        app.forget()
        _ = try await app.discover()
        #expect(found() == [new])
    }

    @Test(
        "With the line: the end of a link after simulateMacChange", .simulated(seed: 7), .coreBluetooth)
    func endAfterChange() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.connect()
        spec.simulateMacChange()
        try await World.current.run(for: .seconds(1))
        #expect(peripheral.state == .connected)
        spec.simulateDisconnection()
        try await World.current.run(until: { peripheral.state == .disconnected })
        #expect((app.failure as? CBMError)?.code == .peripheralDisconnected)
    }
}
