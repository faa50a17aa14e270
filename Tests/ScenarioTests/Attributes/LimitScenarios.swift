import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Foundation
import Testing

/// The ATT timeout, and the phone's own requests on a link.
@Suite struct LimitScenarios {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Behaviour 4.28, 9.16: a request without an answer ends the link after 30 s", .simulated(seed: 481))
    func timeout() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "slow") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", .read).onRead { read in
                        try await read.device.world.sleep(for: .seconds(29))
                        return [1]
                    }
                    DeviceCharacteristic("FF02", .read).onRead { read in
                        try await read.device.world.sleep(for: .seconds(31))
                        return [1]
                    }
                }
            })
        let app = world.addPhone().run { AttributeProbe("slow") }
        try await app.explored()
        #expect(try await app.read("FF01") == "value FF01 [1]")
        let start = world.now
        #expect(try await app.read("FF02") == "value FF02 [] CB 0")
        #expect(world.now - start > .milliseconds(29_900) && world.now - start < .seconds(31))
        #expect(try await app.line("lost") == "lost CB 6")
    }

    @Test(
        "Behaviour 4.28, CB 0: a write that another phone's app leaves unanswered ends with code 0",
        .simulated(seed: 482, misuse: .record))
    func unanswered() async throws {
        let world = World.current
        let host = world.addPhone(name: "host").run { Mute() }
        let app = world.addPhone(name: "guest", at: .meters(1)).run { AttributeProbe("mute") }
        try await app.explored()
        #expect(try await app.write("AA01", [1]) == "written AA01 CB 0")
        try await app.line("lost")
        withExtendedLifetime(host) {}
    }

    @Test("Behaviour 4.20: each change between UUID sizes costs a round trip", .simulated(seed: 483))
    func sizes() async throws {
        let world = World.current
        let phone = world.addPhone()
        var costs: [Int] = []
        let long = (1...2).map { BluetoothUUID(stringLiteral: "0000000\($0)-1000-4000-8000-00805F9B0000") }
        for order in [["FF01", "FF02", long[0], long[1]], ["FF01", long[0], "FF02", long[1]]] {
            let name = "d\(costs.count)"
            world.add(
                DeviceDefinition(name: name) {
                    DeviceAdvertising(services: ["FF01"])
                    for uuid in order { DeviceService(uuid) { DeviceCharacteristic("FF11", .read) } }
                })
            let app = phone.run { AttributeProbe(name) }
            try await app.connected()
            try await world.run(for: .seconds(3))
            let position = world.traceCount
            try await app.line("services") { app.peripheral?.discoverServices(nil) }
            #expect(app.peripheral?.services?.count == 4)
            costs.append(world.attributeOpcodes(of: phone, since: position).filter { $0 == 0x10 }.count)
        }
        #expect(costs[1] - costs[0] == 2)
    }

    @Test(
        "Behaviour 5.11, 5.37, 5.38: what the phone requests by itself, and what it does not",
        .simulated(seed: 484)
    )
    func ownBusiness() async throws {
        let world = World.current
        let device = world.add(.lamp())
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("lamp") }
        let position = world.traceCount
        try await app.connected()
        try await world.run(for: .seconds(3))
        let asked = world.attributeOpcodes(of: phone, since: position)
        // The phone requests the MTU, the name by its UUID, and Service Changed with its configuration, but not 2A04.
        #expect(asked.first == 0x02)
        #expect(asked.filter { $0 == 0x12 }.count == 1)
        let reads = world.trace(since: position).records.compactMap { record -> [UInt8]? in
            guard record.node == phone.id, record.direction == .down,
                case .hci(.acl(let data)) = record.payload,
                data.data.count > 10, data.data[4] == 0x08
            else { return nil }
            return Array(data.data[9...])
        }
        #expect(reads.contains([0x00, 0x2A]) && !reads.contains([0x04, 0x2A]))
        // A new name is reported on the next link.
        var renamed = DeviceDefinition.lamp()
        renamed.name = "lantern"
        try await app.line("lost") { device.install(renamed) }
        #expect(app.peripheral?.name == "lamp")
        try await app.connectedAgain()
        #expect(try await app.line("name") == "name lantern")
    }

    @Test("Behaviour 9.1: the connection parameters of a phone", .simulated(seed: 485))
    func connectionParameters() async throws {
        let world = World.current
        world.add(.lamp())
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("lamp") }
        try await app.connected()
        let complete = world.trace.compactMap { record -> HCI.LEEnhancedConnectionComplete? in
            guard record.node == phone.id,
                case .hci(.event(.leEnhancedConnectionComplete(let event))) = record.payload
            else { return nil }
            return event
        }
        let link = try #require(complete.first)
        #expect(link.connectionInterval == 24 && link.peripheralLatency == 0 && link.supervisionTimeout == 72)
    }

    @Test(
        "Behaviour 9.2, 9.4: a device gets 15 ms on request, and no less; iOS 16.0 cares how it asks",
        .simulated(seed: 486),
        arguments: [
            (18, 0, 15_000, 15_000, true), (18, 0, 11_250, 12_500, false), (16, 0, 7_500, 15_000, false),
            (16, 1, 7_500, 15_000, true),
        ])
    func shortestInterval(major: Int, minor: Int, least: Int, most: Int, isGranted: Bool) async throws {
        let world = World.current
        let device = world.add(.lamp())
        let phone = world.addPhone(.iOS(major, minor))
        let app = phone.run { AttributeProbe("lamp") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        device.requestParameters(
            interval: .microseconds(least) ... .microseconds(most), supervisionTimeout: .seconds(6))
        try await world.run(for: .seconds(3))
        let updates = world.trace.compactMap { record -> UInt16? in
            guard record.node == phone.id,
                case .hci(.event(.leConnectionUpdateComplete(let event))) = record.payload
            else { return nil }
            return event.connectionInterval
        }
        #expect(updates == (isGranted ? [12] : []))
        #expect(app.peripheral?.state == .connected)
    }

    /// At 30 ms with 20 bytes in a packet: 5.33 kbit/s for each packet of an event.
    @Test(
        "Behaviour 9.8: packets per connection event, by version, and the throughput in kbit/s",
        .simulated(seed: 488),
        arguments: [
            (10, 23, true, 2.67), (10, 23, false, 37.3), (9, 23, false, 21.3), (18, 23, false, 26.7),
        ]
            as [(Int, UInt16, Bool, Double)])
    func throughput(major: Int, mtu: UInt16, awaitsAnswers: Bool, expected: Double) async throws {
        let world = World.current
        let count = Lock(0)
        world.add(
            DeviceDefinition(name: "sink", preferredMTU: mtu) {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", [.write, .writeWithoutResponse])
                        .onWrite { write in count.withLock { $0 += write.value.count } }
                }
            })
        let app = world.addPhone(.iOS(major).hearingOfRoom).run { AttributeProbe("sink") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        let (peripheral, sink) = (try #require(app.peripheral), app.characteristic("FF01"))
        let room = peripheral.maximumWriteValueLength(for: .withoutResponse)
        let start = world.now
        while world.now - start < .seconds(6) {
            if awaitsAnswers {
                _ = try await app.write("FF01", [UInt8](repeating: 1, count: 20))
            } else {
                peripheral.writeValue(Data(count: room), for: sink, type: .withoutResponse)
                while !peripheral.canSendWriteWithoutResponse { try await app.line("ready") }
            }
        }
        let rate = Double(count.withLock { $0 } * 8) / Double((world.now - start).count) * 1e6
        #expect(abs(rate / expected - 1) < 0.1, "\(rate)")
    }

    @Test("Behaviour 9.15: to unbonded peers a phone is a new device every 15 minutes", .simulated(seed: 487))
    func rotation() async throws {
        let world = World.current
        let host = world.addPhone(name: "host").run { Mute() }
        let watcher = world.addPhone(name: "guest", at: .meters(1)).run { Watcher() }
        try await world.run(for: .minutes(46))
        #expect(watcher.sightings.count == 4)
        #expect(Set(watcher.sightings.map(\.identifier)).count == 4)
        let times = watcher.sightings.map { $0.timestamp }
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(abs(later - earlier - 900) < 5) }
        withExtendedLifetime(host) {}
    }
}

/// Records which devices it receives, and when.
private final class Watcher: NSObject, CBCentralManagerDelegate {
    private(set) var sightings: [(identifier: UUID, timestamp: Double)] = []
    private var central: CBCentralManager!

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "watcher"))
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard !sightings.contains(where: { $0.identifier == peripheral.identifier }) else { return }
        sightings.append((peripheral.identifier, advertisementData["kCBAdvDataTimestamp"] as? Double ?? 0))
    }
}

/// Publishes AA01 in AA00, and leaves writes unanswered.
private final class Mute: NSObject, CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager!

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "mute"))
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        let service = CBMutableService(type: CBUUID(string: "AA00"), primary: true)
        service.characteristics = [
            CBMutableCharacteristic(
                type: CBUUID(string: "AA01"), properties: .write, value: nil, permissions: .writeable)
        ]
        peripheral.add(service)
        peripheral.startAdvertising([CBAdvertisementDataLocalNameKey: "mute"])
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {}
}
