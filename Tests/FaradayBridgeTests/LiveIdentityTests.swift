import BluetoothCryptography
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Eventually
import FaradayBridge
import FaradayCoreBluetooth
import FaradayProtocol
import Foundation
import Testing

@testable import FaradayLive
@testable import FaradaySimulation

/// Who live phones and devices are to those who bonded with them, and that they are the same when they come back.
@Suite struct LiveIdentityTests {
    private static let secret = BluetoothUUID("FF01")

    /// A device whose value takes a pairing.
    private static func lock(_ security: DeviceSecurity = DeviceSecurity()) -> DeviceDefinition {
        DeviceDefinition(name: "Lock") {
            security
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", .read, value: [42], requires: .encrypted)
            }
        }
    }

    /// A folder that goes with the test.
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Reads the lock's value with a phone of this store, and leaves, but not before `isComplete`; the phone's identity.
    private func read(
        _ server: HCIServer, store: String, isComplete: () throws -> Bool = { true }
    ) async throws -> DeviceAddress {
        let phone = try LivePhone(server.endpoints[0], store: store)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let reader = SecretReader(phone) { continuation.yield($0) }
        for await line in lines {
            #expect(line == "42")
            break
        }
        try eventually("the meeting is complete", isComplete)
        withExtendedLifetime(reader) {}
        phone.stop()
        return try #require(try LiveStore(path: store)).identityAddress
    }

    /// Whether the lock has stored a bond whose peer is subscribed to Service Changed (handle 8). The phone subscribes by
    /// itself, after the app has read the value.
    private func isSubscribed(_ lockFile: String) throws -> Bool {
        try LiveStore(path: lockFile)?.bonds.first?.subscriptions.contains { $0.handle == 8 } ?? false
    }

    /// Both ends are live and bond; both restart; the keys of the first meeting do for the second, though neither shows
    /// the address that the other saw first.
    @Test func afterARestartBothEndsAreKnownByTheirIdentities() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = World(seed: 1)
        let server = try HCIServer(world, listeningOn: [.tcpServer(host: "127.0.0.1", port: 0)])
        defer { server.stop() }
        let (phoneFile, lockFile) = (folder.path + "/phone.json", folder.path + "/lock.json")
        let pairings = Lock(0)
        let seen = Lock<[DeviceAddress]>([])
        let onAir = Lock<Set<DeviceAddress>>([])
        var identities: Set<DeviceAddress> = []
        var bonds: [[Bond]] = []
        for _ in 0..<2 {
            let definition = Self.lock(DeviceSecurity(privacy: .resolvable(every: .minutes(15))))
                .watched { _, event in
                    switch event {
                    case .paired: pairings.withLock { $0 += 1 }
                    case .connected(let link): onAir.withLock { _ = $0.insert(link.peer) }
                    case .secured(let link, _): seen.withLock { $0.append(link.peer) }
                    default: break
                    }
                }
            let lock = try LiveDevice(definition, on: server.endpoints[0], store: lockFile)
            identities.insert(try await read(server, store: phoneFile) { try isSubscribed(lockFile) })
            lock.stop()
            bonds.append(try #require(try LiveStore(path: lockFile)).bonds)
        }
        #expect(pairings.withLock { $0 } == 1, "the second time the keys of the first did")
        #expect(identities.count == 1 && bonds[0].map(\.peer) == Array(identities))
        #expect(bonds[0] == bonds[1])
        // The lock first met a private address that it did not know, then a peer that it knew.
        let met = onAir.withLock { $0 }
        #expect(met.count == 2 && met.filter(\.isResolvable).count == 1)
        #expect(identities.isSubset(of: met))
        #expect(identities.isSubset(of: Set(seen.withLock { $0 })))
        let key = try #require(try LiveStore(path: phoneFile)).identityResolvingKey
        #expect(bonds[0].first?.peerResolvingKey == key)
    }

    /// What is on air is what the identity key promises, in either role; the identity itself never is.
    @Test func aLivePhoneShowsPrivateAddressesOnly() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = World(seed: 1)
        world.startTrace(capacity: 1_000_000)
        world.add(Self.lock(), at: .meters(1))
        let server = try HCIServer(world, listeningOn: [.tcpServer(host: "127.0.0.1", port: 0)])
        let identity = try await read(server, store: folder.path + "/phone.json")
        let phone = try LivePhone(server.endpoints[0], store: folder.path + "/phone.json")
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let advertiser = Advertiser(phone) { continuation.yield($0) }
        for await line in lines {
            #expect(line == "advertising")
            break
        }
        let host = try ScriptedHost(server.endpoints[0])
        try host.start(0xC000_0000_0001)
        try host.scan(filteringDuplicates: false)
        let address = try host.expect("advertisement of the phone") { packet -> DeviceAddress? in
            guard case .event(.leAdvertisingReport(let event)) = packet else { return nil }
            return event.reports.first { $0.data.holds([0x0A, 0xFF]) }?.address
        }
        withExtendedLifetime(advertiser) {}
        phone.stop()
        server.stop()
        let store = try #require(try LiveStore(path: folder.path + "/phone.json"))
        let key = try #require(IdentityKey(wire: store.identityResolvingKey))
        var shown: Set<DeviceAddress> = []
        for case .hci(.command(let command)) in world.trace.map(\.payload) {
            switch command {
            case .leSetRandomAddress(let parameters): shown.insert(parameters.randomAddress)
            case .leSetAdvertisingSetRandomAddress(let parameters): shown.insert(parameters.randomAddress)
            default: break
            }
        }
        // The controller gets the identity address at the start, when nothing is on air.
        #expect(shown.contains(identity))
        let others = shown.filter { $0.isResolvable }
        #expect(others.count >= 2 && others.allSatisfy { key.resolves($0.value) })
        #expect(others.contains(address))
        let packets = world.trace.compactMap { record -> [UInt8]? in
            guard case .air(let frame) = record.payload, case .advertising = frame.kind else { return nil }
            return frame.pduBytes
        }
        #expect(packets.contains { $0.holds(address.littleEndianBytes) })
        #expect(!packets.contains { $0.holds(identity.littleEndianBytes) })
    }
}

/// Reads the lock's value, and says what it is.
private final class SecretReader: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?
    private let say: (String) -> Void

    init(_ phone: LivePhone, _ say: @escaping (String) -> Void) {
        self.say = say
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "app"), provider: phone)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "FF00")])
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices(nil)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? []
        where characteristic.uuid == CBUUID(string: "FF01") {
            peripheral.readValue(for: characteristic)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        say(error.map { "\($0)" } ?? "\(characteristic.value?.first ?? 0)")
    }
}

/// Advertises, and reports when it does.
private final class Advertiser: NSObject, CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager!
    private let say: (String) -> Void

    init(_ phone: LivePhone, _ say: @escaping (String) -> Void) {
        self.say = say
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "app"), provider: phone)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        if peripheral.state == .poweredOn {
            peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "FF0A")]])
        }
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
        say(error.map { "\($0)" } ?? "advertising")
    }
}

extension [UInt8] {
    /// Whether `part` stands somewhere in it.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard !part.isEmpty, count >= part.count else { return false }
        return (0...count - part.count).contains { Array(self[$0..<$0 + part.count]) == part }
    }
}
