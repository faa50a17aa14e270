import Foundation

/// What a central manager tells; only `centralManagerDidUpdateState(_:)` must be there.
///
/// Apple's optional methods are requirements with an empty body here, since Swift without Objective-C
/// has no optional ones; nor has it unavailable ones, so what macOS lacks is not compiled there.
public protocol CBCentralManagerDelegate: NSObjectProtocol {
    /// The radio or the permission changed; at least once after creation (ledger 1.2).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManagerDidUpdateState(_ central: CBCentralManager)

    /// First callback after a relaunch for restoration (ledger 7.4).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])

    /// A peer was seen; keep the object or it is forgotten (ledger 1.30).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber)

    /// A link is up.
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)

    /// A link could not be set up (ledger 3.14).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)

    /// A link ended; `error` is `nil` when the app asked for it. Takes precedence over the variant
    /// with a timestamp when both are there (ledger 3.18).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)

    #if !os(macOS)
    /// A link of anybody on the phone came or went, as registered for (ledger 3.35).
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral)

    /// The user allowed or forbade sharing notifications with a peer: see `ancsAuthorized`.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)
    #endif

    /// A link ended, and the system may be at reconnecting it (ledger 3.18).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)
}

// Those that are never inlined nor optimised are looked for in the classes that lack them: see `WitnessTable`.
extension CBCentralManagerDelegate {
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    @inline(never)
    @_optimize(none)
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        DelegateProbe.noteMissing(self)
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {}

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    @inline(never)
    @_optimize(none)
    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        DelegateProbe.standIn()
    }

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    @inline(never)
    @_optimize(none)
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        DelegateProbe.noteMissing(self)
    }

    #if !os(macOS)
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {}

    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {}
    #endif

    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        DelegateProbe.noteMissing(self)
    }
}
