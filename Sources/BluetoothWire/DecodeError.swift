/// Why bytes could not be decoded by a layer. Decoding never traps.
///
/// The caller decides what follows: it drops the PDU, answers with an error, or ends the bearer or the link.
public struct DecodeError: Error, Hashable, Sendable {
    /// The layer whose rules the bytes break.
    public enum Layer: String, Hashable, Sendable {
        /// Advertising data.
        case advertisingData
        /// Commands, events and data between host and controller.
        case hci
        /// The UART transport of HCI.
        case h4
        /// L2CAP and its signalling.
        case l2cap
        /// The attribute protocol.
        case att
        /// The Security Manager protocol.
        case smp
        /// A PDU of the link layer.
        case linkLayer
        /// A capture file.
        case capture
        /// The value of a characteristic or of a descriptor.
        case value
    }

    /// What is wrong with the bytes.
    public enum Reason: Hashable, Sendable {
        /// More bytes were needed than remained.
        case truncated(needed: Int, remaining: Int)
        /// There are bytes after a complete value.
        case trailingBytes(Int)
        /// A field holds a value that the specification does not allow.
        case invalidValue(field: String, value: Int)
        /// An opcode, event code or type that this layer does not know.
        case unknownCode(Int)
    }

    /// The layer whose rules the bytes break.
    public let layer: Layer
    /// What is wrong with the bytes.
    public let reason: Reason

    public init(_ layer: Layer, _ reason: Reason) {
        self.layer = layer
        self.reason = reason
    }
}

extension DecodeError: CustomStringConvertible {
    /// The layer and the reason, in words.
    public var description: String {
        switch reason {
        case .truncated(let needed, let remaining): "\(layer): needs \(needed) bytes, \(remaining) left"
        case .trailingBytes(let count): "\(layer): \(count) bytes too many"
        case .invalidValue(let field, let value): "\(layer): \(field) must not be \(value)"
        case .unknownCode(let code): "\(layer): unknown code \(code)"
        }
    }
}
