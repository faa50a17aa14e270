/// How whole messages ("frames") are carried by characteristic values or by a stream of bytes.
///
/// A framing is a value, and so is its decoder; both can be used and tested without a radio.
///
/// ```swift
/// let framing = LengthPrefixedFraming.lengthPrefixed(.uint16)
/// var decoder = framing.makeDecoder()
/// let frames = try decoder.take([0x02, 0x00, 0x41, 0x42, 0x01])   // [[0x41, 0x42]]
/// ```
///
/// Conform a type of your own for another framing.
public protocol FramingCodec: Sendable {
    /// Puts frames together from what arrives.
    associatedtype Decoder: FrameDecoder

    /// A decoder at the beginning of a frame.
    func makeDecoder() -> Decoder

    /// The encoding of a frame, cut into values of at most `length` bytes; all but the last one have that length.
    func pieces(of frame: [UInt8], upTo length: Int) throws(FramingError) -> [[UInt8]]
}

/// Puts frames together from what arrives, as it arrives.
public protocol FrameDecoder: Sendable {
    /// Takes the next bytes, and returns the frames that they complete.
    ///
    /// Frames before malformed bytes are returned, and the next call throws; all later calls throw the same error.
    mutating func take(_ bytes: [UInt8]) throws(FramingError) -> [[UInt8]]

    /// How many bytes have arrived of a frame that is not complete, with its header; 0 between two frames.
    var pendingCount: Int { get }
}

extension FrameDecoder {
    /// Call it when nothing more will arrive: throws if the last frame is not complete, or if the last bytes were malformed.
    public mutating func finish() throws(FramingError) {
        _ = try take([])
        guard pendingCount == 0 else { throw .incomplete(count: pendingCount) }
    }
}

/// A framing in which the cuts between pieces mean nothing, so that it can be used over a stream of bytes such as an L2CAP
/// channel.
public protocol StreamFraming: FramingCodec {
    /// The encoding of a frame.
    func encode(_ frame: [UInt8]) throws(FramingError) -> [UInt8]
}

extension StreamFraming {
    /// The encoding of a frame, cut after every `length` bytes.
    public func pieces(of frame: [UInt8], upTo length: Int) throws(FramingError) -> [[UInt8]] {
        guard length > 0 else { throw .piecesTooShort(length) }
        let bytes = try encode(frame)
        return stride(from: 0, to: bytes.count, by: length).map {
            Array(bytes[$0..<min($0 + length, bytes.count)])
        }
    }
}
