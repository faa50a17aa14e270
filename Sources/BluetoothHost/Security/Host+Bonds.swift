import BluetoothTypes
import BluetoothWire

/// The host's bonds, and what it keeps in them for bonded clients.
extension Host {
    /// The bond with the peer of a link: by its identity address, otherwise by its address on air.
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

    /// Stores a new bond in place of the old one with the same peer.
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

    /// Updates links and server with the bonds that exist.
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

    /// A bonded client has connected again: restores its subscriptions and features, and indicates what has
    /// changed meanwhile (Core 6.0, Vol 3, Part G, 2.5.2.1 and 3.3.3.3).
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

    /// Stores what bonded clients changed in their bonds.
    mutating func keepClients() {
        for id in server.takeChangedClients() {
            guard let index = index(of: id), let place = bondIndex(of: index) else { continue }
            let old = bonds[place]
            server.describeClient(id, in: &bonds[place])
            if bonds[place] != old { emit(.bondChanged(bonds[place])) }
        }
    }

    /// A service was removed: removes the subscriptions to it, also those of clients that are not connected.
    mutating func forgetSubscriptions(in range: ATT.HandleRange) {
        for place in bonds.indices
        where bonds[place].subscriptions.contains(where: { range.contains($0.handle) }) {
            bonds[place].subscriptions.removeAll { range.contains($0.handle) }
            emit(.bondChanged(bonds[place]))
        }
    }
}
