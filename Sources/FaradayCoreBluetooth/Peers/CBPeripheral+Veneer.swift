// What a library on top of this one needs beyond Apple's interface.
extension CBPeripheral {
    /// Runs `body` on the manager's queue, as a callback; at once if this code runs on that queue.
    package func run(_ body: @escaping @Sendable () -> Void) { inbox.run(body) }

    /// Runs `body` on the manager's queue, as a callback; the world's driver waits for its end.
    package func runAndWait(_ body: () -> Void) { inbox.runAndWait(body) }

    /// Whether the manager's queue is the main one.
    package var isOnMainQueue: Bool { inbox.isOnMainQueue }

    /// Whether a request of the app for the peer's attributes is not answered yet.
    package var hasOpenRequests: Bool { port.hasOpenRequests(to: peer) }

    /// Whether an attribute belongs to this connection; reports nothing.
    package func has(_ attribute: CBAttribute) -> Bool {
        mirror.withLock { mirror in
            guard mirror.connection.state == .connected else { return false }
            return switch attribute {
            case is CBService: mirror.graph.servicesByID[attribute.identifier] === attribute
            case is CBCharacteristic: mirror.graph.characteristicsByID[attribute.identifier] === attribute
            default: mirror.graph.descriptorsByID[attribute.identifier] === attribute
            }
        }
    }
}
