import BluetoothPort

/// What managers do, and what they refuse.
enum ManagerRules {
    static let managers = [
        VerifiableRule("1.1", "a manager is made, and its state is awaited") { trial in
            _ = trial.port
            // What has come by now came inside of the initialiser.
            try trial.require(trial.isUntold, "the first state came before the initialiser returned")
            try trial.powerOn()
        },
        VerifiableRule("1.7", "a scan before the first state") { trial in
            let result = trial.send(.scan(.init()))
            try trial.require(result == .ignored, "the scan was not dropped")
            try trial.powerOn()
            try trial.none("a discovery", for: .seconds(3)) {
                if case .discovered = $0 { true } else { false }
            }
        },
        VerifiableRule("1.8", "stopScan before the first state") { trial in
            try trial.require(trial.send(.stopScan) == .ignored, "stopScan was not dropped")
        },
        VerifiableRule("1.10", "a discovery of services without a link") { trial in
            let peer = try trial.find()
            try trial.require(
                trial.send(.discoverServices(peer, nil)) == .ignored, "the call was not dropped")
            try trial.none("an answer", for: .seconds(3)) {
                if case .servicesDiscovered = $0 { true } else { false }
            }
        },
        VerifiableRule("1.31", "another manager's peripheral") { trial in
            let peer = try trial.connect()
            let other = trial.another()
            try other.powerOn()
            try trial.require(
                other.send(.discoverServices(peer, nil)) == .ignored, "a manager without a link could use it")
        },
        VerifiableRule("1.35", "the MTU before, during and after a link") { trial in
            let peer = try trial.find()
            try trial.require(
                trial.port.mtu(of: peer) == 0, "the MTU without a link is \(trial.port.mtu(of: peer))")
            trial.send(.connect(peer, .init()))
            try trial.connected(peer)
            trial.pause(.seconds(3))
            try trial.require(trial.port.mtu(of: peer) > 23, "the MTU stays \(trial.port.mtu(of: peer))")
            trial.send(.cancelConnection(peer))
            _ = try trial.disconnected(peer)
            try trial.require(
                trial.port.mtu(of: peer) == 0, "the MTU after the link is \(trial.port.mtu(of: peer))")
        },
    ]
}
