import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct ConnectableTests {
    /// A phone that listens for everything, and what it hears of each set: whether the set is connectable.
    private struct Listener {
        let world: World
        let central: TestCentral

        init(_ world: World) throws {
            self.world = world
            let central = TestCentral(world.addPhone(name: "listener"))
            self.central = central
            try world.run(until: { central.isOn })
            _ = central.port.send(.scan(Central.ScanRequest(allowsDuplicates: true)))
        }

        /// The manufacturer data of each set that is heard within two seconds, and whether it is connectable.
        func heard() throws -> [[UInt8]: Bool] {
            let count = central.events.count
            try world.run(for: .seconds(2))
            var heard: [[UInt8]: Bool] = [:]
            for case .discovered(_, let seen, _) in central.events.dropFirst(count) {
                if let data = seen.manufacturerData { heard[data] = seen.isConnectable }
            }
            return heard
        }
    }

    private static func set(
        _ number: UInt8, _ kind: DeviceAdvertising.Kind = .connectable, isExtended: Bool = false
    ) -> DeviceAdvertising {
        var set = DeviceAdvertising(kind, name: "", manufacturerData: [0xFF, 0xFF, number])
        set.usesExtendedPDUs = isExtended
        return set
    }

    private static func definition(_ sets: [DeviceAdvertising]) -> DeviceDefinition {
        var definition = DeviceDefinition(name: "D")
        definition.advertising = sets
        return definition
    }

    @Test("Connectable sets advertise the same data and are not connectable; other sets are as before")
    func kinds() throws {
        let world = World()
        let listener = try Listener(world)
        let device = world.add(
            Self.definition([Self.set(1), Self.set(2, .nonConnectable), Self.set(3, isExtended: true)]))
        let before: [[UInt8]: Bool] = [
            [0xFF, 0xFF, 1]: true, [0xFF, 0xFF, 2]: false, [0xFF, 0xFF, 3]: true,
        ]
        #expect(try listener.heard() == before)
        device.setConnectable(false)
        #expect(!device.isConnectable && device.isAdvertising)
        #expect(try listener.heard() == before.mapValues { _ in false })
        device.setConnectable(true)
        #expect(device.isConnectable)
        #expect(try listener.heard() == before)
    }

    @Test("A directed set is silent while the device is not connectable")
    func directed() throws {
        let world = World()
        let address = DeviceAddress(0xC000_0000_0001, .random)
        let device = world.add(Self.definition([Self.set(1, .directed(to: address))]))
        try world.run(for: .seconds(1))
        #expect(device.isAdvertising)
        device.setConnectable(false)
        try world.run(for: .seconds(1))
        #expect(!device.isAdvertising)
        device.setConnectable(true)
        try world.run(for: .seconds(1))
        #expect(device.isAdvertising)
    }

    @Test("It stays through a power-off, other advertising and a stop, and does not start what was stopped")
    func stays() throws {
        let world = World()
        let listener = try Listener(world)
        let device = world.add(Self.definition([Self.set(1)]))
        device.setConnectable(false)
        #expect(try listener.heard() == [[0xFF, 0xFF, 1]: false])
        device.powerOff()
        device.powerOn()
        #expect(try listener.heard() == [[0xFF, 0xFF, 1]: false])
        device.setAdvertising([Self.set(2)])
        #expect(try listener.heard() == [[0xFF, 0xFF, 2]: false])
        device.stopAdvertising()
        device.setConnectable(true)
        #expect(try listener.heard() == [:])
        device.startAdvertising()
        #expect(try listener.heard() == [[0xFF, 0xFF, 2]: true])
    }

    @Test("A link stays until it ends; then the app's next connect waits")
    func links() throws {
        let world = World()
        let device = world.add(advertiser([DeviceService("A000")]))
        let app = try LinkedApp(in: world, to: device)
        device.setConnectable(false)
        try world.run(for: .seconds(10))
        #expect(device.connectionCount == 1)
        device.disconnect()
        try world.run(until: { device.connectionCount == 0 })
        let count = app.central.events.count
        _ = app.central.port.send(.connect(app.peer, Central.ConnectOptions()))
        try world.run(for: .minutes(1))
        #expect(device.connectionCount == 0 && app.central.events.count == count && device.isAdvertising)
        device.setConnectable(true)
        try world.run(until: { device.connectionCount == 1 }, timeout: .seconds(10))
    }
}
