import Foundation

/// The callbacks of a central manager, on the manager's queue; only `centralManagerDidUpdateState(_:)` is required.
///
/// Apple's optional methods are requirements with an empty default body here, because Swift without Objective-C has no
/// optional requirements. It has no unavailable requirements either, so methods that macOS does not have are not
/// compiled there.
public protocol CBCentralManagerDelegate: NSObjectProtocol {
    /// Called when the state of the manager has changed, and at least once after its creation (behaviour 1.2).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManagerDidUpdateState(_ central: CBCentralManager)

    /// The first callback if the system has restored the manager, before any state (behaviour 7.4).
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - dict: The restored state, under the keys `CBCentralManagerRestoredState…`.
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])

    /// Called when a scan has found a peer; keep a reference to the object, because the manager does not (behaviour
    /// 1.30).
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - peripheral: The peer.
    ///   - advertisementData: The advertised data, under the keys `CBAdvertisementData…` (behaviour 2.16).
    ///   - RSSI: The received power in dBm; 127 if it was not measured (behaviour 2.41).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber)

    /// Called when a link that the app has asked for is established.
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)

    /// Called when the phone could not connect to a peer; the attempt has ended (behaviour 3.14).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)

    /// Called when a link has ended; `error` is `nil` when the app has cancelled it.
    ///
    /// If a delegate has both disconnect methods, only this one is called (behaviour 3.18).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)

    #if !os(macOS)
    /// Called when any app's link to a registered peer was established or ended: see
    /// `registerForConnectionEvents(options:)` (behaviour 3.35).
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral)

    /// Called when the user has allowed or forbidden the sharing of notifications with a peer: see
    /// `CBPeripheral.ancsAuthorized`.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)
    #endif

    /// Called when a link has ended; also reports the time, and whether the system reconnects automatically (behaviours
    /// 3.18 and 3.23).
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - peripheral: The peer.
    ///   - timestamp: When the link ended; the callback may be seconds later.
    ///   - isReconnecting: Whether the system is reconnecting; if so, the peripheral's state is `.connecting`.
    ///   - error: Why the link ended; `nil` when the app has cancelled it.
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)
}

// `WitnessTable` looks for some of these bodies in delegate classes, so those are never inlined or optimised.
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
