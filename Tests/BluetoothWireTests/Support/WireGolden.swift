import BluetoothWire
import Testing

/// A value, its bytes as the specification has them, and which shorter or longer ones decode as well.
struct WireGolden<Value: WireValue>: Sendable, CustomTestStringConvertible {
    /// Where a PDU's end is not fixed by its own bytes.
    enum Tail: Sendable {
        /// No other length decodes.
        case closed
        /// A value ends the PDU: every length from this one on decodes.
        case open(from: Int)
        /// A list ends the PDU: every `step` bytes, from this length on, it may end.
        case list(step: Int, from: Int)
        /// Only these shorter lengths decode, and no longer one by a single byte.
        case also([Int])
        /// As above, and one more byte decodes.
        case openAndAlso([Int])

        func allows(_ length: Int, outOf full: Int) -> Bool {
            if length == full { return true }
            return switch self {
            case .closed: false
            case .open(let start): length >= start
            case .list(let step, let start): length >= start && (length - start) % step == 0
            case .also(let lengths): lengths.contains(length)
            case .openAndAlso(let lengths): lengths.contains(length) || length > full
            }
        }
    }

    let name: String
    let value: Value
    let bytes: [UInt8]
    let tail: Tail

    init(_ name: String, _ value: Value, _ bytes: [UInt8], _ tail: Tail = .closed) {
        self.name = name
        self.value = value
        self.bytes = bytes
        self.tail = tail
    }

    var testDescription: String { name }

    /// The value encodes to the bytes, and the bytes decode to the value.
    func checkBothWays() throws {
        #expect(value.bytes == bytes, "\(name): \(hex(value.bytes)) is not \(hex(bytes))")
        let decoded = try Value(bytes: bytes)
        #expect(decoded == value)
        // UUIDs of different widths are equal, so equality alone would not see a changed width.
        #expect(decoded.bytes == bytes)
    }

    /// A prefix decodes only where the tail says so, and then to the value of just these bytes.
    func checkPrefixes() {
        for length in 0..<bytes.count {
            let prefix = Array(bytes.prefix(length))
            let decoded = try? Value(bytes: prefix)
            let expected = tail.allows(length, outOf: bytes.count)
            #expect((decoded != nil) == expected, "\(name) cut to \(length) of \(bytes.count) bytes")
            if let decoded { #expect(decoded.bytes == prefix, "\(name) cut to \(length) bytes") }
        }
    }

    /// One byte more is refused, unless the tail is open.
    func checkTrailingByte() {
        let decoded = try? Value(bytes: bytes + [0x5A])
        let expected = tail.allows(bytes.count + 1, outOf: bytes.count)
        #expect((decoded != nil) == expected, "\(name) with a byte too many")
    }
}

/// Bytes for a message: `0a 03 00`.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
