extension Ranging {
    /// A part of a report, as one notification or indication.
    public struct Segment: WireValue {
        /// The layer that names errors of decoding.
        public static var layer: DecodeError.Layer { .value }

        /// Whether a report begins with it.
        public var isFirst: Bool
        /// Whether a report ends with it.
        public var isLast: Bool
        /// Its number, 0 to 63, which begins again at 0 after 63.
        public var index: UInt8
        /// Its part of the report.
        public var data: [UInt8]

        /// Creates a segment; `index` is taken modulo 64.
        public init(isFirst: Bool, isLast: Bool, index: UInt8, data: [UInt8]) {
            (self.isFirst, self.isLast, self.index, self.data) = (isFirst, isLast, index & 0x3F, data)
        }

        /// Reads the header octet; the rest is data.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let header = try reader.uint8()
            (isFirst, isLast, index) = (header & 1 == 1, header & 2 == 2, header >> 2)
            data = reader.rest()
        }

        /// Appends the header octet and the data.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append((isFirst ? 1 : 0) | (isLast ? 2 : 0) | (index & 0x3F) << 2)
            bytes += data
        }
    }

    /// Divides one report into segments, also while its end is not there yet.
    ///
    /// ```swift
    /// var segmenter = Ranging.Segmenter(limit: 20)
    /// var segments = segmenter.append([UInt8](repeating: 7, count: 30))
    /// segments += segmenter.finish()
    /// assert(segments.map(\.data.count) == [19, 11])
    /// ```
    public struct Segmenter: Hashable, Sendable {
        private let limit: Int
        private var waiting: [UInt8] = []
        private var next: UInt8 = 0
        private var isFirst = true

        /// Starts a report whose segments have at most `limit` octets with their header: the ATT MTU without 3, at
        /// least 2.
        public init(limit: Int) {
            precondition(limit >= 2, "a segment of ranging data has no room in \(limit) octets")
            self.limit = limit - 1
        }

        /// Adds to the report, and returns the segments that are full. The last full one waits, since it may be the
        /// last of all.
        public mutating func append(_ bytes: [UInt8]) -> [Segment] {
            waiting += bytes
            var segments: [Segment] = []
            var start = 0
            while waiting.count - start > limit {
                segments.append(segment(Array(waiting[start..<start + limit]), isLast: false))
                start += limit
            }
            waiting.removeFirst(start)
            return segments
        }

        /// Ends the report, and returns its last segment.
        public mutating func finish() -> [Segment] {
            defer { (waiting, next, isFirst) = ([], 0, true) }
            return [segment(waiting, isLast: true)]
        }

        private mutating func segment(_ data: [UInt8], isLast: Bool) -> Segment {
            defer { (next, isFirst) = ((next + 1) & 0x3F, false) }
            return Segment(isFirst: isFirst, isLast: isLast, index: next, data: data)
        }
    }

    /// Puts segments together.
    public struct Assembler: Hashable, Sendable {
        /// What a segment did.
        public enum Finding: Hashable, Sendable {
            /// More segments are needed.
            case incomplete
            /// The report is complete; this is its encoding.
            case complete([UInt8])
            /// Segments are missing between these numbers, both included; the report can't be completed.
            case lost(first: UInt8, last: UInt8)
            /// The segment belongs to no report whose beginning was seen.
            case ignored
        }

        /// The longest report that is put together, in octets. A longer one is given up.
        public static let limit = 65_536

        private var bytes: [UInt8] = []
        private var expected: UInt8?

        /// Creates an assembler that waits for a first segment.
        public init() {}

        /// Takes a segment. A first segment always begins a new report.
        public mutating func feed(_ segment: Segment) -> Finding {
            if segment.isFirst {
                bytes = []
            } else {
                guard let expected else { return .ignored }
                guard segment.index == expected else {
                    reset()
                    return .lost(first: expected, last: (segment.index &- 1) & 0x3F)
                }
            }
            guard bytes.count + segment.data.count <= Self.limit else {
                reset()
                return .ignored
            }
            bytes += segment.data
            expected = (segment.index + 1) & 0x3F
            guard segment.isLast else { return .incomplete }
            defer { reset() }
            return .complete(bytes)
        }

        /// Forgets what has come.
        public mutating func reset() { (bytes, expected) = ([], nil) }
    }
}
