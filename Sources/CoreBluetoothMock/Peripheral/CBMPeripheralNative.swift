import FaradayCoreBluetooth

/// A peripheral that a `CBMCentralManagerNative` found. It does not keep its delegate.
open class CBMPeripheralNative: CBMPeer, CBMPeripheral {
    private let found: PeripheralCore

    init(_ core: PeripheralCore) {
        found = core
        super.init(identifier: core.identifier)
        core.owner = self
    }

    var core: PeripheralCore? { found }

    /// CoreBluetooth's own object, whose delegate is this one's.
    public var peripheral: CBPeripheral { found.facade }

    /// The identifier under which this phone knows the peer.
    open override var identifier: UUID { found.identifier }

    /// Who is told; every callback comes on the manager's queue.
    open var delegate: CBMPeripheralDelegate? {
        get { found.delegate }
        set { found.delegate = newValue }
    }

    /// The advertised name, or the GAP name once the phone has been linked (behaviour 2.21).
    open var name: String? { found.facade.name }

    /// How the peripheral is linked to this app.
    open var state: CBMPeripheralState { found.state }

    /// The services discovered so far; `nil` before (behaviour 4.1).
    open var services: [CBMService]? { found.services }
    /// Whether a write without response finds room (behaviour 5.17).
    open var canSendWriteWithoutResponse: Bool { found.facade.canSendWriteWithoutResponse }
    /// Whether the user shares this phone's notifications with the peripheral (behaviour 3.25).
    open var ancsAuthorized: Bool { found.ancsAuthorized }

    /// Asks for the signal strength of the link.
    open func readRSSI() { found.readRSSI() }
    /// Finds services; `nil` or an empty list finds all.
    open func discoverServices(_ serviceUUIDs: [CBMUUID]?) { found.discoverServices(serviceUUIDs) }
    /// Finds the services that `service` includes.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService) {
        found.discoverIncludedServices(includedServiceUUIDs, for: service)
    }
    /// Finds characteristics of `service`; `nil` or an empty list finds all.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService) {
        found.discoverCharacteristics(characteristicUUIDs, for: service)
    }
    /// Finds the descriptors of `characteristic`.
    open func discoverDescriptors(for characteristic: CBMCharacteristic) {
        found.discoverDescriptors(for: characteristic)
    }
    /// Reads a value; the answer looks like a notification (behaviour 5.1).
    open func readValue(for characteristic: CBMCharacteristic) { found.readValue(for: characteristic) }
    /// Reads a descriptor.
    open func readValue(for descriptor: CBMDescriptor) { found.readValue(for: descriptor) }
    /// The most bytes that one write takes: 512 with response, ATT_MTU − 3 without (behaviour 5.9).
    open func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int {
        found.facade.maximumWriteValueLength(for: type)
    }
    /// Writes a value; only `.withResponse` is answered (behaviour 5.8).
    open func writeValue(
        _ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType
    ) {
        found.writeValue(data, for: characteristic, type: type)
    }
    /// Writes a descriptor; not the one for subscriptions (behaviour 5.26).
    open func writeValue(_ data: Data, for descriptor: CBMDescriptor) {
        found.writeValue(data, for: descriptor)
    }
    /// Subscribes or unsubscribes.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {
        found.setNotifyValue(enabled, for: characteristic)
    }
    /// Opens a stream channel; ends with `peripheral(_:didOpen:error:)` (behaviour 6.30).
    open func openL2CAPChannel(_ PSM: CBML2CAPPSM) { found.openL2CAPChannel(PSM) }

    /// The same text as the native peripheral has.
    open override var description: String { found.facade.description }
}

extension CBMPeripheralNative: ManagedPeripheral {}
