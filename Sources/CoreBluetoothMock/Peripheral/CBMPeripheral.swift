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

/// A peripheral: a mock one, a real one, or one for previews.
///
/// A value, and with `simulateCoreBluetooth()` all that it reads (`state`, `services`), changes on the manager's queue,
/// right before the callback that tells of it.
public protocol CBMPeripheral: AnyObject {
    /// The identifier under which this phone knows the peripheral.
    var identifier: UUID { get }
    /// Who is told; every callback comes on the manager's queue.
    var delegate: CBMPeripheralDelegate? { get set }
    /// The advertised name, or the GAP name once the phone has been linked (behaviour 2.21).
    var name: String? { get }
    /// How the peripheral is linked to this app.
    var state: CBMPeripheralState { get }
    /// The services discovered so far; `nil` before (behaviour 4.1).
    var services: [CBMService]? { get }
    /// Whether a write without response finds room (behaviour 5.17).
    var canSendWriteWithoutResponse: Bool { get }
    /// Whether the user shares this phone's notifications with the peripheral (behaviour 3.25).
    var ancsAuthorized: Bool { get }

    /// Asks for the signal strength of the link.
    func readRSSI()
    /// Finds services; `nil` or an empty list finds all.
    func discoverServices(_ serviceUUIDs: [CBMUUID]?)
    /// Finds the services that `service` includes.
    func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService)
    /// Finds characteristics of `service`; `nil` or an empty list finds all.
    func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService)
    /// Finds the descriptors of `characteristic`.
    func discoverDescriptors(for characteristic: CBMCharacteristic)
    /// Reads a value; the answer looks like a notification (behaviour 5.1).
    func readValue(for characteristic: CBMCharacteristic)
    /// Reads a descriptor.
    func readValue(for descriptor: CBMDescriptor)
    /// The most bytes that one write takes: 512 with response, ATT_MTU − 3 without (behaviour 5.9).
    func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int
    /// Writes a value; only `.withResponse` is answered (behaviour 5.8).
    func writeValue(_ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType)
    /// Writes a descriptor; not the one for subscriptions (behaviour 5.26).
    func writeValue(_ data: Data, for descriptor: CBMDescriptor)
    /// Subscribes or unsubscribes.
    func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic)
    /// Opens a stream channel; ends with `peripheral(_:didOpen:error:)` (behaviour 6.30).
    func openL2CAPChannel(_ PSM: CBML2CAPPSM)
}
