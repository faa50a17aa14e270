import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct RestorationTests {
    private static let heartRate = Central.KnownService(
        service: service(10, 0x180D),
        characteristics: [
            .init(
                characteristic: characteristic(12, 0x2A37), isNotifying: true,
                descriptors: [descriptor(13, 0x2902)]),
            .init(characteristic: characteristic(15, 0x2A38, cached: [1])),
        ])
    private static let state = Central.RestoredState(
        peripherals: [
            .init(peer: .init(identifier: peerA, name: "HR-1"), state: .connected, services: [heartRate]),
            .init(peer: .init(identifier: peerB, name: nil), state: .connecting),
        ],
        scan: .init(services: [BluetoothUUID(0x180D)], allowsDuplicates: true))

    @Test(
        "Behaviour 7.4, 7.5, 7.6; regression 106, 110: the dictionary has live objects, also when it comes during init"
    )
    func central() throws {
        let app = RestoringApp(
            FakePhone(earlyEvents: [.willRestoreState(Self.state), .stateChanged(.poweredOn)]))
        app.queue.sync {}
        app.queue.sync {}
        #expect(app.log == ["restore 0 scanning=true", "state 5 scanning=true"])
        let dictionary = app.dictionary
        let peripherals = try #require(
            dictionary[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral])
        #expect(peripherals.map(\.state) == [.connected, .connecting])
        #expect(peripherals.map(\.name) == ["HR-1", nil])
        #expect(peripherals[0].delegate == nil)
        #expect(
            dictionary[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID] == [CBUUID(string: "180D")])
        let options = dictionary[CBCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
        #expect(options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? Bool == true)
        let services = try #require(peripherals[0].services)
        #expect(services.map(\.uuid) == [CBUUID(string: "180D")])
        #expect(peripherals[1].services == nil)
        let characteristics = try #require(services[0].characteristics)
        #expect(characteristics.map(\.isNotifying) == [true, false])
        #expect(characteristics.map(\.value) == [nil, Data([1])])
        #expect(characteristics[0].descriptors?.map(\.uuid) == [CBUUID(string: "2902")])
        #expect(characteristics[1].descriptors == nil)
        #expect(characteristics[0].service?.peripheral === peripherals[0])
        peripherals[0].readValue(for: characteristics[1])
        #expect(app.phone.central.commands == [.readCharacteristic(peerA, attribute(15))])
        #expect(app.manager.retrievePeripherals(withIdentifiers: []).isEmpty)
        app.phone.central.tell(.connected(.init(identifier: peerB, name: nil)))
        #expect(peripherals[1].state == .connected)
    }

    @Test("Behaviour 1.28, 7.6: restored peripherals that the app does not retain are released")
    func notKept() {
        let app = RestoringApp(FakePhone())
        app.phone.central.tell(.willRestoreState(Self.state))
        #expect(app.phone.central.commands.isEmpty)
        app.dictionary = [:]
        #expect(Set(app.phone.central.commands) == [.release(peerA), .release(peerB)])
    }

    @Test("Behaviour 7.5: a key exists only if it has a value")
    func empty() {
        let app = RestoringApp(FakePhone())
        app.phone.central.tell(.willRestoreState(Central.RestoredState()))
        #expect(app.log == ["restore 0 scanning=false"])
        #expect(app.dictionary.isEmpty)
        app.phone.central.tell(.willRestoreState(Central.RestoredState(scan: Central.ScanRequest())))
        #expect(app.dictionary.isEmpty)
        #expect(app.manager.isScanning)
    }

    @Test(
        "Behaviour 7.3: a delegate without willRestoreState is reported when anything is restored"
    )
    func missingDelegate() {
        let app = CentralApp()
        app.port.tell(.willRestoreState(Self.state))
        app.port.tell(.willRestoreState(Self.state))
        #expect(app.port.misuses.map(\.kind) == [.missingRestorationDelegate], "once")
    }

    @Test("Behaviour 7.9, 6.16: restored services are live: identifiers, subscribers, updates, advertisement")
    func peripheral() throws {
        let phone = FakePhone()
        let app = RestoringServer(phone)
        let level = Peripheral.Characteristic(
            identifier: attribute(6), uuid: BluetoothUUID(0xFF01), properties: 0x12, permissions: 1,
            value: nil,
            descriptors: [.init(uuid: BluetoothUUID(0x2901), value: Array("Level".utf8))])
        let first = Peripheral.Service(
            identifier: attribute(5), uuid: BluetoothUUID(0xFF00), isPrimary: true, includedServices: [],
            characteristics: [level])
        let second = Peripheral.Service(
            identifier: attribute(7), uuid: BluetoothUUID(0xFF10), isPrimary: true,
            includedServices: [attribute(5)], characteristics: [])
        let central = Peripheral.Subscriber(identifier: peerB, maximumUpdateLength: 100)
        phone.peripheral.tell(
            .willRestoreState(
                Peripheral.RestoredState(
                    services: [first, second],
                    subscriptions: [.init(central: central, characteristic: attribute(6))],
                    advertisement: .init(localName: "Lamp", serviceUUIDs: [BluetoothUUID(0xFF00)]))))
        let services = try #require(
            app.dictionary[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService])
        #expect(services.map(\.uuid.uuidString) == ["FF00", "FF10"])
        #expect(services[1].includedServices?.first === services[0])
        let characteristic = try #require(services[0].characteristics?.first as? CBMutableCharacteristic)
        #expect(characteristic.properties == [.read, .notify])
        #expect(characteristic.permissions == .readable)
        #expect(characteristic.descriptors?.first?.value as? String == "Level")
        #expect(characteristic.subscribedCentrals?.map(\.maximumUpdateValueLength) == [100])
        let data = app.dictionary[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any]
        #expect(data?[CBAdvertisementDataLocalNameKey] as? String == "Lamp")
        #expect(data?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] == [CBUUID(string: "FF00")])
        #expect(app.manager.isAdvertising)
        app.manager.updateValue(Data([1]), for: characteristic, onSubscribedCentrals: nil)
        #expect(phone.peripheral.updates == [.init([1], characteristic: attribute(6), centrals: nil)])
        app.manager.add(CBMutableService(type: CBUUID(string: "FF20"), primary: true))
        #expect(phone.peripheral.added.map(\.identifier) == [attribute(8)], "no name is given twice")
        app.manager.remove(services[0])
        #expect(phone.peripheral.commands.last == .remove(attribute(5)))
    }
}

private final class RestoringApp: NSObject, CBCentralManagerDelegate {
    let queue = DispatchQueue(label: "app")
    let phone: FakePhone
    private(set) var manager: CBCentralManager!
    var dictionary: [String: Any] = [:]
    private(set) var log: [String] = []

    init(_ phone: FakePhone) {
        self.phone = phone
        super.init()
        manager = CBCentralManager(
            delegate: self, queue: queue, options: [CBCentralManagerOptionRestoreIdentifierKey: "app"],
            provider: phone)
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        dictionary = dict
        log.append("restore \(central.state.rawValue) scanning=\(central.isScanning)")
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        log.append("state \(central.state.rawValue) scanning=\(central.isScanning)")
    }
}

private final class RestoringServer: NSObject, CBPeripheralManagerDelegate {
    private(set) var manager: CBPeripheralManager!
    private(set) var dictionary: [String: Any] = [:]

    init(_ phone: FakePhone) {
        super.init()
        manager = CBPeripheralManager(
            delegate: self, queue: DispatchQueue(label: "server"),
            options: [CBPeripheralManagerOptionRestoreIdentifierKey: "server"], provider: phone)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
        dictionary = dict
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
}
