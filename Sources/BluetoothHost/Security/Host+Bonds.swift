import BluetoothTypes
import BluetoothWire

/// What the host keeps of its pairings, and what it keeps for bonded clients.
extension Host {
    /// The bond with the peer of a link: by its identity, else by its address on air.
    func bondIndex(of index: Int) -> Int? {
        bondIndex(peer: links[index].link.peer, onAir: links[index].peerAddressOnAir)
    }

    func bondIndex(peer: DeviceAddress, onAir: DeviceAddress) -> Int? {
        guard !bonds.isEmpty else { return nil }
        return bonds.firstIndex { $0.peer.onAir == peer.onAir }
            ?? bonds.firstIndex { $0.peer.onAir == onAir.onAir }
    }

    mutating func setBonds(_ bonds: [Bond]) {
        self.bonds = bonds
        bondsChanged()
    }

    mutating func removeBond(_ peer: DeviceAddress) {
        bonds.removeAll { $0.peer.onAir == peer.onAir }
        bondsChanged()
    }

    /// Puts a new bond in place of the old one with the same peer.
    mutating func keep(_ bond: Bond, of index: Int) {
        var bond = bond
        server.describeClient(links[index].id, in: &bond)
        if let place = bonds.firstIndex(where: { $0.peer.onAir == bond.peer.onAir }) {
            bonds[place] = bond
        } else {
            bonds.append(bond)
        }
        bondsChanged()
        emit(.bondChanged(bond))
    }

    /// Tells links and server which of them have bonds.
    private mutating func bondsChanged() {
        resolvingKeysChanged()
        for index in links.indices {
            let isBonded = bondIndex(of: index) != nil
            links[index].link.isBonded = isBonded
            if !isBonded, links[index].security.value?.security.isBonded == true {
                withSecurity(of: index) { $0.security.isBonded = false }
            }
            tellServer(index)
        }
    }

    // MARK: Clients

    /// A bonded client is back: it has its subscriptions and features again, and learns what changed meanwhile
    /// (Core 6.0, Vol 3, Part G, 2.5.2.1 and 3.3.3.3).
    mutating func restoreClient(_ index: Int, at now: Instant) {
        guard let place = bondIndex(of: index) else { return }
        let id = links[index].id
        let restored = server.restoreClient(id, from: bonds[place])
        for subscription in restored {
            emit(.subscriptionChanged(id, subscription.handle, subscription.value))
        }
        if server.isUnaware(id) {
            links[index].bearer.databaseChanged(.all, server: &server, at: now, into: &actions)
            perform(on: index)
        }
        keepClients()
    }

    /// Puts what bonded clients changed into their bonds.
    mutating func keepClients() {
        for id in server.takeChangedClients() {
            guard let index = index(of: id), let place = bondIndex(of: index) else { continue }
            let old = bonds[place]
            server.describeClient(id, in: &bonds[place])
            if bonds[place] != old { emit(.bondChanged(bonds[place])) }
        }
    }

    /// A service is gone, and with it what clients wrote there, even those that are away.
    mutating func forgetSubscriptions(in range: ATT.HandleRange) {
        for place in bonds.indices
        where bonds[place].subscriptions.contains(where: { range.contains($0.handle) }) {
            bonds[place].subscriptions.removeAll { range.contains($0.handle) }
            emit(.bondChanged(bonds[place]))
        }
    }
}
