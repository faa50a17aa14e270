import FaradayCoreBluetooth

/// The firmware of a mock peripheral: answers what apps ask of it. Everything has a default.
///
/// Called where the app calls, inside its call; with `simulateCoreBluetooth()` on the main queue, when the request has
/// crossed the air. A structure will do, as long as it keeps nothing. Definitions may be spoken of as `CBMCharacteristicMock`, `CBMServiceMock` and
/// `CBMDescriptorMock`, or as the classes these come from: whichever of the two forms is there is called.
/// Answers that take their time are `CBMPeripheralSpecDeferringDelegate`'s.
///
/// ```swift
/// func peripheral(
///     _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
/// ) -> Result<Data, Error> {
///     .success(Data([isOn ? 1 : 0]))
/// }
/// ```
public protocol CBMPeripheralSpecDelegate {
    /// The peripheral restarts: forget what does not survive that.
    func reset()
    /// A phone connects; on a failure its app hears of that error by `didFailToConnect`. Success by default.
    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error>
    /// The last link ended.
    func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?)

    /// An app asks for services; success by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?
    ) -> Result<Void, Error>
    /// An app asks for included services; success by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveIncludedServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?,
        for service: CBMServiceMock
    ) -> Result<Void, Error>
    /// An app asks for characteristics; success by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveCharacteristicsDiscoveryRequest characteristicUUIDs: [CBMUUID]?,
        for service: CBMServiceMock
    ) -> Result<Void, Error>
    /// An app asks for descriptors; success by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveDescriptorsDiscoveryRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error>

    /// A value is read; `CBMATTError(.readNotPermitted)` by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error>
    /// A descriptor is read; `CBMATTError(.readNotPermitted)` by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock
    ) -> Result<Data, Error>
    /// A value is written with response; `CBMATTError(.writeNotPermitted)` by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error>
    /// A descriptor is written; `CBMATTError(.writeNotPermitted)` by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptorMock, data: Data
    ) -> Result<Void, Error>
    /// A value is written without response; ignored by default.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data)
    /// Notifications or indications are switched; by default a success if the characteristic has any, else
    /// `CBMError(.invalidHandle)`.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error>
    /// They were switched, or not.
    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didUpdateNotificationStateFor characteristic: CBMCharacteristicMock, error: Error?)

    // The same in terms of what the definitions come from, as earlier versions had them.

    /// An app asks for included services.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveIncludedServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?,
        for service: CBMService
    ) -> Result<Void, Error>
    /// An app asks for characteristics.
    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveCharacteristicsDiscoveryRequest characteristicUUIDs: [CBMUUID]?, for service: CBMService
    ) -> Result<Void, Error>
    /// An app asks for descriptors.
    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveDescriptorsDiscoveryRequestFor characteristic: CBMCharacteristic
    ) -> Result<Void, Error>
    /// A value is read.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristic
    ) -> Result<Data, Error>
    /// A descriptor is read.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptor
    ) -> Result<Data, Error>
    /// A value is written with response.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristic,
        data: Data
    ) -> Result<Void, Error>
    /// A descriptor is written.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptor, data: Data
    ) -> Result<Void, Error>
    /// A value is written without response.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristic,
        data: Data)
    /// Notifications or indications are switched.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristic
    ) -> Result<Void, Error>
    /// They were switched, or not.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?)
}

/// Answers that a mock peripheral gives later, beyond that library's interface.
///
/// `respond` may be called on any queue, once; without it the app's request ends with ATT's timeout after 30 s, and the
/// link with it (Core 6.0, Vol 3, Part F, 3.3.3). What is not implemented is asked of the plain delegate.
public protocol CBMPeripheralSpecDeferringDelegate: CBMPeripheralSpecDelegate {
    /// A value is read.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
        respond: @escaping @Sendable (Result<Data, Error>) -> Void)
    /// A descriptor is read.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock,
        respond: @escaping @Sendable (Result<Data, Error>) -> Void)
    /// A value is written with response.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data, respond: @escaping @Sendable (Result<Void, Error>) -> Void)
    /// A descriptor is written.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptorMock, data: Data,
        respond: @escaping @Sendable (Result<Void, Error>) -> Void)
}

extension CBMPeripheralSpecDeferringDelegate {
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
        respond: @escaping @Sendable (Result<Data, Error>) -> Void
    ) {
        respond(self.peripheral(peripheral, didReceiveReadRequestFor: characteristic))
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock,
        respond: @escaping @Sendable (Result<Data, Error>) -> Void
    ) {
        respond(self.peripheral(peripheral, didReceiveReadRequestFor: descriptor))
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data, respond: @escaping @Sendable (Result<Void, Error>) -> Void
    ) {
        respond(self.peripheral(peripheral, didReceiveWriteRequestFor: characteristic, data: data))
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptorMock, data: Data,
        respond: @escaping @Sendable (Result<Void, Error>) -> Void
    ) {
        respond(self.peripheral(peripheral, didReceiveWriteRequestFor: descriptor, data: data))
    }
}
