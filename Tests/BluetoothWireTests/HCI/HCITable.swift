import BluetoothWire
import Testing

/// A value and its bytes, which were derived by hand from the layouts of the specification.
struct HCIGolden<Value: Sendable>: Sendable, CustomTestStringConvertible {
    let value: Value
    let bytes: [UInt8]
    /// Where its parameters end, as the spaces between `octets` say.
    let ends: [Int]
    let testDescription: String

    /// Bytes of which nobody says where their parameters end.
    init(_ description: String, _ value: Value, bytes: [UInt8]) {
        (self.value, self.bytes, self.ends, testDescription) = (value, bytes, [], description)
    }

    /// `octets` are in hexadecimal; `name:` before some says which parameter they are.
    init(_ description: String, _ value: Value, _ octets: String) {
        self.value = value
        self.testDescription = description
        self.bytes = HCITable.hex(octets)
        var end = 0
        self.ends = octets.split(whereSeparator: \.isWhitespace).map { token in
            end += HCITable.hex(String(token)).count
            return end
        }
    }
}

/// What all tests of HCI go through.
enum HCITable {
    /// An address whose octets on the wire are 06 05 04 03 02 C1.
    static let peer = DeviceAddress(0xC102_0304_0506, .random)

    /// `count` octets that count up from `first`.
    static func octets(_ first: UInt8, _ count: UInt8) -> [UInt8] { (0..<count).map { first &+ $0 } }

    /// Reads `01 0304 name:0506`.
    static func hex(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for token in text.split(whereSeparator: \.isWhitespace) {
            var digits = token.split(separator: ":").last ?? ""
            precondition(digits.count.isMultiple(of: 2), "odd digits in \(token)")
            while !digits.isEmpty {
                guard let byte = UInt8(digits.prefix(2), radix: 16) else { preconditionFailure("\(token)") }
                bytes.append(byte)
                digits = digits.dropFirst(2)
            }
        }
        return bytes
    }

    static let acl: [HCIGolden<HCI.ACLData>] = [
        .init(
            "from a host",
            .init(connectionHandle: 0x0123, packetBoundary: .firstNonFlushable, data: [0xAA, 0xBB]),
            "header:2301 length:0200 AABB"),
        .init(
            "more of it", .init(connectionHandle: 0x0EFF, packetBoundary: .continuing, data: [0xCC]),
            "header:FF1E length:0100 CC"),
        .init(
            "from a controller",
            .init(connectionHandle: 0x0123, packetBoundary: .firstFlushable, data: [0xAA]),
            "header:2321 length:0100 AA"),
        .init(
            "complete, broadcast",
            .init(connectionHandle: 0x0001, packetBoundary: .complete, broadcast: 2, data: []),
            "header:01B0 length:0000"),
    ]

    /// All packets of the tables with their bytes in H4.
    static let packets: [HCIGolden<HCI.Packet>] =
        commands.map { .init($0.testDescription, .command($0.value), indicator: 1, $0.bytes) }
        + acl.map { .init($0.testDescription, .acl($0.value), indicator: 2, $0.bytes) }
        + events.map { .init($0.testDescription, .event($0.value), indicator: 4, $0.bytes) }
}

extension HCIGolden where Value == HCI.Packet {
    init(_ description: String, _ value: HCI.Packet, indicator: UInt8, _ bytes: [UInt8]) {
        self.init(description, value, bytes: [indicator] + bytes)
    }
}
