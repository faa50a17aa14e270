/// The channels of two phones under numbers that differ: each phone counts its own.
struct CombinedChannels: Hashable, Sendable {
    private struct Own: Hashable {
        let identifier: ChannelIdentifier
        let side: CombinedCentral.Side
    }

    private var owns: [ChannelIdentifier: Own] = [:]
    private var shown: [Own: ChannelIdentifier] = [:]
    private var count: UInt64 = 0

    /// The number under which the app knows a new channel of a side.
    mutating func add(_ identifier: ChannelIdentifier, of side: CombinedCentral.Side) -> ChannelIdentifier {
        count += 1
        let (own, new) = (Own(identifier: identifier, side: side), ChannelIdentifier(rawValue: count))
        (owns[new], shown[own]) = (own, new)
        return new
    }

    /// The number under which the app knows a side's channel.
    func shown(_ identifier: ChannelIdentifier, of side: CombinedCentral.Side) -> ChannelIdentifier? {
        shown[Own(identifier: identifier, side: side)]
    }

    /// The side's own number of the app's channel.
    func own(_ identifier: ChannelIdentifier) -> (ChannelIdentifier, CombinedCentral.Side)? {
        owns[identifier].map { ($0.identifier, $0.side) }
    }

    mutating func remove(_ identifier: ChannelIdentifier) {
        if let own = owns.removeValue(forKey: identifier) { shown[own] = nil }
    }
}
