import BluetoothPort
import BluetoothTypes

private func nextName(_ trial: Trial, of peer: PeerIdentifier) throws -> String? {
    try trial.next("peripheralDidUpdateName") { event -> String?? in
        if case .nameChanged(peer, let name) = event { .some(name) } else { nil }
    }
}

/// A bench that is new to the phone, and that advertises a name which is not its own.
private func meet(_ trial: Trial) throws {
    let peer = try trial.openBench()
    try trial.tell(.advertise(.otherName, for: 60_000))
    try trial.tell(.changeAddress(after: 0))
    try trial.leave(peer)
}

/// Names of devices.
enum NamingRules {
    static let naming = [
        VerifiableRule("2.9", "the name of a new bench, which is in the scan response") { trial in
            try trial.renewBench()
            let first = try trial.discover()
            try trial.require(
                first.peer.name == nil && first.advertisement.localName == nil, "the first report has a name")
            let second = try trial.report("a second report") { _, _ in true }
            try trial.require(
                second.peer.name == Bench.name, "the second report has \(second.peer.name ?? "no name")")
        },
        VerifiableRule("2.21", "the name before and after the first connection") { trial in
            try meet(trial)
            let before = try trial.discover().peer
            try trial.require(
                before.name == BenchAdvertising.nameOnAir, "at first it is \(before.name ?? "nil")")
            trial.send(.stopScan)
            try trial.link(before.identifier)
            trial.pause(.seconds(2))
            try trial.leave(before.identifier)
            let after = try trial.discover().peer
            try trial.require(after.name == Bench.name, "after a connection it is \(after.name ?? "nil")")
        },
        VerifiableRule("2.22", "a bench that gets another name while nobody is connected") { trial in
            let peer = try trial.openBench()
            try trial.tell(.rename(1, after: 1000))
            try trial.leave(peer)
            let found = try trial.discover(.init(services: [BenchID.service], allowsDuplicates: true))
            let report = try trial.report("a report with the new name") { _, advertisement in
                advertisement.localName == Bench.name(1)
            }
            try trial.require(
                report.peer.name == Bench.name, "the peripheral's name is \(report.peer.name ?? "nil")")
            trial.send(.stopScan)
            try trial.link(found.peer.identifier)
            let name = try nextName(trial, of: found.peer.identifier)
            try trial.require(name == Bench.name(1), "after a connection it is \(name ?? "nil")")
        },
        VerifiableRule("2.23", "the two names of one report") { trial in
            try meet(trial)
            let peer = try trial.discover().peer.identifier
            trial.send(.stopScan)
            try trial.link(peer)
            trial.pause(.seconds(2))
            try trial.leave(peer)
            let report = try trial.discover()
            try trial.require(
                report.advertisement.localName == BenchAdvertising.nameOnAir
                    && report.peer.name == Bench.name,
                "they are \(report.advertisement.localName ?? "nil") and \(report.peer.name ?? "nil")")
        },
        VerifiableRule("5.37", "a connection to a bench whose name the phone does not know yet") { trial in
            try meet(trial)
            let peer = try trial.discover().peer.identifier
            trial.send(.stopScan)
            try trial.link(peer)
            let name = try nextName(trial, of: peer)
            try trial.require(name == Bench.name, "the new name is \(name ?? "nil")")
        },
        VerifiableRule("5.38", "what a phone does by itself after connecting") { trial in
            try meet(trial)
            let peer = try trial.discover().peer.identifier
            trial.send(.stopScan)
            try trial.link(peer)
            _ = try nextName(trial, of: peer)
            trial.pause(.seconds(2))
            try trial.require(trial.port.mtu(of: peer) > 23, "it does not exchange the MTU")
            try trial.learn(peer)
            try trial.tell(.extend(true))
            try trial.next("didModifyServices") { event -> Void? in
                if case .servicesModified(peer, _) = event { () } else { nil }
            }
        },
    ]
}
