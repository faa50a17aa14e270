import Foundation

/// What a peripheral manager tells; only `peripheralManagerDidUpdateState(_:)` must be there.
public protocol CBPeripheralManagerDelegate: NSObjectProtocol {
    /// The radio or the permission changed; at least once after creation (ledger 1.2).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)

    /// First callback after a relaunch for restoration (ledger 7.4).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])

    /// The answer to `startAdvertising(_:)` (ledger 6.9).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?)

    /// The answer to `add(_:)` (ledger 6.1).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?)

    /// A central turned notifications on (ledger 6.15).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    )

    /// A central turned notifications off, or is gone (ledger 6.15).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic)

    /// A central reads: answer exactly once (ledger 6.22).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)

    /// A central writes: answer exactly once, with the first request (ledger 6.23).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest])

    /// There is room again for `updateValue` (ledger 6.19).
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager)

    /// The answer to `publishL2CAPChannel(withEncryption:)`.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?)

    /// The answer to `unpublishL2CAPChannel(_:)`.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?)

    /// A central opened a channel.
    @available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?)
}

// Those that are never inlined nor optimised are looked for in the classes that lack them: see `WitnessTable`.
extension CBPeripheralManagerDelegate {
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    @inline(never)
    @_optimize(none)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]
    ) {
        DelegateProbe.noteMissing(self)
    }

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?
    ) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
    ) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {}

    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    @inline(never)
    @_optimize(none)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        DelegateProbe.standIn()
    }

    @available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {}
}
