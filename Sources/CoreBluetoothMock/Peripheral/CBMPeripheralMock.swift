import FaradayCoreBluetooth

/// A peripheral that a `CBMCentralManagerMock` found: one that the test defined, or anything else in its world.
///
/// It keeps its delegate. Another manager's object for the same peripheral has the same hash, and is not equal.
open class CBMPeripheralMock: NSObject, CBMPeripheral {
    #if canImport(Darwin)
    @objc
    #endif
    let core: PeripheralCore

    init(_ core: PeripheralCore) {
        self.core = core
        super.init()
        core.owner = self
    }

    /// The identifier under which this phone knows the peer.
    open var identifier: UUID { core.facade.identifier }

    /// Who is told, and kept for it; every callback comes on the manager's queue.
    open var delegate: CBMPeripheralDelegate? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// The advertised name, or the GAP name once the phone has been linked (ledger 2.21).
    open var name: String? { core.facade.name }

    /// How the peripheral is linked to this app.
    #if canImport(Darwin)
    @objc
    #endif
    open var state: CBMPeripheralState { core.state }

    /// The services discovered so far; `nil` before (ledger 4.1).
    open var services: [CBMService]? { core.services }
    /// Whether a write without response finds room (ledger 5.17).
    open var canSendWriteWithoutResponse: Bool { core.facade.canSendWriteWithoutResponse }
    /// Whether the user shares this phone's notifications with the peripheral (ledger 3.25).
    open var ancsAuthorized: Bool { core.ancsAuthorized }

    /// Asks for the signal strength of the link.
    open func readRSSI() { core.readRSSI() }
    /// Finds services; `nil` or an empty list finds all.
    open func discoverServices(_ serviceUUIDs: [CBMUUID]?) { core.discoverServices(serviceUUIDs) }
    /// Finds the services that `service` includes.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService) {
        core.discoverIncludedServices(includedServiceUUIDs, for: service)
    }
    /// Finds characteristics of `service`; `nil` or an empty list finds all.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService) {
        core.discoverCharacteristics(characteristicUUIDs, for: service)
    }
    /// Finds the descriptors of `characteristic`.
    open func discoverDescriptors(for characteristic: CBMCharacteristic) {
        core.discoverDescriptors(for: characteristic)
    }
    /// Reads a value; the answer looks like a notification (ledger 5.1).
    open func readValue(for characteristic: CBMCharacteristic) { core.readValue(for: characteristic) }
    /// Reads a descriptor.
    open func readValue(for descriptor: CBMDescriptor) { core.readValue(for: descriptor) }
    /// The most bytes that one write takes: 512 with response, ATT_MTU − 3 without (ledger 5.9).
    open func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int {
        core.facade.maximumWriteValueLength(for: type)
    }
    /// Writes a value; only `.withResponse` is answered (ledger 5.8).
    open func writeValue(
        _ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType
    ) {
        core.writeValue(data, for: characteristic, type: type)
    }
    /// Writes a descriptor; not the one for subscriptions (ledger 5.26).
    open func writeValue(_ data: Data, for descriptor: CBMDescriptor) {
        core.writeValue(data, for: descriptor)
    }
    /// Subscribes or unsubscribes.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {
        core.setNotifyValue(enabled, for: characteristic)
    }
    /// Opens a stream channel; ends with `peripheral(_:didOpen:error:)` (ledger 6.30).
    open func openL2CAPChannel(_ PSM: CBML2CAPPSM) { core.openL2CAPChannel(PSM) }

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }
    /// The same text as the façade's `CBPeripheral` has.
    open override var description: String { core.facade.description }
}

extension CBMPeripheralMock: ManagedPeripheral {}
