import BluetoothPort
import FaradayCoreBluetooth

/// A peripheral for SwiftUI previews: all attributes are already discovered, and every request except
/// `openL2CAPChannel(_:)` succeeds at once.
///
/// It does not call the spec delegate, and no radio is simulated. Callbacks come inside the calls, on the caller's
/// thread, those of managers too; reads do not change values, and subscriptions no flag. As long as the app holds the preview, any mock manager can retrieve and connect
/// it, powered on or not. A preview that was created in a test's own world is visible only to the managers of that
/// world.
///
/// ```swift
/// let blinky = BlinkyPeripheral(CBMPeripheralPreview(blinkySpec, state: .connected))
/// ```
open class CBMPeripheralPreview: CBMPeer, CBMPeripheral {
    private struct State {
        var delegate: (any CBMPeripheralDelegate)?
        var state: CBMPeripheralState
        var services: [CBMService]?
    }

    private let spec: SpecState
    private let storage: Lock<State>
    private let found: [PreviewService]

    public init(_ spec: CBMPeripheralSpec, state: CBMPeripheralState = .disconnected) {
        self.spec = spec.base.withLock { $0 }
        let found = PreviewService.all(of: self.spec.services ?? [])
        self.found = found
        nonisolated(unsafe) let first = State(state: state, services: found.filter(\.isTopLevel))
        storage = Lock(first)
        super.init(identifier: self.spec.identifier)
        for service in found { service.storage.withLock { $0.peripheral = self } }
        PreviewRegistry.shared.add(self)
    }

    /// The identifier of the spec.
    open override var identifier: UUID { spec.identifier }

    /// The receiver of all callbacks, inside the calls.
    open var delegate: CBMPeripheralDelegate? {
        get { storage.withLock { $0.delegate } }
        set {
            nonisolated(unsafe) var swapped = newValue
            storage.withLock { swap(&$0.delegate, &swapped) }
        }
    }

    /// The name of the spec.
    open var name: String? { spec.name }

    /// The state with which it was created, or to which a manager has changed it.
    #if canImport(Darwin)
    @objc
    #endif
    open var state: CBMPeripheralState { storage.withLock { $0.state } }

    /// All services of the spec, with all their attributes, until a preview sets others.
    open var services: [CBMService]? {
        get { storage.withLock { $0.services } }
        set {
            nonisolated(unsafe) var swapped = newValue
            storage.withLock { swap(&$0.services, &swapped) }
        }
    }
    /// Always `true`, because nothing is sent.
    open var canSendWriteWithoutResponse: Bool { true }
    /// Always `false`, because there is no phone.
    open var ancsAuthorized: Bool { false }

    /// Calls `didReadRSSI` with the signal strength for the spec's proximity.
    open func readRSSI() {
        tell { $0.peripheral($1, didReadRSSI: NSNumber(value: spec.proximity.RSSI), error: nil) }
    }
    /// Calls `didDiscoverServices`.
    open func discoverServices(_ serviceUUIDs: [CBMUUID]?) {
        tell { $0.peripheral($1, didDiscoverServices: nil) }
    }
    /// Calls `didDiscoverIncludedServicesFor`.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService) {
        let service = own(service)
        tell { $0.peripheral($1, didDiscoverIncludedServicesFor: service, error: nil) }
    }
    /// Calls `didDiscoverCharacteristicsFor`.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService) {
        let service = own(service)
        tell { $0.peripheral($1, didDiscoverCharacteristicsFor: service, error: nil) }
    }
    /// Calls `didDiscoverDescriptorsFor`.
    open func discoverDescriptors(for characteristic: CBMCharacteristic) {
        let characteristic = own(characteristic)
        tell { $0.peripheral($1, didDiscoverDescriptorsFor: characteristic, error: nil) }
    }
    /// Calls `didUpdateValueFor` and does not change the value.
    open func readValue(for characteristic: CBMCharacteristic) {
        let characteristic = own(characteristic)
        tell { $0.peripheral($1, didUpdateValueFor: characteristic, error: nil) }
    }
    /// Calls `didUpdateValueFor` and does not change the value.
    open func readValue(for descriptor: CBMDescriptor) {
        let descriptor = own(descriptor)
        tell { $0.peripheral($1, didUpdateValueFor: descriptor, error: nil) }
    }
    /// The spec's MTU − 3, for both types.
    open func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int { (spec.mtu ?? 23) - 3 }
    /// Calls `didWriteValueFor` if the write has a response, and does not store the value.
    open func writeValue(
        _ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType
    ) {
        let characteristic = own(characteristic)
        tell { delegate, peripheral in
            switch type {
            case .withResponse: delegate.peripheral(peripheral, didWriteValueFor: characteristic, error: nil)
            default: delegate.peripheralIsReady(toSendWriteWithoutResponse: peripheral)
            }
        }
    }
    /// Calls `didWriteValueFor` if the write has a response, and does not store the value.
    open func writeValue(_ data: Data, for descriptor: CBMDescriptor) {
        let descriptor = own(descriptor)
        tell { $0.peripheral($1, didWriteValueFor: descriptor, error: nil) }
    }
    /// Calls `didUpdateNotificationStateFor`; `isNotifying` stays `false`, because no value will follow.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {
        let characteristic = own(characteristic)
        tell { $0.peripheral($1, didUpdateNotificationStateFor: characteristic, error: nil) }
    }
    /// Fails with `CBMError(.operationNotSupported)`, because there is no peer.
    open func openL2CAPChannel(_ PSM: CBML2CAPPSM) {
        tell { $0.peripheral($1, didOpen: nil, error: CBMError(.operationNotSupported)) }
    }

    #if !canImport(Darwin) || os(iOS)
    /// Fails with `CBMError(.operationNotSupported)`, because there is no peer.
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration) {
        tell {
            $0.peripheral($1, didCompleteChannelSoundingSession: CBMError(.operationNotSupported))
        }
    }
    /// Does nothing, because no session begins.
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func cancelChannelSoundingSession() {}
    #endif

    /// A manager connects or disconnects it; returns whether this changes the state.
    @discardableResult
    func setConnected(_ isConnected: Bool) -> Bool {
        let state: CBMPeripheralState = isConnected ? .connected : .disconnected
        guard self.state != state else { return false }
        changingState { storage.withLock { $0.state = state } }
        return true
    }

    private func tell(_ body: (any CBMPeripheralDelegate, any CBMPeripheral) -> Void) {
        if let delegate { body(delegate, self) }
    }

    // MARK: What apps pass in: attributes of this preview, or their definitions

    private func own(_ service: CBMService) -> CBMService {
        found.first { $0 == service } ?? service
    }

    private func own(_ characteristic: CBMCharacteristic) -> CBMCharacteristic {
        found.lazy.flatMap(\.all).first { $0 == characteristic } ?? characteristic
    }

    private func own(_ descriptor: CBMDescriptor) -> CBMDescriptor {
        found.lazy.flatMap(\.all).flatMap { $0.descriptors ?? [] }.first { $0 == descriptor } ?? descriptor
    }
}
