import BluetoothPort
import Foundation

/// A peer that this app may link to; keep a reference, since the manager does not (ledger 1.30).
///
/// What it reads (`state`, `services`, a characteristic's `value`) changes on the manager's queue, right
/// before the callback that tells of it.
@available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBPeripheral)
#endif
open class CBPeripheral: CBPeer {
    struct Mirror {
        weak var delegate: (any CBPeripheralDelegate)?
        var name: String?
        var connection = ConnectionMirror()
        var graph = AttributeGraph()
        /// The system reconnects by itself: the next link has the attributes of the one before (behaviour 3.19).
        var keepsGraph = false
        /// The manager went below `.poweredOff`: the peer has to be retrieved anew (ledger 1.18).
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

    /// An attempt or a link ends with the last reference to its object (ledger 1.28, 1.29).
    deinit {
        guard inbox.peers.forget(peer) else { return }
        switch state {
        case .connecting, .connected: port.send(.release(peer))
        case .disconnected, .disconnecting: break
        }
    }

    /// Who is told; every callback comes on the manager's queue.
    open var delegate: (any CBPeripheralDelegate)? {
        get { mirror.withLock { $0.delegate } }
        set { mirror.withLock { $0.delegate = newValue } }
    }

    /// The advertised name, or the GAP name once the phone has been linked (ledger 2.21).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var name: String? { mirror.withLock { $0.name } }

    /// Always `nil`, as since iOS 8: the answer comes to `peripheral(_:didReadRSSI:error:)`.
    @available(iOS, introduced: 5.0, deprecated: 8.0)
    @available(macOS, introduced: 10.7, deprecated: 10.13)
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1)
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    open var rssi: NSNumber? { nil }

    /// How the peer is linked to this app.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var state: CBPeripheralState { mirror.withLock { $0.connection.state } }

    /// The services discovered so far on this connection, in handle order; `nil` before (ledger 4.1).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var services: [CBService]? { mirror.withLock { $0.graph.services } }

    /// Whether a write without response finds room (ledger 5.17).
    @available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var canSendWriteWithoutResponse: Bool {
        port.query(.canSendWriteWithoutResponse(peer)) == .flag(true)
    }

    /// Whether the user shares this phone's notifications with the peer (ledger 3.25).
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var ancsAuthorized: Bool {
        port.query(.isNotificationSharingAuthorized(peer)) == .flag(true)
    }

    /// Asks for the signal strength of the link.
    open func readRSSI() {
        port.send(.readRSSI(peer))
    }

    /// Finds services; `nil` or an empty list finds all (ledger 4.2, 4.3).
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
        if delegate == nil { reportMissingDiscoveryDelegate() }
        port.send(.discoverServices(peer, serviceUUIDs?.map(\.value)))
    }

    /// Finds the services that `service` includes.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
        guard isUsable(service, call: "discoverIncludedServices(_:for:)") else { return }
        port.send(
            .discoverIncludedServices(
                peer, includedServiceUUIDs?.map(\.value), service: service.identifier))
    }

    /// Finds characteristics of `service`; `nil` or an empty list finds all.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
        guard isUsable(service, call: "discoverCharacteristics(_:for:)") else { return }
        port.send(
            .discoverCharacteristics(
                peer, characteristicUUIDs?.map(\.value), service: service.identifier))
    }

    /// Reads a value; the answer looks like a notification (ledger 5.1).
    open func readValue(for characteristic: CBCharacteristic) {
        guard isUsable(characteristic, call: "readValue(for:)") else { return }
        port.send(.readCharacteristic(peer, characteristic.identifier))
    }

    /// The most bytes that one write takes: 512 with response, ATT_MTU − 3 without (ledger 5.9).
    @available(iOS 9.0, macOS 10.12, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        port.query(.maximumWriteLength(peer, type.portType)).number
    }

    /// Writes a value; only `.withResponse` is answered (ledger 5.8).
    open func writeValue(
        _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
    ) {
        guard isUsable(characteristic, call: "writeValue(_:for:type:)") else { return }
        port.send(.writeCharacteristic(peer, characteristic.identifier, [UInt8](data), type.portType))
    }

    /// Subscribes or unsubscribes; notifications are preferred to indications (ledger 5.20).
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        guard isUsable(characteristic, call: "setNotifyValue(_:for:)") else { return }
        port.send(.setNotify(peer, characteristic.identifier, enabled))
    }

    /// Finds the descriptors of `characteristic`.
    open func discoverDescriptors(for characteristic: CBCharacteristic) {
        guard isUsable(characteristic, call: "discoverDescriptors(for:)") else { return }
        port.send(.discoverDescriptors(peer, characteristic: characteristic.identifier))
    }

    /// Reads a descriptor.
    open func readValue(for descriptor: CBDescriptor) {
        guard isUsable(descriptor, call: "readValue(for:)") else { return }
        port.send(.readDescriptor(peer, descriptor.identifier))
    }

    /// Writes a descriptor; the one for subscriptions is an exception in Apple's framework (ledger 5.26).
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
        port.send(.writeDescriptor(peer, descriptor.identifier, [UInt8](data)))
    }

    /// Opens a stream channel to a PSM of the peer; ends with `peripheral(_:didOpen:error:)`, which does not say of
    /// which PSM it failed (ledger 6.30, 6.31).
    @available(iOS 11.0, macOS 10.14, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
        port.send(.openChannel(peer, psm: PSM))
    }

    open override var description: String {
        "<\(appleHeader("CBPeripheral")), identifier = \(identifier.uuidString), "
            + "name = \(name ?? "(null)"), mtu = \(port.query(.mtu(peer)).number), state = \(state.word)>"
    }
}

extension Central.Answer {
    /// The number asked for; 0 when the port has none.
    var number: Int {
        numberIfAny ?? 0
    }

    var numberIfAny: Int? {
        if case .number(let number) = self { number } else { nil }
    }
}
