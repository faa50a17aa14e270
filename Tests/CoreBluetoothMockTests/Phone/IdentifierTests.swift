import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation
import FaradayTesting
import Testing

/// Identifiers that a test chooses, and the peripherals that a phone knows.
@Suite struct IdentifierTests {
    static let ones = UUID(uuidString: "11111111-1111-1111-1111-111111111111")!
    static let twos = UUID(uuidString: "22222222-2222-2222-2222-222222222222")!

    @Test(.simulated(seed: 1), .coreBluetooth) func devicesAreKnownByTheIdentifiersThatTheyWereGiven()
        async throws
    {
        let world = World.current
        let phone = world.addPhone()
        let boards = [world.add(.blinky()), world.add(.blinky())]
        phone.setIdentifier(PeerIdentifier(Self.ones), of: boards[0])
        phone.setIdentifier(PeerIdentifier(Self.twos), of: boards[1])
        let app = phone.run { OnlookerApp(scans: true) }
        try await world.run(until: { !app.linkedAtFirst.isEmpty })
        #expect(app.known(Self.ones) == nil)
        try await world.run(until: { app.discovered.count == 2 })
        #expect(Set(app.discovered) == [Self.ones, Self.twos])
        app.connect(try #require(app.known(Self.twos)))
        try await world.run(until: { boards[1].connectionCount == 1 })
        phone.forgetIdentifiers()
        #expect(phone.identifier(of: boards[0]) == PeerIdentifier(Self.ones))
    }

    @Test(.simulated(seed: 2), .coreBluetooth) func anotherIdentifierMakesAnotherPeerButKeepsTheLink()
        async throws
    {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(.blinky())
        phone.setIdentifier(PeerIdentifier(Self.ones), of: board)
        let app = phone.run { OnlookerApp(scans: true) }
        try await world.run(until: { app.discovered == [Self.ones] })
        let peripheral = try #require(app.known(Self.ones))
        app.connect(peripheral)
        try await world.run(until: { app.lines.contains("connected") })

        phone.setIdentifier(PeerIdentifier(Self.twos), of: board)
        #expect(app.known(Self.ones) == nil && app.known(Self.twos) == nil)
        #expect(peripheral.identifier == Self.ones && peripheral.state == .connected)
        peripheral.discoverServices(nil)
        try await world.run(until: { app.lines.contains("services 1") })
        app.central.cancelPeripheralConnection(peripheral)
        try await world.run(until: { app.discovered == [Self.ones, Self.twos] })
        app.connect(peripheral)
        try await world.run(until: { app.lines.last == "failed 12" })
        app.connect(try #require(app.known(Self.twos)))
        try await world.run(until: { board.connectionCount == 1 })
    }

    @Test(
        "Behaviour 3.30: a peer that the phone knows is retrieved and connected without a scan",
        .simulated(seed: 3), .coreBluetooth)
    func whoIsRememberedCanBeConnected() async throws {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(.blinky())
        phone.setIdentifier(PeerIdentifier(Self.ones), of: board)
        phone.remember(board, name: "Board")
        let app = phone.run { OnlookerApp() }
        try await world.run(for: .milliseconds(100))
        let peripheral = try #require(app.known(Self.ones))
        #expect(peripheral.name == "Board")
        app.connect(peripheral)
        try await world.run(until: { app.lines.contains("connected") })
        app.central.cancelPeripheralConnection(peripheral)
        try await world.run(for: .seconds(5))

        phone.forget(known: board)
        #expect(app.known(Self.ones) == nil)
        phone.remember(board, name: nil)
        #expect(app.known(Self.ones)?.name == nil)
    }

    @Test(
        "Behaviour 3.33: with another address a device is another peer; its link stays", .simulated(seed: 4),
        .coreBluetooth)
    func anotherAddressMakesAStranger() async throws {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(
            DeviceDefinition(name: "Board") {
                DeviceAdvertising(services: [Blinky.service], continuesWhileConnected: true)
                DeviceService(Blinky.service) { DeviceCharacteristic(Blinky.led, [.read], value: [7]) }
            })
        let app = phone.run { OnlookerApp(scans: true) }
        try await world.run(until: { app.discovered.count == 1 })
        let peripheral = try #require(app.known(app.discovered[0]))
        app.connect(peripheral)
        try await world.run(until: { app.lines.contains("connected") })
        let before = board.address
        board.changeAddress()
        #expect(board.address != before && board.address.kind == .random)
        try await world.run(until: { app.discovered.count == 2 })
        #expect(peripheral.state == .connected)
        peripheral.discoverServices(nil)
        try await world.run(until: { app.lines.contains("services 1") })
        let other = try #require(app.known(app.discovered[1]))
        app.connect(other)
        try await world.run(until: { board.connectionCount == 2 })

        board.powerOff()
        board.changeAddress()
        board.powerOn()
        try await world.run(until: { app.discovered.count == 3 })
    }

    @Test(.simulated(seed: 4), .coreBluetooth) func equalSeedsGiveEqualAddresses() {
        let boards = (0..<2).map { _ in World(seed: 11).add(.blinky()) }
        for board in boards { board.changeAddress() }
        #expect(boards[0].address == boards[1].address)
    }
}
