import FaradayCoreBluetooth

/// A peripheral that a `CBMCentralManagerNative` found. It does not retain its delegate.
open class CBMPeripheralNative: CBMPeer, CBMPeripheral {
    private let found: FacadePeripheral

    init(_ core: FacadePeripheral) {
        found = core
        super.init(identifier: core.identifier)
        core.owner = self
    }

    var core: FacadePeripheral? { found }

    /// CoreBluetooth's own object; this object uses its delegate property.
    public var peripheral: CBPeripheral { found.facade }

    /// The identifier under which this phone knows the peer.
    open override var identifier: UUID { found.identifier }

    /// The receiver of all callbacks, on the manager's queue.
    open var delegate: CBMPeripheralDelegate? {
        get { found.delegate }
        set { found.delegate = newValue }
    }

    /// The advertised name, or the GAP name once the phone has been connected (behaviour 2.21).
    open var name: String? { found.facade.name }

    /// The state of the peripheral's connection to this app.
    open var state: CBMPeripheralState { found.state }

    /// The services discovered so far; `nil` before (behaviour 4.1).
    open var services: [CBMService]? { found.services }
    /// Whether there is room for a write without response (behaviour 5.17).
    open var canSendWriteWithoutResponse: Bool { found.facade.canSendWriteWithoutResponse }
    /// Whether the user shares this phone's notifications with the peripheral (behaviour 3.25).
    open var ancsAuthorized: Bool { found.ancsAuthorized }

    /// Reads the signal strength of the link.
    open func readRSSI() { found.readRSSI() }
    /// Discovers services; `nil` or an empty list discovers all.
    open func discoverServices(_ serviceUUIDs: [CBMUUID]?) { found.discoverServices(serviceUUIDs) }
    /// Discovers the services that `service` includes.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService) {
        found.discoverIncludedServices(includedServiceUUIDs, for: service)
    }
    /// Discovers characteristics of `service`; `nil` or an empty list discovers all.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService) {
        found.discoverCharacteristics(characteristicUUIDs, for: service)
    }
    /// Discovers the descriptors of `characteristic`.
    open func discoverDescriptors(for characteristic: CBMCharacteristic) {
        found.discoverDescriptors(for: characteristic)
    }
    /// Reads a value; the answer looks like a notification (behaviour 5.1).
    open func readValue(for characteristic: CBMCharacteristic) { found.readValue(for: characteristic) }
    /// Reads a descriptor.
    open func readValue(for descriptor: CBMDescriptor) { found.readValue(for: descriptor) }
    /// The maximum number of bytes in one write: 512 with response, ATT_MTU − 3 without (behaviour 5.9).
    open func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int {
        found.facade.maximumWriteValueLength(for: type)
    }
    /// Writes a value; only `.withResponse` is answered (behaviour 5.8).
    open func writeValue(
        _ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType
    ) {
        found.writeValue(data, for: characteristic, type: type)
    }
    /// Writes a descriptor, but not the Client Characteristic Configuration descriptor (behaviour 5.26).
    open func writeValue(_ data: Data, for descriptor: CBMDescriptor) {
        found.writeValue(data, for: descriptor)
    }
    /// Subscribes or unsubscribes.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {
        found.setNotifyValue(enabled, for: characteristic)
    }
    /// Opens an L2CAP channel; `peripheral(_:didOpen:error:)` follows (behaviour 6.30).
    open func openL2CAPChannel(_ PSM: CBML2CAPPSM) { found.openL2CAPChannel(PSM) }
    #if !canImport(Darwin) || os(iOS)
    /// Measures the distance again and again; `peripheral(_:didReceive:error:)` delivers each result (behaviour 27.7).
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration) {
        found.startChannelSoundingSession(configuration)
    }
    /// Ends the session; `peripheral(_:didCompleteChannelSoundingSession:)` follows (behaviour 27.9).
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func cancelChannelSoundingSession() { found.cancelChannelSoundingSession() }
    #endif

    /// The description of CoreBluetooth's own object.
    open override var description: String { found.facade.description }
}

extension CBMPeripheralNative: ManagedPeripheral {}
