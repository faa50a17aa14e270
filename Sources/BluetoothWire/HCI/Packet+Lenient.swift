extension HCI.Packet {
    /// Decodes what is known of a packet, for reports: bytes beyond it are left out, and what is not as the specification
    /// says has no fields.
    ///
    /// A stack must not read packets like this; `init(h4:)` is for stacks. `nil` for a packet without a header, and for one
    /// that this package knows nothing of, such as isochronous data.
    ///
    /// ```swift
    /// // Command Status with an octet too many.
    /// let packet = HCI.Packet(lenient: [0x04, 0x0F, 0x05, 0x02, 0x01, 0x5B, 0xFC, 0x02])
    /// ```
    package init?(lenient bytes: [UInt8]) {
        if let packet = try? HCI.Packet(h4: bytes) {
            self = packet
            return
        }
        switch bytes.first.flatMap(Indicator.init(rawValue:)) {
        case .command where bytes.count >= 4:
            let header = Array(bytes[1..<3])
            self = Self.known(1, header, bytes[4...].prefix(Int(bytes[3]))) { parameters in
                let opcode = HCI.Opcode(rawValue: UInt16(header[0]) | UInt16(header[1]) << 8)
                return .command(.unknown(opcode: opcode, parameters: parameters))
            }
        case .event where bytes.count >= 3:
            let header = [bytes[1]]
            self = Self.known(4, header, bytes[3...].prefix(Int(bytes[2]))) { parameters in
                guard header[0] == HCI.Event.leMetaCode, let subevent = parameters.first else {
                    return .event(.unknown(code: header[0], parameters: parameters))
                }
                return .event(.unknownLE(subevent: subevent, parameters: Array(parameters.dropFirst())))
            }
        case .acl where bytes.count >= 5:
            let data = Array(bytes[5...].prefix(Int(bytes[3]) | Int(bytes[4]) << 8))
            let length = [UInt8(data.count & 0xFF), UInt8(data.count >> 8)]
            guard let packet = try? HCI.Packet(h4: Array(bytes[..<3]) + length + data) else { return nil }
            self = packet
        default: return nil
        }
    }

    /// Decodes as many of the parameters as the packet's kind has; without an answer, `unknown` makes a packet of them.
    private static func known(
        _ indicator: UInt8, _ header: [UInt8], _ parameters: ArraySlice<UInt8>,
        _ unknown: ([UInt8]) -> HCI.Packet
    ) -> HCI.Packet {
        var count = parameters.count
        // The second time without the bytes that were too many.
        for _ in 0..<2 {
            do throws(DecodeError) {
                return try HCI.Packet(
                    h4: [indicator] + header + [UInt8(count)] + Array(parameters.prefix(count)))
            } catch {
                guard case .trailingBytes(let spare) = error.reason, spare <= count else { break }
                count -= spare
            }
        }
        return unknown(Array(parameters))
    }
}
