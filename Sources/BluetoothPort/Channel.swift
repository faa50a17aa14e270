/// The identifier of an L2CAP channel, unique for the life of its manager's port.
public struct ChannelIdentifier: Hashable, Sendable, Comparable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static func < (left: ChannelIdentifier, right: ChannelIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// An open L2CAP channel; both roles use it in the same way (behaviour 6.29–6.36).
public struct Channel: Hashable, Sendable {
    public var identifier: ChannelIdentifier
    /// The PSM to which the channel was opened.
    public var psm: UInt16
    public init(identifier: ChannelIdentifier, psm: UInt16) {
        self.identifier = identifier
        self.psm = psm
    }
}

/// A request of an app to a channel.
public enum ChannelCommand: Hashable, Sendable {
    /// Sends bytes after all earlier bytes; `.sent` follows when they are sent.
    case send([UInt8])
    /// The app has read this many bytes: the peer may send more.
    case consume(Int)
    /// Closes the channel at once; no event follows. Bytes that are not sent yet are dropped.
    case close
}

/// An event of a channel.
public enum ChannelEvent: Hashable, Sendable {
    /// Bytes from the peer, in order and complete.
    case received([UInt8])
    /// This many bytes were sent to the peer.
    case sent(Int)
    /// The peer closed the channel, or the link has ended; the last event of a channel.
    case closed(PortError?)
}
