import Foundation

/// The methods of a delegate as optional values, like Apple's optional requirements: `delegate?.peripheral?(…)` calls
/// them. Methods that the delegate does not have do nothing.
public struct _PeripheralMethods {
    let delegate: any CBPeripheralDelegate

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheral) {
        delegate.peripheralDidUpdateName(peripheral)
    }

    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService])
    {
        delegate.peripheral(peripheral, didModifyServices: invalidatedServices)
    }

    @available(iOS, introduced: 5.0, deprecated: 8.0)
    @available(macOS, introduced: 10.7, deprecated: 10.13)
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1)
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    public func callAsFunction(_ peripheral: CBPeripheral, error: (any Error)?) {
        delegate.peripheralDidUpdateRSSI(peripheral, error: error)
    }

    @available(iOS 8.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        delegate.peripheral(peripheral, didReadRSSI: RSSI, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        delegate.peripheral(peripheral, didDiscoverServices: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didDiscoverIncludedServicesFor: service, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didDiscoverCharacteristicsFor: service, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didUpdateValueFor: characteristic, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didWriteValueFor: characteristic, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didUpdateNotificationStateFor: characteristic, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didDiscoverDescriptorsFor: characteristic, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didUpdateValueFor: descriptor, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didWriteValueFor: descriptor, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        delegate.peripheralIsReady(toSendWriteWithoutResponse: peripheral)
    }

    @available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didOpen: channel, error: error)
    }

    #if !canImport(Darwin) || os(iOS)
    @available(iOS 27.0, macCatalyst 27.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didReceive: results, error: error)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?
    ) {
        delegate.peripheral(peripheral, didCompleteChannelSoundingSession: error)
    }
    #endif
}

// Disfavoured, so that a delegate's own property of the same name takes precedence.
extension CBPeripheralDelegate {
    /// Lets `delegate.peripheral?(…)` compile, for code that forwards callbacks to another delegate.
    @_disfavoredOverload
    public var peripheral: _PeripheralMethods? { _PeripheralMethods(delegate: self) }

    /// Lets `delegate.peripheralDidUpdateName?(…)` compile, for code that forwards callbacks to another delegate.
    @_disfavoredOverload
    public var peripheralDidUpdateName: _PeripheralMethods? { _PeripheralMethods(delegate: self) }

    /// Lets `delegate.peripheralDidUpdateRSSI?(…)` compile, for code that forwards callbacks to another delegate.
    @available(iOS, introduced: 5.0, deprecated: 8.0)
    @available(macOS, introduced: 10.7, deprecated: 10.13)
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1)
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    @_disfavoredOverload
    public var peripheralDidUpdateRSSI: _PeripheralMethods? { _PeripheralMethods(delegate: self) }

    /// Lets `delegate.peripheralIsReady?(…)` compile, for code that forwards callbacks to another delegate.
    @_disfavoredOverload
    public var peripheralIsReady: _PeripheralMethods? { _PeripheralMethods(delegate: self) }
}
