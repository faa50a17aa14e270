import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

/// Callbacks for attributes that the port's user does not know are dropped.
extension NativeCentralRole: CBPeripheralDelegate {
    private func peer(_ peripheral: CBPeripheral) -> PeerIdentifier { PeerIdentifier(peripheral.identifier) }

    /// The port's identifier of an attribute of a peer.
    private func name(
        _ attribute: CBAttribute, of peripheral: CBPeripheral
    ) -> (peer: PeerIdentifier, attribute: AttributeIdentifier)? {
        let peer = peer(peripheral)
        return table(of: peer)?.identifier(of: attribute).map { (peer, $0) }
    }

    func peripheralDidUpdateName(_ peripheral: CBPeripheral) {
        tell(.nameChanged(peer(peripheral), peripheral.name))
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        let peer = peer(peripheral)
        tell(.servicesModified(peer, invalidated: forget(invalidatedServices, of: peer)))
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        let result = error.portError.map { Result.failure($0) } ?? .success(RSSI.intValue)
        tell(.rssi(peer(peripheral), result))
    }

    // MARK: Discovery

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        let peer = peer(peripheral)
        let known = prefilled(peripheral.services ?? [], of: peer)
        if !known.isEmpty { tell(.attributesKnown(peer, known)) }
        tell(.servicesDiscovered(peer, services(peripheral.services, of: peer), error.portError))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {
        guard let (peer, identifier) = name(service, of: peripheral) else { return }
        let known = prefilled(service.includedServices ?? [], of: peer)
        if !known.isEmpty { tell(.attributesKnown(peer, known)) }
        tell(
            .includedServicesDiscovered(
                peer, service: identifier, services(service.includedServices, of: peer), error.portError))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        guard let (peer, identifier) = name(service, of: peripheral) else { return }
        let found = (service.characteristics ?? []).map { value($0, of: peer) }
        tell(.characteristicsDiscovered(peer, service: identifier, found, error.portError))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        guard let (peer, identifier) = name(characteristic, of: peripheral) else { return }
        let found = (characteristic.descriptors ?? []).map { value($0, of: peer) }
        tell(.descriptorsDiscovered(peer, characteristic: identifier, found, error.portError))
    }

    // MARK: Values

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let (peer, identifier) = name(characteristic, of: peripheral) else { return }
        let value = characteristic.value.map { [UInt8]($0) } ?? []
        tell(.characteristicValue(peer, identifier, result(value, error)))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let (peer, identifier) = name(characteristic, of: peripheral) else { return }
        tell(.characteristicWritten(peer, identifier, error.portError))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        guard let (peer, identifier) = name(characteristic, of: peripheral) else { return }
        tell(
            .notifyStateChanged(
                peer, identifier, isNotifying: characteristic.isNotifying, error.portError))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        guard let (peer, identifier) = name(descriptor, of: peripheral) else { return }
        let value = NativeDescriptorValue.bytes(of: descriptor.value)
        tell(.descriptorValue(peer, identifier, result(value, error)))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        guard let (peer, identifier) = name(descriptor, of: peripheral) else { return }
        tell(.descriptorWritten(peer, identifier, error.portError))
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        tell(.readyToWriteWithoutResponse(peer(peripheral)))
    }

    private func result(_ value: [UInt8], _ error: (any Error)?) -> Result<[UInt8], PortError> {
        error.portError.map { .failure($0) } ?? .success(value)
    }

    // MARK: Channels

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        let peer = peer(peripheral)
        guard let channel else {
            return tell(.channelOpened(peer, .failure(error.portError ?? .unknown)))
        }
        let value = channels.adopt(channel)
        tell(.channelOpened(peer, .success(value)))
        channels.open(value.identifier)
    }
}
