import BluetoothPort
import BluetoothTypes

/// Ways to a bench in a certain state.
extension Trial {
    /// Ends the link, and waits until the phone has really let go of it.
    func leave(_ peer: PeerIdentifier) throws {
        send(.cancelConnection(peer))
        _ = try disconnected(peer)
        // The link itself lives a little longer, and a connect would use it.
        pause(.seconds(2))
        skip()
    }

    /// Makes the bench a device that the phone has never met, by another address: what it was before.
    @discardableResult func renewBench() throws -> PeerIdentifier {
        let peer = try openBench()
        try tell(.changeAddress(after: 0))
        try leave(peer)
        return peer
    }

    /// Links to a bench that is new to the phone, and pairs with it.
    func openBonded() throws -> PeerIdentifier {
        try renewBench()
        let peer = try discover().peer.identifier
        send(.stopScan)
        try link(peer)
        try learn(peer)
        let value = try read(BenchID.encrypted, within: .seconds(60))
        guard value == .success([5]) else { throw TrialEnd.notTried("the phone did not pair: \(value)") }
        return peer
    }

    /// Lets a bench forget the bond that the phone keeps. As the phone does not connect to it any more, the bench is
    /// another device half a minute later.
    func breakBond(_ peer: PeerIdentifier) throws {
        try tell(.changeAddress(after: 30_000))
        try tell(.forgetBonds)
        try leave(peer)
    }

    /// Waits for the bench behind its next address.
    func awaitRenewal(of peer: PeerIdentifier) throws {
        pause(.seconds(28))
        send(.scan(.init(services: [BenchID.service], allowsDuplicates: true)))
        _ = try report("the bench behind another address") { other, _ in other.identifier != peer }
    }

    /// Connects to who is known.
    func link(_ peer: PeerIdentifier, _ options: Central.ConnectOptions = .init()) throws {
        send(.connect(peer, options))
        try connected(peer)
    }

    /// The next report that fits.
    func report(
        _ what: String, within limit: Nanoseconds = .seconds(20),
        _ fits: (Central.Peer, Advertisement) -> Bool
    ) throws -> (peer: Central.Peer, advertisement: Advertisement, rssi: Int) {
        try next(what, within: limit) { event in
            guard case .discovered(let peer, let advertisement, let rssi) = event, fits(peer, advertisement)
            else { return nil }
            return (peer, advertisement, rssi)
        }
    }
}
