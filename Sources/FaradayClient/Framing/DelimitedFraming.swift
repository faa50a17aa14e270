/// Each frame ends with a delimiter, which no frame contains, as lines of text do.
public struct DelimitedFraming: StreamFraming, Hashable {
    /// The bytes after each frame.
    public let delimiter: [UInt8]
    /// The longest frame in bytes, without the delimiter.
    public let maximum: Int

    /// Creates a framing.
    ///
    /// - Parameters:
    ///   - delimiter: The bytes after each frame, at least one.
    ///   - maximum: The longest frame in bytes, without the delimiter.
    public init(_ delimiter: [UInt8], maximum: Int = 1 << 16) {
        precondition(!delimiter.isEmpty, "DelimitedFraming has an empty delimiter")
        self.delimiter = delimiter
        self.maximum = max(0, maximum)
    }

    public func encode(_ frame: [UInt8]) throws(FramingError) -> [UInt8] {
        guard frame.count <= maximum else { throw .frameTooLong(maximum: maximum) }
        let bytes = frame + delimiter
        // The frame's end and the delimiter may contain another delimiter, one byte earlier for example.
        guard bytes.firstIndex(of: delimiter, from: 0) == frame.count else { throw .delimiterInFrame }
        return bytes
    }

    public func makeDecoder() -> Decoder { Decoder(framing: self) }

    /// Puts frames together from any cuts.
    public struct Decoder: FrameDecoder {
        fileprivate let framing: DelimitedFraming
        private var buffer: [UInt8] = []
        /// No delimiter begins before this place.
        private var searched = 0
        private var failure: FramingError?

        fileprivate init(framing: DelimitedFraming) { self.framing = framing }

        public var pendingCount: Int { buffer.count }

        public mutating func take(_ bytes: [UInt8]) throws(FramingError) -> [[UInt8]] {
            if let failure { throw failure }
            buffer += bytes
            let delimiter = framing.delimiter
            var frames: [[UInt8]] = []
            var position = 0
            while let end = buffer.firstIndex(of: delimiter, from: max(position, searched)) {
                guard end - position <= framing.maximum else { break }
                frames.append(Array(buffer[position..<end]))
                position = end + delimiter.count
                searched = position
            }
            // If the delimiter still came, its beginning could not be earlier than this.
            searched = max(position, buffer.count - delimiter.count + 1)
            if searched - position > framing.maximum { failure = .frameTooLong(maximum: framing.maximum) }
            buffer.removeFirst(position)
            searched -= position
            if frames.isEmpty, let failure { throw failure }
            return frames
        }
    }
}

extension FramingCodec where Self == DelimitedFraming {
    /// Each frame ends with these bytes: `.delimited(by: [0x0D, 0x0A])`.
    public static func delimited(by delimiter: [UInt8], maximum: Int = 1 << 16) -> Self {
        Self(delimiter, maximum: maximum)
    }

    /// Lines of text, each with a line feed at its end.
    public static var lines: Self { Self([0x0A]) }
}

extension [UInt8] {
    /// Where a pattern begins for the first time, at `start` or later.
    fileprivate func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
        guard count - start >= pattern.count else { return nil }
        return (start...count - pattern.count).first { place in
            self[place] == pattern[0] && self[place..<place + pattern.count].elementsEqual(pattern)
        }
    }
}
