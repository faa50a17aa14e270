import BluetoothTypes
import BluetoothWire

/// What the server keeps for one connected client; without a bond it is dropped with the link.
struct ClientRecord: Hashable, Sendable {
    /// What a client wrote to the configuration of one characteristic; never empty.
    struct Configuration: Hashable, Sendable {
        /// The characteristic's value.
        let handle: ATT.Handle
        var subscription: GATT.Subscription
    }

    /// Whether the client knows the present database (Core 6.0, Vol 3, Part G, 2.5.2.1).
    enum Awareness: Hashable, Sendable {
        /// The client knows it. Goes to `unaware` with each change.
        case aware
        /// The database changed. Goes to `aware` when Service Changed is confirmed.
        case unaware
        /// The client got an error for it, or has read the hash. Goes to `aware` with its next request.
        case informed
    }

    // Small properties follow each other, so that they take no more room than they need.

    let link: Host.LinkID
    var security = AttributeSecurity()
    /// The first byte of Client Supported Features.
    var features: UInt8 = 0
    var awareness = Awareness.aware
    /// The link is encrypted with a stored key: what the client sets is stored too.
    var isBonded = false
    /// Something changed that the bond keeps.
    var isChanged = false
    /// In the order they were written.
    var subscriptions: [Configuration] = []
    /// The queue of prepared writes.
    var prepared: [GATT.WriteRequest.Part] = []
    /// What changed while the client was not subscribed to Service Changed; it is indicated when the client
    /// subscribes.
    var missedChanges: [ATT.HandleRange] = []

    init(link: Host.LinkID) { self.link = link }

    static let robustCaching: UInt8 = 0x01
    static let knownFeatures: UInt8 = 0x07
    /// Enough for seven values of 512 bytes at the smallest ATT_MTU.
    static let preparedLimit = 200
    /// How many ranges of changes are kept separately; beyond that one range covers all.
    static let missedChangesLimit = 8

    /// Whether requests and updates must wait until the client is aware of a change.
    var isOutOfSync: Bool { awareness == .unaware && features & Self.robustCaching != 0 }

    /// Whether it is subscribed to Service Changed.
    var hearsOfChanges: Bool {
        subscriptions.contains {
            $0.handle == GATTServer.serviceChangedHandle && $0.subscription.contains(.indications)
        }
    }
}

extension GATTServer {
    /// Creates the state of a link; call it before the link's first PDU.
    mutating func linkOpened(_ link: Host.LinkID) {
        precondition(clientIndex(link) == nil, "\(link) was opened twice")
        build()
        clients.reserveCapacity(clients.count + 1)
        clients.append(ClientRecord(link: link))
    }

    /// Forgets a link; returns what it was subscribed to, without Service Changed.
    mutating func linkClosed(_ link: Host.LinkID) -> [ATT.Handle] {
        guard let index = clientIndex(link) else { return [] }
        let client = clients.remove(at: index)
        return client.subscriptions.map(\.handle).filter { $0 != Self.serviceChangedHandle }
    }

    /// Sets the security of a link's encryption from now on.
    mutating func setSecurity(_ security: AttributeSecurity, of link: Host.LinkID) {
        clients[client(link)].security = security
    }

    /// The links to which a change of the database must be indicated with `AttributeBearer.databaseChanged`.
    var clientsToTellOfChange: [Host.LinkID] { clients.filter(\.hearsOfChanges).map(\.link) }

    /// Keeps a change for the clients that are not subscribed to Service Changed. A phone that has just
    /// connected subscribes only when its app's requests leave it time.
    mutating func keepChange(_ range: ATT.HandleRange) {
        for index in clients.indices where !clients[index].hearsOfChanges {
            var missed = joined(clients[index].missedChanges + [range])
            if missed.count > ClientRecord.missedChangesLimit {
                let last = missed.map(\.last).max() ?? range.last
                missed = [ATT.HandleRange(first: missed[0].first, last: last)]
            }
            clients[index].missedChanges = missed
        }
    }

    /// The changes that a client missed before it subscribed; they are returned once.
    mutating func takeMissedChanges(of link: Host.LinkID) -> [ATT.HandleRange] {
        guard let index = clientIndex(link), clients[index].hearsOfChanges else { return [] }
        defer { clients[index].missedChanges = [] }
        return clients[index].missedChanges
    }

    func clientIndex(_ link: Host.LinkID) -> Int? { clients.firstIndex { $0.link == link } }

