import BluetoothPort
import BluetoothTypes

private func isLinkEvent(_ event: Central.Event) -> Bool {
    switch event {
    case .connected, .failedToConnect, .disconnected: true
    default: false
    }
}

private struct LinkEnd {
    var error: PortError?
    var time: Double
    var isReconnecting: Bool
}

private func linkEnd(_ trial: Trial) throws -> LinkEnd {
    try trial.next("didDisconnect", within: .seconds(20)) { event in
        guard case .disconnected(_, let error, let time, let isReconnecting) = event else { return nil }
        return LinkEnd(error: error, time: time, isReconnecting: isReconnecting)
    }
}

private func failure(_ trial: Trial) throws -> PortError? {
    try trial.next("didFailToConnect", within: .seconds(20)) { event -> PortError?? in
        if case .failedToConnect(_, let error) = event { .some(error) } else { nil }
    }
}

/// A link with auto-reconnect, which the bench ends in a moment by losing its power for so long.
private func lose(_ trial: Trial, for time: UInt16) throws -> PeerIdentifier {
    let peer = try trial.find()
    guard trial.port.traits.disconnectMethods != .olderOnly else {
        throw TrialEnd.notTried("this system does not reconnect by itself")
    }
    try trial.link(peer, .init(enablesAutoReconnect: true))
    try trial.learn(peer)
    try trial.tell(.silence(after: 200, for: time))
    return peer
}

/// Releases, losses, options of connecting.
enum ReconnectingRules {
    static let reconnecting = [
        VerifiableRule("1.28", "a peripheral that the app releases while it connects") { trial in
            let peer = try trial.openBench()
            try trial.tell(.hide(5000))
            try trial.leave(peer)
            trial.send(.connect(peer, .init()))
            trial.send(.release(peer))
            try trial.none("a callback", for: .seconds(8), isLinkEvent)
        },
        VerifiableRule("1.29", "a peripheral that the app releases while it is connected") { trial in
            let peer = try trial.openBench()
            trial.send(.release(peer))
            trial.pause(.seconds(5))
            let other = trial.another()
            try other.powerOn()
            let found = other.port.retrieveConnected(with: [BenchID.service])
            try trial.require(found.isEmpty, "the phone is still connected")
        },
        VerifiableRule("3.12", "a bench that resets") { trial in
            let peer = try trial.openBench()
            try trial.tell(.silence(after: 200, for: 100))
            let error = try trial.disconnected(peer)
            try trial.require(error == .connectionTimeout, "the error is \(error.map { "\($0)" } ?? "nil")")
        },
        VerifiableRule("3.19", "auto-reconnect after a loss") { trial in
            let peer = try lose(trial, for: 4000)
            let end = try linkEnd(trial)
            try trial.require(end.isReconnecting, "the system does not say that it reconnects")
            try trial.connected(peer)
        },
        VerifiableRule("3.21", "a cancel while the system reconnects") { trial in
            let peer = try lose(trial, for: 6000)
            _ = try linkEnd(trial)
            trial.send(.cancelConnection(peer))
            let end = try linkEnd(trial)
            try trial.require(
                end.error == nil && !end.isReconnecting,
                "the error is \(end.error.map { "\($0)" } ?? "nil"), or the system goes on")
            try trial.none("a new link", for: .seconds(10), isLinkEvent)
        },
        VerifiableRule("3.22", "auto-reconnect together with a delay") { trial in
            let peer = try trial.find()
            trial.send(.connect(peer, .init(startDelay: 1, enablesAutoReconnect: true)))
            let error = try failure(trial)
            try trial.require(
                error == .invalidParameters, "the error is \(error.map { "\($0)" } ?? "nil")")
        },
        VerifiableRule("3.23", "the times of two ends of links, and the time between them") { trial in
            let peer = try trial.openBench()
            try trial.tell(.disconnect(after: 300))
            let (first, began) = (try linkEnd(trial).time, trial.clock.now)
            trial.pause(.seconds(3))
            try trial.link(peer)
            try trial.learn(peer)
            try trial.tell(.disconnect(after: 300))
            let (second, ended) = (try linkEnd(trial).time, trial.clock.now)
            let (said, was) = (second - first, Double((ended - began).count) / 1e9)
            try trial.require(abs(said - was) < 1, "they are \(said) s apart, and were \(was) s")
        },
        VerifiableRule("3.25", "a delay of three seconds before the attempt") { trial in
            let peer = try trial.find()
            trial.send(.connect(peer, .init(startDelay: 3)))
            try trial.none("didConnect", for: .milliseconds(2900), isLinkEvent)
            try trial.connected(peer)
        },
        VerifiableRule("3.26", "a connect to a bench that is not connectable for 12 s") { trial in
            let peer = try trial.openBench()
            try trial.tell(.advertise(.unconnectable, for: 12_000))
            try trial.leave(peer)
            trial.send(.connect(peer, .init()))
            try trial.none("the end of the attempt", for: .seconds(8), isLinkEvent)
            try trial.connected(peer)
        },
        VerifiableRule("3.33", "the bench's identifiers on two phones") { trial in
            let other = try trial.visitor(seeking: BenchID.service)
            let (first, second) = (try trial.find(), try other.find())
            try trial.require(first != second, "they are the same")
        },
    ]
}
