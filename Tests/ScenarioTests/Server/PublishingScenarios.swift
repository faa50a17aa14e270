import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Published services and advertisements of a phone's app, as another phone finds them.
@Suite struct PublishingScenarios {
    private func settle() async throws { try await World.current.run(for: .seconds(2)) }

    @Test(
        "Behaviour 6.1, 6.5; regression 61: included services and descriptors exist, 2902 is added automatically",
        .simulated(seed: 621))
    func database() async throws {
        let world = World.current
        let inner = CBMutableService(type: CBUUID(string: "FE00"), primary: false)
        let outer = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        outer.includedServices = [inner]
        let described = CBMutableCharacteristic("FF01", [.read, .notify])
        described.descriptors = [
            CBMutableDescriptor(
                type: CBUUID(string: CBUUIDCharacteristicUserDescriptionString), value: "level"),
            CBMutableDescriptor(
                type: CBUUID(string: CBUUIDCharacteristicFormatString), value: Data([4, 0, 0, 0x27, 1, 0, 0])),
        ]
        outer.characteristics = [described, CBMutableCharacteristic("FF02", .write)]
        let publisher = world.addPhone(name: "server").run { Publisher([inner, outer]) }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        #expect(publisher.lines == ["state 5", "added FE00", "added FF00", "advertising"])
        let peripheral = try #require(client.peripheral)
        let service = try #require(peripheral.services?.first { $0.uuid == outer.uuid })
        peripheral.discoverIncludedServices(nil, for: service)
        peripheral.discoverDescriptors(for: client.characteristic("FF01"))
        peripheral.discoverDescriptors(for: client.characteristic("FF02"))
        try await world.run(until: { client.lines.count == 3 })
        #expect(
            client.lines == [
                "includes [\"FE00\"]", "FF01 has [\"2902\", \"2901\", \"2904\"]", "FF02 has []",
            ])
    }

    @Test(
        "Behaviour 6.1: an included service can't be removed before the service that includes it",
        .simulated(seed: 622, misuse: .record))
    func removalInOrder() async throws {
        let world = World.current
        let inner = CBMutableService(type: CBUUID(string: "FE00"), primary: true)
        let outer = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        outer.includedServices = [inner]
        let publisher = world.addPhone(name: "server").run { Publisher([outer, inner]) }
        try await settle()
        #expect(publisher.lines.contains("added FF00 error 1"), "not before the included service")
        publisher.manager.add(outer)
        try await settle()
        publisher.manager.remove(inner)
        #expect(world.misuses.map(\.misuse.kind) == [.serviceStillIncluded])
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        #expect(client.peripheral?.services?.count == 2)
        try await settle()
        publisher.manager.remove(outer)
        publisher.manager.remove(inner)
        try await settle()
        #expect(world.misuses.count == 1)
        #expect(client.lines == ["modified [\"FF00\"]", "modified [\"FE00\"]"])
    }

    @Test(
        "Behaviour 6.26: the phone reports added and removed services to a connected central",
        .simulated(seed: 623))
    func serviceChanged() async throws {
        let world = World.current
        let publisher = world.addPhone(name: "server").run {
            Publisher(CBMutableCharacteristic("FF01", .read))
        }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        try await settle()
        let late = CBMutableService(type: CBUUID(string: "FFA0"), primary: true)
        publisher.manager.add(late)
        try await settle()
        #expect(client.lines == ["modified []"])
        client.peripheral?.discoverServices(nil)
        try await settle()
        #expect(client.peripheral?.services?.map(\.uuid.uuidString) == ["FF00", "FFA0"])
        publisher.manager.remove(late)
        try await settle()
        #expect(client.lines.last == "modified [\"FFA0\"]")
        #expect(client.peripheral?.services?.map(\.uuid.uuidString) == ["FF00"])
    }

    @Test(
        "Behaviour 6.27: a request for another latency changes the link's interval, if the central accepts",
        .simulated(seed: 624), arguments: [CBPeripheralManagerConnectionLatency.low, .medium, .high])
    func latency(_ latency: CBPeripheralManagerConnectionLatency) async throws {
        let world = World.current
        let publisher = world.addPhone(name: "server").run {
            Publisher(CBMutableCharacteristic("FF01", .read))
        }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        func timeOfRead() async throws -> Nanoseconds {
            let start = world.now
            let count = client.lines.count
            client.read("FF01")
            try await world.run(until: { client.lines.count > count })
            return world.now - start
        }
        _ = try await timeOfRead()
        publisher.manager.setDesiredConnectionLatency(latency, for: publisher.centrals[0])
        try await world.run(for: .seconds(10))
        let time = try await timeOfRead()
        let longest: [CBPeripheralManagerConnectionLatency: Nanoseconds] = [
            .low: .milliseconds(100), .medium: .milliseconds(400), .high: .milliseconds(1500),
        ]
        let shortest: [CBPeripheralManagerConnectionLatency: Nanoseconds] = [
            .low: .milliseconds(29), .medium: .milliseconds(119), .high: .milliseconds(479),
        ]
        #expect(time >= shortest[latency]! && time <= longest[latency]!)
        #expect(publisher.lines.last == "read FF01 @0", "there is no callback")
    }

    @Test(
        "Behaviour 6.17: an unbonded central with a new address is another central, a bonded one is the same",
        .simulated(seed: 625), arguments: [false, true])
    func identity(isBonded: Bool) async throws {
        let world = World.current
        let publisher = world.addPhone(name: "server").run {
            Publisher(
                CBMutableCharacteristic("FF01", .read, permissions: .readable),
                CBMutableCharacteristic("FF02", .read, permissions: .readEncryptionRequired))
        }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        for visit in 1...2 {
            try await world.run(until: { client.isReady })
            if isBonded, visit == 1 { client.read("FF02") } else { client.read("FF01") }
            try await world.run(until: { client.lines.count == visit * 2 - 1 })
            client.letGo()
            try await world.run(until: { client.lines.count == visit * 2 })
            try await world.run(for: .minutes(16))
            client.search()
        }
        #expect(Set(publisher.requests.map(\.central.identifier)).count == (isBonded ? 1 : 2))
        #expect(publisher.requests.count == 2)
    }

    @Test(
        "Behaviour 6.26: a bonded central that was away gets the change when it reconnects",
        .simulated(seed: 627))
    func serviceChangedMeanwhile() async throws {
        let world = World.current
        let publisher = world.addPhone(name: "server").run {
            Publisher(CBMutableCharacteristic("FF01", .read, permissions: .readEncryptionRequired))
        }
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        client.read("FF01")
        try await settle()
        client.letGo()
        try await settle()
        publisher.manager.add(CBMutableService(type: CBUUID(string: "FFA0"), primary: true))
        try await settle()
        world.startTrace()
        client.connect()
        try await world.run(until: { client.isReady })
        try await settle()
        client.peripheral?.discoverServices(nil)
        try await settle()
        #expect(client.peripheral?.services?.map(\.uuid.uuidString) == ["FF00", "FFA0"])
        #expect(world.traceText().contains("HANDLE_VALUE_IND"), "Service Changed")
    }

    @Test(
        "Behaviour 6.15, 5.25: encryption restores a bonded central's subscription; its app must subscribe again",
        .simulated(seed: 626))
    func bondedSubscription() async throws {
        let world = World.current
        let publisher = world.addPhone(name: "server").run {
            Publisher(CBMutableCharacteristic("FF01", .notifyEncryptionRequired))
        }
        let phone = world.addPhone(name: "client", at: .meters(2))
        let client = phone.run { Client() }
        try await world.run(until: { client.isReady })
        client.subscribe("FF01")
        try await world.run(until: { client.lines == ["FF01 notifying true"] })
        publisher.lines = []
        phone.move(to: .outOfRange, for: .seconds(5))
        try await world.run(for: .seconds(6))
        #expect(publisher.lines == ["-FF01"])
        client.lines = []
        client.connect()
        try await world.run(until: { client.isReady && publisher.lines.count > 1 })
        #expect(publisher.lines == ["-FF01", "+FF01"])
        #expect(!client.characteristic("FF01").isNotifying)
        publisher.update("FF01", [1])
        try await settle()
        #expect(client.lines.isEmpty)
        client.subscribe("FF01")
        try await settle()
        publisher.update("FF01", [2])
        try await settle()
        #expect(client.lines == ["FF01 notifying true", "FF01 = [2]"])
        #expect(publisher.lines == ["-FF01", "+FF01"])
    }
}
