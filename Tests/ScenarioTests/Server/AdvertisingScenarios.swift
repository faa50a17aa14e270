import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The advertisements of one phone's app, as another phone's app discovers them.
@Suite struct AdvertisingScenarios {
    private static let long = (1...3).map { "0000000\($0)-1111-2222-3333-444444444444" }

    private func meet(_ data: [String: Any]?, scanningFor services: [String]? = nil) async throws
        -> (AdvertisingApp, ScanningApp)
    {
        let world = World.current
        let advertiser = world.addPhone(name: "server").run { AdvertisingApp(data) }
        let scanner = world.addPhone(name: "scanner", at: .meters(2)).run { ScanningApp(services: services) }
        try await world.run(for: .seconds(3))
        return (advertiser, scanner)
    }

    @Test(
        "Behaviour 6.7: keys other than name and services are logged and left out; the rest is advertised",
        .simulated(seed: 641, misuse: .record))
    func refusedKeys() async throws {
        var data = AdvertisingApp.data("Phone", ["FF00"])
        data[CBAdvertisementDataManufacturerDataKey] = Data([1, 2, 3])
        data[CBAdvertisementDataServiceDataKey] = [CBUUID(string: "FF00"): Data([1])]
        let (advertiser, scanner) = try await meet(data)
        #expect(advertiser.lines == ["state 5", "advertising true"])
        #expect(scanner.seen == SeenAdvertisement(name: "Phone", services: ["FF00"]))
        #expect(!scanner.keys.contains(CBAdvertisementDataManufacturerDataKey))
        #expect(!scanner.keys.contains(CBAdvertisementDataServiceDataKey))
        #expect(
            World.current.misuses.map(\.misuse.message) == [
                "The advertisement key 'Manufacturer Data' is not allowed",
                "The advertisement key 'Service Data' is not allowed",
            ])
    }

    @Test("Behaviour 6.7: the dictionary of a beacon region is the exception", .simulated(seed: 650))
    func beacon() async throws {
        let world = World.current
        let beacon = Data((1...21).map { UInt8($0) })
        let advertiser = world.addPhone(name: "server").run {
            AdvertisingApp(["kCBAdvDataAppleBeaconKey": beacon])
        }
        // A Mac sees what iPhones hide (behaviour 2.20).
        let scanner = world.addPhone(.macOS(14), name: "scanner", at: .meters(2)).run { ScanningApp() }
        try await world.run(for: .seconds(3))
        #expect(advertiser.lines == ["state 5", "advertising true"])
        #expect(scanner.manufacturerData == Data([0x4C, 0, 2, 0x15]) + beacon)
    }

    @Test("Behaviour 6.7: the advertisement may be empty", .simulated(seed: 642))
    func nothing() async throws {
        let (advertiser, scanner) = try await meet(nil)
        #expect(advertiser.lines == ["state 5", "advertising true"])
        #expect(scanner.seen == SeenAdvertisement())
    }

    /// The requested advertisement, and what a scanner gets of it.
    private static let rooms: [(String?, [String], String?, [String])] = [
        // 28 bytes in total, with 2 for each type: 22 bytes of name next to one short service, in one packet.
        (String(repeating: "n", count: 22), ["FF00"], String(repeating: "n", count: 22), ["FF00"]),
        // With one byte more, the name goes to the scan response, cut to 10 bytes.
        (String(repeating: "n", count: 23), ["FF00"], String(repeating: "n", count: 8), ["FF00"]),
        ("Faraday", [long[0], "FF00"], "Faraday", ["FF00", long[0]]),
        ("A long name", [long[0], "FF00"], "A long n", ["FF00", long[0]]),
        (
            nil, (0..<13).map { "FF0\(String($0, radix: 16, uppercase: true))" }, nil,
            (0..<13).map { "FF0\(String($0, radix: 16, uppercase: true))" }
        ),
    ]

    @Test(
        "Behaviour 6.8: name and services share 28 bytes; the name has 10 more bytes and is cut",
        .simulated(seed: 643), arguments: rooms.indices)
    func room(_ index: Int) async throws {
        let (name, services, seenName, seenServices) = Self.rooms[index]
        let (_, scanner) = try await meet(AdvertisingApp.data(name, services))
        #expect(scanner.seen == SeenAdvertisement(name: seenName, services: seenServices))
    }

    @Test(
        "Behaviour 6.8, 2.31: services that do not fit are in the overflow area, and only scans for them find them",
        .simulated(seed: 644), arguments: [[long[2]], ["0000000F-1111-2222-3333-444444444444"], nil])
    func overflow(_ filter: [String]?) async throws {
        let (_, scanner) = try await meet(AdvertisingApp.data("Phone", Self.long), scanningFor: filter)
        switch filter {
        case [Self.long[2]]:
            #expect(scanner.seen?.services == [Self.long[0]])
            #expect(scanner.seen?.overflow == [Self.long[2]])
        case nil:
            #expect(scanner.seen?.services == [Self.long[0]])
            #expect(scanner.seen?.overflow == [], "a mask can't be read back")
        default: #expect(scanner.seen == nil)
        }
    }

    @Test("Behaviour 6.9, CB 9: a second start is refused and changes nothing", .simulated(seed: 645))
    func startTwice() async throws {
        let world = World.current
        let (advertiser, scanner) = try await meet(AdvertisingApp.data("One", ["FF00"]))
        advertiser.manager.startAdvertising(AdvertisingApp.data("Two", ["FF01"]))
        try await world.run(for: .seconds(1))
        #expect(
            advertiser.lines == [
                "state 5", "advertising true", "advertising true 9 Advertising has already started.",
            ])
        scanner.forget()
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == SeenAdvertisement(name: "One", services: ["FF00"]))
        advertiser.manager.stopAdvertising()
        #expect(!advertiser.manager.isAdvertising)
        try await world.run(for: .seconds(1))
        scanner.forget()
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == nil)
        advertiser.manager.startAdvertising(AdvertisingApp.data("Two", ["FF01"]))
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == SeenAdvertisement(name: "Two", services: ["FF01"]))
    }

    @Test(
        "Behaviour 6.13: advertising pauses while the radio is off, and ends with a reset",
        .simulated(seed: 646))
    func pause() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let advertiser = phone.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        let scanner = world.addPhone(name: "scanner", at: .meters(2)).run { ScanningApp() }
        try await world.run(until: { scanner.seen != nil })
        phone.setBluetooth(false)
        try await world.run(for: .seconds(1))
        scanner.forget()
        try await world.run(for: .seconds(5))
        #expect(scanner.seen == nil)
        #expect(advertiser.manager.isAdvertising)
    }

    @Test(
        "Behaviour 1.33: of an app's two managers the first advertises; the second gets no error, and the test gets a misuse",
        .simulated(seed: 647, misuse: .record))
    func twoManagers() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let first = phone.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        let second = phone.run { AdvertisingApp(AdvertisingApp.data("Two", ["FF01"])) }
        let scanner = world.addPhone(name: "scanner", at: .meters(2)).run { ScanningApp() }
        try await world.run(for: .seconds(3))
        #expect(first.lines == ["state 5", "advertising true"])
        #expect(second.lines == ["state 5", "advertising true"])
        #expect(scanner.seen == SeenAdvertisement(name: "One", services: ["FF00"]))
        #expect(world.misuses.map(\.misuse.kind) == [.notOnAir])
    }

    @Test(
        "Behaviour 1.11; regression 105, 115: before the radio is on, commands do nothing and no callback comes",
        .simulated(seed: 648, misuse: .record))
    func poweredOff() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        phone.setBluetooth(false)
        let advertiser = phone.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        advertiser.manager.startAdvertising(AdvertisingApp.data("One", ["FF00"]))
        advertiser.manager.add(CBMutableService(type: CBUUID(string: "FF00"), primary: true))
        try await world.run(for: .seconds(1))
        #expect(advertiser.lines == ["state 4"])
        #expect(!advertiser.manager.isAdvertising)
        #expect(world.misuses.map(\.misuse.kind) == [.notPoweredOn, .notPoweredOn])
    }

    @Test("Behaviour 6.9: a phone keeps advertising while a central is connected", .simulated(seed: 649))
    func advertisingWhileLinked() async throws {
        let world = World.current
        let publisher = world.addPhone(name: "server").run {
            Publisher(CBMutableCharacteristic("FF01", .read))
        }
        var clients: [Client] = []
        for number in 1...3 {
            let client = world.addPhone(name: "client \(number)", at: .meters(2)).run { Client() }
            try await world.run(until: { client.isReady })
            clients.append(client)
        }
        #expect(clients.allSatisfy { $0.peripheral?.state == .connected })
        #expect(publisher.lines == ["state 5", "added FF00", "advertising"])
    }
}
