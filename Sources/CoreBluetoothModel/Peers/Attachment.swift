import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One manager's use of one peer; it exists while the manager connects, is connected or disconnects.
struct Attachment: Sendable {
    enum State: Sendable {
        /// `startDelay` has not passed yet.
        case waiting
        case connecting
        case connected
        /// This manager was the last one to disconnect; the link is going down.
        case disconnecting
    }

    /// The session gets another number when the manager's app has ended.
    var session: SessionID
    var state: State
    var options: Central.ConnectOptions
    /// The link was lost, and the system is reconnecting: what was discovered stays (behaviour 3.19).
    var isReconnecting = false
    /// `connect` was called while the link went down (behaviour 3.9).
    var connectsAgain: Central.ConnectOptions?
    var commands = CommandCredit(isOpen: false)

    init(session: SessionID, state: State, options: Central.ConnectOptions) {
        self.session = session
        self.state = state
        self.options = options
    }
}

extension Central.ConnectOptions {
    /// Whether the system accepts these options. A delay must lie in the future, and the system reconnects by
    /// itself without a delay. Sources only say that there are wrong combinations (3.22).
    var isValid: Bool { startDelay >= 0 && startDelay.isFinite && !(enablesAutoReconnect && startDelay > 0) }
}
