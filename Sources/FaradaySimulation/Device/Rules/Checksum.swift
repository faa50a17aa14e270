/// A checksum over bytes, as protocols of devices have it.
///
/// ```swift
/// Checksum.crc16CCITTFalse.value(of: Array("123456789".utf8))  // 0x29B1
/// ```
///
/// The parameters of the cyclic ones are those under which these names are known; each gives its *check value* for the
/// text `123456789`.
public enum Checksum: String, Hashable, Sendable, CaseIterable {
    /// The sum of all bytes, modulo 256.
    case sum8
    /// The sum of all bytes, modulo 65,536.
    case sum16
    /// The exclusive or of all bytes.
    case xor8
    /// CRC-8 with polynomial 0x07; check value 0xF4.
    case crc8
    /// CRC-8 of 1-Wire devices, polynomial 0x31, reflected; check value 0xA1.
    case crc8Maxim
    /// CRC-16 with polynomial 0x1021, beginning with 0xFFFF; check value 0x29B1.
    case crc16CCITTFalse
    /// CRC-16 with polynomial 0x1021, beginning with 0; check value 0x31C3.
    case crc16XMODEM
    /// CRC-16 with polynomial 0x1021, reflected; check value 0x2189.
    case crc16Kermit
    /// CRC-16 with polynomial 0x8005, reflected; check value 0xBB3D.
    case crc16ARC
    /// CRC-16 with polynomial 0x8005, reflected, beginning with 0xFFFF; check value 0x4B37.
    case crc16Modbus
    /// CRC-32 of Ethernet and ZIP; check value 0xCBF43926.
    case crc32
    /// CRC-32C (Castagnoli); check value 0xE3069283.
    case crc32C

    /// How many bytes it has: 1, 2 or 4.
    public var size: Int {
        switch self {
        case .sum8, .xor8, .crc8, .crc8Maxim: 1
        case .sum16, .crc16CCITTFalse, .crc16XMODEM, .crc16Kermit, .crc16ARC, .crc16Modbus: 2
        case .crc32, .crc32C: 4
        }
    }

    /// The checksum of these bytes, in the low bits.
    public func value(of bytes: some Sequence<UInt8>) -> UInt32 {
        switch self {
        case .sum8: bytes.reduce(0) { ($0 &+ UInt32($1)) & 0xFF }
        case .sum16: bytes.reduce(0) { ($0 &+ UInt32($1)) & 0xFFFF }
        case .xor8: bytes.reduce(0) { $0 ^ UInt32($1) }
        case .crc8: Self.plain(bytes, width: 8, 0x07, from: 0)
        case .crc8Maxim: Self.reflected(bytes, 0x8C, from: 0)
        case .crc16CCITTFalse: Self.plain(bytes, width: 16, 0x1021, from: 0xFFFF)
        case .crc16XMODEM: Self.plain(bytes, width: 16, 0x1021, from: 0)
        case .crc16Kermit: Self.reflected(bytes, 0x8408, from: 0)
        case .crc16ARC: Self.reflected(bytes, 0xA001, from: 0)
        case .crc16Modbus: Self.reflected(bytes, 0xA001, from: 0xFFFF)
        case .crc32: ~Self.reflected(bytes, 0xEDB8_8320, from: .max)
        case .crc32C: ~Self.reflected(bytes, 0x82F6_3B78, from: .max)
        }
    }

    private static func plain(
        _ bytes: some Sequence<UInt8>, width: UInt32, _ polynomial: UInt32, from start: UInt32
    ) -> UInt32 {
        let (top, mask) = (UInt32(1) << (width - 1), (UInt32(1) << width) - 1)
        return bytes.reduce(start) { register, byte in
            var register = register ^ UInt32(byte) << (width - 8)
            for _ in 0..<8 {
                let isSet = register & top != 0
                register = (register << 1 ^ (isSet ? polynomial : 0)) & mask
            }
            return register
        }
    }

    /// The same with the bits in the other order, as serial ports send them; so is the polynomial.
    private static func reflected(
        _ bytes: some Sequence<UInt8>, _ polynomial: UInt32, from start: UInt32
    ) -> UInt32 {
        bytes.reduce(start) { register, byte in
            var register = register ^ UInt32(byte)
            for _ in 0..<8 { register = register >> 1 ^ (register & 1 != 0 ? polynomial : 0) }
            return register
        }
    }
}
