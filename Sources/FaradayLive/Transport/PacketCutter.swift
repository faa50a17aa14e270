/// Splits bytes of H4 into packets by their headers, for sockets that accept one packet at a time.
struct PacketCutter {
    /// The indicator and an ACL packet of maximum length.
    static let longestPacket = 5 + 0xFFFF

    private let bytes: [UInt8]
    /// Where the next packet begins.
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes do not begin with the indicator of a packet that a host sends.
    struct UnknownIndicator: Error, Hashable {
        let indicator: UInt8
    }

    /// The next complete packet.
    mutating func next() throws(UnknownIndicator) -> ArraySlice<UInt8>? {
        guard let length = try length(), offset + length <= bytes.count else { return nil }
        defer { offset += length }
        return bytes[offset..<offset + length]
    }

    private func length() throws(UnknownIndicator) -> Int? {
        let left = bytes.count - offset
        guard left > 0 else { return nil }
        switch bytes[offset] {
        case 1: return left > 3 ? 4 + Int(bytes[offset + 3]) : nil
        case 2: return left > 4 ? 5 + Int(bytes[offset + 3]) + Int(bytes[offset + 4]) << 8 : nil
        case 4: return left > 2 ? 3 + Int(bytes[offset + 2]) : nil
        default: throw UnknownIndicator(indicator: bytes[offset])
        }
    }
}
