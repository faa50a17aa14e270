/// Each frame begins with its length, as 1, 2 or 4 bytes; the length does not count itself.
public struct LengthPrefixedFraming: StreamFraming, Hashable {
    /// How the length is written.
    public enum LengthField: Int, Hashable, Sendable, CaseIterable {
        /// One byte: frames of up to 255 bytes.
        case uint8 = 1
        /// Two bytes: frames of up to 65,535 bytes.
        case uint16 = 2
        /// Four bytes.
        case uint32 = 4

        /// The longest frame that the field can announce, in bytes.
        public var limit: Int { Int(clamping: UInt64(1) << UInt64(8 * rawValue) - 1) }
    }

    /// The order of the bytes of a number.
    public enum ByteOrder: Hashable, Sendable, CaseIterable {
        /// Lower byte first, as Bluetooth does.
        case littleEndian
        /// Higher byte first, as the internet does.
        case bigEndian
    }

    /// How the length is written.
    public let field: LengthField
    public let order: ByteOrder
    /// The longest frame in bytes.
    public let maximum: Int

    /// Creates a framing.
    ///
    /// - Parameters:
    ///   - field: How the length is written.
    ///   - order: The order of the length's bytes.
    ///   - maximum: The longest frame in bytes, so that a peer can't make the app wait for 4 GB; by default what the field
    ///     can announce, up to 1 MiB.
    public init(_ field: LengthField, _ order: ByteOrder = .littleEndian, maximum: Int? = nil) {
        self.field = field
        self.order = order
        self.maximum = max(0, min(maximum ?? 1 << 20, field.limit))
    }

    public func encode(_ frame: [UInt8]) throws(FramingError) -> [UInt8] {
        guard frame.count <= maximum else { throw .frameTooLong(maximum: maximum) }
        let low = (0..<field.rawValue).map { UInt8(truncatingIfNeeded: frame.count >> (8 * $0)) }
        return (order == .littleEndian ? low : low.reversed()) + frame
    }

    public func makeDecoder() -> Decoder { Decoder(framing: self) }

    /// Puts frames together from any cuts.
    public struct Decoder: FrameDecoder {
        fileprivate let framing: LengthPrefixedFraming
        private var buffer: [UInt8] = []
        private var failure: FramingError?

        fileprivate init(framing: LengthPrefixedFraming) { self.framing = framing }

        public var pendingCount: Int { buffer.count }

        public mutating func take(_ bytes: [UInt8]) throws(FramingError) -> [[UInt8]] {
            if let failure { throw failure }
            buffer += bytes
            var frames: [[UInt8]] = []
            var position = 0
            let width = framing.field.rawValue
            while buffer.count - position >= width {
                let length = self.length(at: position)
                guard length <= framing.maximum else {
                    failure = .frameTooLong(maximum: framing.maximum)
                    break
                }
                let end = position + width + length
                guard end <= buffer.count else { break }
                frames.append(Array(buffer[position + width..<end]))
                position = end
            }
            buffer.removeFirst(position)
            if frames.isEmpty, let failure { throw failure }
            return frames
        }

        private func length(at position: Int) -> Int {
            let digits = buffer[position..<position + framing.field.rawValue]
            func number(_ digits: some Sequence<UInt8>) -> Int {
                Int(clamping: digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            }
            return framing.order == .bigEndian ? number(digits) : number(digits.reversed())
        }
    }
}

extension FramingCodec where Self == LengthPrefixedFraming {
    /// Each frame begins with its length: `.lengthPrefixed(.uint16)`.
    public static func lengthPrefixed(
        _ field: LengthPrefixedFraming.LengthField, _ order: LengthPrefixedFraming.ByteOrder = .littleEndian,
        maximum: Int? = nil
    ) -> Self { Self(field, order, maximum: maximum) }
}
