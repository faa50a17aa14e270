import BluetoothPort
import Dispatch
import Foundation

@testable import FaradayCoreBluetooth

/// An app's Bluetooth layer that writes down every callback, with what it can read at that moment.
class CentralApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    let queue: DispatchQueue
    let phone: FakePhone
    private(set) var manager: CBCentralManager!
    var log: [String] = []
    var lastAdvertisement: [String: Any] = [:]
    var lastError: (any Error)?
    /// What the app keeps.
    var peripherals: [CBPeripheral] = []
    var keepsDiscoveries = true
    var onEvent: (String) -> Void = { _ in }

    init(phone: FakePhone = FakePhone(), queue: DispatchQueue = DispatchQueue(label: "app")) {
        self.phone = phone
        self.queue = queue
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue, options: nil, provider: phone)
    }

    var port: FakeCentralPort { phone.central }
    var peripheral: CBPeripheral { peripherals[0] }

    /// Powers on, discovers and links peer A.
    func link() {
        port.tell(
            .stateChanged(.poweredOn),
            .discovered(.init(identifier: peerA, name: "HR-1"), Advertisement(), rssi: -40))
        peripheral.delegate = self
        manager.connect(peripheral)
        port.tell(.connected(.init(identifier: peerA, name: "HR-1")))
        log = []
    }

    func note(_ event: String, _ error: (any Error)? = nil) {
        dispatchPrecondition(condition: .onQueue(queue))
        lastError = error
        log.append(error.map { "\(event) error=\(($0 as NSError).code)" } ?? event)
        onEvent(event)
    }

    func forgetManager() { manager = nil }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        note("state \(central.state) scanning=\(central.isScanning)")
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        lastAdvertisement = advertisementData
        if keepsDiscoveries, !peripherals.contains(peripheral) { peripherals.append(peripheral) }
        note("discovered \(peripheral.name ?? "-") \(RSSI)")
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        note("connected \(peripheral.state) services=\(peripheral.services?.count ?? -1)")
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        note("failed \(peripheral.state)", error)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        note("disconnected \(peripheral.state) services=\(peripheral.services?.count ?? -1)", error)
    }

    func peripheralDidUpdateName(_ peripheral: CBPeripheral) { note("name \(peripheral.name ?? "-")") }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        note(
            "modified \(invalidatedServices.map(\.uuid.uuidString)) left=\(peripheral.services?.count ?? -1)")
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        note("rssi \(RSSI)", error)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        note("services \(peripheral.services.map { $0.map(\.uuid.uuidString) } ?? [])", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {
        note("included \(service.includedServices?.map(\.uuid.uuidString) ?? [])", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        note("characteristics \(service.characteristics?.map(\.uuid.uuidString) ?? [])", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        note(
            "value \(characteristic.uuid.uuidString) \(characteristic.value.map { [UInt8]($0) } ?? [])", error
        )
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        note("wrote \(characteristic.uuid.uuidString)", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        note("notifying \(characteristic.isNotifying)", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        note("descriptors \(characteristic.descriptors?.map(\.uuid.uuidString) ?? [])", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        note("descriptor \(descriptor.uuid.uuidString) \(descriptor.value ?? "-")", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        note("wrote descriptor \(descriptor.uuid.uuidString)", error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { note("ready") }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        note("opened \(channel == nil)", error)
    }
}
