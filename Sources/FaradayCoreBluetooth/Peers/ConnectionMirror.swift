import BluetoothPort

/// What `CBPeripheral.state` reads, from the app's calls and the port's events.
///
/// A cancelled attempt answers later with `didDisconnect`, and nothing in that callback says which
/// attempt it ends (behaviour 3.9). So cancels still to be answered are counted, and a connect made after
/// one stays `.connecting` through the late answer.
struct ConnectionMirror: Hashable, Sendable {
    private(set) var state = CBPeripheralState.disconnected
    private var openCancels = 0
    private var isWantedAgain = false
    private var hiddenCancels = 0
    /// The system goes on with a restored link or attempt also if the radio comes later.
    private var isRestored = false

    mutating func connectCalled() {
        if openCancels > 0 { isWantedAgain = true }
        if state != .connected { state = .connecting }
    }

    mutating func cancelCalled() {
        isWantedAgain = false
        switch state {
        case .connecting:
            openCancels += 1
            state = .disconnected
        case .connected:
            openCancels += 1
            state = .disconnecting
        case .disconnecting, .disconnected:
            break
        }
    }

    /// Whether a link can come up for this object. If the app released an object and retrieves its peer again, an answer to
    /// the old object may still be on its way.
    var expectsLink: Bool { state != .disconnected || openCancels > 0 || hiddenCancels > 0 || isRestored }

    /// Answers whether this is a new link: its attributes are discovered anew.
    mutating func connected() -> Bool {
        let isNew = state != .connected
        self = ConnectionMirror()
        state = .connected
        return isNew
    }

    /// Answers whether the app is told.
    mutating func ended() -> Bool {
        if hiddenCancels > 0, state != .connected {
            hiddenCancels -= 1
            return false
        }
        if openCancels > 0 { openCancels -= 1 }
        state = isWantedAgain ? .connecting : .disconnected
        if openCancels == 0 { isWantedAgain = false }
        return true
    }

    /// The system goes on trying without being asked (behaviour 3.18).
    mutating func reconnects() {
        if state == .disconnected { state = .connecting }
    }

    /// The veneer itself ends an automatic reconnection whose end the app is not told (behaviour 3.20);
    /// `false` when the app has asked for a link meanwhile.
    mutating func hiddenCancelCalled() -> Bool {
        guard state == .disconnected else { return false }
        hiddenCancels += 1
        return true
    }

    mutating func hiddenCancelRefused() {
        if hiddenCancels > 0 { hiddenCancels -= 1 }
    }

    /// What the system says of a peer that a restored manager gets (behaviour 7.6).
    mutating func restore(_ state: Central.RestoredPeripheral.State) {
        self = ConnectionMirror()
        switch state {
        case .disconnected: break
        case .connecting: self.state = .connecting
        case .connected: self.state = .connected
        }
        isRestored = state != .disconnected
    }

    mutating func radioLost() {
        let isRestored = isRestored
        self = ConnectionMirror()
        self.isRestored = isRestored
    }
}
