/// What `FARADAY_PHONE` says: an endpoint, and behind a slash a phone's name, percent-encoded (RFC 3986, 2.1):
/// `tcp:127.0.0.1:6404/Ada's%20iPhone`.
package struct RemotePhoneAddress: Hashable, CustomStringConvertible {
    package let endpoint: HCIEndpoint
    /// Empty for the only phone.
    package let phone: String

    package init(_ endpoint: HCIEndpoint, phone: String) { (self.endpoint, self.phone) = (endpoint, phone) }

    package init(_ text: String) throws(LiveError) {
        guard let place = text.firstIndex(of: Self.mark(isOfPath: text.hasPrefix("unix:"))) else {
            self.init(try HCIEndpoint(text), phone: "")
            return
        }
        guard let phone = Self.decoded(text[text.index(after: place)...]) else {
            throw .invalidEndpoint(text)
        }
        self.init(try HCIEndpoint(String(text[..<place])), phone: phone)
    }

    package var description: String {
        guard !phone.isEmpty else { return "\(endpoint)" }
        let isOfPath = if case .unix = endpoint { true } else { false }
        return "\(endpoint)\(Self.mark(isOfPath: isOfPath))\(Self.encoded(phone))"
    }

    /// The path of a Unix socket has slashes of its own.
    private static func mark(isOfPath: Bool) -> Character { isOfPath ? "#" : "/" }

    // MARK: Percent-encoding

    private static let hexadecimal = Array("0123456789ABCDEF")

    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~'()!*".contains(character) {
                result.append(character)
            } else {
                result += "%\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
            }
        }
    }

    /// `nil` if a percent sign has not two digits behind it, or the bytes are no UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        let decoded = String(decoding: bytes, as: UTF8.self)
        return Array(decoded.utf8) == bytes ? decoded : nil
    }
}
