import BluetoothPort
import BluetoothTypes

/// How an attempt ends, whatever it is.
private func attempt(_ trial: Trial, _ peer: PeerIdentifier) throws -> PortError? {
    trial.send(.connect(peer, .init()))
    return try trial.next("the end of the attempt", within: .seconds(20)) { event -> PortError?? in
        switch event {
        case .connected: .some(nil)
        case .failedToConnect(_, let error): .some(error)
        default: nil
        }
    }
}

/// Bonds, and what needs an encrypted link.
enum PairingRules {
    static let pairing = [
        VerifiableRule("3.14", "a bench that has forgotten its bond", needsUser: true) { trial in
            let peer = try trial.openBonded()
            try trial.breakBond(peer)
            let error = try attempt(trial, peer)
            try trial.require(
                error == .peerRemovedPairingInformation, "the error is \(error.map { "\($0)" } ?? "nil")")
            try trial.awaitRenewal(of: peer)
        },
        VerifiableRule("3.16", "whether a bonded bench's link is encrypted at once", needsUser: true) {
            trial in
            let peer = try trial.openBonded()
            try trial.leave(peer)
            try trial.link(peer)
            try trial.learn(peer)
            let level = try trial.read(BenchID.security)
            try trial.require(level == .success([1]), "the bench says \(level)")
        },
        VerifiableRule("3.17", "three attempts after the bench has forgotten its bond", needsUser: true) {
            trial in
            let peer = try trial.openBonded()
            try trial.breakBond(peer)
            for number in 1...3 {
                let error = try attempt(trial, peer)
                try trial.require(
                    error == .peerRemovedPairingInformation,
                    "attempt \(number) ends with \(error.map { "\($0)" } ?? "a link")")
                trial.pause(.seconds(1))
            }
            try trial.awaitRenewal(of: peer)
        },
        VerifiableRule("5.31", "a read that needs an encrypted link", needsUser: true) { trial in
            try trial.renewBench()
            let peer = try trial.discover().peer.identifier
            trial.send(.stopScan)
            try trial.link(peer)
            try trial.learn(peer)
            let before = try trial.read(BenchID.security)
            try trial.require(before == .success([0]), "the link is encrypted before")
            let value = try trial.read(BenchID.encrypted, within: .seconds(60))
            try trial.require(value == .success([5]), "the read gives \(value)")
            let after = try trial.read(BenchID.security)
            try trial.require(after == .success([1]), "the link is not encrypted after it")
        },
        VerifiableRule("5.36", "a Security Request of the bench", needsUser: true) { trial in
            try trial.renewBench()
            let peer = try trial.discover().peer.identifier
            trial.send(.stopScan)
            try trial.link(peer)
            try trial.learn(peer)
            try trial.tell(.requestSecurity)
            for _ in 0..<20 where try trial.read(BenchID.security) != .success([1]) {
                trial.pause(.seconds(2))
            }
            let level = try trial.read(BenchID.security)
            try trial.require(level == .success([1]), "the bench says \(level)")
        },
        VerifiableRule("6.6", "a read of the app's encrypted characteristic", needsUser: true) { trial in
            try trial.publication().open()
            let visitor = try trial.visitor()
            try visitor.openBench()
            let value = try visitor.read(PublishedID.encrypted, within: .seconds(60))
            try trial.require(value == .success([6]), "the read gives \(value)")
        },
        VerifiableRule("6.17", "a bonded central that comes back", needsUser: true) { trial in
            let publication = trial.publication()
            try publication.open()
            let visitor = try trial.visitor()
            let peer = try visitor.openBench()
            _ = try visitor.read(PublishedID.encrypted, within: .seconds(60)).get()
            _ = try visitor.notify(PublishedID.asked, true)
            let first = try publication.subscribed().identifier
            try visitor.leave(peer)
            try visitor.link(peer)
            try visitor.learn(peer)
            _ = try visitor.notify(PublishedID.asked, true)
            let second = try publication.subscribed().identifier
            try trial.require(first == second, "it has another identifier")
        },
        VerifiableRule("6.35", "a channel that the app published with encryption", needsUser: true) { trial in
            let publication = trial.publication()
            try publication.open()
            let psm = try publication.publishChannel(isEncrypted: true)
            let visitor = try trial.visitor()
            try visitor.openBench()
            let channel = try visitor.channel(psm)
            guard case .success = channel else { throw TrialEnd.otherwise("the channel gives \(channel)") }
        },
    ]
}
