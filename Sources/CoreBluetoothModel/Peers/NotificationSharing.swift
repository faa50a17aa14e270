import BluetoothPort

/// Whether the user shares the phone's notifications with a peer, for each peer about which the phone asked (ANCS;
/// behaviour 3.25). An answer is kept with the bond, and forgotten with it.
struct NotificationSharing: Sendable {
    private var answers: [PeerIdentifier: Bool] = [:]

    /// Whether the peer gets the phone's notifications.
    func isAllowed(_ peer: PeerIdentifier) -> Bool { answers[peer] == true }

    /// Whether the user has answered, and need not be asked.
    func hasAnswer(_ peer: PeerIdentifier) -> Bool { answers[peer] != nil }

    /// The user answers, or changes the answer in Settings. Returns whether that is new.
    mutating func set(_ isAllowed: Bool, for peer: PeerIdentifier) -> Bool {
        answers.updateValue(isAllowed, forKey: peer) != isAllowed
    }

    /// The bond is gone. Returns whether the peer got notifications until now.
    mutating func forget(_ peer: PeerIdentifier) -> Bool { answers.removeValue(forKey: peer) == true }
}
