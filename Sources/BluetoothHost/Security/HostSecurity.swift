import BluetoothTypes
import BluetoothWire

extension Host {
    /// The security state that all links of a host share. A host that never paired has none.
    struct HostSecurity: Sendable {
        /// Continues across power cycles, so that no number is repeated.
        var random: RandomSource
        /// The data that peers sent out of band, in the order of arrival.
        var peerData: [PeerData] = []
        /// The data that this host sent out of band, and the keys behind it.
        var localData: OutOfBandData?
        var localKeyPair: Pairing.KeyPair?
        var attempts = FailedAttempts()
        var controllerKeys = ControllerKeys.free

        init(_ configuration: SecurityConfiguration) {
            random = RandomSource(entropy: configuration.entropy)
        }

        struct PeerData: Hashable, Sendable {
            let peer: DeviceAddress
            var data: OutOfBandData
        }

        func data(of peers: [DeviceAddress]) -> OutOfBandData? {
            peerData.first { entry in peers.contains(entry.peer.onAir) }?.data
        }

        mutating func setData(_ data: OutOfBandData?, of peer: DeviceAddress) {
            peerData.removeAll { $0.peer == peer.onAir }
            if let data { peerData.append(PeerData(peer: peer.onAir, data: data)) }
        }

        /// Makes data to send out of band, and the keys behind it.
        mutating func makeOutOfBandData() -> OutOfBandData {
            let pair = Pairing.KeyPair(drawing: &random)
            let data = pair.outOfBandData(drawing: &random)
            (localKeyPair, localData) = (pair, data)
            return data
        }
    }

    /// Peers whose pairings failed, and until when they must wait for the next one: one second after the
    /// first failure, twice as long after each further one, up to 64 s. A success of the peer removes its
    /// entry; so do 64 s after the wait without a failure.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.3.6.
    struct FailedAttempts: Hashable, Sendable {
        private struct Entry: Hashable, Sendable {
            let peer: DeviceAddress
            var wait: Nanoseconds
            var end: Instant
        }

        static let firstWait: Nanoseconds = .seconds(1)
        static let longestWait: Nanoseconds = .seconds(64)
        /// Peers can change their addresses as they like, so the oldest entries are removed.
        static let limit = 32

        private var entries: [Entry] = []

        init() {}

        var isEmpty: Bool { entries.isEmpty }

        mutating func failed(_ peer: DeviceAddress, at now: Instant) {
            entries.removeAll { $0.end + Self.longestWait <= now }
            var wait = Self.firstWait
            if let index = entries.firstIndex(where: { $0.peer == peer.onAir }) {
                let last = entries.remove(at: index).wait
                wait = min(last + last, Self.longestWait)
            }
            if entries.count >= Self.limit { entries.removeFirst() }
            entries.append(Entry(peer: peer.onAir, wait: wait, end: now + wait))
        }

        mutating func succeeded(_ peer: DeviceAddress) { entries.removeAll { $0.peer == peer.onAir } }

        /// Whether a peer must wait.
        func refuses(_ peer: DeviceAddress, at now: Instant) -> Bool {
            entries.contains { $0.peer == peer.onAir && now < $0.end }
        }
    }
}
