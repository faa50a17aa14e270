import BluetoothWire
import RandomCases
import Testing

extension SeededNumbers {
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
    var random = SeededNumbers(seed: seed)
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
