import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

#if !os(tvOS) && !os(watchOS) && !os(visionOS)
/// One `CBPeripheralManager` and the services that the port's user has published with it; confined to its
/// queue.
final class NativePeripheralRole: NSObject {
    private(set) var manager: CBPeripheralManager?
    let framework: Framework
    private weak var sink: (any PeripheralSink)?
    let channels = ChannelSet()
    var publications = PublicationTable()

    /// Requests that wait for an answer; for a write with several requests, the first one.
    private var requests = RecentTable<RequestIdentifier, CBATTRequest>(limit: 256)
    /// Centrals that the port's user knows.
    private var centrals = RecentTable<PeerIdentifier, CBCentral>(limit: 256)
    private var lastRequest: UInt64 = 0
    /// Far above the numbers that the façade uses for its own services.
    private var lastRestored: UInt64 = 1 << 32

    init(
        _ options: ManagerOptions, _ framework: Framework, _ sink: any PeripheralSink,
        on queue: DispatchQueue
    ) {
        self.framework = framework
        self.sink = sink
        super.init()
        channels.queue = queue
        channels.tell = { [weak self] channel, event in self?.tell(.channel(channel, event)) }
        manager = framework.run {
            CBPeripheralManager(delegate: self, queue: queue, options: options.forPeripheral)
        }
    }

    func tell(_ event: Peripheral.Event) {
        sink?.receive(event, .posting)
    }

    /// The port was closed: no more events are delivered, and services and advertising end with the manager.
    func close() {
        manager?.delegate = nil
        manager = nil
        channels.closeAll()
        forgetEverything()
        sink = nil
    }

    var isPoweredOn: Bool { manager?.state == .poweredOn }

    /// Below `.poweredOff`, the framework has removed all services (behaviour 6.13).
    func forgetEverything() {
        publications.removeAll()
        requests.removeAll()
        centrals.removeAll()
    }

    /// An identifier for an attribute that was published before this process began.
    func nameRestored() -> AttributeIdentifier {
        lastRestored += 1
        return AttributeIdentifier(rawValue: lastRestored)
    }

    // MARK: Requests and centrals

    /// Stores a request until it is answered.
    func keep(_ request: CBATTRequest) -> RequestIdentifier {
        lastRequest += 1
        let identifier = RequestIdentifier(rawValue: lastRequest)
        requests.insert(request, for: identifier)
        return identifier
    }

    /// Removes and returns the request with this identifier, which is answered now.
    func take(_ identifier: RequestIdentifier) -> CBATTRequest? { requests.remove(identifier) }

    func subscriber(_ central: CBCentral) -> Peripheral.Subscriber {
        let identifier = PeerIdentifier(central.identifier)
        centrals.insert(central, for: identifier)
        return Peripheral.Subscriber(
            identifier: identifier, maximumUpdateLength: central.maximumUpdateValueLength)
    }

    func central(_ peer: PeerIdentifier) -> CBCentral? { centrals[peer] }
}
#endif
