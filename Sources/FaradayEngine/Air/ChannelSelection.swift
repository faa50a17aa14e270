import BluetoothWire

/// Which data channel a link uses in which connection event (Core 6.0, Vol 6, Part B, 4.5.8).
struct ChannelSelection: Hashable, Sendable {
    /// The two algorithms.
    enum Algorithm: Hashable, Sendable {
        /// #1: a hop of 5 to 16 channels from event to event.
        case hopping(increment: UInt8)
        /// #2: a permutation of event counter and channel identifier.
        case permuting(channelIdentifier: UInt16)
    }

    let algorithm: Algorithm
    /// The channels in use.
    var map: LL.ChannelMap { didSet { channels = Self.list(map) } }
    private var channels: [UInt8]

    /// Selects by `algorithm` among the channels of `map`.
    init(_ algorithm: Algorithm, map: LL.ChannelMap) {
        self.algorithm = algorithm
        self.map = map
        self.channels = Self.list(map)
    }

    /// The channel identifier of a link for algorithm #2 (4.5.8.3.1).
    static func channelIdentifier(accessAddress: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: accessAddress >> 16) ^ UInt16(truncatingIfNeeded: accessAddress)
    }

    /// The channel of the connection event `counter`, counted from 0 without wrapping.
    func channel(at counter: Int64) -> UInt8 {
        switch algorithm {
        case .hopping(let increment):
            // The first event uses the channel one hop from 0, the next one two hops …
            let event = UInt64(bitPattern: counter) % 37 + 1
            let unmapped = UInt8(truncatingIfNeeded: event * UInt64(increment) % 37)
            if map.contains(unmapped) || channels.isEmpty { return unmapped }
            return channels[Int(unmapped) % channels.count]
        case .permuting(let identifier):
            let number = Self.pseudoRandom(UInt16(truncatingIfNeeded: counter), identifier)
            let unmapped = UInt8(truncatingIfNeeded: number % 37)
            if map.contains(unmapped) || channels.isEmpty { return unmapped }
            return channels[(channels.count * Int(number)) >> 16]
        }
    }

    /// The event's pseudo-random number, `prn_e` (4.5.8.3.2).
    static func pseudoRandom(_ counter: UInt16, _ identifier: UInt16) -> UInt16 {
        var value = counter ^ identifier
        for _ in 0..<3 { value = permuted(value) &* 17 &+ identifier }
        return value ^ identifier
    }

    /// Each of the two octets with its bits in reverse.
    private static func permuted(_ value: UInt16) -> UInt16 {
        var bits = value
        bits = (bits & 0xAAAA) >> 1 | (bits & 0x5555) << 1
        bits = (bits & 0xCCCC) >> 2 | (bits & 0x3333) << 2
        return (bits & 0xF0F0) >> 4 | (bits & 0x0F0F) << 4
    }

    /// Without bad channels, none is ever looked up.
    private static func list(_ map: LL.ChannelMap) -> [UInt8] {
        map == .all ? [] : (0..<37).filter(map.contains)
    }
}

/// Access addresses of links (Core 6.0, Vol 6, Part B, 2.1.2).
enum AccessAddress {
    /// Draws one that the specification allows.
    static func draw(from entropy: inout EntropyStream) -> UInt32 {
        while true {
            let candidate = UInt32(truncatingIfNeeded: entropy.next())
            if isAllowed(candidate) { return candidate }
        }
    }

    /// Whether the specification's rules for uncoded and coded PHYs allow `address`.
    static func isAllowed(_ address: UInt32) -> Bool {
        let advertising = LL.advertisingAccessAddress
        guard (address ^ advertising).nonzeroBitCount > 1 else { return false }
        guard address != (address & 0xFF) &* 0x0101_0101 else { return false }
        // A set bit where two neighbours differ, among the 31 pairs.
        let changes = (address ^ address >> 1) & 0x7FFF_FFFF
        guard changes.nonzeroBitCount <= 24, (changes >> 26).nonzeroBitCount >= 2 else { return false }
        // No more than six equal bits in a row: no six neighbouring pairs without a change.
        let equal = ~changes & 0x7FFF_FFFF
        let runs = equal & equal >> 1 & equal >> 2 & equal >> 3 & equal >> 4 & equal >> 5
        guard runs == 0 else { return false }
        // For coded PHYs: at least three ones in the lower octet, at most eleven changes in the lower half.
        return (address & 0xFF).nonzeroBitCount >= 3 && (changes & 0x7FFF).nonzeroBitCount <= 11
    }
}
