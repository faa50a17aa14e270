import BluetoothPort

/// What the manager does to a peripheral when the link changes.
extension CBPeripheral {
    /// `.connecting` reads at once; a refused call leaves no trace.
    func connect(_ options: Central.ConnectOptions) {
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

    /// A link is up: attributes are discovered anew unless it was up before (behaviour 3.4).
    func linkCameUp(_ peer: Central.Peer) {
        let old = changing([.name, .state, .services]) {
            mirror.withLock { mirror -> AttributeGraph? in
                mirror.name = peer.name
                return mirror.connection.connected() ? mirror.takeGraph() : nil
            }
        }
        old?.detach()
    }

    /// Answers whether the app is told; services are gone before it is (regression 35).
    func linkEnded() -> Bool {
        let (isTold, old) = changing([.state, .services]) {
            mirror.withLock { mirror -> (Bool, AttributeGraph?) in
                guard mirror.connection.ended() else { return (false, nil) }
                return (true, mirror.takeGraph())
            }
        }
        old?.detach()
        return isTold
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

    func reconnectsAutomatically() {
        changing(.state) { mirror.withLock { $0.connection.reconnects() } }
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
        return old
    }
}
