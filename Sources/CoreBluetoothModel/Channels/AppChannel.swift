import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One end of an open channel, as an app has it.
struct AppChannel: Sendable {
    /// Which kind of manager has the channel.
    enum Role: Hashable, Sendable {
        /// A central manager opened it.
        case central
        /// A central opened it to a PSM that a peripheral manager had published.
        case peripheral
    }

    let identifier: ChannelIdentifier
    let host: Host.ChannelID
    /// The manager that opened the channel, or that published its PSM.
    let session: SessionID
    let role: Role
    let link: Host.LinkID
    let psm: UInt16
    /// The longest SDU that the peer accepts.
    let peerMTU: Int
    /// The lengths of SDUs that the host has not sent yet, oldest first.
    private var sending = Fifo<Int>()
    /// The lengths of SDUs that the app has not read to the end, oldest first.
    private var unread = Fifo<Int>()
    /// How many bytes of the oldest SDU the app has read.
    private var read = 0

    init(
        _ identifier: ChannelIdentifier, _ host: Host.ChannelID, _ channel: Host.Channel,
        of session: SessionID, _ role: Role
    ) {
        (self.identifier, self.host, self.session, self.role) = (identifier, host, session, role)
        (link, psm, peerMTU) = (channel.link, channel.psm, Int(channel.peerMTU))
    }

    mutating func sends(_ count: Int) { sending.append(count) }

    /// The oldest SDU has been sent; the host sends SDUs in order.
    mutating func sent() -> Int? { sending.popFirst() }

    mutating func received(_ count: Int) { unread.append(count) }

    /// The app has read this many bytes. Returns how many SDUs that completes. Bytes that were never received
    /// do not count.
    mutating func consume(_ count: Int) -> Int {
        read += max(0, min(count, Int.max - read))
        var finished = 0
        while let length = unread.first, length <= read {
            read -= length
            _ = unread.popFirst()
            finished += 1
        }
        if unread.isEmpty { read = 0 }
        return finished
    }

    /// What is wrong with the channel's counters; `nil` for nothing.
    var brokenRule: String? {
        if sending.all.contains(where: { $0 < 1 }) { return "an SDU without bytes waits to be sent" }
        guard let oldest = unread.first else {
            return read == 0 ? nil : "the app has read \(read) bytes of no SDU"
        }
        return read >= 0 && read < oldest ? nil : "an SDU of \(oldest) bytes of which \(read) are read waits"
    }
}

/// A channel that a central manager has asked for and that is not open yet.
struct ChannelOpening: Sendable {
    enum State: Hashable, Sendable {
        /// The host has the request, under this token.
        case asked(Host.Token)
        /// The peer refused with this error, and the phone pairs to ask again (behaviour 6.35).
        case refused(ATT.ErrorCode)
    }

    let session: SessionID
    let peer: PeerIdentifier
    let link: Host.LinkID
    let psm: UInt16
    var state: State
    /// How often the phone has paired for it.
    var pairings: UInt8 = 0

    /// The token of the request at the host; `nil` while the phone pairs.
    var token: Host.Token? {
        if case .asked(let token) = state { token } else { nil }
    }
}

/// A PSM that a manager has published.
struct PublishedChannel: Sendable {
    let psm: UInt16
    let session: SessionID
}
