import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// A phone's app is the server, another phone's app uses it, and its services change.
@Suite struct ChangeScenarios {
    @Test(
        "Behaviour 4.14: changed services are invalid, the others keep working, and discovery finds the new ones",
        .simulated(seed: 421, misuse: .record))
    func modified() async throws {
        let world = World.current
        let host = world.addPhone(name: "host").run { ServiceHost(["AA00", "BB00"]) }
        let app = world.addPhone(name: "guest", at: .meters(1)).run { AttributeProbe("Publisher") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        let (dead, live) = (app.service("AA00"), app.service("BB00"))
        let deadValue = app.characteristic("AA01")
        try await app.line("modified") { host.remove("AA00") }
        #expect(app.lines.last == "modified [\"AA00\"]")
        #expect(app.invalidated.first === dead)
        #expect(app.peripheral?.services?.map(\.uuid.uuidString) == ["BB00"])
        #expect(app.service("BB00") === live)
        #expect(try await app.read("BB01") == "value BB01 [1]", "unchanged services still work")
        app.peripheral?.readValue(for: deadValue)
        #expect(world.misuses.map(\.misuse.kind) == [.foreignObject])

        try await app.line("modified") { host.publish(["CC00"]) }
        #expect(app.lines.last == "modified []")
        try await app.explored()
        #expect(app.peripheral?.services?.map(\.uuid.uuidString) == ["BB00", "CC00"])
        #expect(app.service("BB00") === live)
        #expect(try await app.read("CC01") == "value CC01 [1]")
    }

    @Test(
        "Behaviour 4.15, 4.16: the peripheral's app quits: the link stays, and its services are gone",
        .simulated(seed: 422))
    func publisherQuits() async throws {
        let world = World.current
        var host: ServiceHost? = world.addPhone(name: "host").run { ServiceHost(["AA00"]) }
        let guest = world.addPhone(name: "guest", at: .meters(1))
        let app = guest.run { AttributeProbe("Publisher") }
        try await app.explored()
        let deaf = guest.run { Explorer() }
        try await world.run(until: { deaf.isReady })
        try await world.run(for: .seconds(2))
        _ = host
        host = nil
        try await app.line("modified")
        #expect(app.lines.last == "modified [\"AA00\"]")
        try await world.run(for: .seconds(5))
        #expect(app.peripheral?.state == .connected)
        #expect(deaf.lines.isEmpty && deaf.peripheral?.state == .connected)
        let log = world.misuses.map(\.misuse)
        #expect(log.map(\.kind) == [.noDelegateForModifiedServices])
        #expect(log.first?.message.hasPrefix("WARNING: The delegate for <CBPeripheral: ") == true)
        #expect(
            log.first?.message.hasSuffix(" does not implement -[peripheral:didModifyServices:]") == true)
    }

    @Test(
        "Behaviour 4.17: discovering without a delegate is logged",
        .simulated(seed: 423, misuse: .record)
    )
    func noDelegate() async throws {
        let world = World.current
        world.add(.lamp())
        let app = world.addPhone().run { AttributeProbe("lamp") }
        try await app.connected()
        let silent = Silent()
        for delegate in [nil, silent] as [Silent?] {
            app.peripheral?.delegate = delegate
            app.peripheral?.discoverServices(nil)
            try await world.run(for: .seconds(2))
        }
        let log = world.misuses.map(\.misuse)
        #expect(log.map(\.kind) == [.noDelegateForDiscovery, .noDelegateForDiscovery])
        #expect(
            log.allSatisfy {
                $0.message.hasPrefix("API MISUSE: Discovering services for peripheral <CBPeripheral: ")
                    && $0.message.hasSuffix(
                        " while delegate is either nil or does not implement peripheral:didDiscoverServices:")
            })
    }
}

private final class Silent: NSObject, CBPeripheralDelegate {}

/// Serves a characteristic AA01 in AA00, BB01 in BB00, and so on.
private final class ServiceHost: NSObject, CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager!
    private var services: [CBMutableService] = []
    private let first: [String]

    init(_ first: [String]) {
        self.first = first
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "publisher"))
    }

    func publish(_ uuids: [String]) {
        for uuid in uuids {
            let service = CBMutableService(type: CBUUID(string: uuid), primary: true)
            service.characteristics = [
                CBMutableCharacteristic(
                    type: CBUUID(string: uuid.prefix(3) + "1"), properties: .read, value: Data([1]),
                    permissions: .readable)
            ]
            services.append(service)
            manager.add(service)
        }
    }

    func remove(_ uuid: String) {
        guard let service = services.first(where: { $0.uuid == CBUUID(string: uuid) }) else { return }
        manager.remove(service)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        publish(first)
        peripheral.startAdvertising([CBAdvertisementDataLocalNameKey: "Publisher"])
    }
}
