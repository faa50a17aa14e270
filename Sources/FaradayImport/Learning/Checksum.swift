/// Checksums that devices put behind their messages.
package enum Checksum: Hashable, Sendable, CaseIterable {
    /// The sum of the bytes, modulo 256.
    case sum8
    case xor8
    /// Polynomial 0x07, from 0.
    case crc8
    /// Polynomial 0x1021, from 0xFFFF; the upper byte first or last.
    case crc16CCITTFalse
    case crc16CCITTFalseLittleEndian
    /// Polynomial 0x1021, from 0; the upper byte first or last.
    case crc16XMODEM
    case crc16XMODEMLittleEndian
    /// Polynomial 0x8005 reflected, from 0xFFFF; the lower byte first, as Modbus sends it, or last.
    case crc16Modbus
    case crc16ModbusBigEndian
    /// Polynomial 0x04C11DB7 reflected, from 0xFFFFFFFF, inverted at the end; the upper byte first or last.
    case crc32
    case crc32LittleEndian

    /// How many bytes it has.
    package var width: Int {
        switch self {
        case .sum8, .xor8, .crc8: 1
        case .crc32, .crc32LittleEndian: 4
        default: 2
        }
    }

    /// The checksum of bytes, as it is sent.
    package func bytes(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .sum8: return [bytes.reduce(0, &+)]
        case .xor8: return [bytes.reduce(0, ^)]
        case .crc8: return [UInt8(truncatingIfNeeded: Self.shifted(bytes, 0, 0x07, bits: 8))]
        case .crc16CCITTFalse: return Self.split(Self.shifted(bytes, 0xFFFF, 0x1021, bits: 16), 2)
        case .crc16CCITTFalseLittleEndian:
            return Self.split(Self.shifted(bytes, 0xFFFF, 0x1021, bits: 16), 2).reversed()
        case .crc16XMODEM: return Self.split(Self.shifted(bytes, 0, 0x1021, bits: 16), 2)
        case .crc16XMODEMLittleEndian:
            return Self.split(Self.shifted(bytes, 0, 0x1021, bits: 16), 2).reversed()
        case .crc16Modbus: return Self.split(Self.reflected(bytes, 0xFFFF, 0xA001), 2).reversed()
        case .crc16ModbusBigEndian: return Self.split(Self.reflected(bytes, 0xFFFF, 0xA001), 2)
        case .crc32: return Self.split(~Self.reflected(bytes, .max, 0xEDB8_8320), 4)
        case .crc32LittleEndian: return Self.split(~Self.reflected(bytes, .max, 0xEDB8_8320), 4).reversed()
        }
    }

    /// A cyclic redundancy check that takes the upper bits first.
    private static func shifted(
        _ bytes: ArraySlice<UInt8>, _ start: UInt32, _ polynomial: UInt32, bits: UInt32
    ) -> UInt32 {
        bytes.reduce(start) { rest, byte in
            var rest = rest ^ UInt32(byte) << (bits - 8)
            for _ in 0..<8 {
                rest = rest << 1 ^ (rest >> (bits - 1) & 1 == 1 ? polynomial : 0)
            }
            return rest & (1 << bits - 1)
        }
    }

    /// A cyclic redundancy check that takes the lower bits first.
    private static func reflected(_ bytes: ArraySlice<UInt8>, _ start: UInt32, _ polynomial: UInt32) -> UInt32
    {
        bytes.reduce(start) { rest, byte in
            var rest = rest ^ UInt32(byte)
            for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 1 ? polynomial : 0) }
            return rest
        }
    }

    /// The upper byte first.
    private static func split(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
}
