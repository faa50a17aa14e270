import BluetoothPort
import Foundation

/// A peer to which this app may connect; keep a reference, because the manager does not (behaviour 1.30).
///
/// Its properties, and those of its services and characteristics, change on the manager's queue, right before the
/// callback that reports the change. Calls while it is not connected are dropped as misuse (behaviour 1.10).
@available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBPeripheral)
#endif
open class CBPeripheral: CBPeer {
    struct Mirror {
        weak var delegate: (any CBPeripheralDelegate)? {
            didSet { if delegate != nil { hadDelegate = true } }
        }
        /// Whether there has been a delegate.
        var hadDelegate = false
        var name: String?
        var connection = ConnectionMirror()
        var graph = AttributeGraph()
        /// The system reconnects automatically: the next link has the attributes of the previous one (behaviour 3.19).
        var keepsGraph = false
        /// The manager went below `.poweredOff`: the app has to retrieve the peer again (behaviour 1.18).
        var isInvalid = false
    }

    let mirror = Lock(Mirror())
    let port: any CentralPort
    let inbox: Inbox<CBCentralManager>

    init(_ peer: Central.Peer, port: any CentralPort, inbox: Inbox<CBCentralManager>) {
        self.port = port
        self.inbox = inbox
        super.init(peer: peer.identifier)
        mirror.withLock { $0.name = peer.name }
    }

    /// The release of the last reference ends the attempt or the link (behaviour 1.28, 1.29).
    deinit {
        guard inbox.peers.forget(peer) else { return }
        switch state {
        case .connecting, .connected: port.send(.release(peer))
        case .disconnected, .disconnecting: break
        }
    }

    /// The receiver of all callbacks, on the manager's queue; held weakly.
    open var delegate: (any CBPeripheralDelegate)? {
        get { mirror.withLock { $0.delegate } }
        set { mirror.withLock { $0.delegate = newValue } }
    }

    /// The name that the peer advertises, or its GAP name once the phone has been connected to it (behaviour 2.21).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var name: String? { mirror.withLock { $0.name } }

