import BluetoothPort

/// The value of `CBPeripheral.state`, from the app's calls and the port's events.
///
/// After a cancelled attempt, `didDisconnect` follows later, and nothing in that callback says which attempt
/// it ends (behaviour 3.9). So unanswered cancels are counted, and after a new `connect` the state stays
/// `.connecting` when the late answer arrives.
struct ConnectionMirror: Hashable, Sendable {
    private(set) var state = CBPeripheralState.disconnected
    private var openCancels = 0
    private var isWantedAgain = false
    private var hiddenCancels = 0
    /// The system goes on with a restored link or attempt also if the radio comes later.
    private var isRestored = false
    /// The app called `connect` again while an attempt was under way. If the answer to that attempt had been on its way
    /// already, the call began another one, whose link can come up after the answer.
    private var isRepeated = false

    mutating func connectCalled() {
        if state == .connecting { isRepeated = true }
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
    var expectsLink: Bool {
        state != .disconnected || openCancels > 0 || hiddenCancels > 0 || isRestored || isRepeated
    }

    /// Returns whether this is a new link, whose attributes have to be discovered again.
    mutating func connected() -> Bool {
        let old = self
        self = ConnectionMirror()
        state = .connected
        // The link came up before the phone took a cancel, so the answer to the cancel is still to come.
        openCancels = old.openCancels
        isWantedAgain = old.isWantedAgain
        // This link may be an earlier attempt's, and its end on its way: then the link of the repeated call follows.
        isRepeated = old.isRepeated && old.state != .disconnected
        return old.state != .connected
    }

    /// Returns whether the app gets a callback.
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

    /// The system reconnects without a call of the app (behaviour 3.18).
    mutating func reconnects() {
        if state == .disconnected { state = .connecting }
    }

    /// This library itself cancels an automatic reconnection, and the app gets no callback (behaviour 3.20);
    /// `false` when the app has asked for a link meanwhile.
    mutating func hiddenCancelCalled() -> Bool {
        guard state == .disconnected else { return false }
        hiddenCancels += 1
        return true
    }

    mutating func hiddenCancelRefused() {
        if hiddenCancels > 0 { hiddenCancels -= 1 }
    }

    /// Adopts the system's state of a peer in a restored manager (behaviour 7.6).
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
