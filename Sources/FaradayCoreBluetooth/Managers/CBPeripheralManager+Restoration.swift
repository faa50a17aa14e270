import BluetoothPort
import Foundation

#if os(tvOS) || os(watchOS) || os(visionOS)
extension CBPeripheralManager {
    /// Does nothing: on platforms where managers have no options and the app cannot create services, nothing
    /// is preserved.
    func willRestore(_ state: Peripheral.RestoredState) {}
}
#else
// State preservation and restoration (behaviour 7.3, 7.4, 7.9).
extension CBPeripheralManager {
    /// Hands the preserved state to the app: services that are still published, with their subscribers.
    func willRestore(_ state: Peripheral.RestoredState) {
        var dictionary: [String: Any] = [:]
        if !state.services.isEmpty {
            dictionary[CBPeripheralManagerRestoredStateServicesKey] = restore(state.services)
        }
        for subscription in state.subscriptions {
            let characteristic = mirror.withLock {
                $0.publications.characteristic(subscription.characteristic)
            }
            characteristic?.subscribe(central(subscription.central))
        }
        if let advertisement = state.advertisement {
            changing(.isAdvertising) {
                mirror.withLock { ($0.isAdvertising, $0.wantsAdvertising) = (true, true) }
            }
            dictionary[CBPeripheralManagerRestoredStateAdvertisementDataKey] = advertisement.dictionary
        }
        guard let delegate else { return refuseRestoration() }
        let isThere = DelegateProbe.implements(delegate) {
            delegate.peripheralManager(self, willRestoreState: dictionary)
        }
        if !isThere { refuseRestoration() }
    }

    /// Creates objects for services that are already published, under their existing identifiers.
    private func restore(_ services: [Peripheral.Service]) -> [CBMutableService] {
        var objects: [AttributeIdentifier: CBMutableService] = [:]
        return services.map { value in
            let service = CBMutableService(type: CBUUID(value.uuid), primary: value.isPrimary)
            let named = value.characteristics.map { ($0.identifier, CBMutableCharacteristic(restored: $0)) }
            service.characteristics = named.map(\.1)
            let included = value.includedServices.compactMap { objects[$0] }
            if !included.isEmpty { service.includedServices = included }
            objects[value.identifier] = service
            for (_, characteristic) in named { characteristic.clearSubscribers(to: []) }
            mirror.withLock { $0.publications.restore(service, as: value.identifier, named) }
            return service
        }
    }
}

extension CBMutableCharacteristic {
    fileprivate convenience init(restored value: Peripheral.Characteristic) {
        self.init(
            type: CBUUID(value.uuid), properties: CBCharacteristicProperties(rawValue: value.properties),
            value: value.value.map { Data($0) },
            permissions: CBAttributePermissions(rawValue: value.permissions))
        guard !value.descriptors.isEmpty else { return }
        descriptors = value.descriptors.map { descriptor in
            CBMutableDescriptor(
                type: CBUUID(descriptor.uuid),
                value: DescriptorValue.value(of: descriptor.value, uuid: descriptor.uuid))
        }
    }
}

extension Peripheral.AdvertisementRequest {
    /// The accepted part of the data that was passed to `startAdvertising`.
    fileprivate var dictionary: [String: Any] {
        var data: [String: Any] = [:]
        if let localName { data[CBAdvertisementDataLocalNameKey] = localName }
        if !serviceUUIDs.isEmpty {
            data[CBAdvertisementDataServiceUUIDsKey] = serviceUUIDs.map(CBUUID.init)
        }
        return data
    }
}
#endif

extension CBPeripheralManager {
    /// As `CBCentralManager.checkRestoration` (behaviours 1.27, 1.41).
    func checkRestoration(_ identifier: String?, _ delegate: (any CBPeripheralManagerDelegate)?) {
        switch (identifier, delegate?.takesRestoredState ?? (delegate == nil ? false : nil)) {
        case (.some, false): refuseRestoration()
        case (nil, true):
            report(
                .missingRestoreIdentifier, "init(delegate:queue:options:)",
                "API MISUSE: <\(appleHeader("CBPeripheralManager"))> has no restore identifier but the delegate "
                    + "implements the peripheralManager:willRestoreState: method. Restoring will not be supported"
            )
        default: break
        }
    }

    fileprivate func refuseRestoration() {
        let isNews = mirror.withLock { mirror in
            defer { mirror.isRestorationRefused = true }
            return !mirror.isRestorationRefused
        }
        guard isNews else { return }
        report(
            .missingRestorationDelegate, "init(delegate:queue:options:)",
            "<\(appleHeader("CBPeripheralManager"))> has provided a restore identifier but the delegate doesn't "
                + "implement the peripheralManager:willRestoreState: method")
    }
}
