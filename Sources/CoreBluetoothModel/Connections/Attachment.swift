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
    var view = AttributeView()
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

/// What one manager has discovered on one link: handles, in order.
struct AttributeView: Sendable {
    /// `nil` until a discovery succeeded (behaviour 4.1).
    var services: [ATT.Handle]?
    /// By the service's first handle.
    var includedServices: [ATT.Handle: [ATT.Handle]] = [:]
    var characteristics: [ATT.Handle: [ATT.Handle]] = [:]

    /// `found` and `known` in handle order, without duplicates (behaviour 4.4, 4.19).
    static func union(_ known: [ATT.Handle], _ found: [ATT.Handle]) -> [ATT.Handle] {
        var result: [ATT.Handle] = []
        for handle in (known + found).sorted() where result.last != handle { result.append(handle) }
        return result
    }

    /// Forgets the services in `range`. Returns those that were known, included ones too.
    mutating func forget(_ range: ATT.HandleRange) -> [ATT.Handle] {
        var dead = services?.filter(range.contains) ?? []
        services?.removeAll(where: range.contains)
        for (service, included) in includedServices {
            dead = Self.union(dead, included.filter(range.contains))
            includedServices[service] =
                range.contains(service) ? nil : included.filter { !range.contains($0) }
        }
        for service in dead { characteristics[service] = nil }
        return dead
    }
}
