import FaradayCoreBluetooth

/// The firmware of a mock peripheral: it answers requests of apps. Every method has a default implementation.
///
/// Methods are called inside the app's call, on its thread. With `simulateCoreBluetooth()` they are called on the main
/// queue, when the request has arrived over the simulated radio. A structure is enough if it has no state. Each method
/// has two forms: with `CBMCharacteristicMock`, `CBMServiceMock` and `CBMDescriptorMock`, or with their superclasses.
/// Implement either form. For answers that take time, use `CBMPeripheralSpecDeferringDelegate`.
///
/// ```swift
/// func peripheral(
///     _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
/// ) -> Result<Data, Error> {
///     .success(Data([isOn ? 1 : 0]))
/// }
/// ```
public protocol CBMPeripheralSpecDelegate {
    /// The peripheral restarts: reset the state that does not survive a restart.
    func reset()
    /// A phone connects; after a failure its app gets the error in `didFailToConnect`. Success by default.
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
    /// An app turns notifications or indications on or off; by default a success if the characteristic supports them,
    /// otherwise `CBMError(.invalidHandle)`.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error>
    /// The result of turning notifications or indications on or off.
    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didUpdateNotificationStateFor characteristic: CBMCharacteristicMock, error: Error?)

    // The same methods with the superclasses of the definitions, as in earlier versions.

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
    /// An app turns notifications or indications on or off.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristic
    ) -> Result<Void, Error>
    /// The result of turning notifications or indications on or off.
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?)
}

/// Answers that a mock peripheral gives later. This protocol is not part of CoreBluetoothMock's interface.
///
/// `respond` may be called on any queue, once. Without this call, the app's request ends with the ATT timeout after 30
/// s, and the link ends too (Core 6.0, Vol 3, Part F, 3.3.3). For methods that are not implemented, the method of
/// `CBMPeripheralSpecDelegate` is called.
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
