import FaradaySimulation

/// Draws of one case, from (seed, number).
struct FuzzSource {
    private var stream: EntropyStream

    init(seed: UInt64, number: UInt64) {
        stream = EntropyStream(state: seed &* 0x9E37_79B9_7F4A_7C15 ^ number &* 0xD1B5_4A32_D192_ED03)
    }

    mutating func next() -> UInt64 { stream.next() }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Random bytes, or one of the samples with a few things changed.
    mutating func input(like samples: [[UInt8]]) -> [UInt8] {
        guard !samples.isEmpty, below(4) > 0 else { return bytes(below(64)) }
        var bytes = samples[below(samples.count)]
        for _ in 0..<1 + below(4) { mutate(&bytes, samples) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8], _ samples: [[UInt8]]) {
        switch below(6) {
        case 0 where !bytes.isEmpty: bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
        case 1 where !bytes.isEmpty: bytes[below(bytes.count)] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][below(6)]
        case 2 where !bytes.isEmpty: bytes.removeLast(1 + below(bytes.count))
        case 3: bytes.insert(contentsOf: self.bytes(1 + below(8)), at: below(bytes.count + 1))
        case 4 where !bytes.isEmpty:
            let start = below(bytes.count)
            bytes.removeSubrange(start..<min(bytes.count, start + 1 + below(4)))
        case 5: bytes += samples[below(samples.count)]
        default: bytes.append(UInt8(truncatingIfNeeded: next()))
        }
    }
}
