import Foundation

/// What a central manager tells; only `centralManagerDidUpdateState(_:)` must be there.
///
/// Apple's optional methods are requirements with an empty body here, since Swift without Objective-C
/// has no optional ones.
@available(iOS 5.0, macOS 10.7, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public protocol CBCentralManagerDelegate: NSObjectProtocol {
    /// The radio or the permission changed; at least once after creation (ledger 1.2).
    func centralManagerDidUpdateState(_ central: CBCentralManager)

    /// First callback after a relaunch for restoration (ledger 7.4).
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])

    /// A peer was seen; keep the object or it is forgotten (ledger 1.30).
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber)

    /// A link is up.
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)

    /// A link could not be set up (ledger 3.14).
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)

    /// A link ended; `error` is `nil` when the app asked for it. Takes precedence over the variant
    /// with a timestamp when both are there (ledger 3.18).
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)

    /// Never called yet: connection events are not carried by the port.
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral)

    /// Never called yet: no phone has the notification centre service.
    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)

    /// A link ended, and the system may be at reconnecting it (ledger 3.18).
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)
}

extension CBCentralManagerDelegate {
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {}

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        DelegateProbe.noteMissing(self)
    }

    public func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {}

    public func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {}

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {}
}
