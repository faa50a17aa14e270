/// Each frame is cut into characteristic values, and each value begins with a header byte that says whether more of the frame
/// follows.
///
/// Bit 7 of the header is set on all values of a frame but the last one. Values are pieces as they are, so this framing can't
/// be used over a stream of bytes.
public struct PieceFraming: FramingCodec, Hashable {
    /// What the header's other bits are.
    public enum Header: Hashable, Sendable, CaseIterable {
        /// Zero; what arrives in them is ignored.
        case moreFlag
        /// The piece's number in its frame, from 0, modulo 128: lost and repeated pieces are noticed.
        case moreFlagAndSequence
    }

    /// What the header's other bits are.
    public let header: Header
    /// The longest frame in bytes, without headers.
    public let maximum: Int

    public init(_ header: Header = .moreFlagAndSequence, maximum: Int = 1 << 16) {
        self.header = header
        self.maximum = max(0, maximum)
    }

    public func pieces(of frame: [UInt8], upTo length: Int) throws(FramingError) -> [[UInt8]] {
        guard length >= 2 else { throw .piecesTooShort(length) }
        guard frame.count <= maximum else { throw .frameTooLong(maximum: maximum) }
        var pieces: [[UInt8]] = []
        var position = 0
        repeat {
            let end = min(position + length - 1, frame.count)
            let more: UInt8 = end < frame.count ? 0x80 : 0
            let number = header == .moreFlagAndSequence ? UInt8(pieces.count & 0x7F) : 0
            pieces.append([more | number] + frame[position..<end])
            position = end
        } while position < frame.count
        return pieces
    }

    public func makeDecoder() -> Decoder { Decoder(framing: self) }

    /// Puts frames together; `take` gets one value at a time.
    public struct Decoder: FrameDecoder {
        fileprivate let framing: PieceFraming
        private var frame: [UInt8] = []
        private var pieceCount = 0
        private var failure: FramingError?

        fileprivate init(framing: PieceFraming) { self.framing = framing }

        public var pendingCount: Int { frame.count + pieceCount }

        public mutating func take(_ bytes: [UInt8]) throws(FramingError) -> [[UInt8]] {
            if let failure { throw failure }
            guard let first = bytes.first else { return [] }
            if let problem = problem(first, bytes.count - 1) {
                failure = problem
                throw problem
            }
            frame += bytes.dropFirst()
            pieceCount += 1
            guard first & 0x80 == 0 else { return [] }
            defer { (frame, pieceCount) = ([], 0) }
            return [frame]
        }

        private func problem(_ first: UInt8, _ count: Int) -> FramingError? {
            if count == 0, first & 0x80 != 0 { return .emptyPiece }
            let (expected, received) = (pieceCount & 0x7F, Int(first & 0x7F))
            if framing.header == .moreFlagAndSequence, expected != received {
                return .outOfSequence(expected: expected, received: received)
            }
            return frame.count + count > framing.maximum ? .frameTooLong(maximum: framing.maximum) : nil
        }
    }
}

extension FramingCodec where Self == PieceFraming {
    /// Each frame is cut into values with a header byte: `.pieces(.moreFlagAndSequence)`.
    public static func pieces(_ header: PieceFraming.Header = .moreFlagAndSequence, maximum: Int = 1 << 16)
        -> Self
    {
        Self(header, maximum: maximum)
    }
}
