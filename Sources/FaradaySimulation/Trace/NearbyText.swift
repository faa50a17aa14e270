import BluetoothPort
import BluetoothTypes
import FaradayEngine

/// Calls and events of a session of Nearby Interaction, in its words: `didUpdate Tag: 3.02 m, 45 degrees`.
struct NearbyText {
    let names: TraceNames
    let node: NodeID?

    func text(_ command: Nearby.Command) -> String {
        switch command {
        case .run(let configuration):
            "run for \(name(configuration.peer))" + (configuration.usesCamera ? ", with the camera" : "")
        case .pause: "pause"
        case .invalidate: "invalidate"
        case .setMotion(let motion, let peer): "updateMotionState \(motion) of \(name(peer))"
        }
    }

    func text(_ event: Nearby.Event) -> String {
        switch event {
        case .updated(let object): "didUpdate \(name(object.peer)): " + Self.place(object)
        case .invalidated(let failure):
            "didInvalidateWith \(Self.errorName(failure))"
                + (failure.reason.isEmpty ? "" : " (\(failure.reason))")
        case .started, .suspended, .suspensionEnded: Self.names(of: event).name
        }
    }

    private func name(_ peer: PeerIdentifier) -> String { names.peer(peer, of: node) }

    private static func place(_ object: Nearby.Object) -> String {
        guard let distance = object.distance else { return "no distance" }
        let text = "\(HappeningText.metres(distance)) m"
        guard let angle = object.horizontalAngle else { return text }
        return text + ", \(HappeningText.metres(angle * 180 / .pi)) degrees"
    }

    /// The name of an event, and its error; for what counts events.
    static func names(of event: Nearby.Event) -> (name: String, error: String?) {
        switch event {
        case .started: ("sessionDidStartRunning", nil)
        case .updated: ("didUpdate", nil)
        case .suspended: ("sessionWasSuspended", nil)
        case .suspensionEnded: ("sessionSuspensionEnded", nil)
        case .invalidated(let failure): ("didInvalidateWith", errorName(failure))
        }
    }

    /// `NIError.userDidNotAllow`.
    private static func errorName(_ failure: Nearby.Failure) -> String {
        "NIError." + (codeNames[failure.code] ?? "\(failure.code)")
    }

    private static let codeNames: [Int: String] = [
        -5889: "unsupportedPlatform", -5888: "invalidConfiguration", -5887: "sessionFailed",
        -5885: "activeSessionsLimitExceeded", -5884: "userDidNotAllow",
        -5882: "accessoryPeerDeviceUnavailable",
    ]
}
