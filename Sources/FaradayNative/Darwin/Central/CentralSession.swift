import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

/// One `CBCentralManager` and what the port's user knows of it; confined to its queue.
final class CentralSession: NSObject {
    /// First, since it is released first: then its peripherals end nothing on their own.
    private(set) var manager: CBCentralManager?
    let framework: Framework
    private weak var sink: (any CentralSink)?
    let channels = ChannelSet()

    /// What holds peripherals for a port's user that has their identifiers: the framework does not (behaviour
    /// 1.30). Others than these are asked for again.
    private var peripherals = RecentTable<PeerIdentifier, CBPeripheral>(limit: 256) {
        $0.state != .disconnected
    }
    /// The attributes of the links that are up.
    private var attributes: [PeerIdentifier: AttributeTable] = [:]
    private var lastIdentifier: UInt64 = 0

    init(
        _ options: ManagerOptions, _ framework: Framework, _ sink: any CentralSink, on queue: DispatchQueue
    ) {
        self.framework = framework
        self.sink = sink
        super.init()
        channels.queue = queue
        channels.tell = { [weak self] channel, event in self?.tell(.channel(channel, event)) }
        manager = framework.run {
            CBCentralManager(delegate: self, queue: queue, options: options.forCentral)
        }
    }

    func tell(_ event: Central.Event) {
        sink?.receive([event], .posting)
    }

    /// The port's user is gone: nothing more is told, and without its manager every link is let go.
    func close() {
        manager?.delegate = nil
        manager = nil
        channels.closeAll()
        attributes = [:]
        peripherals.removeAll()
        sink = nil
    }

    #if canImport(Darwin)
    /// A delegate that has both methods is only told by the older one (behaviour 3.18), so this one has the
    /// older one only where the newer one is never called.
    override func responds(to selector: Selector!) -> Bool {
        if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *),
            selector == #selector(
                CBCentralManagerDelegate.centralManager(_:didDisconnectPeripheral:error:))
        {
            return false
        }
        return super.responds(to: selector)
    }
    #endif

    // MARK: Peripherals

    var isPoweredOn: Bool { manager?.state == .poweredOn }

    /// Keeps a peripheral that the framework handed out, and hears its callbacks from now on.
    func adopt(_ peripheral: CBPeripheral) -> Central.Peer {
        let peer = Central.Peer(peripheral)
        if let known = peripherals[peer.identifier], known !== peripheral {
            attributes[peer.identifier] = nil
        }
        if peripheral.delegate !== self { peripheral.delegate = self }
        peripherals.insert(peripheral, for: peer.identifier)
        return peer
    }

    /// The object of a peer: the one that is kept, else what the system still knows.
    func peripheral(_ peer: PeerIdentifier) -> CBPeripheral? {
        if let known = peripherals[peer] { return known }
        guard let found = manager?.retrievePeripherals(withIdentifiers: [peer.uuid]).first else { return nil }
        _ = adopt(found)
        return found
    }

    /// The port's user let the peer go: so does the adapter, and the framework does what it does then (behaviour
    /// 1.28, 1.29).
    func release(_ peer: PeerIdentifier) {
        attributes[peer] = nil
        peripherals.remove(peer)
    }

    /// The link of a peer is gone, and its attributes with it.
    func linkEnded(_ peer: PeerIdentifier) {
        attributes[peer] = nil
    }

    /// Every link is gone; below `.poweredOff` the objects are dead, too.
    func radioLost(objectsAreDead: Bool) {
        attributes = [:]
        if objectsAreDead { peripherals.removeAll() }
    }

    // MARK: Attributes

    func table(of peer: PeerIdentifier) -> AttributeTable? { attributes[peer] }

    /// The identifier of an attribute; a new one for a new object.
    func identify(_ attribute: CBAttribute, of peer: PeerIdentifier) -> AttributeIdentifier {
        if let known = attributes[peer]?.identifier(of: attribute) { return known }
        lastIdentifier += 1
        let identifier = AttributeIdentifier(rawValue: lastIdentifier)
        attributes[peer, default: AttributeTable()].insert(attribute, as: identifier)
        return identifier
    }

    /// Forgets services that the peer changed; answers those that the port's user knew.
    func forget(_ services: [CBService], of peer: PeerIdentifier) -> [AttributeIdentifier] {
        services.compactMap { attributes[peer]?.remove($0) }
    }
}
