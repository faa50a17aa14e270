import FaradayCoreBluetooth

/// A peripheral delegate made of closures, for tests. The closures are called on the manager's queue.
///
/// ```swift
/// let delegate = CBMPeripheralDelegateProxy()
/// delegate.didDiscoverServices = { peripheral, error in discovered.fulfill() }
/// peripheral.delegate = delegate
/// ```
open class CBMPeripheralDelegateProxy: NSObject, CBMPeripheralDelegate {
    /// The name changed.
    open var didUpdateName: ((CBMPeripheral) -> Void)?
    /// Services were removed or changed; discover them again.
    open var didModifyServices: ((CBMPeripheral, [CBMService]) -> Void)?
    /// The signal strength was read.
    open var didReadRSSI: ((CBMPeripheral, NSNumber, Error?) -> Void)?
    /// Services were discovered.
    open var didDiscoverServices: ((CBMPeripheral, Error?) -> Void)?
    /// Included services were discovered.
    open var didDiscoverIncludedServices: ((CBMPeripheral, CBMService, Error?) -> Void)?
    /// Characteristics were discovered.
    open var didDiscoverCharacteristics: ((CBMPeripheral, CBMService, Error?) -> Void)?
    /// A value was read, notified or indicated.
    open var didUpdateCharacteristicValue: ((CBMPeripheral, CBMCharacteristic, Error?) -> Void)?
    /// A write with response was answered.
    open var didWriteCharacteristicValue: ((CBMPeripheral, CBMCharacteristic, Error?) -> Void)?
    /// A subscription changed.
    open var didUpdateNotificationState: ((CBMPeripheral, CBMCharacteristic, Error?) -> Void)?
    /// Descriptors were discovered.
    open var didDiscoverDescriptors: ((CBMPeripheral, CBMCharacteristic, Error?) -> Void)?
    /// A descriptor was read.
    open var didUpdateDescriptorValue: ((CBMPeripheral, CBMDescriptor, Error?) -> Void)?
    /// A descriptor was written.
    open var didWriteDescriptorValue: ((CBMPeripheral, CBMDescriptor, Error?) -> Void)?
    /// There is room again for writes without response.
    open var isReadyToSendWriteWithoutResponse: ((CBMPeripheral) -> Void)?

    open func peripheralDidUpdateName(_ peripheral: CBMPeripheral) {
        didUpdateName?(peripheral)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]
    ) {
        didModifyServices?(peripheral, invalidatedServices)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?
    ) {
        didReadRSSI?(peripheral, RSSI, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverServices error: Error?
    ) {
        didDiscoverServices?(peripheral, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?
    ) {
        didDiscoverIncludedServices?(peripheral, service, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        didDiscoverCharacteristics?(peripheral, service, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        didUpdateCharacteristicValue?(peripheral, characteristic, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        didWriteCharacteristicValue?(peripheral, characteristic, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        didUpdateNotificationState?(peripheral, characteristic, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        didDiscoverDescriptors?(peripheral, characteristic, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?
    ) {
        didUpdateDescriptorValue?(peripheral, descriptor, error)
    }
    open func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?
    ) {
        didWriteDescriptorValue?(peripheral, descriptor, error)
    }
    open func peripheralIsReady(
        toSendWriteWithoutResponse peripheral: CBMPeripheral
    ) {
        isReadyToSendWriteWithoutResponse?(peripheral)
    }
    // These methods are in the base class, because the protocol does not call a method that only a subclass has.
    open func peripheral(
        _ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?
    ) {}

    #if !canImport(Darwin) || os(iOS)
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func peripheral(
        _ peripheral: CBMPeripheral, didReceive results: CBMChannelSoundingProcedureResults?, error: Error?
    ) {}
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func peripheral(_ peripheral: CBMPeripheral, didCompleteChannelSoundingSession error: Error?) {}
    #endif
}

/// The same for peripherals with L2CAP channels.
open class CBMPeripheralDelegateProxyWithL2CAPChannel: CBMPeripheralDelegateProxy {
    /// A channel is open, or could not be opened.
    open var didOpenChannel: ((CBMPeripheral, CBML2CAPChannel?, Error?) -> Void)?

    open override func peripheral(
        _ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?
    ) {
        didOpenChannel?(peripheral, channel, error)
    }
}

#if !canImport(Darwin) || os(iOS)
/// The same for peripherals whose distance is measured.
@available(iOS 27.0, macCatalyst 27.0, *)
open class CBMPeripheralDelegateProxyWithChannelSounding: CBMPeripheralDelegateProxy {
    /// A procedure of a Channel Sounding session has ended.
    open var didReceiveResults: ((CBMPeripheral, CBMChannelSoundingProcedureResults?, Error?) -> Void)?
    /// A Channel Sounding session has ended.
    open var didCompleteChannelSoundingSession: ((CBMPeripheral, Error?) -> Void)?

    open override func peripheral(
        _ peripheral: CBMPeripheral, didReceive results: CBMChannelSoundingProcedureResults?, error: Error?
    ) {
        didReceiveResults?(peripheral, results, error)
    }

    open override func peripheral(
        _ peripheral: CBMPeripheral, didCompleteChannelSoundingSession error: Error?
    ) {
        didCompleteChannelSoundingSession?(peripheral, error)
    }
}
#endif
