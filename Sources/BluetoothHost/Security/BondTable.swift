import BluetoothTypes
import BluetoothWire

extension Host {
    /// The bonds that a host keeps: one with each peer.
    struct BondTable: Sendable {
        private(set) var bonds: [Bond] = []

        init(_ bonds: [Bond] = []) { self.bonds = bonds }

        /// The bond with a peer: by its identity address, otherwise by its address on air.
        func index(peer: DeviceAddress, onAir: DeviceAddress) -> Int? {
            guard !bonds.isEmpty else { return nil }
            return bonds.firstIndex { $0.peer.onAir == peer.onAir }
                ?? bonds.firstIndex { $0.peer.onAir == onAir.onAir }
        }

        mutating func remove(_ peer: DeviceAddress) { bonds.removeAll { $0.peer.onAir == peer.onAir } }

        /// Stores a new bond in place of the old one with the same peer.
        mutating func keep(_ bond: Bond) {
            if let place = bonds.firstIndex(where: { $0.peer.onAir == bond.peer.onAir }) {
                bonds[place] = bond
            } else {
                bonds.append(bond)
            }
        }

        /// Replaces a bond, and reports it if it is another one then.
        mutating func replace(_ place: Int, by bond: Bond, into sink: inout Sink) {
            guard bonds[place] != bond else { return }
            bonds[place] = bond
            sink.emit(.bondChanged(bond))
        }

        /// A service was removed: removes the subscriptions to it, also those of clients that are not connected.
        mutating func forgetSubscriptions(in range: ATT.HandleRange, into sink: inout Sink) {
            for place in bonds.indices {
                var bond = bonds[place]
                bond.subscriptions.removeAll { range.contains($0.handle) }
                replace(place, by: bond, into: &sink)
            }
        }
    }
}

extension Host.Bond {
    /// The key for use in a role.
    func key(as role: Host.Link.Role) -> Key? { role == .central ? keyAsCentral : keyAsPeripheral }

    /// The security of a link with the keys of this bond.
    var security: Host.Security {
        Host.Security(
            level: isAuthenticated ? .authenticated : .encrypted, keySize: keySize,
            usesSecureConnections: usesSecureConnections, isBonded: true)
    }
}