    /// Always `nil`, as since iOS 8. Call `readRSSI()` instead; `peripheral(_:didReadRSSI:error:)` delivers the value.
    @available(iOS, introduced: 5.0, deprecated: 8.0)
    @available(macOS, introduced: 10.7, deprecated: 10.13)
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1)
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    open var rssi: NSNumber? { nil }

    /// The state of the peer's connection to this app.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var state: CBPeripheralState { mirror.withLock { $0.connection.state } }

    /// The services that were discovered on this link, in the order of their handles; `nil` before a discovery
    /// (behaviour 4.1).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var services: [CBService]? { mirror.withLock { $0.graph.services } }

    /// Whether there is room for a write without response; a write without room is lost (behaviours 5.16 and 5.17).
    @available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var canSendWriteWithoutResponse: Bool {
        port.canSendWriteWithoutResponse(to: peer)
    }

    /// Whether the user shares the phone's notifications with the peer (behaviour 3.25).
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var ancsAuthorized: Bool {
        port.isNotificationSharingAuthorized(for: peer)
    }

    /// Reads the link's signal strength; `peripheral(_:didReadRSSI:error:)` delivers it.
    open func readRSSI() {
        port.send(.readRSSI(peer))
    }

    /// Discovers services; `peripheral(_:didDiscoverServices:)` follows, and `services` contains them.
    ///
    /// - Parameter serviceUUIDs: The services to find; all if it is `nil` or empty (behaviours 4.2 and 4.3).
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
        if delegate == nil { reportMissingDiscoveryDelegate() }
        port.send(.discoverServices(peer, serviceUUIDs?.map(\.value)))
    }

    /// Discovers the services that a service includes; `peripheral(_:didDiscoverIncludedServicesFor:error:)` follows.
    ///
    /// - Parameters:
    ///   - includedServiceUUIDs: The services to find; all if it is `nil` or empty.
    ///   - service: A service that was discovered on this link.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
        guard isUsable(service, call: "discoverIncludedServices(_:for:)") else { return }
        port.send(
            .discoverIncludedServices(
                peer, includedServiceUUIDs?.map(\.value), service: service.identifier))
    }

    /// Discovers the characteristics of a service; `peripheral(_:didDiscoverCharacteristicsFor:error:)` follows.
    ///
    /// - Parameters:
    ///   - characteristicUUIDs: The characteristics to find; all if it is `nil` or empty.
    ///   - service: A service that was discovered on this link.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
        guard isUsable(service, call: "discoverCharacteristics(_:for:)") else { return }
        port.send(
            .discoverCharacteristics(
                peer, characteristicUUIDs?.map(\.value), service: service.identifier))
    }

    /// Reads a value; `peripheral(_:didUpdateValueFor:error:)` delivers it, as it delivers notifications (behaviour
    /// 5.1).
    open func readValue(for characteristic: CBCharacteristic) {
        guard isUsable(characteristic, call: "readValue(for:)") else { return }
        port.send(.readCharacteristic(peer, characteristic.identifier))
    }

    /// The maximum number of bytes in one write: 512 with response, ATT_MTU − 3 without (behaviours 5.9 and 5.10).
    @available(iOS 9.0, macOS 10.12, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        port.maximumWriteLength(to: peer, type.portType)
    }

    /// Writes a value.
    ///
    /// - Parameters:
    ///   - data: The value. With response, it has at most 512 bytes; a longer value fails with
    ///     `CBATTError.invalidAttributeValueLength`. Without response, a value longer than
    ///     `maximumWriteValueLength(for:)` is truncated (behaviours 5.13 and 5.15).
    ///   - characteristic: A characteristic that was discovered on this link.
    ///   - type: Whether the peer answers; `peripheral(_:didWriteValueFor:error:)` follows only with response
    ///     (behaviour 5.8).
    open func writeValue(
        _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
    ) {
        guard isUsable(characteristic, call: "writeValue(_:for:type:)") else { return }
        port.send(.writeCharacteristic(peer, characteristic.identifier, data.byteArray, type.portType))
    }

    /// Subscribes to a characteristic, or unsubscribes; `peripheral(_:didUpdateNotificationStateFor:error:)` follows.
    /// If the characteristic supports both, notifications are used, not indications (behaviour 5.20).
    ///
    /// - Parameters:
    ///   - enabled: Whether to subscribe.
    ///   - characteristic: A characteristic that was discovered on this link.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        guard isUsable(characteristic, call: "setNotifyValue(_:for:)") else { return }
        port.send(.setNotify(peer, characteristic.identifier, enabled))
    }

    /// Discovers the descriptors of a characteristic; `peripheral(_:didDiscoverDescriptorsFor:error:)` follows.
    open func discoverDescriptors(for characteristic: CBCharacteristic) {
        guard isUsable(characteristic, call: "discoverDescriptors(for:)") else { return }
        port.send(.discoverDescriptors(peer, characteristic: characteristic.identifier))
    }

    /// Reads the value of a descriptor; `peripheral(_:didUpdateValueFor:error:)` delivers it.
    open func readValue(for descriptor: CBDescriptor) {
        guard isUsable(descriptor, call: "readValue(for:)") else { return }
        port.send(.readDescriptor(peer, descriptor.identifier))
    }

    /// Writes a descriptor; `peripheral(_:didWriteValueFor:error:)` follows.
    ///
    /// Writing the Client Characteristic Configuration descriptor (2902) throws an exception in Apple's framework, and
    /// is a misuse here. Use `setNotifyValue(_:for:)` (behaviour 5.26).
    ///
    /// - Parameters:
    ///   - data: The value, 512 bytes at most.
    ///   - descriptor: A descriptor that was discovered on this link.
    open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
        let call = "writeValue(_:for:)"
        guard descriptor.uuid.value != DescriptorValue.clientConfiguration else {
            report(
                .clientConfigurationWritten, call,
                "Client Characteristic Configuration descriptors must be configured using "
                    + "setNotifyValue:forCharacteristic:")
            return
        }
        guard isUsable(descriptor, call: call) else { return }
        port.send(.writeDescriptor(peer, descriptor.identifier, data.byteArray))
    }

    /// Opens an L2CAP channel to a PSM of the peer; `peripheral(_:didOpen:error:)` follows. An error does not contain
    /// the PSM (behaviours 6.30 and 6.31).
    ///
    /// - Parameter PSM: The number that the peer has published, 1…255.
    @available(iOS 11.0, macOS 10.14, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
        port.send(.openChannel(peer, psm: PSM))
    }

    /// Measures the distance to the peer again and again, until `cancelChannelSoundingSession()`, the end of the link or
    /// an error; `peripheral(_:didReceive:error:)` delivers each result (behaviour 27.7).
    ///
    /// The peer has to be an accessory that was set up with AccessorySetupKit (behaviour 27.5).
    ///
    /// - Parameter configuration: Which end of the link begins each measurement.
    @available(iOS 27.0, macCatalyst 27.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open func startChannelSoundingSession(_ configuration: CBChannelSoundingSessionConfiguration) {
        port.send(.ranging(peer, .start(configuration.role.portRole)))
    }

    /// Ends the session; `peripheral(_:didCompleteChannelSoundingSession:)` follows without an error (behaviour 27.9).
    @available(iOS 27.0, macCatalyst 27.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open func cancelChannelSoundingSession() {
        port.send(.ranging(peer, .cancel))
    }

    /// The peripheral as Apple's class prints it: identifier, name, MTU and state (behaviour 1.35).
    open override var description: String {
        "<\(appleHeader("CBPeripheral")), identifier = \(identifier.uuidString), "
            + "name = \(name ?? "(null)"), mtu = \(port.mtu(of: peer)), state = \(state.word)>"
    }
}
