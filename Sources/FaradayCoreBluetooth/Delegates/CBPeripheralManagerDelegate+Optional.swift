import Foundation

/// The methods of a delegate as optional values, like Apple's optional requirements: `delegate?.peripheralManager?(…)`
/// calls them. Methods that the delegate does not have do nothing.
public struct _PeripheralManagerMethods {
    let delegate: any CBPeripheralManagerDelegate

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
        delegate.peripheralManager(peripheral, willRestoreState: dict)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        delegate.peripheralManagerDidStartAdvertising(peripheral, error: error)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {
        delegate.peripheralManager(peripheral, didAdd: service, error: error)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        delegate.peripheralManager(peripheral, central: central, didSubscribeTo: characteristic)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        delegate.peripheralManager(peripheral, central: central, didUnsubscribeFrom: characteristic)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        delegate.peripheralManager(peripheral, didReceiveRead: request)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        delegate.peripheralManager(peripheral, didReceiveWrite: requests)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(toUpdateSubscribers peripheral: CBPeripheralManager) {
        delegate.peripheralManagerIsReady(toUpdateSubscribers: peripheral)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        delegate.peripheralManager(peripheral, didPublishL2CAPChannel: PSM, error: error)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        delegate.peripheralManager(peripheral, didUnpublishL2CAPChannel: PSM, error: error)
    }

    @available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    public func callAsFunction(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {
        delegate.peripheralManager(peripheral, didOpen: channel, error: error)
    }
}

// Disfavoured, so that a delegate's own property of the same name takes precedence.
extension CBPeripheralManagerDelegate {
    /// Lets `delegate.peripheralManager?(…)` compile, for code that forwards callbacks to another delegate.
    @_disfavoredOverload
    public var peripheralManager: _PeripheralManagerMethods? { _PeripheralManagerMethods(delegate: self) }

    /// Lets `delegate.peripheralManagerDidStartAdvertising?(…)` compile, for code that forwards callbacks to another
    /// delegate.
    @_disfavoredOverload
    public var peripheralManagerDidStartAdvertising: _PeripheralManagerMethods? {
        _PeripheralManagerMethods(delegate: self)
    }

    /// Lets `delegate.peripheralManagerIsReady?(…)` compile, for code that forwards callbacks to another delegate.
    @_disfavoredOverload
    public var peripheralManagerIsReady: _PeripheralManagerMethods? {
        _PeripheralManagerMethods(delegate: self)
    }
}
