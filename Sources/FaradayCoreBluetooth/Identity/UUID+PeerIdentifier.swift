import BluetoothPort
import Foundation

/// The two halves of a Foundation `UUID`, most significant first.
struct PeerIdentifierBits {
    let high: UInt64
    let low: UInt64

    init(_ uuid: UUID) {
        var bytes = uuid.uuid
        (high, low) = withUnsafeBytes(of: &bytes) { raw in
            (
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}

extension PeerIdentifier {
    /// The identifier that app code sees as `uuid`.
    package init(_ uuid: UUID) {
        let bits = PeerIdentifierBits(uuid)
        self.init(high: bits.high, low: bits.low)
    }
}

extension UUID {
    /// The UUID that app code sees for `peer`.
    package init(_ peer: PeerIdentifier) {
        var halves = (peer.high.bigEndian, peer.low.bigEndian)
        self.init(uuid: withUnsafeBytes(of: &halves) { $0.loadUnaligned(as: uuid_t.self) })
    }
}
