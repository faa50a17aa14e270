/// One L2CAP channel's name, unique for the life of its manager's port.
public struct ChannelIdentifier: Hashable, Sendable, Comparable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static func < (left: ChannelIdentifier, right: ChannelIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// An L2CAP channel that is open; both roles use it alike (behaviour 6.29–6.36).
public struct Channel: Hashable, Sendable {
    public var identifier: ChannelIdentifier
    /// The number of the service that it leads to.
    public var psm: UInt16
    public init(identifier: ChannelIdentifier, psm: UInt16) {
        self.identifier = identifier
        self.psm = psm
    }
}

/// What an app does with a channel.
public enum ChannelCommand: Hashable, Sendable {
    /// Sends bytes after those that were sent before; `.sent` follows as they leave.
    case send([UInt8])
    /// The app has read this many bytes: the peer may send more.
    case consume(Int)
    /// Ends the channel at once; nothing follows. Bytes that have not left never will.
    case close
}

/// What an app is told of a channel.
public enum ChannelEvent: Hashable, Sendable {
    /// Bytes of the peer, in order, none lost.
    case received([UInt8])
    /// This many bytes have left for the peer.
    case sent(Int)
    /// The peer closed it, or the link is gone; the last event of a channel.
    case closed(PortError?)
}
