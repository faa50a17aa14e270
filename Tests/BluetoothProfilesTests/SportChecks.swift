import BluetoothProfiles
import RandomCases
import Testing

/// Every row is read and written, and so many of its prefixes are values of their own.
func expectRows<Value: WireValue>(
    _ rows: [([UInt8], Value)], prefixes expected: Int = 0, at place: SourceLocation = #_sourceLocation
) throws {
    var prefixes = 0
    for (bytes, value) in rows {
        #expect(try Value(bytes: bytes) == value, sourceLocation: place)
        #expect(value.bytes == bytes, sourceLocation: place)
        for count in bytes.indices {
            guard let short = try? Value(bytes: Array(bytes.prefix(count))) else { continue }
            #expect(short.bytes == Array(bytes.prefix(count)), sourceLocation: place)
            prefixes += 1
        }
    }
    #expect(prefixes == expected, "so many prefixes are values", sourceLocation: place)
}

/// Random bytes never trap; what they mean is written so that it means the same.
func expectNoTraps<Value: WireValue>(
    _ type: Value.Type, at place: SourceLocation = #_sourceLocation
) {
    var generator = SeededNumbers(seed: 0x5EED)
    var values = 0
    for number in 0..<randomCases(2_000) {
        var bytes = (0..<number % 48).map { _ in UInt8.random(in: 0...255, using: &generator) }
        // Few flags at a time, so that the lengths fit now and then.
        if number % 2 == 0, !bytes.isEmpty { bytes[0] = 1 << UInt8(number / 2 % 8) }
        if number % 4 != 0, bytes.count > 1 { bytes[1] = 0 }
        guard let value = try? Value(bytes: bytes) else { continue }
        values += 1
        let again = try? Value(bytes: value.bytes)
        #expect(again == value, "\(bytes)", sourceLocation: place)
    }
    #expect(values > 0, sourceLocation: place)
}
