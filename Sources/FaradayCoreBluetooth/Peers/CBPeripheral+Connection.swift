import BluetoothPort

/// How the manager updates a peripheral when the link changes.
extension CBPeripheral {
    /// The state is `.connecting` at once; a refused call changes nothing.
    ///
    /// If the app connects before the system has reconnected, it gets a new link like any other.
    func connect(_ options: Central.ConnectOptions) {
        mirror.withLock { $0.keepsGraph = false }
        change({ $0.connectCalled() }, if: { port.send(.connect(peer, options)) })
    }

    /// The state is `.disconnecting` at once, or `.disconnected` when there was no link yet (behaviour 3.5, 3.6).
    func cancelConnection() {
        change({ $0.cancelCalled() }, if: { port.send(.cancelConnection(peer)) })
    }

    /// The mirror changes before the command is sent to the port, because the port's event may arrive before `send`
    /// returns.
    private func change(_ change: (inout ConnectionMirror) -> Void, if send: () -> CommandResult) {
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
        // Every advertising report calls this, and few contain a new name.
        guard mirror.withLock({ $0.name != name }) else { return }
        changing(.name) { mirror.withLock { $0.name = name } }
    }

    /// A link is established. The app has to discover attributes again, unless the link existed before (behaviour 3.4)
    /// or the system has reconnected automatically (behaviour 3.19).
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

    /// Returns the link's former attributes; `nil` when the app gets no callback. The services are removed before the
    /// callback (regression 35).
    func linkEnded() -> AttributeGraph? {
        let old = changing([.state, .services]) {
            mirror.withLock { mirror -> AttributeGraph? in
                mirror.connection.ended() ? mirror.takeGraph() : nil
            }
        }
        old?.detach()
        return old
    }

    /// The radio was turned off, or the manager was released (behaviour 1.15, 1.16).
    func radioLost() {
        let old = changing([.state, .services]) {
            mirror.withLock { mirror in
                mirror.connection.radioLost()
                return mirror.takeGraph()
            }
        }
        old.detach()
    }

    /// The system is establishing another link, on which the app finds these attributes again (behaviour 3.19).
    func reconnectsAutomatically(with graph: AttributeGraph) {
        changing([.state, .services]) {
            mirror.withLock { mirror in
                mirror.connection.reconnects()
                mirror.graph = graph
                mirror.keepsGraph = true
            }
        }
    }

    /// A delegate with the older disconnect method gets no automatic reconnection (behaviour 3.20). This cancels the
    /// reconnection without another callback, unless the app itself has asked for a link.
    func endAutomaticReconnection() {
        guard mirror.withLock({ $0.connection.hiddenCancelCalled() }) else { return }
        guard port.send(.cancelConnection(peer)) != .accepted else { return }
        mirror.withLock { $0.connection.hiddenCancelRefused() }
    }
}

extension CBPeripheral.Mirror {
    /// Returns the graph, so that its objects are released outside the lock.
    fileprivate mutating func takeGraph() -> AttributeGraph {
        let old = graph
        graph = AttributeGraph()
        keepsGraph = false
        return old
    }
}
