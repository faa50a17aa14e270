import AccessorySetupKit
import CoreBluetooth
import Foundation

/// An app with one accessory, written as in Xcode: session, picker, then manager; pick, connect, read, remove.
@available(iOS 18.0, macCatalyst 18.0, *)
final class SampleApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private static var service: CBUUID { CBUUID(string: "FD01") }

    private let session = ASAccessorySession()
    private(set) var accessory: ASAccessory?
    private(set) var manager: CBCentralManager?
    private(set) var peripheral: CBPeripheral?
    private(set) var value: UInt8?

    override init() {
        super.init()
        session.activate(on: .main) { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated:
            if let known = session.accessories.first { use(known) } else { pick() }
        case .accessoryAdded: accessory = event.accessory
        case .pickerDidDismiss: if let accessory { use(accessory) }
        case .accessoryRemoved:
            (accessory, peripheral, manager, value) = (nil, nil, nil, nil)
        default: break
        }
    }

    private func pick() {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = Self.service
        descriptor.supportedOptions = .bluetoothPairingLE
        let item = ASPickerDisplayItem(
            name: "Tag", productImage: UIImage(named: "tag") ?? UIImage(), descriptor: descriptor)
        session.showPicker(for: [item]) { error in
            if let error { print("The picker ended with \(error)") }
        }
    }

    private func use(_ accessory: ASAccessory) {
        self.accessory = accessory
        if manager == nil { manager = CBCentralManager(delegate: self, queue: .main) }
    }

    func remove() {
        guard let accessory else { return }
        if let peripheral { manager?.cancelPeripheralConnection(peripheral) }
        session.removeAccessory(accessory) { _ in }
    }

    // MARK: CBCentralManagerDelegate

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, let identifier = accessory?.bluetoothIdentifier else { return }
        if let known = central.retrievePeripherals(withIdentifiers: [identifier]).first {
            connect(known)
        } else {
            central.scanForPeripherals(withServices: [Self.service])
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard peripheral.identifier == accessory?.bluetoothIdentifier else { return }
        central.stopScan()
        connect(peripheral)
    }

    private func connect(_ peripheral: CBPeripheral) {
        self.peripheral = peripheral
        peripheral.delegate = self
        manager?.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([Self.service])
    }

    // MARK: CBPeripheralDelegate

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics(nil, for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        guard let characteristic = service.characteristics?.first else { return }
        peripheral.readValue(for: characteristic)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        value = characteristic.value?.first
    }
}
