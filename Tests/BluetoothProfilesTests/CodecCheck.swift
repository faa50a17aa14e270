import BluetoothProfiles
import RandomCases
import Testing

/// What holds for the encoding of every value.
enum CodecCheck {
    /// A value is read from `bytes` and written to them, and none of their prefixes is a value but those of `shorter`
    /// bytes.
    static func row<Value: WireValue>(
        _ value: Value, _ bytes: [UInt8], shorter: Set<Int> = [],
        at place: SourceLocation = #_sourceLocation
    ) throws {
        #expect(value.bytes == bytes, sourceLocation: place)
        let read = try Value(bytes: bytes)
        #expect(read == value, sourceLocation: place)
        for length in bytes.indices {
            let found = try? Value(bytes: Array(bytes[..<length]))
            let isShorter = found != nil
            #expect(isShorter == shorter.contains(length), "\(length) bytes", sourceLocation: place)
        }
    }

    /// Random bytes are an error, or a value that is written to bytes which are read as the same value. Bytes that begin
    /// as `starts` are likelier to be a value.
    ///
    /// - Returns: How many were values.
    static func noise<Value: WireValue>(
        _ type: Value.Type, starts: [[UInt8]] = [[]], upTo length: Int = 24,
        at place: SourceLocation = #_sourceLocation
    ) throws -> Int {
        var (numbers, values) = (SeededNumbers(seed: 1), 0)
        func next() -> UInt8 { numbers.byte() }
        for round in 0..<randomCases(2_000) {
            let bytes = starts[round % starts.count] + (0..<Int(next()) % (length + 1)).map { _ in next() }
            guard let value = try? Value(bytes: bytes) else { continue }
            values += 1
            let again = try Value(bytes: value.bytes)
            #expect(again == value, "\(bytes)", sourceLocation: place)
        }
        return values
    }
}
