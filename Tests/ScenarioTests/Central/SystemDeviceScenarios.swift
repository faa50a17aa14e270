import BluetoothPort
import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Foundation
import Testing

/// Devices that the system itself keeps connected.
@Suite struct SystemDeviceScenarios {
    private static func keyboard(endsLinks: Bool = false) -> DeviceDefinition {
        DeviceDefinition(name: "Keys") {
            DeviceAdvertising(services: ["1812"])
            DeviceService("1812") {
                DeviceCharacteristic("2A4A", .read, value: [1], requires: .encrypted)
            }
            DeviceService("180F") { DeviceCharacteristic("2A19", .read, value: [90]) }
            DeviceService("FF00") { DeviceCharacteristic("FF01", .read, value: [1], requires: .encrypted) }
            DeviceBehaviour.onEvent { device, event in
                if endsLinks, case .connected = event { device.disconnect() }
            }
        }
    }

    @Test(
        "Behaviour 3.36: the system keeps a keyboard connected without any app",
        .simulated(seed: 831))
    func keepsConnected() async throws {
        let world = World.current
        let keys = world.add(Self.keyboard())
        let phone = world.addPhone()
        phone.connectInSettings(keys)
        try await world.run(until: { keys.bonds.count == 1 })
        try await world.run(for: .seconds(10))
        #expect(keys.connectionCount == 1 && phone.bonds.count == 1)

        keys.disconnect()
        try await world.run(for: .seconds(5))
        #expect(keys.connectionCount == 1, "after a disconnect")
        try await world.run(for: .seconds(10))
        keys.move(to: .outOfRange, for: .minutes(2))
        try await world.run(for: .minutes(1))
        #expect(keys.connectionCount == 0)
        try await world.run(for: .minutes(2))
        #expect(keys.connectionCount == 1, "after a loss")
        phone.setBluetooth(false)
        try await world.run(for: .seconds(2))
        #expect(keys.connectionCount == 0)
        phone.setBluetooth(true)
        try await world.run(for: .seconds(5))
        #expect(keys.connectionCount == 1, "after Bluetooth was off")

        phone.forget(keys)
        try await world.run(for: .seconds(30))
        #expect(keys.connectionCount == 0 && phone.bonds.isEmpty)
    }

    @Test(
        "Behaviour 3.36, 3.31, 3.3: apps find the system's device among the connected devices, and share its link",
        .simulated(seed: 832))
    func sharing() async throws {
        let world = World.current
        let keys = world.add(Self.keyboard())
        let phone = world.addPhone()
        phone.connectInSettings(keys)
        try await world.run(until: { keys.bonds.count == 1 })
        try await world.run(for: .seconds(2))
        let finder = phone.run { CBCentralManager(delegate: nil, queue: nil) }
        try await world.run(until: { finder.state == .poweredOn })
        for service in ["1812", "180F"] {
            let found = finder.retrieveConnectedPeripherals(withServices: [CBUUID(string: service)])
            #expect(found.map(\.name) == ["Keys"] && found.first?.state == .disconnected)
        }
        let found = try #require(
            finder.retrieveConnectedPeripherals(withServices: [CBUUID(string: "1812")]).first)
        let start = world.now
        finder.connect(found)
        try await world.run(until: { found.state == .connected })
        #expect(world.now == start, "no advertisement is needed")
        finder.cancelPeripheralConnection(found)
        try await world.run(for: .minutes(1))
        #expect(found.state == .disconnected && keys.connectionCount == 1)
    }

    @Test(
        "Behaviour 3.36: after three fast failures the system waits for the user, unless it never gives up",
        .simulated(seed: 833), arguments: [3, nil] as [Int?])
    func fastFailures(_ most: Int?) async throws {
        let world = World.current
        let keys = world.add(Self.keyboard())
        var profile = OSProfile.iOS(18)
        profile.systemReconnectFailures = most
        let phone = world.addPhone(profile)
        phone.connectInSettings(keys)
        try await world.run(until: { keys.bonds.count == 1 })
        try await world.run(for: .seconds(10))
        keys.install(Self.keyboard(endsLinks: true))
        func links() -> Int {
            world.trace.count { record in
                guard record.node == phone.id, case .hci(.event(let event)) = record.payload else {
                    return false
                }
                switch event {
                case .leEnhancedConnectionComplete, .leConnectionComplete: return true
                default: return false
                }
            }
        }
        let before = links()
        try await world.run(for: .minutes(5))
        let tries = links() - before
        #expect(most == nil ? tries > 20 : tries == 3, "\(tries)")

        keys.install(Self.keyboard())
        try await world.run(for: .minutes(1))
        #expect(keys.connectionCount == (most == nil ? 1 : 0))
        phone.connectInSettings(keys)
        try await world.run(for: .seconds(30))
        #expect(keys.connectionCount == 1)
    }

    @Test(
        "Behaviour 3.36: a keyboard that an app has paired with becomes a system device; a lock does not",
        .simulated(seed: 834), arguments: [true, false])
    func adoption(isKeyboard: Bool) async throws {
        let world = World.current
        var definition = Self.keyboard()
        if !isKeyboard {
            definition.advertising = [DeviceAdvertising(services: ["FF00"])]
            definition.services.removeFirst()
        }
        let keys = world.add(definition)
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("Keys") }
        try await app.explored()
        #expect(try await app.read("FF01") == "value FF01 [1]")
        try await world.run(for: .seconds(10))
        let peripheral = try #require(app.peripheral)
        app.central.cancelPeripheralConnection(peripheral)
        try await world.run(for: .minutes(1))
        #expect(keys.connectionCount == (isKeyboard ? 1 : 0))
        keys.reset()
        try await world.run(for: .minutes(1))
        #expect(keys.connectionCount == (isKeyboard ? 1 : 0))
        #expect(peripheral.state == .disconnected)
    }

    @Test("A device whose pairing the user refused is not a system device", .simulated(seed: 835))
    func refusedPairing() async throws {
        let world = World.current
        let keys = world.add(Self.keyboard())
        let phone = world.addPhone()
        phone.onPairing { _ in .after(.seconds(2), .reject) }
        phone.connectInSettings(keys)
        try await world.run(until: { keys.connectionCount == 1 })
        try await world.run(for: .minutes(1))
        #expect(keys.connectionCount == 0 && keys.bonds.isEmpty)
    }
}
