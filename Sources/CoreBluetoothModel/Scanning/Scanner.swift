import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// What the system allows a manager at present.
struct AppAccess: Hashable, Sendable {
    /// Whether the manager's work takes place, and by which rules.
    var presence = Presence.foreground
    /// The peers that the manager may use.
    var reach = Reach.everyone
}

/// Whether a manager's scanning and advertising take place, and by which rules.
enum Presence: Hashable, Sendable {
    case foreground
    /// By the rules for the background (behaviour 2.25, 6.11).
    case background
    /// The app is not in the foreground and has no background mode for this work.
    case absent
}

/// The peers that a manager may use (behaviour 1.37, 1.38).
enum Reach: Hashable, Sendable {
    case everyone
    /// The accessories that the user has set up for the app.
    case accessories([PeerIdentifier])
    /// Peers that advertise one of these services, as media devices do.
    case advertisers([BluetoothUUID])

    @inline(__always)
    func contains(_ peer: Peer) -> Bool {
        switch self {
        case .everyone: true
        case .accessories(let identifiers): identifiers.contains(peer.identifier)
        case .advertisers(let services): peer.sighting.advertises(oneOf: services)
        }
    }
}

/// A central manager, as scanning knows it.
struct Scanner: Sendable {
    /// Gets another number after the app has ended.
    var session: SessionID
    var access: AppAccess
    /// The scan that the app wants, whether it takes place or not.
    var scan: Scan?
    /// The last scan that the app ended while it was not in the foreground. When it is restarted, no peer is new
    /// (2.26).
    var ended: Scan?

    init(session: SessionID, access: AppAccess) {
        self.session = session
        self.access = access
    }

    /// Whether the scan takes place. In the background a scan needs a filter, and the app needs the background mode
    /// (2.25, 7.1).
    var isOn: Bool {
        guard let scan else { return false }
        return switch access.presence {
        case .foreground: true
        case .background: !scan.request.services.isEmpty
        case .absent: false
        }
    }
}
