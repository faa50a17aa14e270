import BluetoothTypes
import BluetoothWire

/// A bonded peer whose private addresses the controller does not resolve: the host finds it by scanning, and
/// connects to the address it has at that time.
struct HiddenPeer: Hashable, Sendable {
    let identity: DeviceAddress
    /// The address that the peer used last.
    var address: DeviceAddress?
    /// When `address` counts as outdated.
    var deadline: Instant?

    /// How long an address is tried: three events of the slowest advertiser. If the peer changes its address,
    /// the host notices at once, because it continues to scan.
    static let patience = Nanoseconds.seconds(31)
}

extension Host.ScanParameters {
    /// How the host scans for a hidden peer: as often as for its connection attempts.
    static let search = Host.ScanParameters(
        isActive: false, interval: .milliseconds(60), window: .milliseconds(30), filtersDuplicates: false)
}

extension Host.PendingConnections {
    /// The addresses that the controller can connect to now, in the order of their turns.
    var reachable: [DeviceAddress] {
        hidden.isEmpty
            ? pending
            : pending.compactMap { peer in
                guard let place = hidden.firstIndex(where: { $0.identity == peer }) else { return peer }
                return hidden[place].address
            }
    }

    /// The pending peer behind `address`.
    func name(_ address: DeviceAddress) -> DeviceAddress {
        hidden.first { $0.address == address }?.identity ?? address
    }

    /// Updates which of the pending peers are hidden.
    mutating func hide(_ isHidden: (DeviceAddress) -> Bool) {
        guard !hidden.isEmpty || !pending.isEmpty else { return }
        hidden = pending.filter(isHidden).map { peer in
            hidden.first { $0.identity == peer } ?? HiddenPeer(identity: peer)
        }
    }

    /// A hidden peer was found: it is connectable, and uses `address`.
    mutating func found(_ identity: DeviceAddress, at address: DeviceAddress, _ now: Instant) {
        guard let place = hidden.firstIndex(where: { $0.identity == identity }) else { return }
        // The time limit of an address that is already tried stays.
        guard hidden[place].address != address else { return }
        hidden[place].address = address
        hidden[place].deadline = now + HiddenPeer.patience
    }

    /// Forgets addresses that did not lead to a connection; returns whether there were any.
    mutating func forgetOutdated(at now: Instant) -> Bool {
        var hasForgotten = false
        for place in hidden.indices {
            guard let deadline = hidden[place].deadline, deadline <= now else { continue }
            (hidden[place].address, hidden[place].deadline) = (nil, nil)
            hasForgotten = true
        }
        return hasForgotten
    }
}
