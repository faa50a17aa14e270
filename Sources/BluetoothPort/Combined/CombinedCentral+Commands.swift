import BluetoothTypes

extension CombinedCentral {
    /// Takes a command of the app: who gets it. The result of the first one is the app's.
    package mutating func perform(_ command: Central.Command) -> [Order] {
        switch command {
        case .channel(let identifier, let use):
            guard let (own, side) = channels.own(identifier) else { return [] }
            if use == .close { channels.remove(identifier) }
            return [Order(.channel(own, use), side)]
        case .release(let peer):
            let side = owner(of: peer)
            self[side].wanted.remove(peer)
            return [Order(command, side)]
        default: break
        }
        guard isOn else { return [Order(command, leader)] }
        let side = command.peer.map(owner) ?? leader
        switch command {
        case .scan, .stopScan, .registerForConnectionEvents:
            return askedSides.map { side in
                note(command, side)
                return Order(command, side)
            }
        case .connect(let peer, _):
            self[side].wanted.insert(peer)
            // A link that the app wants again is a new one.
            self[side].cancelled.remove(peer)
        default: break
        }
        return [Order(command, side)]
    }

    private mutating func note(_ command: Central.Command, _ side: Side) {
        switch command {
        case .scan: self[side].isScanning = true
        case .stopScan: self[side].isScanning = false
        default: break
        }
    }

    /// Takes what a side did with an order.
    package mutating func take(_ result: CommandResult, of order: Order) {
        guard result == .ignored else { return }
        switch order.command {
        case .connect(let peer, _): self[order.side].wanted.remove(peer)
        case .cancelConnection(let peer): self[order.side].cancelled.remove(peer)
        default: break
        }
    }

    // MARK: Questions

    /// The known peers in the order in which the app asked for them.
    package mutating func join(
        _ answers: [(side: Side, peers: [Central.Peer])], inOrderOf asked: [PeerIdentifier]
    ) -> [Central.Peer] {
        var rest = own(answers)
        return asked.compactMap { wanted in
            guard let index = rest.firstIndex(where: { $0.first?.identifier == wanted }) else { return nil }
            return rest[index].removeFirst()
        }
    }

    /// The peers of the real side, and behind them those of the simulated one.
    package mutating func join(_ answers: [(side: Side, peers: [Central.Peer])]) -> [Central.Peer] {
        own(answers).flatMap { $0 }
    }

    private mutating func own(_ answers: [(side: Side, peers: [Central.Peer])]) -> [[Central.Peer]] {
        answers.map { side, peers in peers.filter { claim($0.identifier, side) } }
    }
}
