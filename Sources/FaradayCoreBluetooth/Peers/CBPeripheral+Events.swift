import BluetoothPort
import Foundation

/// The handling of attribute events in a peripheral: it updates the mirror first, then calls the delegate.
extension CBPeripheral {
    func valueArrived(_ identifier: AttributeIdentifier, _ result: Result<[UInt8], PortError>) {
        let (known, delegate) = mirror.withLock { ($0.graph.characteristicsByID[identifier], $0.delegate) }
        guard let characteristic = known else { return }
        if delegate == nil { noteUnheard("peripheral(_:didUpdateValueFor:error:)") }
        switch result {
        case .success(let bytes):
            characteristic.take(value: Data(copying: bytes))
            if let delegate { tell(delegate, of: characteristic, nil) }
        case .failure(let error):
            if let delegate { tell(delegate, of: characteristic, error.appleError) }
        }
    }

    /// A function of its own: the caller would retain the delegate once more, 170 instructions for what is held weakly too.
    @inline(never)
    private func tell(
        _ delegate: any CBPeripheralDelegate, of characteristic: CBCharacteristic, _ error: (any Error)?
    ) {
        delegate.peripheral(self, didUpdateValueFor: characteristic, error: error)
    }

    func characteristicWritten(_ identifier: AttributeIdentifier, _ error: PortError?) {
        let (known, delegate) = mirror.withLock { ($0.graph.characteristicsByID[identifier], $0.delegate) }
        guard let characteristic = known else { return }
        delegate?.peripheral(self, didWriteValueFor: characteristic, error: error?.appleError)
    }

    func notifyStateChanged(_ identifier: AttributeIdentifier, _ isNotifying: Bool, _ error: PortError?) {
        let (known, delegate) = mirror.withLock { ($0.graph.characteristicsByID[identifier], $0.delegate) }
        guard let characteristic = known else { return }
        characteristic.take(isNotifying: isNotifying)
        delegate?.peripheral(self, didUpdateNotificationStateFor: characteristic, error: error?.appleError)
    }

    func servicesDiscovered(_ found: [Central.Service], _ error: PortError?) {
        let delegate = changing(.services) {
            mirror.withLock { mirror in
                let services = mirror.graph.reconcile(found, of: self)
                if error == nil || !services.isEmpty { mirror.graph.services = services }
                return mirror.delegate
            }
        }
        guard let delegate else { return noteUnheard("peripheral(_:didDiscoverServices:)") }
        let isThere = DelegateProbe.implements(delegate) {
            delegate.peripheral(self, didDiscoverServices: error?.appleError)
        }
        if !isThere { reportMissingDiscoveryDelegate() }
    }

    func includedServicesDiscovered(
        _ identifier: AttributeIdentifier, _ found: [Central.Service], _ error: PortError?
    ) {
        let (known, delegate) = mirror.withLock { ($0.graph.servicesByID[identifier], $0.delegate) }
        guard let service = known else { return }
        if error == nil || !found.isEmpty {
            service.take(includedServices: mirror.withLock { $0.graph.reconcile(found, of: self) })
        }
        delegate?.peripheral(self, didDiscoverIncludedServicesFor: service, error: error?.appleError)
    }

    func characteristicsDiscovered(
        _ identifier: AttributeIdentifier, _ found: [Central.Characteristic], _ error: PortError?
    ) {
        let (known, delegate) = mirror.withLock { ($0.graph.servicesByID[identifier], $0.delegate) }
        guard let service = known else { return }
        if error == nil || !found.isEmpty {
            service.take(characteristics: mirror.withLock { $0.graph.reconcile(found, of: service) })
        }
        guard let delegate else { return noteUnheard("peripheral(_:didDiscoverCharacteristicsFor:error:)") }
        delegate.peripheral(self, didDiscoverCharacteristicsFor: service, error: error?.appleError)
    }

    func descriptorsDiscovered(
        _ identifier: AttributeIdentifier, _ found: [Central.Descriptor], _ error: PortError?
    ) {
        let (known, delegate) = mirror.withLock { ($0.graph.characteristicsByID[identifier], $0.delegate) }
        guard let characteristic = known else { return }
        if error == nil || !found.isEmpty {
            characteristic.take(
                descriptors: mirror.withLock { $0.graph.reconcile(found, of: characteristic) })
        }
        delegate?.peripheral(self, didDiscoverDescriptorsFor: characteristic, error: error?.appleError)
    }

    func servicesModified(_ invalidated: [AttributeIdentifier]) {
        let (dead, delegate) = changing(.services) {
            mirror.withLock { ($0.graph.invalidate(invalidated), $0.delegate) }
        }
        guard let delegate else { return }
        let isThere = DelegateProbe.implements(delegate) {
            delegate.peripheral(self, didModifyServices: dead)
        }
        if !isThere { reportMissingModificationDelegate() }
    }

    func descriptorValueArrived(_ identifier: AttributeIdentifier, _ result: Result<[UInt8], PortError>) {
        let (known, delegate) = mirror.withLock { ($0.graph.descriptorsByID[identifier], $0.delegate) }
        guard let descriptor = known else { return }
        if case .success(let bytes) = result {
            descriptor.take(value: DescriptorValue.value(of: bytes, uuid: descriptor.uuid.value))
        }
        delegate?.peripheral(self, didUpdateValueFor: descriptor, error: result.appleError)
    }

    func descriptorWritten(_ identifier: AttributeIdentifier, _ error: PortError?) {
        let (known, delegate) = mirror.withLock { ($0.graph.descriptorsByID[identifier], $0.delegate) }
        guard let descriptor = known else { return }
        delegate?.peripheral(self, didWriteValueFor: descriptor, error: error?.appleError)
    }

    func rssiArrived(_ result: Result<Int, PortError>) {
        // 127 is "not available" (behaviour 2.14).
        let rssi = NSNumber(value: (try? result.get()) ?? 127)
        delegate?.peripheral(self, didReadRSSI: rssi, error: result.appleError)
    }

    func nameChanged(_ name: String?) {
        rename(name)
        delegate?.peripheralDidUpdateName(self)
    }

    /// The port already has room at this point; observers are notified that the value is now `true`.
    func readyToWriteWithoutResponse() {
        changing(.canSendWriteWithoutResponse) {}
        delegate?.peripheralIsReady(toSendWriteWithoutResponse: self)
    }
}
