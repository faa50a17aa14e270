import BluetoothPort
import BluetoothTypes

private func isLinkEvent(_ event: Central.Event) -> Bool {
    switch event {
    case .connected, .failedToConnect, .disconnected: true
    default: false
    }
}

/// Links, and how they begin and end.
enum ConnectingRules {
    static let connecting = [
        VerifiableRule("3.1", "a connect to a bench that does not advertise for 15 s") { trial in
            let peer = try trial.openBench()
            try trial.tell(.hide(15_000))
            trial.send(.cancelConnection(peer))
            _ = try trial.disconnected(peer)
            // The link itself lives a little longer, and a connect would use it.
            trial.pause(.seconds(2))
            trial.send(.connect(peer, .init()))
            try trial.none("the end of the attempt", for: .seconds(10), isLinkEvent)
            try trial.connected(peer, within: .seconds(20))
        },
        VerifiableRule("3.2", "a second connect while the first is pending") { trial in
            let peer = try trial.find()
            trial.send(.connect(peer, .init()))
            trial.send(.connect(peer, .init()))
            try trial.connected(peer)
            try trial.none("a second didConnect", for: .seconds(2), isLinkEvent)
        },
        VerifiableRule("3.3", "a connect to a bench to which another manager is connected") { trial in
            let other = trial.another()
            try trial.powerOn()
            let peer = try other.connect()
            let began = trial.clock.now
            trial.send(.connect(peer, .init()))
            try trial.connected(peer)
            let took = trial.clock.now - began
            try trial.require(took < .milliseconds(500), "didConnect came after \(took)")
        },
        VerifiableRule("3.4", "a connect while connected") { trial in
            let peer = try trial.connect()
            trial.send(.connect(peer, .init()))
            try trial.connected(peer, within: .seconds(3))
        },
        VerifiableRule("3.5", "a pending connect that is cancelled") { trial in
            let peer = try trial.openBench()
            try trial.tell(.hide(6000))
            trial.send(.cancelConnection(peer))
            _ = try trial.disconnected(peer)
            // The link itself lives a little longer, and a connect would use it.
            trial.pause(.seconds(2))
            trial.send(.connect(peer, .init()))
            trial.pause(.seconds(1))
            trial.send(.cancelConnection(peer))
            let error = try trial.disconnected(peer)
            try trial.require(error == nil, "didDisconnect has the error \(error.map { "\($0)" } ?? "")")
        },
        VerifiableRule("3.6", "a link that the app cancels") { trial in
            let peer = try trial.connect()
            trial.send(.cancelConnection(peer))
            let error = try trial.disconnected(peer)
            try trial.require(error == nil, "didDisconnect has the error \(error.map { "\($0)" } ?? "")")
        },
        VerifiableRule("3.7", "a cancel without a link") { trial in
            let peer = try trial.find()
            trial.send(.cancelConnection(peer))
            try trial.none("a callback", for: .seconds(2), isLinkEvent)
        },
        VerifiableRule("3.8", "a cancel while another manager uses the link") { trial in
            let other = trial.another()
            let peer = try other.openBench()
            try trial.powerOn()
            trial.send(.connect(peer, .init()))
            try trial.connected(peer)
            other.skip()
            trial.send(.cancelConnection(peer))
            _ = try trial.disconnected(peer)
            try other.none("the end of the other manager's link", for: .seconds(2), isLinkEvent)
            _ = try other.read(BenchID.value).get()
        },
        VerifiableRule("3.9", "a connect right after a cancel") { trial in
            let peer = try trial.connect()
            trial.send(.cancelConnection(peer))
            trial.send(.connect(peer, .init()))
            let isEnd = try trial.next("the next callback", within: .seconds(20)) { event -> Bool? in
                switch event {
                case .disconnected: true
                case .connected: false
                default: nil
                }
            }
            try trial.require(isEnd, "didConnect came before the old link's didDisconnect")
            try trial.connected(peer)
        },
        VerifiableRule("3.10", "a link that the bench ends") { trial in
            let peer = try trial.openBench()
            try trial.tell(.disconnect(after: 300))
            let error = try trial.disconnected(peer)
            try trial.require(
                error == .peripheralDisconnected, "the error is \(error.map { "\($0)" } ?? "nil")")
        },
        VerifiableRule("3.11", "a bench that loses its power") { trial in
            let peer = try trial.openBench()
            try trial.tell(.silence(after: 200, for: 8000))
            let error = try trial.disconnected(peer)
            try trial.require(error == .connectionTimeout, "the error is \(error.map { "\($0)" } ?? "nil")")
        },
        VerifiableRule("3.24", "a read that waits when the bench ends the link") { trial in
            let peer = try trial.openBench()
            try trial.tell(.answer(after: 5000))
            try trial.tell(.disconnect(after: 500))
            trial.send(.readCharacteristic(peer, try trial.attribute(BenchID.slow)))
            _ = try trial.disconnected(peer)
            try trial.none("an answer", for: .seconds(3)) {
                if case .characteristicValue = $0 { true } else { false }
            }
        },
    ]

    static let knowing = [
        VerifiableRule("3.28", "a connection of another manager") { trial in
            let peer = try trial.find()
            let other = trial.another()
            try other.connect()
            try trial.none("a callback for this manager", for: .seconds(2), isLinkEvent)
            try trial.require(
                trial.send(.discoverServices(peer, nil)) == .ignored, "this manager is connected, too")
        },
        VerifiableRule("3.30", "an identifier that nobody has") { trial in
            try trial.powerOn()
            let nobody = PeerIdentifier(high: 0x1234_5678_9ABC_4DEF, low: 0x8123_4567_89AB_CDEF)
            try trial.require(trial.port.retrieve([nobody]).isEmpty, "a peripheral was returned")
            let peer = try trial.discover().peer.identifier
            try trial.require(
                trial.port.retrieve([peer]).map(\.identifier) == [peer], "the bench was not returned")
        },
        VerifiableRule("3.31", "retrieveConnected with and without a link of another manager") { trial in
            let peer = try trial.find()
            let services = [BenchID.service]
            try trial.require(
                trial.port.retrieveConnected(with: services).isEmpty, "the bench is there without a link")
            let other = trial.another()
            try other.openBench()
            let found = trial.port.retrieveConnected(with: services).map(\.identifier)
            try trial.require(found == [peer], "the connected bench is not there")
        },
        VerifiableRule("3.32", "retrieveConnected with a service that discovery hides") { trial in
            let peer = try trial.find()
            let other = trial.another()
            _ = try other.services(of: try other.connect())
            let found = trial.port.retrieveConnected(with: ["1800"]).map(\.identifier)
            try trial.require(found.contains(peer), "the connected bench is not there")
        },
        VerifiableRule("3.35", "connection events of another manager's link") { trial in
            let peer = try trial.find()
            let result = trial.send(.registerForConnectionEvents(.init(services: [], peers: [peer])))
            guard result == .accepted else { throw TrialEnd.notTried("this system has no connection events") }
            let other = trial.another()
            try other.connect()
            let isConnected = try trial.next("a connection event") { event -> Bool? in
                if case .connectionEvent(let one, let isConnected) = event, one.identifier == peer {
                    isConnected
                } else {
                    nil
                }
            }
            try trial.require(isConnected, "the event says that the bench was disconnected")
        },
    ]
}
