import BluetoothWire

/// The link-layer control procedures of one end of a link (Core 6.0, Vol 6, Part B, 5.1).
struct Procedures {
    /// A procedure that this side starts.
    enum Kind: Hashable {
        case features
        case version
        case dataLength
        case phys(tx: LL.PHYSet, rx: LL.PHYSet)
        /// Only from the central; also the result of a peripheral's request.
        case connectionUpdate(interval: UInt16, latency: UInt16, timeout: UInt16)
        /// From the peripheral.
        case parameterRequest(LL.ConnectionParam)
        /// Only from the central.
        case channelMap(LL.ChannelMap)
        /// Only from the central: with a key for the link, or with another one.
        case encryption
        /// A procedure of Channel Sounding.
        case sounding(SoundingProcedure)
    }

    /// The maximum time for the other side's answer: 40 s (5.2).
    static let responseTimeout: Int64 = 40_000_000_000

    /// What is under way; empty while nothing is: most links stay as they are after their first second.
    private var underWay: [UnderWay] = []

    // Small properties follow each other, so that they take no more room than they need.

    var remoteFeatures: HCI.LEFeatures?
    /// A version is sent only once per link.
    var hasSentVersion = false
    var remoteVersion: (version: UInt8, company: UInt16, subversion: UInt16)?
    /// The host's preference for this link; `nil` uses the preference for all links.
    var phys: (tx: LL.PHYSet, rx: LL.PHYSet)?

    private struct UnderWay {
        var waiting: [Kind] = []
        var current: Kind?
        var deadline = Int64.max
        var asked: LL.ConnectionParam?

        /// Whether nothing is left of it. It changes nothing, but works in place: what it asks of a copy would be copied.
        mutating func isOver() -> Bool {
            if case .some = current { return false }
            if case .some = asked { return false }
            return waiting.isEmpty && deadline == .max
        }
    }

    /// Whether nothing is under way.
    var isIdle: Bool { underWay.isEmpty }

    // Each is read where it is: the first element as an optional would be a copy of all.

    /// Procedures that wait for their turn: one runs at a time.
    var waiting: [Kind] { isIdle ? [] : underWay[0].waiting }
    /// Whether a procedure runs.
    var isRunning: Bool {
        if isIdle { return false }
        if case .some = underWay[0].current { return true }
        return false
    }
    var current: Kind? {
        get { isIdle ? nil : underWay[0].current }
        set { if !isIdle || newValue != nil { change { $0.current = newValue } } }
    }
    /// When the current procedure times out.
    var deadline: Int64 {
        get { isIdle ? .max : underWay[0].deadline }
        set { if !isIdle || newValue != .max { change { $0.deadline = newValue } } }
    }
    /// The other side's request that the host has not answered yet.
    var asked: LL.ConnectionParam? {
        get { isIdle ? nil : underWay[0].asked }
        set { if !isIdle || newValue != nil { change { $0.asked = newValue } } }
    }

    /// Lets a procedure wait for its turn.
    mutating func wait(_ kind: Kind) { change { $0.waiting.append(kind) } }

    /// Begins with the first procedure that waits; there must be one.
    mutating func beginNext() -> Kind {
        let kind = waiting[0]
        change {
            $0.waiting.removeFirst()
            if $0.waiting.isEmpty { $0.waiting = [] }
            $0.current = kind
        }
        return kind
    }

    private mutating func change(_ body: (inout UnderWay) -> Void) {
        if underWay.isEmpty { underWay.append(UnderWay()) }
        body(&underWay[0])
        if underWay[0].isOver() { underWay = [] }
    }
}
