import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// The notifications for observers: each moment, with the object's values then.
private final class Record: Sendable {
    let lines = Lock<[String]>([])

    func add(_ moment: ChangeMoment, _ key: String, _ value: Any) {
        lines.withLock { $0.append("\(moment) \(key) \(value)") }
    }

    /// The lines since the last call.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

private final class WatchedCentral: CBCentralManager {
    let record = Record()
    override func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) {
        if keys.contains(.state) { record.add(moment, "state", state) }
        if keys.contains(.isScanning) { record.add(moment, "isScanning", isScanning) }
        super.announce(moment, keys)
    }
}

private final class WatchedPeripheralManager: CBPeripheralManager {
    let record = Record()
    override func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) {
        if keys.contains(.isAdvertising) { record.add(moment, "isAdvertising", isAdvertising) }
        super.announce(moment, keys)
    }
}

private final class WatchedPeripheral: CBPeripheral {
    let record = Record()
    override func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) {
        if keys.contains(.name) { record.add(moment, "name", name ?? "-") }
        if keys.contains(.state) { record.add(moment, "state", state) }
        if keys.contains(.services) { record.add(moment, "services", services?.count ?? -1) }
        if keys.contains(.canSendWriteWithoutResponse) {
            record.add(moment, "canSend", canSendWriteWithoutResponse)
        }
        super.announce(moment, keys)
    }
}

/// Key-value observing itself is Apple's; that every change is bracketed by the two calls, and that neither
/// comes under a lock, can be seen anywhere: these classes read the property in both.
@Suite struct KeyValueObservingTests {
    @Test("Behaviour 2.38: isScanning changes inside the calls, and observers are notified before and after")
    func managersTellOfScanningAndState() {
        let phone = FakePhone()
        let manager = WatchedCentral(
            delegate: nil, queue: DispatchQueue(label: "app"), options: nil, provider: phone)
        phone.central.tell(.stateChanged(.poweredOn))
        #expect(manager.record.take() == ["before state unknown", "after state poweredOn"])
        manager.scanForPeripherals(withServices: nil)
        #expect(manager.record.take() == ["before isScanning false", "after isScanning true"])
        manager.stopScan()
        #expect(manager.record.take() == ["before isScanning true", "after isScanning false"])
    }

    @Test func advertisingIsTold() {
        let phone = FakePhone()
        let manager = WatchedPeripheralManager(
            delegate: nil, queue: DispatchQueue(label: "app"), options: nil, provider: phone)
        manager.startAdvertising(nil)
        #expect(manager.record.take().isEmpty)
        phone.peripheral.tell(.advertisingStarted(nil))
        #expect(manager.record.take() == ["before isAdvertising false", "after isAdvertising true"])
        manager.stopAdvertising()
        #expect(manager.record.take() == ["before isAdvertising true", "after isAdvertising false"])
    }

