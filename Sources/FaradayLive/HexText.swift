/// Bytes as readable text.
package enum HexText {
    /// Bytes in hexadecimal, and as text if they are text: `47 45 54 20 ("GET ")`.
    package static func quoting(_ bytes: [UInt8]) -> String {
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "0" + text : text
        }
        let isText = !bytes.isEmpty && bytes.allSatisfy { 0x20..<0x7F ~= $0 || [9, 10, 13].contains($0) }
        guard isText else { return digits.joined(separator: " ") }
        let text = String(decoding: bytes.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
        return digits.joined(separator: " ") + " (\"\(text)\")"
    }
}
