/// Compresses bytes as a gzip file (RFC 1952), for reports: browsers read it without a library.
///
/// Foundation has no compression on Linux, and the libraries that a test links depend on nothing else.
///
/// ```swift
/// let file = Gzip.compressed(Array(text.utf8))
/// ```
package enum Gzip {
    /// A gzip file with these contents.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        // Deflate, no flags, no time, no hints, unknown system.
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var deflater = Deflater()
        deflater.compress(bytes)
        file += deflater.output
        append(CRC32.of(bytes), to: &file)
        append(UInt32(truncatingIfNeeded: bytes.count), to: &file)
        return file
    }

    private static func append(_ number: UInt32, to file: inout [UInt8]) {
        for shift in stride(from: UInt32(0), through: 24, by: 8) {
            file.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

/// The checksum of gzip files (RFC 1952, 8).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { bytes in
            table.withUnsafeBufferPointer { table in
                var crc = UInt32.max
                var index = 0
                while index < bytes.count {
                    crc = table[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ (crc >> 8)
                    index &+= 1
                }
                return ~crc
            }
        }
    }
}

/// Bytes as text (RFC 4648, 4).
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        bytes.withUnsafeBufferPointer { bytes in
            digits.withUnsafeBufferPointer { digits in
                var index = 0
                while index < bytes.count {
                    let left = bytes.count &- index
                    let word =
                        UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index &+ 1]) << 8 : 0)
                        | (left > 2 ? UInt32(bytes[index &+ 2]) : 0)
                    text.append(digits[Int(word >> 18)])
                    text.append(digits[Int(word >> 12 & 63)])
                    text.append(left > 1 ? digits[Int(word >> 6 & 63)] : 61)
                    text.append(left > 2 ? digits[Int(word & 63)] : 61)
                    index &+= 3
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
