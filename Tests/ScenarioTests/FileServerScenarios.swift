import FaradayCoreBluetooth
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// An app that is a server for two other phones: long values, subscribers, a full queue.
@Suite struct FileServerScenarios {
    @Test(
        "Behaviour 5.28, 6.18, 6.19; regression 75, 88: two subscribers get every update in order",
        .simulated(seed: 51))
    func twoSubscribersGetEveryUpdateInOrder() async throws {
        let world = World.current
        let server = world.addPhone(name: "server", at: .meters(2)).run { FileServer() }
        let clients = ["one", "two"].map { name in world.addPhone(name: name).run { FileClient() } }
        try await world.run(until: { clients.allSatisfy(\.isSubscribed) && server.subscriberCount == 2 })
        #expect(server.longestUpdates == [182, 182], "ATT_MTU − 3 of each link (behaviour 6.18)")

        let updates = (0..<200).map { Data([UInt8($0)] + [UInt8](repeating: 0xAA, count: 100)) }
        server.stream(updates)
        #expect(server.sentCount < updates.count, "the queue is full at some point (behaviour 6.19)")
        try await world.run(until: { clients.allSatisfy { $0.received.count == updates.count } })
        #expect(clients.allSatisfy { $0.received == updates })
        #expect(server.readyCount == server.refusedCount, "one callback for each refusal")

        clients[0].letGo()
        try await world.run(until: { server.subscriberCount == 1 })
        server.stream([Data([7])])
        try await world.run(until: { clients[1].received.last == Data([7]) })
        #expect(clients[0].received.count == updates.count)
    }

    /// Behaviour 6.4, 6.23: later parts of a long read have an offset, prepared writes arrive together.
    @Test(
        "Behaviour 6.4, 6.23: long reads have an offset, prepared writes arrive together",
        .simulated(seed: 52))
    func longValuesGoThroughTheApp() async throws {
        let world = World.current
        let server = world.addPhone(name: "server", at: .meters(2)).run { FileServer() }
        let client = world.addPhone(name: "client").run { FileClient() }
        try await world.run(until: { client.isSubscribed })
        let blob = try #require(client.blob)
        client.peripheral?.readValue(for: blob)
        try await world.run(until: { client.blobValues.count == 1 })
        #expect(client.blobValues == [server.blobValue])
        #expect(server.readOffsets == [0, 184, 368], "an answer holds ATT_MTU − 1 bytes")

        let new = Data((0..<350).map { UInt8(truncatingIfNeeded: 255 - $0) })
        client.peripheral?.writeValue(new, for: blob, type: .withResponse)
        try await world.run(until: { client.writeCount == 1 })
        #expect(server.blobValue == new)
        #expect(server.writeOffsets == [[0, 180]], "a prepared write holds ATT_MTU − 5 bytes")
    }
}

private let fileService = "A0000001-0000-1000-8000-00805F9B0000"
private let streamID = "A0000002-0000-1000-8000-00805F9B0000"
private let blobID = "A0000003-0000-1000-8000-00805F9B0000"

private final class FileServer: NSObject, CBPeripheralManagerDelegate {
    private let data = CBMutableCharacteristic(
        type: CBUUID(string: streamID), properties: .notify, value: nil, permissions: .readable)
    private let blob = CBMutableCharacteristic(
        type: CBUUID(string: blobID), properties: [.read, .write], value: nil,
        permissions: [.readable, .writeable])
    private(set) var blobValue = Data((0..<400).map { UInt8(truncatingIfNeeded: $0) })
    private(set) var readOffsets: [Int] = []
    private(set) var writeOffsets: [[Int]] = []
    private(set) var sentCount = 0
    private(set) var refusedCount = 0
    private(set) var readyCount = 0
    private(set) var longestUpdates: [Int] = []
    private var outgoing: [Data] = []
    private var manager: CBPeripheralManager!

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "server"))
    }

    var subscriberCount: Int { data.subscribedCentrals?.count ?? 0 }

    func stream(_ updates: [Data]) {
        outgoing += updates
        flush()
    }

    private func flush() {
        while let next = outgoing.first {
            guard manager.updateValue(next, for: data, onSubscribedCentrals: nil) else {
                refusedCount += 1
                return
            }
            sentCount += 1
            outgoing.removeFirst()
        }
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
        readyCount += 1
        flush()
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        let service = CBMutableService(type: CBUUID(string: fileService), primary: true)
        service.characteristics = [data, blob]
        peripheral.add(service)
        peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) {
        longestUpdates.append(central.maximumUpdateValueLength)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        readOffsets.append(request.offset)
        guard request.offset <= blobValue.count else {
            return peripheral.respond(to: request, withResult: .invalidOffset)
        }
        request.value = blobValue.subdata(in: request.offset..<blobValue.count)
        peripheral.respond(to: request, withResult: .success)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        writeOffsets.append(requests.map(\.offset))
        for request in requests {
            blobValue = blobValue.prefix(request.offset) + (request.value ?? Data())
        }
        peripheral.respond(to: requests[0], withResult: .success)
    }
}

private final class FileClient: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var peripheral: CBPeripheral?
    private(set) var blob: CBCharacteristic?
    private(set) var isSubscribed = false
    private(set) var received: [Data] = []
    private(set) var blobValues: [Data] = []
    private(set) var writeCount = 0
    private var manager: CBCentralManager!

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func letGo() {
        if let peripheral { manager.cancelPeripheralConnection(peripheral) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: fileService)])
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: fileService)])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            if characteristic.properties.contains(.notify) {
                peripheral.setNotifyValue(true, for: characteristic)
            } else {
                blob = characteristic
            }
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        isSubscribed = characteristic.isNotifying
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard error == nil, let value = characteristic.value else { return }
        if characteristic == blob { blobValues.append(value) } else { received.append(value) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if error == nil { writeCount += 1 }
    }
}
