import BluetoothCryptography
import BluetoothWire

/// Random numbers of a host: AES-128 in counter mode over the configured entropy.
///
/// Equal sources give equal numbers, so a world can be replayed. A host that meets real devices needs entropy
/// that nobody can guess.
struct RandomSource: Hashable, Sendable {
    private let entropy: [UInt8]
    private var counter: UInt64 = 0

    /// Creates a source over 16 bytes.
    init(entropy: [UInt8]) {
        precondition(entropy.count == 16, "entropy of \(entropy.count) bytes")
        self.entropy = entropy
    }

    /// The next `count` bytes. The rest of the last block is discarded.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let cipher = AES128(key: entropy)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 15)
        while bytes.count < count {
            var block: [UInt8] = []
            block.reserveCapacity(16)
            for _ in 0..<8 { block.append(0) }
            block.append(littleEndian: counter)
            bytes += cipher.encrypt(block)
            counter += 1
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// The next passkey, 0…999,999, each as likely as any other.
    mutating func passkey() -> UInt32 {
        while true {
            // 20 bits hold 1,048,576 values: those above the range are drawn again, not folded into it.
            let candidate = bytes(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0xF_FFFF
            if candidate < 1_000_000 { return candidate }
        }
    }
}
