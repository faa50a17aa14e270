import Foundation

/// What a central manager tells; only `centralManagerDidUpdateState(_:)` must be there.
///
/// Apple's optional methods are requirements with an empty body here, since Swift without Objective-C
/// has no optional ones; nor has it unavailable ones, so what macOS lacks is not compiled there.
public protocol CBCentralManagerDelegate: NSObjectProtocol {
    /// Called when the state of the manager has changed, and at least once after it was made (behaviour 1.2).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManagerDidUpdateState(_ central: CBCentralManager)

    /// Called first of all when the system has restored the manager, before any state (behaviour 7.4).
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - dict: What there is to restore, under the keys `CBCentralManagerRestoredState…`.
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])

    /// Called when a scan has found a peer; keep the object, since the manager does not (behaviour 1.30).
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - peripheral: The peer.
    ///   - advertisementData: What was on air, under the keys `CBAdvertisementData…` (behaviour 2.16).
    ///   - RSSI: The received power in dBm; 127 if it was not measured (behaviour 2.41).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber)

    /// Called when a link that the app has asked for is up.
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)

    /// Called when the phone could not link to a peer; the attempt is over (behaviour 3.14).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)

    /// Called when a link has ended; `error` is `nil` when the app has cancelled it.
    ///
    /// A delegate that has both disconnect methods hears by this one only (behaviour 3.18).
    @available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)

    #if !os(macOS)
    /// Called when any app's link to a registered peer came up or ended: see `registerForConnectionEvents(options:)`
    /// (behaviour 3.35).
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral)

    /// Called when the user has allowed or forbidden to share notifications with a peer: see
    /// `CBPeripheral.ancsAuthorized`.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)
    #endif

    /// Called when a link has ended, with the time, and whether the system connects again by itself (behaviours 3.18
    /// and 3.23).
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - peripheral: The peer.
    ///   - timestamp: When the link ended; the callback may be seconds later.
    ///   - isReconnecting: Whether the system is connecting again: then the peripheral's state is `.connecting`.
    ///   - error: Why it ended; `nil` when the app has cancelled it.
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
