import FaradayCoreBluetooth

/// A peripheral that a `CBMCentralManagerMock` found: one that the test defined, or any other device in its world.
///
/// It retains its delegate. Another manager's object for the same peripheral has the same hash but is not equal.
open class CBMPeripheralMock: CBMPeer, CBMPeripheral {
    let engine: any PeripheralEngine

    init(_ engine: any PeripheralEngine) {
        self.engine = engine
        super.init(identifier: engine.identifier)
        engine.owner = self
    }

    /// The identifier under which this phone knows the peer.
    open override var identifier: UUID { engine.identifier }

    /// The receiver of all callbacks, on the manager's queue; retained.
    open var delegate: CBMPeripheralDelegate? {
        get { engine.delegate }
        set { engine.delegate = newValue }
    }

    /// The advertised name, or the GAP name once the phone has been connected (behaviour 2.21).
    open var name: String? { engine.name }

    /// The state of the peripheral's connection to this app.
    #if canImport(Darwin)
    @objc
    #endif
    open var state: CBMPeripheralState { engine.state }

    /// The services discovered so far; `nil` before (behaviour 4.1).
    open var services: [CBMService]? { engine.services }
    /// Whether there is room for a write without response (behaviour 5.17).
    open var canSendWriteWithoutResponse: Bool { engine.canSendWriteWithoutResponse }
    /// Whether the user shares this phone's notifications with the peripheral (behaviour 3.25).
    open var ancsAuthorized: Bool { engine.ancsAuthorized }

    /// Reads the signal strength of the link.
    open func readRSSI() { engine.readRSSI() }
    /// Discovers services; `nil` or an empty list discovers all.
    open func discoverServices(_ serviceUUIDs: [CBMUUID]?) { engine.discoverServices(serviceUUIDs) }
    /// Discovers the services that `service` includes.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService) {
        engine.discoverIncludedServices(includedServiceUUIDs, for: service)
    }
    /// Discovers characteristics of `service`; `nil` or an empty list discovers all.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService) {
        engine.discoverCharacteristics(characteristicUUIDs, for: service)
    }
    /// Discovers the descriptors of `characteristic`.
    open func discoverDescriptors(for characteristic: CBMCharacteristic) {
        engine.discoverDescriptors(for: characteristic)
    }
    /// Reads a value; the answer looks like a notification (behaviour 5.1).
    open func readValue(for characteristic: CBMCharacteristic) { engine.readValue(for: characteristic) }
    /// Reads a descriptor.
    open func readValue(for descriptor: CBMDescriptor) { engine.readValue(for: descriptor) }
    /// The maximum number of bytes in one write: 512 with response, ATT_MTU − 3 without (behaviour 5.9).
    open func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int {
        engine.maximumWriteValueLength(for: type)
    }
    /// Writes a value; only `.withResponse` is answered (behaviour 5.8).
    open func writeValue(
        _ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType
    ) {
        engine.writeValue(data, for: characteristic, type: type)
    }
    /// Writes a descriptor, but not the Client Characteristic Configuration descriptor (behaviour 5.26).
    open func writeValue(_ data: Data, for descriptor: CBMDescriptor) {
        engine.writeValue(data, for: descriptor)
    }
    /// Subscribes or unsubscribes.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {
        engine.setNotifyValue(enabled, for: characteristic)
    }
    /// Opens an L2CAP channel; `peripheral(_:didOpen:error:)` follows (behaviour 6.30).
    open func openL2CAPChannel(_ PSM: CBML2CAPPSM) { engine.openL2CAPChannel(PSM) }
    #if !canImport(Darwin) || os(iOS)
    /// Measures the distance again and again; `peripheral(_:didReceive:error:)` delivers each result (behaviour 27.7).
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration) {
        engine.startChannelSoundingSession(configuration)
    }
    /// Ends the session; `peripheral(_:didCompleteChannelSoundingSession:)` follows (behaviour 27.9).
    @available(iOS 27.0, macCatalyst 27.0, *)
    open func cancelChannelSoundingSession() { engine.cancelChannelSoundingSession() }
    #endif

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }
    /// Class, identifier, name and state on one line.
    open override var description: String { engine.summary }
}
