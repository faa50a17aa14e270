import BluetoothProfiles
import RandomCases
import Testing

/// What holds for the values of every profile.
enum ValueRules {
    /// A value is written as it is read, and no beginning of its bytes is a value.
    static func expect<Value: WireValue>(
        _ bytes: [UInt8], is value: Value, at place: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try Value(bytes: bytes) == value, sourceLocation: place)
        #expect(value.bytes == bytes, sourceLocation: place)
        for count in bytes.indices {
            #expect(throws: DecodeError.self, "first \(count) bytes", sourceLocation: place) {
                try Value(bytes: Array(bytes.prefix(count)))
            }
        }
        try expectAddition(value, bytes, at: place)
    }

    /// One byte more is kept as unknown if the specification lets fields be added to the value, and strictly an error;
    /// otherwise it is an error.
    static func expectAddition<Value: WireValue>(
        _ value: Value, _ bytes: [UInt8], at place: SourceLocation = #_sourceLocation
    ) throws {
        if let value = value as? any ExtensibleValue {
            return try expectUnknown(value, bytes, at: place)
        }
        #expect(throws: DecodeError.self, "one byte more", sourceLocation: place) {
            try Value(bytes: bytes + [0])
        }
    }

    private static func expectUnknown<Value: ExtensibleValue>(
        _ value: Value, _ bytes: [UInt8], at place: SourceLocation
    ) throws {
        var longer = try Value(bytes: bytes + [0])
        #expect(longer.unknown.bytes == [0], sourceLocation: place)
        #expect(longer.bytes == bytes + [0], sourceLocation: place)
        #expect(throws: DecodeError(.value, .trailingBytes(1)), "one byte more", sourceLocation: place) {
            try Value(strictly: bytes + [0])
        }
        longer.unknown = UnknownFields()
        #expect(longer == value, sourceLocation: place)
        #expect(try Value(strictly: bytes) == value, sourceLocation: place)
    }

    /// What can be read from random bytes is the same when it is written and read again.
    static func expectStable<Value: WireValue>(
        _ type: Value.Type, upTo length: Int, at place: SourceLocation = #_sourceLocation
    ) throws {
        var generator = SeededNumbers(seed: 0x181D)
        var values = 0
        for number in 0..<randomCases(2_000) {
            // Op codes, months and flags are small numbers.
            let mask: UInt64 = number % 2 == 0 ? 0xFF : 0x0F
            let bytes = (0..<Int(generator.next() % UInt64(length + 1))).map { _ in
                UInt8(truncatingIfNeeded: (generator.next() >> 24) & mask)
            }
            guard let value = try? Value(bytes: bytes) else { continue }
            values += 1
            let again = try Value(bytes: value.bytes)
            #expect(again == value, "\(bytes)", sourceLocation: place)
        }
        #expect(values > 0, "no random bytes were a value", sourceLocation: place)
    }

    /// All 65,536 values of a field of two bytes at `offset` are written as they are read.
    static func expectAllNumbers<Value: WireValue>(
        _ type: Value.Type, in bytes: [UInt8], at offset: Int, place: SourceLocation = #_sourceLocation
    ) throws {
        var bytes = bytes
        for raw in UInt16.min...UInt16.max {
            bytes[offset] = UInt8(truncatingIfNeeded: raw)
            bytes[offset + 1] = UInt8(raw >> 8)
            guard try Value(bytes: bytes).bytes != bytes else { continue }
            Issue.record("\(Value.self) changes \(raw)", sourceLocation: place)
            return
        }
    }
}
