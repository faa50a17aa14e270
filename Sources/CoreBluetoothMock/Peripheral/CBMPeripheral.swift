import FaradayCoreBluetooth

/// A remote device, or another app, with an identifier.
open class CBMPeer: NSObject {
    private let made: UUID

    /// Creates a peer with an identifier of its own, for subclasses.
    public override init() {
        made = UUID()
        super.init()
    }

    init(identifier: UUID) {
        made = identifier
        super.init()
    }

    /// The identifier under which this phone knows the peer.
    open var identifier: UUID { made }
}

/// A peripheral: a mock, a native peripheral, or one for previews.
///
/// A value changes on the manager's queue, right before the callback that reports the change. With
/// `simulateCoreBluetooth()` this holds for all properties (`state`, `services`).
public protocol CBMPeripheral: AnyObject {
    /// The identifier under which this phone knows the peripheral.
    var identifier: UUID { get }
    /// The receiver of all callbacks, on the manager's queue.
    var delegate: CBMPeripheralDelegate? { get set }
    /// The advertised name, or the GAP name once the phone has been connected (behaviour 2.21).
    var name: String? { get }
    /// The state of the peripheral's connection to this app.
    var state: CBMPeripheralState { get }
    /// The services discovered so far; `nil` before (behaviour 4.1).
    var services: [CBMService]? { get }
    /// Whether there is room for a write without response (behaviour 5.17).
    var canSendWriteWithoutResponse: Bool { get }
    /// Whether the user shares this phone's notifications with the peripheral (behaviour 3.25).
    var ancsAuthorized: Bool { get }

    /// Reads the signal strength of the link.
    func readRSSI()
    /// Discovers services; `nil` or an empty list discovers all.
    func discoverServices(_ serviceUUIDs: [CBMUUID]?)
    /// Discovers the services that `service` includes.
    func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService)
    /// Discovers characteristics of `service`; `nil` or an empty list discovers all.
    func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService)
    /// Discovers the descriptors of `characteristic`.
    func discoverDescriptors(for characteristic: CBMCharacteristic)
    /// Reads a value; the answer looks like a notification (behaviour 5.1).
    func readValue(for characteristic: CBMCharacteristic)
    /// Reads a descriptor.
    func readValue(for descriptor: CBMDescriptor)
    /// The maximum number of bytes in one write: 512 with response, ATT_MTU − 3 without (behaviour 5.9).
    func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int
    /// Writes a value; only `.withResponse` is answered (behaviour 5.8).
    func writeValue(_ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType)
    /// Writes a descriptor, but not the Client Characteristic Configuration descriptor (behaviour 5.26).
    func writeValue(_ data: Data, for descriptor: CBMDescriptor)
    /// Subscribes or unsubscribes.
    func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic)
    /// Opens an L2CAP channel; `peripheral(_:didOpen:error:)` follows (behaviour 6.30).
    func openL2CAPChannel(_ PSM: CBML2CAPPSM)

    #if !canImport(Darwin) || os(iOS)
    /// Measures the distance again and again; `peripheral(_:didReceive:error:)` delivers each result (behaviour 27.7).
    @available(iOS 27.0, macCatalyst 27.0, *)
    func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration)
    /// Ends the session; `peripheral(_:didCompleteChannelSoundingSession:)` follows (behaviour 27.9).
    @available(iOS 27.0, macCatalyst 27.0, *)
    func cancelChannelSoundingSession()
    #endif
}

#if !canImport(Darwin) || os(iOS)
// CoreBluetoothMock does not have these, so a peripheral of an app's own need not have them.
@available(iOS 27.0, macCatalyst 27.0, *)
extension CBMPeripheral {
    public func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration) {}
    public func cancelChannelSoundingSession() {}
}
#endif
