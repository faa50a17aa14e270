import BluetoothPort

/// What the manager does to a peripheral when the link changes.
extension CBPeripheral {
    /// `.connecting` reads at once; a refused call leaves no trace.
    ///
    /// An app that does not wait for the system to reconnect gets a link like any other.
    func connect(_ options: Central.ConnectOptions) {
        mirror.withLock { $0.keepsGraph = false }
        change({ $0.connectCalled() }, if: { port.send(.connect(peer, options)) })
    }

    /// `.disconnecting` reads at once, or `.disconnected` when there was no link yet (behaviour 3.5, 3.6).
    func cancelConnection() {
        change({ $0.cancelCalled() }, if: { port.send(.cancelConnection(peer)) })
    }

    /// The mirror changes before the command goes down, since its event may be back before `send` is.
    private func change(_ change: (inout ConnectionMirror) -> Void, if send: () -> Central.Answer) {
        let (before, after) = changing(.state) {
            mirror.withLock { mirror in
                let before = mirror.connection
                change(&mirror.connection)
                return (before, mirror.connection)
            }
        }
        guard send() != .accepted else { return }
        changing(.state) {
            mirror.withLock { mirror in
                if mirror.connection == after { mirror.connection = before }
            }
        }
    }

    func rename(_ name: String?) {
        // Every advertising report comes by here, and few bring a new name.
        guard mirror.withLock({ $0.name != name }) else { return }
        changing(.name) { mirror.withLock { $0.name = name } }
    }

    /// A link is up: attributes are discovered anew unless it was up before (behaviour 3.4), or the system has reconnected
    /// by itself (behaviour 3.19).
    func linkCameUp(_ peer: Central.Peer) {
        let old = changing([.name, .state, .services]) {
            mirror.withLock { mirror -> AttributeGraph? in
                mirror.name = peer.name
                defer { mirror.keepsGraph = false }
                return mirror.connection.connected() && !mirror.keepsGraph ? mirror.takeGraph() : nil
            }
        }
        old?.detach()
    }

    /// Answers what the link's attributes were; `nil` when the app is not told. Services are gone before it is
    /// (regression 35).
    func linkEnded() -> AttributeGraph? {
        let old = changing([.state, .services]) {
            mirror.withLock { mirror -> AttributeGraph? in
                mirror.connection.ended() ? mirror.takeGraph() : nil
            }
        }
        old?.detach()
        return old
    }

    /// The radio went away, or the manager did (behaviour 1.15, 1.16).
    func radioLost() {
        let old = changing([.state, .services]) {
            mirror.withLock { mirror in
                mirror.connection.radioLost()
                return mirror.takeGraph()
            }
        }
        old.detach()
    }

    /// The system is at making another link, on which the app finds these attributes (behaviour 3.19).
    func reconnectsAutomatically(with graph: AttributeGraph) {
        changing([.state, .services]) {
            mirror.withLock { mirror in
                mirror.connection.reconnects()
                mirror.graph = graph
                mirror.keepsGraph = true
            }
        }
    }

    /// A delegate with the older disconnect method gets no automatic reconnection (behaviour 3.20); it is
    /// taken back without another callback, unless the app has asked for a link itself.
    func endAutomaticReconnection() {
        guard mirror.withLock({ $0.connection.hiddenCancelCalled() }) else { return }
        guard port.send(.cancelConnection(peer)) != .accepted else { return }
        mirror.withLock { $0.connection.hiddenCancelRefused() }
    }
}

extension CBPeripheral.Mirror {
    /// Hands the graph out, so that its objects are released without the lock.
    fileprivate mutating func takeGraph() -> AttributeGraph {
        let old = graph
        graph = AttributeGraph()
        keepsGraph = false
        return old
    }
}
