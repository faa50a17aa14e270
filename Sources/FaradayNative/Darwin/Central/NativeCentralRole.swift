import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

/// One `CBCentralManager` and the objects that the port's user knows; confined to its queue.
final class NativeCentralRole: NSObject {
    /// The first property, because it is released first; then the release of its peripherals does not end links one by
    /// one.
    private(set) var manager: CBCentralManager?
    let framework: Framework
    private weak var sink: (any CentralSink)?
    /// The delegate in this object's place if the manager is the app's.
    private(set) var adopted: AdoptedDelegate?
    let channels = ChannelSet()

    /// Retains peripherals for a port's user that has only their identifiers, because the framework does not retain
    /// them (behaviour 1.30). Other peripherals are retrieved again.
    private var peripherals = RecentTable<PeerIdentifier, CBPeripheral>(limit: 256) {
        $0.state != .disconnected
    }
    /// The attributes of the existing links.
    private var attributes: [PeerIdentifier: AttributeTable] = [:]
    private var lastIdentifier: UInt64 = 0

    init(
        _ options: ManagerOptions, _ framework: Framework, _ sink: any CentralSink, on queue: DispatchQueue
    ) {
        self.framework = framework
        self.sink = sink
        super.init()
        prepareChannels(on: queue)
        manager = framework.run {
            CBCentralManager(delegate: self, queue: queue, options: options.forCentral)
        }
    }

    /// Uses a manager of the app's. Its state may be known already, and then the manager does not tell it again.
    init(
        adopting manager: CBCentralManager, _ framework: Framework, _ sink: any CentralSink,
        on queue: DispatchQueue
    ) {
        self.framework = framework
        self.sink = sink
        self.manager = manager
        super.init()
        prepareChannels(on: queue)
        adopted = AdoptedDelegate(of: manager)
        adopted?.role = self
        let state = ManagerState(manager.state)
        if state != .unknown { tell(.stateChanged(state)) }
    }

    private func prepareChannels(on queue: DispatchQueue) {
        channels.queue = queue
        channels.tell = { [weak self] channel, event in self?.tell(.channel(channel, event)) }
    }

    func tell(_ event: Central.Event) {
        sink?.receive(event, .posting)
    }

    /// The port was closed: no more events are delivered, and the release of the manager ends every link.
    /// A manager of the app's stays, without what the port has begun.
    func close() {
        if let adopted { adopted.end() } else { manager?.delegate = nil }
        adopted = nil
        manager = nil
        channels.closeAll()
        attributes = [:]
        peripherals.removeAll()
        sink = nil
    }

    #if canImport(Darwin)
    /// If a delegate has both methods, only the older one is called (behaviour 3.18). So this delegate has the older
    /// one only on systems that never call the newer one.
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

    /// Retains a peripheral of the framework, and becomes its delegate. Those of a manager of the app's keep their delegates
    /// until the port uses them.
    func adopt(_ peripheral: CBPeripheral) -> Central.Peer {
        let peer = Central.Peer(peripheral)
        if let known = peripherals[peer.identifier], known !== peripheral {
            attributes[peer.identifier] = nil
        }
        if adopted == nil, peripheral.delegate !== self { peripheral.delegate = self }
        peripherals.insert(peripheral, for: peer.identifier)
        return peer
    }

    /// The object of a peer: the retained one, otherwise one that the system still knows.
    func peripheral(_ peer: PeerIdentifier) -> CBPeripheral? {
        if let known = peripherals[peer] { return known }
        guard let found = manager?.retrievePeripherals(withIdentifiers: [peer.uuid]).first else { return nil }
        _ = adopt(found)
        return found
    }

    /// The port's user released the peer, so the adapter releases it too, and the framework reacts (behaviour 1.28,
    /// 1.29).
    func release(_ peer: PeerIdentifier) {
        attributes[peer] = nil
        peripherals.remove(peer)
    }

    /// The link of a peer has ended, and its attributes are removed.
    func linkEnded(_ peer: PeerIdentifier) {
        attributes[peer] = nil
    }

    /// Every link has ended; below `.poweredOff`, the objects are invalid too.
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

    /// Removes services that the peer changed; returns those that the port's user knew.
    func forget(_ services: [CBService], of peer: PeerIdentifier) -> [AttributeIdentifier] {
        services.compactMap { attributes[peer]?.remove($0) }
    }
}
