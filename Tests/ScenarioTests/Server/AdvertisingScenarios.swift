import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// What a phone's app advertises, as another phone's app discovers it.
@Suite struct AdvertisingScenarios {
    /// What an advertisement says to an app.
    private struct Seen: Equatable {
        var name: String?
        var services: [String] = []
        var overflow: [String] = []
    }

    /// An app that advertises, and notes what it is told.
    private final class Advertiser: NSObject, CBPeripheralManagerDelegate {
        private(set) var manager: CBPeripheralManager!
        private let data: [String: Any]?
        var lines: [String] = []

        init(_ data: [String: Any]?) {
            self.data = data
            super.init()
            manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "advertiser"))
        }

        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            lines.append("state \(peripheral.state.rawValue)")
            if peripheral.state == .poweredOn { peripheral.startAdvertising(data) }
        }

        func peripheralManagerDidStartAdvertising(
            _ peripheral: CBPeripheralManager, error: (any Error)?
        ) {
            let text = (error as? CBError).map { " \($0.errorCode) \($0.localizedDescription)" } ?? ""
            lines.append("advertising \(peripheral.isAdvertising)\(text)")
        }
    }

    /// An app that scans, for some services or for all, and keeps the last advertisement.
    private final class Scanner: NSObject, CBCentralManagerDelegate {
        private var manager: CBCentralManager!
        private let services: [CBUUID]?
        private(set) var seen: Seen?
        private(set) var keys: Set<String> = []
        private(set) var manufacturerData: Data?
        private(set) var count = 0

        init(services: [String]? = nil) {
            self.services = services?.map { CBUUID(string: $0) }
            super.init()
            manager = CBCentralManager(delegate: self, queue: DispatchQueue(label: "scanner"))
        }

        func forget() { (seen, count) = (nil, 0) }

        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            guard central.state == .poweredOn else { return }
            central.scanForPeripherals(
                withServices: services, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            func uuids(_ key: String) -> [String] {
                (advertisementData[key] as? [CBUUID] ?? []).map(\.uuidString)
            }
            count += 1
            keys = Set(advertisementData.keys)
            manufacturerData = advertisementData[CBAdvertisementDataManufacturerDataKey] as? Data
            seen = Seen(
                name: advertisementData[CBAdvertisementDataLocalNameKey] as? String,
                services: uuids(CBAdvertisementDataServiceUUIDsKey),
                overflow: uuids(CBAdvertisementDataOverflowServiceUUIDsKey))
        }
    }

    private static let long = (1...3).map { "0000000\($0)-1111-2222-3333-444444444444" }

    private static func data(_ name: String?, _ services: [String]) -> [String: Any] {
        var data: [String: Any] = [:]
        if let name { data[CBAdvertisementDataLocalNameKey] = name }
        if !services.isEmpty {
            data[CBAdvertisementDataServiceUUIDsKey] = services.map { CBUUID(string: $0) }
        }
        return data
    }

    private func meet(_ data: [String: Any]?, scanningFor services: [String]? = nil) async throws
        -> (Advertiser, Scanner)
    {
        let world = World.current
        let advertiser = world.addPhone(name: "server").run { Advertiser(data) }
        let scanner = world.addPhone(name: "scanner", at: .meters(2)).run { Scanner(services: services) }
        try await world.run(for: .seconds(3))
        return (advertiser, scanner)
    }

    @Test(
        "Ledger 6.7: other keys than name and services are logged and left out; the rest is on air",
        .simulated(seed: 641, misuse: .record))
    func refusedKeys() async throws {
        var data = Self.data("Phone", ["FF00"])
        data[CBAdvertisementDataManufacturerDataKey] = Data([1, 2, 3])
        data[CBAdvertisementDataServiceDataKey] = [CBUUID(string: "FF00"): Data([1])]
        let (advertiser, scanner) = try await meet(data)
        #expect(advertiser.lines == ["state 5", "advertising true"])
        #expect(scanner.seen == Seen(name: "Phone", services: ["FF00"]))
        #expect(!scanner.keys.contains(CBAdvertisementDataManufacturerDataKey))
        #expect(!scanner.keys.contains(CBAdvertisementDataServiceDataKey))
        #expect(
            World.current.misuses.map(\.misuse.message) == [
                "The advertisement key 'Manufacturer Data' is not allowed",
                "The advertisement key 'Service Data' is not allowed",
            ])
    }

    @Test("Ledger 6.7: a beacon region's dictionary is the exception", .simulated(seed: 650))
    func beacon() async throws {
        let world = World.current
        let beacon = Data((1...21).map { UInt8($0) })
        let advertiser = world.addPhone(name: "server").run {
            Advertiser(["kCBAdvDataAppleBeaconKey": beacon])
        }
        // A Mac sees what iPhones hide (ledger 2.20).
        let scanner = world.addPhone(.macOS(14), name: "scanner", at: .meters(2)).run { Scanner() }
        try await world.run(for: .seconds(3))
        #expect(advertiser.lines == ["state 5", "advertising true"])
        #expect(scanner.manufacturerData == Data([0x4C, 0, 2, 0x15]) + beacon)
    }

    @Test("Ledger 6.7: there may be nothing to advertise", .simulated(seed: 642))
    func nothing() async throws {
        let (advertiser, scanner) = try await meet(nil)
        #expect(advertiser.lines == ["state 5", "advertising true"])
        #expect(scanner.seen == Seen())
    }

    /// What is asked for, and what a scanner sees of it.
    private static let rooms: [(String?, [String], String?, [String])] = [
        // 28 bytes in all, and 2 for each type: 22 of name beside one short service, in one packet.
        (String(repeating: "n", count: 22), ["FF00"], String(repeating: "n", count: 22), ["FF00"]),
        // One more, and the name goes to the scan response, cut to what 10 bytes hold.
        (String(repeating: "n", count: 23), ["FF00"], String(repeating: "n", count: 8), ["FF00"]),
        ("Faraday", [long[0], "FF00"], "Faraday", ["FF00", long[0]]),
        ("A long name", [long[0], "FF00"], "A long n", ["FF00", long[0]]),
        (
            nil, (0..<13).map { "FF0\(String($0, radix: 16, uppercase: true))" }, nil,
            (0..<13).map { "FF0\(String($0, radix: 16, uppercase: true))" }
        ),
    ]

    @Test(
        "Ledger 6.8: 28 bytes for name and services, 10 more for the name, which is cut",
        .simulated(seed: 643), arguments: rooms.indices)
    func room(_ index: Int) async throws {
        let (name, services, seenName, seenServices) = Self.rooms[index]
        let (_, scanner) = try await meet(Self.data(name, services))
        #expect(scanner.seen == Seen(name: seenName, services: seenServices))
    }

    @Test(
        "Ledger 6.8, 2.31: services without room are in the overflow area, for those who scan for them",
        .simulated(seed: 644), arguments: [[long[2]], ["0000000F-1111-2222-3333-444444444444"], nil])
    func overflow(_ filter: [String]?) async throws {
        let (_, scanner) = try await meet(Self.data("Phone", Self.long), scanningFor: filter)
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

    @Test("Ledger 6.9, CB 9: a second start is refused and changes nothing", .simulated(seed: 645))
    func startTwice() async throws {
        let world = World.current
        let (advertiser, scanner) = try await meet(Self.data("One", ["FF00"]))
        advertiser.manager.startAdvertising(Self.data("Two", ["FF01"]))
        try await world.run(for: .seconds(1))
        #expect(
            advertiser.lines == [
                "state 5", "advertising true", "advertising true 9 Advertising has already started.",
            ])
        scanner.forget()
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == Seen(name: "One", services: ["FF00"]))
        advertiser.manager.stopAdvertising()
        #expect(!advertiser.manager.isAdvertising)
        try await world.run(for: .seconds(1))
        scanner.forget()
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == nil)
        advertiser.manager.startAdvertising(Self.data("Two", ["FF01"]))
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == Seen(name: "Two", services: ["FF01"]))
    }

    @Test(
        "Ledger 6.13: advertising is paused without the radio, and ends with a reset", .simulated(seed: 646))
    func pause() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let advertiser = phone.run { Advertiser(Self.data("One", ["FF00"])) }
        let scanner = world.addPhone(name: "scanner", at: .meters(2)).run { Scanner() }
        try await world.run(until: { scanner.seen != nil })
        phone.setBluetooth(false)
        try await world.run(for: .seconds(1))
        scanner.forget()
        try await world.run(for: .seconds(5))
        #expect(scanner.seen == nil)
        #expect(advertiser.manager.isAdvertising)
    }

    @Test(
        "Ledger 1.33: of two managers of an app the first is on air; the other hears no error, and a test is told",
        .simulated(seed: 647, misuse: .record))
    func twoManagers() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let first = phone.run { Advertiser(Self.data("One", ["FF00"])) }
        let second = phone.run { Advertiser(Self.data("Two", ["FF01"])) }
        let scanner = world.addPhone(name: "scanner", at: .meters(2)).run { Scanner() }
        try await world.run(for: .seconds(3))
        #expect(first.lines == ["state 5", "advertising true"])
        #expect(second.lines == ["state 5", "advertising true"])
        #expect(scanner.seen == Seen(name: "One", services: ["FF00"]))
        #expect(world.misuses.map(\.misuse.kind) == [.notOnAir])
    }

    @Test("Two apps of a phone are both on air, and each ends its own", .simulated(seed: 652))
    func twoApps() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let first = phone.run { Advertiser(Self.data("One", ["FF00"])) }
        let second = phone.app(2).run { Advertiser(Self.data("Two", ["FF01"])) }
        let other = world.addPhone(name: "scanner", at: .meters(2))
        let scanners = ["FF00", "FF01"].map { service in other.run { Scanner(services: [service]) } }
        try await world.run(for: .seconds(3))
        #expect(scanners[0].seen == Seen(name: "One", services: ["FF00"]))
        #expect(scanners[1].seen == Seen(name: "Two", services: ["FF01"]))

        first.manager.stopAdvertising()
        try await world.run(for: .seconds(1))
        scanners.forEach { $0.forget() }
        try await world.run(for: .seconds(3))
        #expect(scanners[0].seen == nil)
        #expect(scanners[1].seen == Seen(name: "Two", services: ["FF01"]))
        #expect(second.manager.isAdvertising)
    }

    @Test(
        "Ledger 1.11; regression 105, 115: before the radio is on nothing is done and nobody is called",
        .simulated(seed: 648, misuse: .record))
    func poweredOff() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        phone.setBluetooth(false)
        let advertiser = phone.run { Advertiser(Self.data("One", ["FF00"])) }
        advertiser.manager.startAdvertising(Self.data("One", ["FF00"]))
        advertiser.manager.add(CBMutableService(type: CBUUID(string: "FF00"), primary: true))
        try await world.run(for: .seconds(1))
        #expect(advertiser.lines == ["state 4"])
        #expect(!advertiser.manager.isAdvertising)
        #expect(world.misuses.map(\.misuse.kind) == [.notPoweredOn, .notPoweredOn])
    }

    @Test("Ledger 6.9: a phone goes on advertising while a central is linked", .simulated(seed: 649))
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
