import BluetoothTypes
import BluetoothWire

/// A bonded peer with private addresses that the controller can't tell: the host finds it by scanning, and
/// connects to the address it has then.
struct HiddenPeer: Hashable, Sendable {
    let identity: DeviceAddress
    /// What it showed last.
    var address: DeviceAddress?
    /// When `address` is taken for outdated.
    var deadline: Instant?

    /// How long an address is tried: three events of the slowest advertiser. A peer that changes its address is
    /// followed at once, since the host goes on scanning.
    static let patience = Nanoseconds.seconds(31)
}

extension Host.ScanParameters {
    /// How the host looks for a peer by itself: at the pace of its connection attempts.
    static let search = Host.ScanParameters(
        isActive: false, interval: .milliseconds(60), window: .milliseconds(30), filtersDuplicates: false)
}

extension Host.Initiator {
    /// Whom the controller can be asked to connect to now, in the order of their turns.
    var reachable: [DeviceAddress] {
        hidden.isEmpty
            ? pending
            : pending.compactMap { peer in
                guard let place = hidden.firstIndex(where: { $0.identity == peer }) else { return peer }
                return hidden[place].address
            }
    }

    /// The pending peer that is tried by `address`.
    func name(_ address: DeviceAddress) -> DeviceAddress {
        hidden.first { $0.address == address }?.identity ?? address
    }

    /// Which of the pending peers hide.
    mutating func hide(_ isHidden: (DeviceAddress) -> Bool) {
        guard !hidden.isEmpty || !pending.isEmpty else { return }
        hidden = pending.filter(isHidden).map { peer in
            hidden.first { $0.identity == peer } ?? HiddenPeer(identity: peer)
        }
    }

    /// A hidden peer can be connected to, and shows `address`.
    mutating func found(_ identity: DeviceAddress, at address: DeviceAddress, _ now: Instant) {
        guard let place = hidden.firstIndex(where: { $0.identity == identity }) else { return }
        // The time of an address that is tried goes on.
        guard hidden[place].address != address else { return }
        hidden[place].address = address
        hidden[place].deadline = now + HiddenPeer.patience
    }

    /// Forgets addresses that led to nothing; whether there were any.
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
