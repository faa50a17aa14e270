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

    /// Procedures that wait for their turn: one runs at a time.
    private(set) var waiting: [Kind] = []
    var current: Kind?
    /// When the current procedure times out.
    var deadline: Int64 = .max
    var remoteFeatures: HCI.LEFeatures?
    var remoteVersion: (version: UInt8, company: UInt16, subversion: UInt16)?
    /// A version is sent only once per link.
    var hasSentVersion = false
    /// The other side's request that the host has not answered yet.
    var asked: LL.ConnectionParam?
    /// The host's preference for this link; `nil` uses the preference for all links.
    var phys: (tx: LL.PHYSet, rx: LL.PHYSet)?

    /// Lets a procedure wait for its turn.
    mutating func wait(_ kind: Kind) { waiting.append(kind) }

    /// The first procedure that waits; without one, the queue keeps no storage.
    mutating func takeWaiting() -> Kind {
        defer { if waiting.isEmpty { waiting = [] } }
        return waiting.removeFirst()
    }
}
