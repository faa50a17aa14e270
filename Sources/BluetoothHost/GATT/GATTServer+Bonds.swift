import BluetoothTypes
import BluetoothWire

/// What the server keeps for clients that are bonded, beyond the life of a link (Core 6.0, Vol 3, Part G,
/// 2.5.2.1, 3.3.3.3 and 7.2).
extension GATTServer {
    /// Sets whether a client may use what needs authorization; a link that has ended is ignored.
    mutating func authorize(_ link: Host.LinkID, _ isAuthorized: Bool) {
        guard let index = clientIndex(link) else { return }
        clients[index].security.isAuthorized = isAuthorized
    }

    /// Sets whether changes of a client's state are kept from now on; earlier ones are not.
    mutating func setBonded(_ isBonded: Bool, _ link: Host.LinkID) {
        clients[client(link)].isBonded = isBonded
    }

    /// Notes that something has changed that a bond keeps.
    mutating func clientChanged(_ index: Int) {
        guard clients[index].isBonded else { return }
        clients[index].isChanged = true
        hasChangedClients = true
    }

    /// The bonded clients that changed since the last call.
    mutating func takeChangedClients() -> [Host.LinkID] {
        guard hasChangedClients else { return [] }
        hasChangedClients = false
        var changed: [Host.LinkID] = []
        for index in clients.indices where clients[index].isChanged {
            clients[index].isChanged = false
            changed.append(clients[index].link)
        }
        return changed
    }

    /// Writes into a bond what it keeps of its client. For a client that does not know the present database,
    /// the hash in the bond stays.
    mutating func describeClient(_ link: Host.LinkID, in bond: inout Host.Bond) {
        let client = clients[client(link)]
        bond.subscriptions = client.subscriptions.map { entry in
            Host.Bond.Subscription(handle: entry.handle, value: entry.subscription)
        }
        bond.clientFeatures = client.features
        if client.awareness == .aware { bond.databaseHash = currentHash() }
    }

    /// Restores what a client's bond keeps, except what the client has written on this link, which is newer.
    /// Returns the subscriptions that are new on this link, without the host's own.
    mutating func restoreClient(
        _ link: Host.LinkID, from bond: Host.Bond
    ) -> [Host.Bond.Subscription] {
        build()
        let index = client(link)
        clients[index].isBonded = true
        clients[index].features |= bond.clientFeatures & ClientRecord.knownFeatures
        if bond.databaseHash != currentHash() { clients[index].awareness = .unaware }
        var restored: [Host.Bond.Subscription] = []
        for kept in bond.subscriptions where subscription(of: link, to: kept.handle).isEmpty {
            let value = kept.value.intersection(updates(of: kept.handle))
            guard !value.isEmpty, subscribe(link, to: kept.handle, value) else { continue }
            if kept.handle != Self.serviceChangedHandle {
                restored.append(.init(handle: kept.handle, value: value))
            }
        }
        // The bond may contain attributes that no longer exist, and lack what was written on this link.
        clientChanged(index)
        return restored
    }

    /// Whether a client knows an old database and has not been informed yet.
    func isUnaware(_ link: Host.LinkID) -> Bool { clients[client(link)].awareness == .unaware }

    /// What can be subscribed to at the value with this handle.
    private func updates(of handle: ATT.Handle) -> GATT.Subscription {
        guard let index = index(of: handle), let properties = attributes.rules(at: index).properties else {
            return []
        }
        var updates: GATT.Subscription = []
        if properties.contains(.notify) { updates.insert(.notifications) }
        if properties.contains(.indicate) { updates.insert(.indications) }
        return updates
    }
}
