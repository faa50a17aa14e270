import BluetoothPort
import CoreBluetooth
import Foundation

/// Callbacks of peripherals that the port uses: first to the port, then to the app's delegate of the peripheral.
extension AdoptedDelegate: CBPeripheralDelegate {
    func peripheralDidUpdateName(_ peripheral: CBPeripheral) {
        role?.peripheralDidUpdateName(peripheral)
        earlier(of: peripheral)?.peripheralDidUpdateName?(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        role?.peripheral(peripheral, didModifyServices: invalidatedServices)
        earlier(of: peripheral)?.peripheral?(peripheral, didModifyServices: invalidatedServices)
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        role?.peripheral(peripheral, didReadRSSI: RSSI, error: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didReadRSSI: RSSI, error: error)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        role?.peripheral(peripheral, didDiscoverServices: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didDiscoverServices: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {
        role?.peripheral(peripheral, didDiscoverIncludedServicesFor: service, error: error)
        earlier(of: peripheral)?.peripheral?(
            peripheral, didDiscoverIncludedServicesFor: service, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        role?.peripheral(peripheral, didDiscoverCharacteristicsFor: service, error: error)
        earlier(of: peripheral)?.peripheral?(
            peripheral, didDiscoverCharacteristicsFor: service, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        role?.peripheral(peripheral, didDiscoverDescriptorsFor: characteristic, error: error)
        earlier(of: peripheral)?.peripheral?(
            peripheral, didDiscoverDescriptorsFor: characteristic, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        role?.peripheral(peripheral, didUpdateValueFor: characteristic, error: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didUpdateValueFor: characteristic, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        role?.peripheral(peripheral, didWriteValueFor: characteristic, error: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didWriteValueFor: characteristic, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        role?.peripheral(peripheral, didUpdateNotificationStateFor: characteristic, error: error)
        earlier(of: peripheral)?.peripheral?(
            peripheral, didUpdateNotificationStateFor: characteristic, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        role?.peripheral(peripheral, didUpdateValueFor: descriptor, error: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didUpdateValueFor: descriptor, error: error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        role?.peripheral(peripheral, didWriteValueFor: descriptor, error: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didWriteValueFor: descriptor, error: error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        role?.peripheralIsReady(toSendWriteWithoutResponse: peripheral)
        earlier(of: peripheral)?.peripheralIsReady?(toSendWriteWithoutResponse: peripheral)
    }

    /// A channel has one reader: who has asked for it.
    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        if takeOpening(of: peripheral) {
            role?.peripheral(peripheral, didOpen: channel, error: error)
        } else {
            earlier(of: peripheral)?.peripheral?(peripheral, didOpen: channel, error: error)
        }
    }

    #if !canImport(Darwin) || (compiler(>=6.4) && os(iOS))
    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        role?.peripheral(peripheral, didReceive: results, error: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didReceive: results, error: error)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(
        _ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?
    ) {
        role?.peripheral(peripheral, didCompleteChannelSoundingSession: error)
        earlier(of: peripheral)?.peripheral?(peripheral, didCompleteChannelSoundingSession: error)
    }
    #endif
}
