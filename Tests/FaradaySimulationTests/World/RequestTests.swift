import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// Running until every request of the apps is answered.
@Suite struct RequestTests {
    private static let strap = DeviceDefinition(name: "HR-1") {
        DeviceAdvertising(services: ["180D"])
        DeviceService("180D") { DeviceCharacteristic("2A37", [.read, .write, .notify], value: [1]) }
    }

    @Test("It ends in a world that advertises for ever, when the last callback has made no new request")
    func chains() throws {
        let world = World(seed: 1)
        world.add(.beacon(name: "for ever"))
        let app = try LinkedApp(in: world, to: world.add(Self.strap))
        let value = app.characteristics[0][0].identifier
        let (central, peer) = (app.central, app.peer)
        let reads = Recorder()
        let reader = TestCentral(app.phone) { reader, event in
            switch event {
            case .stateChanged(.poweredOn): reader.port.send(.connect(peer, Central.ConnectOptions()))
            case .connected, .characteristicValue:
                if reads.lines.count == 5 { return }
                reads.add("read")
                reader.port.send(.readCharacteristic(peer, value))
            default: break
            }
        }
        try world.runUntilRequestsAreDone()
        #expect(reads.lines.count == 5)
        #expect(world.openRequests == [])
        _ = central.port.send(.writeCharacteristic(peer, value, [2], .withResponse))
        _ = central.port.send(.readCharacteristic(peer, value))
        _ = central.port.send(.readRSSI(peer))
        #expect(
            world.openRequests == [
                "phone 0: writeValue 2A37 (Heart Rate Measurement) of HR-1: 02 withResponse",
                "phone 0: readValue 2A37 (Heart Rate Measurement) of HR-1",
            ])
        let count = central.events.count
        try world.runUntilRequestsAreDone()
        #expect(central.events.count == count + 3)
        // A scan and a subscription that continue are not requests.
        try app.subscribe(to: value)
        _ = central.port.send(.scan(Central.ScanRequest()))
        let now = world.now
        try world.runUntilRequestsAreDone()
        #expect(world.now == now)
        #expect(world.openRequests == ["phone 0: scanForPeripherals nil"])
        withExtendedLifetime(reader) {}
    }

    @Test("The run waits for a connect to a missing device, unless the test says otherwise")
    func connects() async throws {
        let world = World(seed: 1)
        let device = world.add(Self.strap)
        let app = try LinkedApp(in: world, to: device)
        device.powerOff()
        try await world.run(for: .seconds(5))
        _ = app.central.port.send(.connect(app.peer, Central.ConnectOptions()))
        let error = await #expect(throws: World.RunError.self) {
            try await world.runUntilRequestsAreDone(timeout: .seconds(10))
        }
        #expect("\(try #require(error))".contains("phone 0: connect HR-1"))
        try await world.runUntilRequestsAreDone(countingConnects: false, timeout: .seconds(10))
        device.powerOn()
        try await world.runUntilRequestsAreDone()
        #expect(device.connectionCount == 1)
    }

    @Test("The first state of a manager, an added service and the start of advertising are requests")
    func servers() throws {
        let world = World(seed: 1)
        let events = Recorder()
        let sink = Server { events.add($0) }
        let port = world.addPhone().openPeripheral(ManagerOptions(), sink: sink)
        #expect(world.openRequests == ["phone: the manager waits for its first didUpdateState"])
        try world.runUntilRequestsAreDone()
        _ = port.send(
            .add(
                Peripheral.Service(
                    identifier: AttributeIdentifier(rawValue: 1), uuid: "180D", isPrimary: true,
                    includedServices: [],
                    characteristics: [])))
        _ = port.send(.startAdvertising(.init(localName: "P")))
        try world.runUntilRequestsAreDone()
        #expect(events.lines == ["state", "added", "advertising"])
    }
}

private final class Server: PeripheralSink {
    private let tell: @Sendable (String) -> Void
    init(_ tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {
        switch event {
        case .stateChanged: tell("state")
        case .serviceAdded: tell("added")
        case .advertisingStarted: tell("advertising")
        default: tell("other")
        }
    }
}
