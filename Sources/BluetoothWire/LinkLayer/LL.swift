import BluetoothTypes

/// The link layer's PDUs as values, without access address and CRC. Source: Core 6.0, Vol 6, Part B.
///
/// ```swift
/// let pdu = LL.DataPDU(llid: .control, payload: LL.ControlPDU.pingReq.bytes)
/// assert(pdu.bytes == [0x03, 0x01, 0x12])
/// ```
public enum LL {
    /// The access address of every advertising PDU (Part B, 2.1.2).
    public static let advertisingAccessAddress: UInt32 = 0x8E89_BED6
    /// The initial CRC value of every advertising PDU (Part B, 3.1.1).
    public static let advertisingCRCInit: UInt32 = 0x55_5555
    /// Between two packets of one exchange (Part B, 4.1.1).
    public static let interFrameSpace: Nanoseconds = .microseconds(150)

    /// How bits become waves, numbered as HCI does (Part A, 3).
    public enum PHY: UInt8, Hashable, Sendable {
        /// One megabit per second.
        case le1M = 1
        /// Two megabits per second.
        case le2M = 2
        /// One megasymbol per second with forward error correction.
        case leCoded = 3
    }

    /// How long a packet is on air, from the preamble's first bit to the CRC's last (Part B, 2.1 and 2.2).
    ///
    /// `payloadBytes` is the PDU without its header of 2 bytes; 0…255, with the MIC when encrypted. A
    /// coded packet is taken with eight symbols for each bit (S = 8).
    ///
    /// ```swift
    /// assert(LL.airTime(payloadBytes: 0, phy: .le1M) == .microseconds(80))
    /// ```
    @inlinable public static func airTime(payloadBytes: Int, phy: PHY) -> Nanoseconds {
        precondition((0...255).contains(payloadBytes), "a PDU of \(payloadBytes) bytes")
        switch phy {
        case .le1M: return .microseconds((1 + 4 + 2 + payloadBytes + 3) * 8)
        case .le2M: return .microseconds((2 + 4 + 2 + payloadBytes + 3) * 4)
        // Preamble 80 µs, access address 256 µs, coding indicator 16 µs, TERM1 24 µs; PDU and CRC with
        // 64 µs each byte; TERM2 24 µs.
        case .leCoded: return .microseconds(80 + 256 + 16 + 24 + (2 + payloadBytes + 3) * 64 + 24)
        }
    }

    /// The CRC of a PDU, header included; `init` is the connection's CRCInit, or 0x555555 (Part B, 3.1.1).
    ///
    /// The register is sent from its highest position on, so the result is the mirrored register. Its three
    /// bytes, least significant first, follow the PDU in a capture.
    public static func crc24(_ bytes: [UInt8], init crcInit: UInt32) -> UInt32 {
        // x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1, mirrored like the register.
        let polynomial: UInt32 = 0xDA_6000
        var register = mirrored24(crcInit)
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 0 ? register >> 1 : register >> 1 ^ polynomial }
        }
        return register
    }

    private static func mirrored24(_ value: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for bit in 0..<24 where value >> UInt32(bit) & 1 == 1 { result |= 1 << UInt32(23 - bit) }
        return result
    }

    /// Where a channel lies on the band: 0 at 2402 MHz, 39 at 2480 MHz (Part B, 1.4.1, Table 1.2).
    ///
    /// `channel` is a channel index, 0…39, of which 37, 38 and 39 are the primary advertising channels.
    @inlinable public static func rfChannel(of channel: UInt8) -> UInt8 {
        precondition(channel < 40, "channel index \(channel)")
        switch channel {
        case 37: return 0
        case 38: return 12
        case 39: return 39
        case 0...10: return channel + 1
        default: return channel + 2
        }
    }

    /// The channel index of a place on the band, 0…39: the inverse of `rfChannel(of:)`.
    package static func channel(ofRFChannel place: UInt8) -> UInt8 {
        precondition(place < 40, "place \(place) on the band")
        switch place {
        case 0: return 37
        case 12: return 38
        case 39: return 39
        case 1...11: return place - 1
        default: return place - 2
        }
    }

    /// Which of the 37 data channels are used (Part B, 1.4.1).
    public struct ChannelMap: Hashable, Sendable {
        /// Bit n is channel index n; 37 bits.
        public var bits: UInt64

        /// Creates a map from its 37 lower bits.
        public init(bits: UInt64) { self.bits = bits & Self.all.bits }

        private init(all bits: UInt64, _: Void) { self.bits = bits }

        /// All 37 channels.
        public static let all = ChannelMap(all: 0x1F_FFFF_FFFF, ())

        /// Whether the data channel of this index is used.
        @inlinable public func contains(_ channel: UInt8) -> Bool {
            channel < 37 && bits >> UInt64(channel) & 1 == 1
        }

        /// How many channels are used.
        @inlinable public var count: Int { bits.nonzeroBitCount }
    }

    /// The central's clock, as bits of its worst drift (Part B, 2.3.3.1).
    public enum SleepClockAccuracy: UInt8, Hashable, Sendable {
        /// Within 251 to 500 parts per million.
        case ppm251to500 = 0
        /// Within 151 to 250 parts per million.
        case ppm151to250 = 1
        /// Within 101 to 150 parts per million.
        case ppm101to150 = 2
        /// Within 76 to 100 parts per million.
        case ppm76to100 = 3
        /// Within 51 to 75 parts per million.
        case ppm51to75 = 4
        /// Within 31 to 50 parts per million.
        case ppm31to50 = 5
        /// Within 21 to 30 parts per million.
        case ppm21to30 = 6
        /// Within 0 to 20 parts per million.
        case ppm0to20 = 7
    }
}

extension ByteReader {
    /// Reads five bytes; the three bits above the 37 channels are reserved and ignored.
    mutating func channelMap() throws(DecodeError) -> LL.ChannelMap {
        let low = UInt64(try uint32())
        return LL.ChannelMap(bits: low | UInt64(try uint8()) << 32)
    }
}

extension Array where Element == UInt8 {
    mutating func append(_ map: LL.ChannelMap) {
        append(littleEndian: UInt32(truncatingIfNeeded: map.bits))
        append(UInt8(truncatingIfNeeded: map.bits >> 32))
    }
}
