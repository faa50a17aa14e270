/// Numbers in bytes, little-endian.
package enum Bytes {
    /// The 16 bits that begin at an index; `nil` past the end.
    package static func word(_ bytes: [UInt8], _ index: Int) -> UInt16? {
        index + 1 < bytes.count ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 : nil
    }
}
