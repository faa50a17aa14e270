import BluetoothPort
import BluetoothTypes

// Nearby Interaction.
extension PhoneStack {
    /// What the phone can do for sessions of Nearby Interaction.
    package var nearbyCapabilities: Nearby.Capabilities { model.profile.ranging.nearbyCapabilities }

    /// Opens a session of Nearby Interaction.
    package mutating func openNearbySession(app: AppID, at now: Instant) -> SessionID {
        var session = SessionID(0)
        change(at: now) {
            session = $0.makeSession(of: app, at: now)
            $0.nearby.open(session, app)
        }
        return session
    }

    /// Removes a session of Nearby Interaction; no event follows.
    package mutating func closeNearbySession(_ session: SessionID, at now: Instant) {
        change(at: now) {
            $0.changeNearby(at: now) { sessions, _, ranging, effects in
                sessions.remove(session, &ranging, into: &effects)
            }
        }
    }

    /// Executes a call of a session of Nearby Interaction.
    package mutating func handle(_ command: Nearby.Command, from session: SessionID, at now: Instant) {
        change(at: now) {
            $0.changeNearby(at: now) { $0.handle(command, from: session, $1, &$2, into: &$3) }
        }
    }

    /// The user allows an app to use Nearby Interaction, or does not.
    package mutating func allowNearby(_ isAllowed: Bool, _ app: AppID, at now: Instant) {
        change(at: now) {
            $0.changeNearby(at: now) { sessions, _, _, _ in sessions.allow(isAllowed, app) }
        }
    }
}
