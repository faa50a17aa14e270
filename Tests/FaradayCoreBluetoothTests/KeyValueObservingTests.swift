import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// What observers would be told: each moment with what the object reads then.
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
        super.announce(moment, keys)
    }
}

/// Key-value observing itself is Apple's; that every change is bracketed by the two calls, and that neither
/// comes under a lock, can be seen anywhere: these classes read the property in both.
@Suite struct KeyValueObservingTests {
    @Test("Ledger 2.38: isScanning follows the calls at once, and observers hear before and after")
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
    #endif
}
