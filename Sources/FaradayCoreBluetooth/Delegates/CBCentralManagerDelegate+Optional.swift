import Foundation

/// The methods of a delegate as optional values, like Apple's optional requirements:
/// `delegate?.centralManager?(…)` calls them. Methods that the delegate does not have do nothing.
public struct _CentralManagerMethods {
    let delegate: any CBCentralManagerDelegate

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        delegate.centralManager(central, willRestoreState: dict)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        delegate.centralManager(
            central, didDiscover: peripheral, advertisementData: advertisementData, rssi: RSSI)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        delegate.centralManager(central, didConnect: peripheral)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        delegate.centralManager(central, didFailToConnect: peripheral, error: error)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        delegate.centralManager(central, didDisconnectPeripheral: peripheral, error: error)
    }

    #if !os(macOS)
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public func callAsFunction(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {
        delegate.centralManager(central, connectionEventDidOccur: event, for: peripheral)
    }

    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public func callAsFunction(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {
        delegate.centralManager(central, didUpdateANCSAuthorizationFor: peripheral)
    }
    #endif

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func callAsFunction(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        delegate.centralManager(
            central, didDisconnectPeripheral: peripheral, timestamp: timestamp,
            isReconnecting: isReconnecting, error: error)
    }
}

// Disfavoured, so that a delegate's own property of the same name takes precedence.
extension CBCentralManagerDelegate {
    /// Lets `delegate.centralManager?(…)` compile, for code that forwards callbacks to another delegate.
    @_disfavoredOverload
    public var centralManager: _CentralManagerMethods? { _CentralManagerMethods(delegate: self) }
}
