import FaradayCoreBluetooth

/// The callbacks of a peripheral, on the manager's queue; every method is optional.
public protocol CBMPeripheralDelegate: AnyObject {
    /// The name changed.
    func peripheralDidUpdateName(_ peripheral: CBMPeripheral)
    /// Services were removed or changed; discover them again (behaviour 4.12).
    func peripheral(_ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService])
    /// The signal strength was read.
    func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?)
    /// Services were discovered.
    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?)
    /// Included services were discovered.
    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?
    )
    /// Characteristics were discovered.
    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    )
    /// A value was read, notified or indicated (behaviour 5.1).
    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    )
    /// A write with response was answered.
    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    )
    /// A subscription changed.
    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    )
    /// Descriptors were discovered.
    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    )
    /// A descriptor was read.
    func peripheral(_ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?)
    /// A descriptor was written.
    func peripheral(_ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?)
    /// There is room again for writes without response (behaviour 5.18).
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBMPeripheral)
    /// A channel is open, or could not be opened.
    func peripheral(_ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?)

    #if !canImport(Darwin) || os(iOS)
    /// A procedure of a Channel Sounding session has ended (behaviours 27.7 and 27.8).
    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(
        _ peripheral: CBMPeripheral, didReceive results: CBMChannelSoundingProcedureResults?, error: Error?
    )
    /// A Channel Sounding session has ended (behaviour 27.9).
    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(_ peripheral: CBMPeripheral, didCompleteChannelSoundingSession error: Error?)
    #endif
}

extension CBMPeripheralDelegate {
    public func peripheralDidUpdateName(_ peripheral: CBMPeripheral) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]
    ) {}
    public func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {}
    public func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?
    ) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    ) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?
    ) {}
    public func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?
    ) {}
    public func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBMPeripheral) {}
    public func peripheral(_ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?) {}

    #if !canImport(Darwin) || os(iOS)
    @available(iOS 27.0, macCatalyst 27.0, *)
    public func peripheral(
        _ peripheral: CBMPeripheral, didReceive results: CBMChannelSoundingProcedureResults?, error: Error?
    ) {}
    @available(iOS 27.0, macCatalyst 27.0, *)
    public func peripheral(_ peripheral: CBMPeripheral, didCompleteChannelSoundingSession error: Error?) {}
    #endif
}
