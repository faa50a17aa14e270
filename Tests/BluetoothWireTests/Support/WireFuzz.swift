import BluetoothWire
import RandomCases
import Testing

/// A small seeded generator (SplitMix64), so that every run tries the same inputs.
struct WireRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 24) }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

    /// A good input with one to three changes: bits turned, bytes replaced, inserted, taken out, cut.
    mutating func mutation(of input: [UInt8]) -> [UInt8] {
        var bytes = input
        for _ in 0...below(3) {
            let index = bytes.isEmpty ? 0 : below(bytes.count)
            switch below(6) {
            case 0 where !bytes.isEmpty: bytes[index] ^= 1 << UInt8(below(8))
            case 1 where !bytes.isEmpty: bytes[index] = byte()
            case 2 where !bytes.isEmpty: bytes.remove(at: index)
            case 3: bytes.removeLast(bytes.count - index)
            case 4: bytes.insert(byte(), at: index)
            default: bytes.append(contentsOf: self.bytes(below(8)))
            }
        }
        return bytes
    }
}

/// Feeds a decoder random bytes and changed valid ones. Nothing may trap. What decodes must encode to
/// `canonical` of the input, which is the input itself if nothing is reserved or skipped.
func fuzz<Value: WireValue>(
    _: Value.Type, from goldens: [WireGolden<Value>], seed: UInt64, count: Int = randomCases(10_000),
    canonical: (Value, [UInt8]) -> [UInt8] = { $1 }, sourceLocation: SourceLocation = #_sourceLocation
) {
    var random = WireRandom(seed: seed)
    var decodable = 0
    var failure: String?
    for _ in 0..<count where failure == nil {
        let golden = goldens[random.below(goldens.count)].bytes
        var input: [UInt8]
        switch random.below(4) {
        case 0:
            // Random bytes behind a code that exists.
            input = Array(golden.prefix(1)) + random.bytes(random.below(40))
        case 1: input = random.bytes(random.below(48))
        default: input = random.mutation(of: golden)
        }
        if random.below(1000) == 0 { input += random.bytes(700) }
        guard let value = try? Value(bytes: input) else { continue }
        decodable += 1
        let expected = canonical(value, input)
        let encoded = value.bytes
        if encoded != expected { failure = "\(hex(input)) decodes, and encodes to \(hex(encoded))" }
    }
    #expect(failure == nil, sourceLocation: sourceLocation)
    // Otherwise the property would hold for want of inputs.
    #expect(decodable > count / 50, "only \(decodable) inputs decode", sourceLocation: sourceLocation)
}
