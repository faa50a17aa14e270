import BluetoothWire

/// The link-layer control procedures of one end of a link (Core 6.0, Vol 6, Part B, 5.1).
struct Procedures {
    /// A procedure that this side starts.
    enum Kind: Hashable {
        case features
        case version
        case dataLength
        case phys(tx: LL.PHYSet, rx: LL.PHYSet)
        /// From the central alone; also the outcome of a request of the peripheral.
        case connectionUpdate(interval: UInt16, latency: UInt16, timeout: UInt16)
        /// From the peripheral.
        case parameterRequest(LL.ConnectionParam)
        /// From the central alone.
        case channelMap(LL.ChannelMap)
        /// From the central alone: with a key for the link, or with another one.
        case encryption
    }

    /// How long the other side may take for an answer: 40 s (5.2).
    static let responseTimeout: Int64 = 40_000_000_000

    /// What waits for its turn: one procedure at a time.
    var waiting: [Kind] = []
    var current: Kind?
    /// When the current procedure has waited too long.
    var deadline: Int64 = .max
    var remoteFeatures: HCI.LEFeatures?
    var remoteVersion: (version: UInt8, company: UInt16, subversion: UInt16)?
    /// A version is sent only once on a link.
    var hasSentVersion = false
    /// What the other side asked for and the host has not yet answered.
    var asked: LL.ConnectionParam?
    /// What the host prefers on this link; `nil` is what it prefers on all.
    var phys: (tx: LL.PHYSet, rx: LL.PHYSet)?
}
