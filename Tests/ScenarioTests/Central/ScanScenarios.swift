import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Apple's macOS has no such query.
#if os(macOS)
private let hasFeatures = false
#else
private let hasFeatures = true
#endif

private func supportsExtendedScan(_ phone: Phone) -> Bool {
    #if os(macOS)
    false
    #else
    phone.run { CBCentralManager.supports(.extendedScanAndConnect) }
    #endif
}

/// What a scanning app gets, and what not.
@Suite struct ScanScenarios {
    private static func beacon(
        _ name: String, interval: Nanoseconds = .milliseconds(500), _ more: [AdvertisingData.Structure] = []
    ) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(data: AdvertisingData([.completeLocalName(name)] + more), interval: interval)
            DeviceService("FF00") { DeviceCharacteristic("FF01", .read, value: [1]) }
        }
    }

    @Test(
        "Behaviour 2.6, 2.12, 2.13: a scan lasts, reports each device once, and never reports that it is gone",
        .simulated(seed: 601))
    func lasts() async throws {
        let world = World.current
        let beacon = world.add(Self.beacon("beacon"))
        let app = world.addPhone().run { CentralApp() }
        try await world.run(until: { !app.advertisements.isEmpty })
        try await world.run(for: .seconds(3))
        let count = app.advertisements.count
        let lines = app.lines
        beacon.move(to: .outOfRange, for: .minutes(2))
        try await world.run(for: .minutes(4))
        #expect(app.advertisements.count == count && app.lines == lines && app.manager.isScanning)
        app.manager.stopScan()
        app.manager.scanForPeripherals(withServices: nil)
        try await world.run(until: { app.advertisements.count == count + 1 })
    }

    @Test(
        "Behaviour 2.38, 1.8; regression 1, 9, 11, 14: isScanning follows the calls, a second scan replaces the first",
        .simulated(seed: 602, misuse: .record))
    func isScanning() async throws {
        let world = World.current
        world.add(Self.beacon("beacon"))
        let phone = world.addPhone()
        let app = phone.run { CentralApp(scan: nil) }
        try await world.run(until: { app.lines == ["state 5"] })
        #expect(!app.manager.isScanning)
        for _ in 0..<2 {
            app.manager.scanForPeripherals(withServices: nil)
            #expect(app.manager.isScanning, "at once")
        }
        app.manager.scanForPeripherals(
            withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        try await world.run(until: { !app.advertisements.isEmpty })
        let (start, count) = (world.now, app.advertisements.count)
        try await world.run(for: .seconds(10))
        let rate = Double(app.advertisements.count - count) / (world.now - start).seconds
        #expect(rate < 4.5, "each packet once: two of each event, of which there are two a second")
        app.manager.stopScan()
        #expect(!app.manager.isScanning)
        let stopped = app.advertisements.count
        try await world.run(for: .seconds(5))
        #expect(app.advertisements.count == stopped)

        app.manager.scanForPeripherals(withServices: nil)
        phone.setBluetooth(false)
        try await world.run(until: { app.lines.last == "state 4" })
        #expect(!app.manager.isScanning)
        app.manager.stopScan()
        #expect(world.misuses.map(\.misuse.kind) == [.notPoweredOn])
    }

    @Test(
        "Behaviour 2.16, 2.17: only the documented keys; flags, appearance and address are not reported",
        .simulated(seed: 603))
    func keys() async throws {
        let world = World.current
        world.add(
            Self.beacon("full", [.flags([.generalDiscoverable]), .appearance(833), .txPowerLevel(4)]))
        world.add(
            DeviceDefinition(name: "bare") { DeviceAdvertising(.nonConnectable, data: AdvertisingData([])) })
        let app = world.addPhone().run { CentralApp() }
        try await world.run(until: { app.found.count == 2 })
        let reception: Set = ["kCBAdvDataTimestamp", "kCBAdvDataRxPrimaryPHY", "kCBAdvDataRxSecondaryPHY"]
        let always = reception.union([CBAdvertisementDataIsConnectable])
        let keys = Set(app.advertisements.map { Set($0.data.keys) })
        let full: Set = [CBAdvertisementDataLocalNameKey, CBAdvertisementDataTxPowerLevelKey]
        #expect(keys == [always, always.union(full)])
        #expect(app.found.contains { $0.name == nil } && app.named("full") != nil)
    }

    @Test(
        "Behaviour 2.15: a packet is reported as connectable according to its kind at that moment",
        .simulated(seed: 604))
    func connectable() async throws {
        let world = World.current
        for kind in [DeviceAdvertising.Kind.connectable, .scannable, .nonConnectable] {
            world.add(
                DeviceDefinition(name: "\(kind)") {
                    DeviceAdvertising(kind, data: AdvertisingData([.completeLocalName("\(kind)")]))
                })
        }
        let app = world.addPhone().run { CentralApp() }
        try await world.run(until: { app.found.count == 3 })
        for advertisement in app.advertisements {
            let isConnectable = advertisement.data[CBAdvertisementDataIsConnectable] as? NSNumber
            let name = advertisement.data[CBAdvertisementDataLocalNameKey] as? String
            #expect(isConnectable?.boolValue == (name == "connectable"))
        }
    }

    @Test(
        "Behaviour 2.19, 2.18; regression 17: an iPhone hides an iBeacon's data and shows any other, a Mac shows all",
        .simulated(seed: 605))
    func beacons() async throws {
        let world = World.current
        let frames: [String: [UInt8]] = [
            "beacon": [0x4C, 0x00, 0x02, 0x15] + Array(repeating: 7, count: 13),
            "apple": [0x4C, 0x00, 0x10, 0x05],
            "short": [0x4C], "other": [0x59, 0x00, 1, 2],
        ]
        for (name, data) in frames.sorted(by: { $0.key < $1.key }) {
            world.add(Self.beacon(name, [.other(type: 0xFF, data: data)]))
        }
        for profile in [OSProfile.iOS(18), .macOS(15)] {
            let app = world.addPhone(profile, name: profile.name).run { CentralApp() }
            try await world.run(until: { app.found.count == frames.count })
            for advertisement in app.advertisements {
                let name = try #require(advertisement.data[CBAdvertisementDataLocalNameKey] as? String)
                let data = (advertisement.data[CBAdvertisementDataManufacturerDataKey] as? Data).map(
                    Array.init)
                #expect(data == (name == "beacon" && profile.family == .iOS ? nil : frames[name]))
            }
        }
    }

    @Test(
        "Regression 2, 3, 4, 20: filters match, empty filters match all; a device without services; RSSI by distance",
        .simulated(seed: 606))
    func filters() async throws {
        let world = World.current
        world.add(Self.beacon("near", [.completeServiceUUIDs(.bits16, ["FF00"])]), at: .meters(1))
        world.add(
            DeviceDefinition(name: "none") {
                DeviceAdvertising(.nonConnectable, data: AdvertisingData([.completeLocalName("none")]))
            })
        world.add(Self.beacon("far", [.completeServiceUUIDs(.bits16, ["FF00"])]), at: .meters(12))
        let phone = world.addPhone()
        let all = phone.run { CentralApp(scan: []) }
        let some = phone.run { CentralApp(scan: [CBUUID(string: "FF00")]) }
        try await world.run(until: { all.found.count == 3 && some.found.count == 2 })
        try await world.run(for: .seconds(2))
        #expect(Set(some.found.compactMap(\.name)) == ["near", "far"])
        let rssi = Dictionary(all.advertisements.map { ($0.identifier, $0.rssi) }) { first, _ in first }
        let near = try #require(all.named("near").flatMap { rssi[$0.identifier] })
        let far = try #require(all.named("far").flatMap { rssi[$0.identifier] })
        #expect(near > far)
    }

    @Test(
        "Behaviour 2.32, 2.33, 3.3; regression 8: another app's device: not found when silent, but in the list, and connected at once",
        .simulated(seed: 607))
    func othersDevices() async throws {
        let world = World.current
        world.add(Self.beacon("silent"))
        world.add(
            DeviceDefinition(name: "chatty") {
                DeviceAdvertising(
                    data: AdvertisingData([.completeLocalName("chatty")]), continuesWhileConnected: true)
                DeviceService("FF00") { DeviceCharacteristic("FF01", .read, value: [1]) }
            })
        let phone = world.addPhone()
        let first = phone.run { CentralApp() }
        try await world.run(until: { first.named("silent") != nil && first.named("chatty") != nil })
        first.manager.stopScan()
        for peripheral in first.found { first.connect(peripheral) }
        try await world.run(until: { first.lines.filter { $0 == "connected" }.count == 2 })
        for peripheral in first.found { peripheral.discoverServices(nil) }
        try await world.run(until: { first.lines.filter { $0.hasPrefix("services 1") }.count == 2 })

        let second = phone.app(2).run { CentralApp() }
        try await world.run(until: { second.named("chatty") != nil })
        try await world.run(for: .seconds(5))
        #expect(second.found.map(\.name) == ["chatty"])
        #expect(second.found.first?.state == .disconnected, "for this app")
        let linked = second.manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "FF00")])
        let silent = try #require(linked.first { $0.name == "silent" })
        #expect(linked.count == 2)
        second.connect(silent)
        try await world.run(until: { second.lines.last == "connected" }, timeout: .milliseconds(100))
    }

    @Test(
        "Behaviour 2.34: supports(.extendedScanAndConnect) is false in the first callback and true soon after",
        .simulated(seed: 608))
    func extended() async throws {
        let world = World.current
        var fast = DeviceAdvertising(
            data: AdvertisingData([
                .completeLocalName("fast"), .other(type: 0xFF, data: Array(repeating: 9, count: 90)),
            ]),
            usesExtendedPDUs: true)
        world.add(DeviceDefinition(name: "fast") { fast })
        fast.data = AdvertisingData([.completeLocalName("slow")])
        fast.auxiliaryPHY = .le1M
        world.add(DeviceDefinition(name: "slow") { fast })
        let phone = world.addPhone()
        let answers = LockedFlags()
        let app = phone.run { CentralApp() }
        let scan = app.onState
        app.onState = { app in
            answers.append(supportsExtendedScan(phone))
            scan?(app)
        }
        try await world.run(until: { app.found.count == 1 })
        #expect(answers.all == [false])
        #expect(supportsExtendedScan(phone) == hasFeatures)
        try await world.run(for: .seconds(3))
        #expect(app.found.map(\.name) == ["fast"])
        app.connect(app.found[0])
        try await world.run(until: { app.lines.last == "connected" })

        let old = world.addPhone(.iOS(12), name: "old")
        let older = old.run { CentralApp() }
        try await world.run(for: .seconds(3))
        #expect(older.found.isEmpty && !supportsExtendedScan(old))
    }

    @Test(
        "Behaviour 2.36: how soon a device is found depends on its interval; Apple's intervals are provided",
        .simulated(seed: 609))
    func intervals() async throws {
        let world = World.current
        let intervals = [DeviceAdvertising.quickInterval] + DeviceAdvertising.recommendedIntervals
        #expect(intervals == intervals.sorted() && intervals.count == 10)
        for (index, interval) in intervals.enumerated() {
            world.add(Self.beacon("\(index)", interval: interval))
        }
        let phone = world.addPhone()
        var latencies: [Nanoseconds] = intervals.map { _ in .zero }
        for _ in 0..<4 {
            let app = phone.run { CentralApp(scan: nil) }
            try await world.run(until: { app.manager.state == .poweredOn })
            let start = world.now
            app.manager.scanForPeripherals(withServices: nil)
            var missing = Set(intervals.indices)
            while !missing.isEmpty {
                try await world.run(for: .milliseconds(20))
                for index in missing where app.named("\(index)") != nil {
                    latencies[index] = latencies[index] + (world.now - start)
                    missing.remove(index)
                }
            }
        }
        for (interval, latency) in zip(intervals, latencies) {
            #expect(latency < (interval * 6 + .milliseconds(100)) * 4, "\(interval) took \(latency)")
        }
        #expect(latencies[0] < latencies[9])
    }

    @Test(
        "Behaviour 2.39, 3.33: the same device with another address is another peripheral",
        .simulated(seed: 610))
    func otherAddresses() async throws {
        let world = World.current
        var definition = Self.beacon("app")
        definition.address = DeviceAddress(0x0000_1122_3344, .public)
        let device = world.add(definition)
        let phone = world.addPhone()
        let app = phone.run { CentralApp() }
        try await world.run(until: { app.named("app") != nil })
        device.powerOff()
        definition.name = "bootloader"
        definition.address = DeviceAddress(0x0000_1122_3345, .public)
        definition.advertising[0].data = AdvertisingData([.completeLocalName("bootloader")])
        world.add(definition)
        try await world.run(until: { app.named("bootloader") != nil })
        #expect(app.named("app")?.identifier != app.named("bootloader")?.identifier)
        device.powerOn()
        let again = phone.app(2).run { CentralApp() }
        try await world.run(until: { again.named("app") != nil })
        #expect(again.named("app")?.identifier == app.named("app")?.identifier, "the same address")
    }

    @Test(
        "Behaviour 3.33: another phone that is not bonded has a new identifier each quarter of an hour",
        .simulated(seed: 611))
    func rotation() async throws {
        let world = World.current
        let other = world.addPhone(name: "other")
        let advertiser = other.run { Advertiser() }
        let app = world.addPhone(name: "phone").run { CentralApp(scan: [CBUUID(string: "FF00")]) }
        try await world.run(until: { app.found.count == 1 })
        for count in 2...3 {
            app.manager.stopScan()
            try await world.run(for: .minutes(15))
            app.manager.scanForPeripherals(withServices: [CBUUID(string: "FF00")])
            try await world.run(until: { app.found.count == count }, timeout: .seconds(10))
        }
        #expect(Set(app.found.map(\.identifier)).count == 3)
        withExtendedLifetime(advertiser) {}
    }

    @Test(
        "Behaviour 1.30, 1.31; regression 68: the app must keep the objects, which belong to one manager",
        .simulated(seed: 612, misuse: .record))
    func objects() async throws {
        let world = World.current
        world.add(Self.beacon("beacon"))
        let phone = world.addPhone()
        let careless = phone.run { CentralApp(keeps: false) }
        try await world.run(until: { !careless.advertisements.isEmpty })
        let identifier = careless.advertisements[0].identifier
        let dropped = WeakPeripheral(
            careless.manager.retrievePeripherals(withIdentifiers: [identifier]).first)
        #expect(dropped.object == nil, "no strong reference")
        let kept = careless.manager.retrievePeripherals(withIdentifiers: [identifier]).first
        let again = careless.manager.retrievePeripherals(withIdentifiers: [identifier, UUID(), identifier])
        #expect(kept?.identifier == identifier && again.count == 2 && again.allSatisfy { $0 === kept })

        let other = phone.run { CentralApp(scan: nil) }
        try await world.run(until: { other.manager.state == .poweredOn })
        let foreign = try #require(kept)
        other.manager.connect(foreign)
        other.manager.cancelPeripheralConnection(foreign)
        #expect(world.misuses.map(\.misuse.kind) == [.foreignObject, .foreignObject])
        #expect(foreign.state == .disconnected)
        let own = try #require(other.manager.retrievePeripherals(withIdentifiers: [identifier]).first)
        #expect(own !== foreign && own.identifier == identifier)
        other.connect(own)
        try await world.run(until: { own.state == .connected })
        #expect(foreign.state == .disconnected && careless.lines == ["state 5"])
    }

    @Test(
        "Behaviour 2.23, 2.22, 2.21: after a rename the advertised name is new and the peripheral's name is old",
        .simulated(seed: 613))
    func names() async throws {
        let world = World.current
        var advertising = DeviceAdvertising(data: AdvertisingData([.completeLocalName("advertised")]))
        advertising.continuesWhileConnected = true
        world.add(DeviceDefinition(name: "GAP name") { advertising })
        let phone = world.addPhone()
        let app = phone.run { CentralApp() }
        try await world.run(until: { app.found.count == 1 })
        #expect(app.found[0].name == "advertised")
        app.connect(app.found[0])
        try await world.run(until: { app.found[0].name == "GAP name" })
        let later = phone.app(2).run { CentralApp() }
        try await world.run(until: { !later.found.isEmpty })
        #expect(later.found[0].name == "GAP name", "the phone keeps it")
        #expect(later.advertisements[0].data[CBAdvertisementDataLocalNameKey] as? String == "advertised")
    }

    @Test(
        "Behaviour 3.30: a forgotten device is not retrieved, and gets a new identifier",
        .simulated(seed: 614))
    func forgotten() async throws {
        let world = World.current
        world.add(Self.beacon("beacon"))
        let phone = world.addPhone()
        let app = phone.run { CentralApp() }
        try await world.run(until: { app.found.count == 1 })
        let old = app.found[0]
        app.manager.stopScan()
        phone.forgetIdentifiers()
        #expect(app.manager.retrievePeripherals(withIdentifiers: [old.identifier]).isEmpty)
        app.connect(old)
        try await world.run(until: { app.lines.last == "failed 12, 0" })
        app.manager.scanForPeripherals(withServices: nil)
        try await world.run(until: { app.found.count == 2 })
        #expect(app.found[1].identifier != old.identifier)
    }
}

/// Advertises one service for ever.
private final class Advertiser: NSObject, CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager!

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "FF00")]])
    }
}

/// Does not keep its peripheral.
private final class WeakPeripheral {
    private(set) weak var object: CBPeripheral?
    init(_ object: CBPeripheral?) { self.object = object }
}

/// Flags that callbacks set.
private final class LockedFlags: Sendable {
    private let flags = Lock<[Bool]>([])
    func append(_ flag: Bool) { flags.withLock { $0.append(flag) } }
    var all: [Bool] { flags.withLock { $0 } }
}