    /// The index of a client that exists: the host opens links before it uses them.
    func client(_ link: Host.LinkID) -> Int {
        guard let index = clientIndex(link) else { preconditionFailure("\(link) was not opened") }
        return index
    }

    // MARK: Awareness

    /// Allows a request, or refuses it because the client uses an old database (Core 6.0, Vol 3, Part G,
    /// 2.5.2.1).
    mutating func admit(_ request: borrowing ATT.Request, from link: Host.LinkID) -> ATT.ErrorCode? {
        let index = client(link)
        switch clients[index].awareness {
        case .aware: return nil
        case .informed:
            clients[index].awareness = .aware
            clientChanged(index)
            return nil
        case .unaware:
            guard clients[index].isOutOfSync, request.namesHandles else { return nil }
            clients[index].awareness = .informed
            return .databaseOutOfSync
        }
    }

    /// Whether a command must be ignored because its client uses an old database.
    func ignoresCommands(of link: Host.LinkID) -> Bool { clients[client(link)].isOutOfSync }

    /// The client confirmed Service Changed.
    mutating func changeConfirmed(by link: Host.LinkID) {
        let index = client(link)
        clients[index].awareness = .aware
        clientChanged(index)
    }

    // MARK: Subscriptions

    func subscription(of link: Host.LinkID, to handle: ATT.Handle) -> GATT.Subscription {
        guard let index = clientIndex(link) else { return [] }
        return clients[index].subscriptions.first { $0.handle == handle }?.subscription ?? []
    }

    /// Stores what a client wrote to a configuration; returns `true` if that is new.
    mutating func subscribe(_ link: Host.LinkID, to handle: ATT.Handle, _ new: GATT.Subscription) -> Bool {
        let client = client(link)
        let old = clients[client].subscriptions.firstIndex { $0.handle == handle }
        switch (old, new.isEmpty) {
        case (let old?, true): clients[client].subscriptions.remove(at: old)
        case (let old?, false):
            guard clients[client].subscriptions[old].subscription != new else { return false }
            clients[client].subscriptions[old].subscription = new
        case (nil, true): return false
        case (nil, false):
            clients[client].subscriptions.append(.init(handle: handle, subscription: new))
        }
        clientChanged(client)
        return true
    }

    /// Whether an update may be sent to a client.
    enum UpdateCheck: Hashable, Sendable {
        case allowed
        /// The client did not ask for it, must become aware of a change first, or is on a link without the
        /// security that it needs.
        case unwanted
        case refused(ATT.ErrorCode)
    }

    /// Whether `handle` is a value whose characteristic has updates of this kind, and `link` wants them.
    func check(_ kind: GATT.UpdateKind, of handle: ATT.Handle, to link: Host.LinkID) -> UpdateCheck {
        guard let index = index(of: handle) else { return .refused(.invalidHandle) }
        let (property, bit): (GATT.Properties, GATT.Subscription) =
            switch kind {
            case .notification: (.notify, .notifications)
            case .indication: (.indicate, .indications)
            }
        let rules = attributes.rules(at: index)
        guard let properties = rules.properties, properties.contains(property) else {
            return .refused(.requestNotSupported)
        }
        guard subscription(of: link, to: handle).contains(bit) || !hasConfiguration(index) else {
            return .unwanted
        }
        let client = client(link)
        if handle != Self.serviceChangedHandle, clients[client].isOutOfSync { return .unwanted }
        let permissions = rules.permissions
        if permissions.isDisjoint(with: .notifySecurely) { return .allowed }
        let security = clients[client].security
        let refusal = security.refusal(of: .notify, permissions, minimumKeySize: minimumKeySize)
        return refusal == nil ? .allowed : .unwanted
    }

    /// Whether clients can subscribe to the value at an index: its characteristic has a configuration.
    private func hasConfiguration(_ index: Int) -> Bool {
        for attribute in attributes[(index + 1)...] {
            if case .configuration = attribute.content { return true }
            if attribute.type == AttributeType.characteristic || attribute.isServiceDeclaration { break }
        }
        return false
    }
}

extension ATT.Request {
    /// Whether a client that uses an old database must not get an answer to this.
    fileprivate var namesHandles: Bool {
        switch self {
        case .read, .readBlob, .readMultiple, .readMultipleVariable, .write, .prepareWrite: true
        case .readByType(let range, let type):
            range != .all && type != AttributeType.include && type != AttributeType.characteristic
        case .exchangeMTU, .findInformation, .findByTypeValue, .readByGroupType, .executeWrite: false
        }
    }
}
