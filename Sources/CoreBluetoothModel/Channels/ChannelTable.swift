import BluetoothHost
import BluetoothPort
import BluetoothWire

/// One end of an open channel, as an app has it.
struct AppChannel: Sendable {
    let identifier: ChannelIdentifier
    let host: Host.ChannelID
    /// The manager that opened the channel, or that published its PSM.
    let session: SessionID
    /// The link's slot.
    let link: Int
    let psm: UInt16
    /// The longest SDU that the peer accepts.
    let peerMTU: Int
    /// The lengths of SDUs that the host has not sent yet, oldest first.
    private(set) var sending = Fifo<Int>()
    /// The lengths of SDUs that the app has not read to the end, oldest first.
    private var unread = Fifo<Int>()
    /// How many bytes of the oldest SDU the app has read.
    private var read = 0

    init(
        _ identifier: ChannelIdentifier, _ host: Host.ChannelID, _ channel: Host.Channel,
        of session: SessionID,
        link: Int
    ) {
        (self.identifier, self.host, self.session, self.link) = (identifier, host, session, link)
        psm = channel.psm
        peerMTU = Int(channel.peerMTU)
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
}

/// A channel that a manager has asked for.
struct ChannelOpening: Sendable {
    let session: SessionID
    /// The link's slot.
    let link: Int
    let psm: UInt16
    /// The token of the request at the host.
    var token: Host.Token
    /// The peer's error, while the phone pairs to ask again (behaviour 6.35).
    var refusal: ATT.ErrorCode?
    /// How often the phone has paired for it.
    var pairings: UInt8 = 0
}

/// A PSM that a manager has published.
struct PublishedChannel: Sendable {
    let psm: UInt16
    let session: SessionID
}

/// The channels of all the phone's apps; empty until the first one.
struct ChannelTable: Sendable {
    /// In the order they opened.
    var open: [AppChannel] = []
    /// In the order they were asked for.
    var openings: [ChannelOpening] = []
    var published: [PublishedChannel] = []
    private var lastIdentifier: UInt64 = 0
    private var lastPSM: UInt16 = 0

    func index(_ identifier: ChannelIdentifier, of session: SessionID) -> Int? {
        open.firstIndex { $0.identifier == identifier && $0.session == session }
    }

    func index(_ host: Host.ChannelID) -> Int? { open.firstIndex { $0.host == host } }

    mutating func makeIdentifier() -> ChannelIdentifier {
        lastIdentifier += 1
        return ChannelIdentifier(rawValue: lastIdentifier)
    }

    /// The next free PSM of `range`; `nil` when all are taken.
    mutating func makePSM(in range: ClosedRange<UInt16>) -> UInt16? {
        for _ in range {
            lastPSM = range.contains(lastPSM) && lastPSM < range.upperBound ? lastPSM + 1 : range.lowerBound
            if !published.contains(where: { $0.psm == lastPSM }) { return lastPSM }
        }
        return nil
    }
}
