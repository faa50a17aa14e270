import BluetoothProfiles
import RandomCases
import Testing

/// Checks of a value and its bytes.
enum ValueRow {
    /// The bytes are the value's; no prefix of them is a value but those of the given lengths, and one byte more is not
    /// either, unless the value has no end.
    static func check<Value: CharacteristicValue>(
        _ bytes: [UInt8], _ value: Value, prefixes: Set<Int> = [], hasEnd: Bool = true,
        _ place: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: Never.self, sourceLocation: place) {
            let decoded = try Value(bytes: bytes)
            #expect(decoded == value, sourceLocation: place)
        }
        #expect(value.bytes == bytes, sourceLocation: place)
        for count in 0..<bytes.count {
            let isValue = (try? Value(bytes: Array(bytes.prefix(count)))) != nil
            #expect(isValue == prefixes.contains(count), "prefix of \(count)", sourceLocation: place)
        }
        if hasEnd {
            #expect(throws: Never.self, sourceLocation: place) {
                try ValueRules.expectAddition(value, bytes, at: place)
            }
        }
    }

    /// What random bytes decode to is written so that it decodes to the same value.
    static func checkRandom<Value: CharacteristicValue>(
        _: Value.Type, upTo length: Int = 20, _ place: SourceLocation = #_sourceLocation
    ) {
        var random = SeededNumbers(seed: 1)
        var wrong: [[UInt8]] = []
        for _ in 0..<randomCases(2000) {
            let bytes = (0..<random.next() % UInt64(length + 1)).map { _ in
                // Small numbers reach more of the codes.
                UInt8(truncatingIfNeeded: random.next() >> (random.next() % 2 == 0 ? 60 : 56))
            }
            guard let value = try? Value(bytes: bytes) else { continue }
            if (try? Value(bytes: value.bytes)) != value { wrong.append(bytes) }
        }
        #expect(wrong.isEmpty, sourceLocation: place)
    }
}
