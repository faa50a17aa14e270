import BluetoothPort
import BluetoothTypes

/// The bench, bonded, and on another link than the one on which the phone has discovered it and read two of its values.
private func reopen(_ trial: Trial) throws -> PeerIdentifier {
    let peer = try trial.openBonded()
    _ = try trial.descriptors(of: BenchID.value)
    _ = try trial.read(BenchID.long)
    try trial.leave(peer)
    try trial.link(peer)
    return peer
}

/// What the phone says that it knows of the bench's service, when the app discovers services.
private func known(_ trial: Trial, of peer: PeerIdentifier) throws -> Central.KnownService {
    trial.send(.discoverServices(peer, nil))
    return try trial.next("what the phone knows of the bench") { event in
        guard case .attributesKnown(peer, let services) = event else { return nil }
        return services.first { $0.service.uuid == BenchID.service }
    }
}

/// What a phone keeps of a device between links.
enum CacheRules {
    static let caching = [
        VerifiableRule("4.7", "the first discovery on a bonded bench's second link", needsUser: true) {
            trial in
            let known = try known(trial, of: try reopen(trial))
            let found = known.characteristics?.map(\.characteristic.uuid) ?? []
            try trial.require(found.contains(BenchID.long), "the phone knows \(found)")
        },
        VerifiableRule("4.8", "the value of a characteristic that was read before", needsUser: true) {
            trial in
            let peer = try reopen(trial)
            try trial.learn(peer)
            let value = trial.attributes[BenchID.long]?.first?.cachedValue
            try trial.require(value == Bench.longValue, "the phone knows \(value?.count ?? 0) bytes")
        },
        VerifiableRule("4.9", "the descriptors that were discovered before", needsUser: true) { trial in
            let known = try known(trial, of: try reopen(trial))
            let value = known.characteristics?.first { $0.characteristic.uuid == BenchID.value }
            let found = value?.descriptors?.map(\.uuid) ?? []
            try trial.require(found.contains(BenchID.descriptor), "the phone knows \(found)")
        },
        VerifiableRule("4.10", "the second link to a bench that is not bonded") { trial in
            try trial.renewBench()
            let peer = try trial.discover().peer.identifier
            trial.send(.stopScan)
            try trial.link(peer)
            try trial.learn(peer)
            _ = try trial.read(BenchID.long)
            try trial.leave(peer)
            try trial.link(peer)
            try trial.learn(peer)
            let value = trial.attributes[BenchID.long]?.first?.cachedValue
            try trial.require(value == nil, "the phone knows \(value?.count ?? 0) bytes")
        },
    ]
}
