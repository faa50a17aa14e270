// Only this import, as in many files of apps and libraries: it includes Foundation and Dispatch.
import FaradayCoreBluetooth

/// Several delegates for one manager, as libraries create them. They may lack any method: the calls are optional.
final class CentralHub: NSObject, CBCentralManagerDelegate {
    private final class Entry {
        weak var delegate: (any CBCentralManagerDelegate)?
        init(_ delegate: any CBCentralManagerDelegate) { self.delegate = delegate }
    }
    private var entries: [Entry] = []

    func add(_ delegate: any CBCentralManagerDelegate) { entries.append(Entry(delegate)) }

    private func tell(_ call: (any CBCentralManagerDelegate) -> Void) {
        entries.compactMap(\.delegate).forEach(call)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        tell { $0.centralManagerDidUpdateState(central) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        tell {
            $0.centralManager?(
                central, didDiscover: peripheral, advertisementData: advertisementData, rssi: RSSI)
        }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        for entry in entries { entry.delegate?.centralManager?(central, didConnect: peripheral) }
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        tell { $0.centralManager!(central, didDisconnectPeripheral: peripheral, error: error) }
    }
}

/// Forwards calls between a peripheral and its app, and records them.
class PeripheralTap: NSObject, CBPeripheralDelegate {
    weak var target: CBPeripheralDelegate?
    private(set) var passed: [String] = []
    private func note(_ name: String = #function) { passed.append(name) }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        note()
        target?.peripheral?(peripheral, didDiscoverServices: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        note()
        target?.peripheral?(peripheral, didDiscoverCharacteristicsFor: service, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        note()
        target?.peripheral?(peripheral, didUpdateValueFor: characteristic, error: error)
    }

    func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: Error?) {
        note()
        target?.peripheral?(peripheral, didUpdateValueFor: descriptor, error: error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        note()
        target?.peripheralIsReady?(toSendWriteWithoutResponse: peripheral)
    }

    func peripheralDidUpdateName(_ peripheral: CBPeripheral) {
        note()
        target?.peripheralDidUpdateName?(peripheral)
    }
}

/// Forwards calls between a peripheral manager and its app.
final class ServerTap: NSObject, CBPeripheralManagerDelegate {
    weak var target: (any CBPeripheralManagerDelegate)?

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        target?.peripheralManagerDidUpdateState(peripheral)
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
        target?.peripheralManagerDidStartAdvertising?(peripheral, error: error)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: Error?) {
        target?.peripheralManager?(peripheral, didAdd: service, error: error)
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
        target?.peripheralManagerIsReady?(toUpdateSubscribers: peripheral)
    }
}

/// An app whose own properties have the names of delegate methods.
final class TappedReader: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let hub = CentralHub()
    let tap = PeripheralTap()
    private(set) var peripheral: CBPeripheral?
    private(set) lazy var centralManager = CBCentralManager(
        delegate: hub, queue: DispatchQueue(label: "tapped"))
    private(set) var value: Data?
    private(set) var connections = 0

    init(beside observer: any CBCentralManagerDelegate) {
        super.init()
        tap.target = self
        hub.add(observer)
        hub.add(self)
        _ = centralManager
    }

    func letGo() {
        if let peripheral { centralManager.cancelPeripheralConnection(peripheral) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central === centralManager, centralManager.state == .poweredOn else { return }
        centralManager.scanForPeripherals(withServices: nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover found: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        guard peripheral == nil else { return }
        peripheral = found
        peripheral?.delegate = tap
        centralManager.stopScan()
        centralManager.connect(found)
    }

    func centralManager(_ central: CBCentralManager, didConnect connected: CBPeripheral) {
        guard let peripheral = peripheral, peripheral == connected else { return }
        connections += 1
        peripheral.discoverServices(nil)
    }

    func peripheral(_ found: CBPeripheral, didDiscoverServices error: Error?) {
        peripheral?.services?.forEach { self.peripheral?.discoverCharacteristics(nil, for: $0) }
    }

    func peripheral(_ found: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?) {
        service.characteristics?.forEach { peripheral?.readValue(for: $0) }
    }

    func peripheral(_ found: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?)
    {
        value = characteristic.value
    }
}

/// Has only the required methods.
final class ConnectionCounter: NSObject, CBCentralManagerDelegate {
    private(set) var states: [CBManagerState] = []
    private(set) var losses = 0

    func centralManagerDidUpdateState(_ central: CBCentralManager) { states.append(central.state) }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        losses += 1
    }
}

/// Publishes one value, with forwarding in between.
final class TappedPublisher: NSObject, CBPeripheralManagerDelegate {
    private let tap = ServerTap()
    private(set) var peripheralManager: CBPeripheralManager!
    private(set) var heard: [String] = []

    override init() {
        super.init()
        tap.target = self
        peripheralManager = CBPeripheralManager(delegate: tap, queue: nil)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheralManager.state == .poweredOn else { return }
        let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        service.characteristics = [
            CBMutableCharacteristic(
                type: CBUUID(string: "FF01"), properties: .read, value: Data([4, 2]), permissions: .readable)
        ]
        peripheralManager.add(service)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: Error?) {
        heard.append("added \(service.uuid)")
        peripheralManager.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
        heard.append("advertising \(error == nil)")
    }
}
