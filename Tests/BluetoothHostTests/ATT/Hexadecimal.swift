/// Bytes as the tables of these tests write them.
enum Hexadecimal {
    /// Two digits for each byte; anything else between them is left out.
    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
