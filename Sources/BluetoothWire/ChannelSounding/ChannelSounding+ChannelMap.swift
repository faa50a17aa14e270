extension ChannelSounding {
    /// Which of the 79 channels are used; channel n is at 2402 + n MHz (Core 6.0, Vol 6, Part H, 1).
    ///
    /// Any bits can be read and written. ``isAllowed`` and ``hasEnough`` say whether a map can be used.
    public struct ChannelMap: Hashable, Sendable {
        /// Channels 0 to 63, bit n for channel n.
        private var low: UInt64
        /// Channels 64 to 79.
        private var high: UInt16

        private init(low: UInt64, high: UInt16) { (self.low, self.high) = (low, high) }

        /// Creates a map of channels, 0 to 78.
        public init(_ channels: some Sequence<Int>) {
            self.init(low: 0, high: 0)
            for channel in channels { insert(channel) }
        }

        /// The 72 channels that may be used: all but 0, 1, 23 to 25, 77 and 78, around the advertising channels.
        public static let all = ChannelMap(low: 0xFFFF_FFFF_FC7F_FFFC, high: 0x1FFF)
        /// No channel.
        public static let none = ChannelMap(low: 0, high: 0)

        /// Whether `channel` is used; false for numbers that are no channel.
        public func contains(_ channel: Int) -> Bool {
            switch channel {
            case 0..<64: low >> UInt64(channel) & 1 == 1
            case 64..<79: high >> UInt16(channel - 64) & 1 == 1
            default: false
            }
        }

        /// Adds `channel`, 0 to 78.
        public mutating func insert(_ channel: Int) {
            precondition((0..<79).contains(channel), "Channel Sounding has no channel \(channel)")
            if channel < 64 { low |= 1 << UInt64(channel) } else { high |= 1 << UInt16(channel - 64) }
        }

        /// Takes `channel` out.
        public mutating func remove(_ channel: Int) {
            guard contains(channel) else { return }
            if channel < 64 { low &= ~(1 << UInt64(channel)) } else { high &= ~(1 << UInt16(channel - 64)) }
        }

        /// The channels in rising order.
        public var channels: [Int] { (0..<79).filter(contains) }
        /// How many channels are used.
        public var count: Int { low.nonzeroBitCount + (high & 0x7FFF).nonzeroBitCount }

        /// The channels that both maps have.
        public func intersection(_ other: ChannelMap) -> ChannelMap {
            ChannelMap(low: low & other.low, high: high & other.high)
        }

        /// Whether no bit is set of a channel that may not be used, and none of the reserved one.
        public var isAllowed: Bool { intersection(.all) == self }
        /// Whether there are at least 15 channels, without which there is no procedure.
        public var hasEnough: Bool { count >= ChannelSounding.minimumChannels }
    }
}

extension ChannelSounding.ChannelMap {
    /// Reads ten octets.
    init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(low: try reader.uint64(), high: try reader.uint16())
    }

    /// Appends ten octets.
    func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: low)
        bytes.append(littleEndian: high)
    }
}

extension ChannelSounding.ChannelMap: CustomStringConvertible {
    /// The channels as ranges, such as `2-22, 26-76`.
    public var description: String {
        var ranges: [ClosedRange<Int>] = []
        for channel in channels {
            if let last = ranges.last, last.upperBound + 1 == channel {
                ranges[ranges.count - 1] = last.lowerBound...channel
            } else {
                ranges.append(channel...channel)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
