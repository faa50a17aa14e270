import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// The names for numbers in a trace: nodes, peers of phones, attributes.
///
/// It learns names from the records: a discovery contains an attribute's UUID, a scan report contains a peer's name.
package struct TraceNames: Sendable {
    private struct Peer: Hashable {
        let node: NodeID?
        let identifier: PeerIdentifier
    }

    private struct Attribute: Hashable {
        let node: NodeID?
        /// The manager that publishes the attribute; `nil` for an attribute of a peer.
        let session: SessionID?
        let identifier: AttributeIdentifier
    }

    /// The maximum length of a displayed name.
    static let longest = 24

    /// By number; all names differ, and long ones are shortened.
    let nodes: [String]
    /// The same names, not shortened.
    let fullNodes: [String]
    /// The length of the longest name of a node.
    let width: Int
    private var peers: [Peer: String] = [:]
    private var attributes: [Attribute: BluetoothUUID] = [:]
    private var managers: [NodeID?: [SessionID: TraceRecord.Role]] = [:]
    /// Which app opened which session, by phone.
    var apps: [NodeID: [SessionID: AppID]] = [:]
    /// The identifiers of apps, by phone.
    private var identifiers: [NodeID: [AppID: String]] = [:]

    /// `nodes` are names by number. Equal names get a number: `phone`, `phone 2`.
    package init(nodes: [String]) {
        fullNodes = Self.distinct(nodes)
        self.nodes = Self.shortened(fullNodes)
        width = max(5, self.nodes.map(\.count).max() ?? 0)
    }

    /// The same nodes, with the names learned before.
    init(nodes: [String], learned: TraceNames) {
        self.init(nodes: nodes)
        (peers, attributes, managers) = (learned.peers, learned.attributes, learned.managers)
    }

    static func distinct(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        if counts.count == names.count { return names.map(\.asciiLine) }
        var seen: [String: Int] = [:]
        return names.map { name in
            guard counts[name, default: 0] > 1 else { return name.asciiLine }
            var number = seen[name, default: 0] + 1
            while number > 1, counts["\(name) \(number)"] != nil { number += 1 }
            seen[name] = number
            return number == 1 ? name.asciiLine : "\(name.asciiLine) \(number)"
        }
    }

    // MARK: Looking up

    func node(_ id: NodeID?) -> String {
        guard let id else { return "world" }
        return id.index < nodes.count ? nodes[id.index] : "node \(id.rawValue)"
    }

    /// The name of a node, however long it is, for files that programs read.
    func fullNode(_ id: NodeID?) -> String {
        guard let id, id.index < fullNodes.count else { return node(id) }
        return fullNodes[id.index]
    }

    /// The nodes with their names, of which nothing else is known.
    package var descriptions: [NodeDescription] {
        fullNodes.indices.map { NodeDescription(id: NodeID(UInt32($0)), name: fullNodes[$0]) }
    }

    /// A peer's name, or the beginning of its identifier.
    package func peer(_ identifier: PeerIdentifier, of node: NodeID?) -> String {
        peers[Peer(node: node, identifier: identifier)] ?? String(identifier.description.prefix(8))
    }

    /// An attribute of a peer: its UUID and that UUID's name.
    func attribute(_ identifier: AttributeIdentifier, of node: NodeID?, _ session: SessionID? = nil) -> String
    {
        let known = attributes[Attribute(node: node, session: session, identifier: identifier)]
        // The lower half of a peer's attribute is its handle.
        return known?.label ?? "attribute \(identifier.rawValue & 0xFFFF)"
    }

    /// The UUID of an attribute of a peer, or of a manager's own services, if it is known.
    package func uuid(
        of identifier: AttributeIdentifier, of node: NodeID, _ session: SessionID? = nil
    ) -> BluetoothUUID? {
        attributes[Attribute(node: node, session: session, identifier: identifier)]
    }

    /// How many managers a phone has had.
    func managerCount(of node: NodeID?) -> Int {
        managers[node]?.values.reduce(0) { $0 + ($1 == .accessory || $1 == .nearby ? 0 : 1) } ?? 0
    }

    /// The class of a manager, in the words of CoreBluetooth.
    package func className(of session: SessionID, _ node: NodeID?) -> String {
        switch managers[node]?[session] {
        case .central?: "CBCentralManager"
        case .peripheral?: "CBPeripheralManager"
        case .accessory?: "ASAccessorySession"
        case .nearby?: "NISession"
        case nil: "manager"
        }
    }

    /// The class of a manager, with its number if the phone has had several.
    func label(of session: SessionID, _ node: NodeID) -> String {
        className(of: session, node) + (managerCount(of: node) > 1 ? " \(session.rawValue)" : "")
    }

    /// The app that opened a session, if it is known.
    package func app(of session: SessionID, _ node: NodeID?) -> AppID? { node.flatMap { apps[$0]?[session] } }

    /// What messages call an app of a phone: its identifier, or `app 2`.
    package func name(of app: AppID, on node: NodeID?) -> String {
        node.flatMap { identifiers[$0]?[app] } ?? "\(app)"
    }

    // MARK: Learning

    mutating func setName(_ identifier: String?, of app: AppID, on node: NodeID) {
        if let identifier { identifiers[node, default: [:]][app] = identifier }
    }

    mutating func setPeer(_ identifier: PeerIdentifier, of node: NodeID, _ name: String) {
        peers[Peer(node: node, identifier: identifier)] = name
    }

    mutating func setAttribute(_ identifier: AttributeIdentifier, of node: NodeID, _ uuid: BluetoothUUID) {
        attributes[Attribute(node: node, session: nil, identifier: identifier)] = uuid
    }

    package mutating func learn(_ record: TraceRecord) {
        switch record.payload {
        case .opened(let session, let role): managers[record.node, default: [:]][session] = role
        case .centralEvent(_, let event): learn(event, record.node)
        case .peripheralCommand(let session, .add(let service)): learn(service, record.node, session)
        case .peripheralEvent(let session, .willRestoreState(let state)):
            for service in state.services { learn(service, record.node, session) }
        default: break
        }
    }

    private mutating func learn(_ event: Central.Event, _ node: NodeID?) {
        switch event {
        case .discovered(let peer, let advertisement, _):
            learn(Central.Peer(identifier: peer.identifier, name: peer.name ?? advertisement.localName), node)
        case .connected(let peer), .connectionEvent(let peer, _), .notificationSharingChanged(let peer):
            learn(peer, node)
        case .nameChanged(let identifier, let name):
            learn(Central.Peer(identifier: identifier, name: name), node)
        case .servicesDiscovered(_, let services, _), .includedServicesDiscovered(_, _, let services, _):
            for service in services { learn(service.identifier, service.uuid, node) }
        case .characteristicsDiscovered(_, _, let characteristics, _):
            for found in characteristics { learn(found.identifier, found.uuid, node) }
        case .descriptorsDiscovered(_, _, let descriptors, _):
            for found in descriptors { learn(found.identifier, found.uuid, node) }
        case .attributesKnown(_, let services): for service in services { learn(service, node) }
        case .willRestoreState(let state):
            for peripheral in state.peripherals {
                learn(peripheral.peer, node)
                for service in peripheral.services ?? [] { learn(service, node) }
            }
        default: break
        }
    }

    private mutating func learn(_ peer: Central.Peer, _ node: NodeID?) {
        guard let name = peer.name, !name.isEmpty else { return }
        peers[Peer(node: node, identifier: peer.identifier)] = name.asciiLine
    }

    private mutating func learn(_ identifier: AttributeIdentifier, _ uuid: BluetoothUUID, _ node: NodeID?) {
        attributes[Attribute(node: node, session: nil, identifier: identifier)] = uuid
    }

    private mutating func learn(_ known: Central.KnownService, _ node: NodeID?) {
        learn(known.service.identifier, known.service.uuid, node)
        for service in known.includedServices ?? [] { learn(service.identifier, service.uuid, node) }
        for found in known.characteristics ?? [] {
            learn(found.characteristic.identifier, found.characteristic.uuid, node)
            for descriptor in found.descriptors ?? [] { learn(descriptor.identifier, descriptor.uuid, node) }
        }
    }

    private mutating func learn(_ service: Peripheral.Service, _ node: NodeID?, _ session: SessionID) {
        attributes[Attribute(node: node, session: session, identifier: service.identifier)] = service.uuid
        for found in service.characteristics {
            attributes[Attribute(node: node, session: session, identifier: found.identifier)] = found.uuid
        }
    }
}