    @Test func peripheralsTellOfNameStateAndServices() throws {
        let app = CentralApp()
        let known = app.manager.inbox.peers.object(for: peerA) {
            WatchedPeripheral(
                Central.Peer(identifier: peerA, name: nil), port: app.port, inbox: app.manager.inbox)
        }
        let peripheral = try #require(known as? WatchedPeripheral)
        let named = Central.Peer(identifier: peerA, name: "HR")
        app.port.tell(.stateChanged(.poweredOn), .discovered(named, Advertisement(), rssi: -40))
        #expect(peripheral.record.take() == ["before name -", "after name HR"])
        app.port.tell(.discovered(named, Advertisement(), rssi: -41))
        #expect(peripheral.record.take().isEmpty)
        app.manager.connect(peripheral)
        #expect(peripheral.record.take() == ["before state disconnected", "after state connecting"])
        app.port.tell(.connected(named))
        #expect(peripheral.record.take().contains("after state connected"))
        app.port.tell(.servicesDiscovered(peerA, [service(1, 0x180D)], nil))
        #expect(peripheral.record.take() == ["before services -1", "after services 1"])
        app.port.answer { $0.room = [peerA] }
        app.port.tell(.readyToWriteWithoutResponse(peerA))
        #expect(peripheral.record.take() == ["before canSend true", "after canSend true"])
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        #expect(
            peripheral.record.take() == [
                "before state connected", "before services 1", "after state disconnected",
                "after services -1",
            ])
    }

    @Test func characteristicsTellOfValues() {
        final class Watched: CBCharacteristic {
            let record = Record()
            override func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) {
                record.add(moment, keys == .value ? "value" : "isNotifying", value?.count ?? -1)
            }
        }
        let watched = Watched(uuid: CBUUID(string: "2A37"), identifier: attribute(2))
        watched.take(value: Data([1, 2]))
        watched.take(isNotifying: true)
        #expect(
            watched.record.take() == [
                "before value -1", "after value 2", "before isNotifying 2", "after isNotifying 2",
            ])
    }

    @Test func attributesTellOfWhatIsDiscovered() {
        final class Service: CBService {
            let record = Record()
            override func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) {
                if keys.contains(.characteristics) {
                    record.add(moment, "characteristics", characteristics?.count ?? -1)
                }
                if keys.contains(.includedServices) {
                    record.add(moment, "includedServices", includedServices?.count ?? -1)
                }
            }
        }
        let service = Service(uuid: CBUUID(string: "180D"), isPrimary: true)
        service.take(characteristics: [])
        service.take(includedServices: [])
        #expect(
            service.record.take() == [
                "before characteristics -1", "after characteristics 0", "before includedServices -1",
                "after includedServices 0",
            ])

        final class Characteristic: CBCharacteristic {
            let record = Record()
            override func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) {
                if keys.contains(.descriptors) {
                    record.add(moment, "descriptors", descriptors?.count ?? -1)
                }
            }
        }
        let characteristic = Characteristic(uuid: CBUUID(string: "2A37"), identifier: attribute(2))
        characteristic.take(descriptors: [])
        #expect(characteristic.record.take() == ["before descriptors -1", "after descriptors 0"])

        final class Descriptor: CBDescriptor {
            let record = Record()
            override func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) {
                record.add(moment, "value", value ?? "-")
            }
        }
        let descriptor = Descriptor(uuid: CBUUID(string: "2901"), identifier: attribute(3))
        descriptor.take(value: "left")
        #expect(descriptor.record.take() == ["before value -", "after value left"])
    }

    #if canImport(Darwin)
    @Test func observersHear() {
        let (phone, record) = (FakePhone(), Record())
        let manager = CBCentralManager(
            delegate: nil, queue: DispatchQueue(label: "app"), options: nil, provider: phone)
        let token = manager.observe(\.isScanning, options: [.new]) { manager, _ in
            record.add(.after, "isScanning", manager.isScanning)
        }
        manager.scanForPeripherals(withServices: nil)
        manager.stopScan()
        token.invalidate()
        #expect(record.take() == ["after isScanning true", "after isScanning false"])
    }

    /// The compiler warns of a property that observers are not told of; this draws no warning.
    @Test func whatChangesCanBeObserved() throws {
        let app = CentralApp()
        app.port.tell(
            .stateChanged(.poweredOn),
            .discovered(.init(identifier: peerA, name: "HR"), Advertisement(), rssi: -40))
        let service = CBMutableService(type: CBUUID(string: "180D"), primary: true)
        let characteristic = CBMutableCharacteristic(
            type: CBUUID(string: "2A37"), properties: .notify, value: nil, permissions: .readable)
        let descriptor = CBMutableDescriptor(type: CBUUID(string: "2901"), value: "left")
        let tokens = [
            app.manager.observe(\.state) { _, _ in }, app.manager.observe(\.isScanning) { _, _ in },
            app.peripheral.observe(\.name) { _, _ in }, app.peripheral.observe(\.state) { _, _ in },
            app.peripheral.observe(\.services) { _, _ in },
            app.peripheral.observe(\.canSendWriteWithoutResponse) { _, _ in },
            service.observe(\.characteristics) { _, _ in }, service.observe(\.includedServices) { _, _ in },
            characteristic.observe(\.value) { _, _ in }, characteristic.observe(\.isNotifying) { _, _ in },
            characteristic.observe(\.descriptors) { _, _ in },
            characteristic.observe(\.subscribedCentrals) { _, _ in },
            descriptor.observe(\.value) { _, _ in },
        ]
        #expect(tokens.count == 13)
    }
    #endif
}
