import Foundation

extension NSObject {
    /// The object's class and address as Apple's descriptions begin: `CBService: 0x600…`.
    func appleHeader(_ name: String) -> String {
        let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
        return "\(name): 0x" + String(address, radix: 16)
    }
}

extension Data {
    /// How Apple prints data: `{length = 1, bytes = 0x64}`; above 24 bytes the middle is left out.
    var appleDescription: String {
        func hex(_ bytes: some Sequence<UInt8>) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        guard count > 24 else { return "{length = \(count), bytes = 0x\(hex(self))}" }
        let head = stride(from: 0, to: 16, by: 4).map { hex(self.dropFirst($0).prefix(4)) }
        let tail = [hex(suffix(8).prefix(4)), hex(suffix(4))]
        let text = (head + ["..."] + tail).joined(separator: " ")
        return "{length = \(count), bytes = 0x\(text) }"
    }
}

extension Optional where Wrapped == Data {
    /// The data as Apple prints it, or `(null)`.
    var appleDescription: String { self?.appleDescription ?? "(null)" }
}
