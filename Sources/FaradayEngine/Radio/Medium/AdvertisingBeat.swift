import BluetoothWire

/// The data that the medium needs at each event of an advertising set, in one cache line.
///
/// Ten thousand advertisers cause a hundred thousand events per virtual second. An event without listeners, or whose
/// listeners have all reported it, uses only this and the event queue, and no object.
struct AdvertisingBeat {
    /// Matches the event in the queue; odd while the set is on.
    private(set) var generation: UInt32 = 0
    /// Changes when a scanner's duplicate filter should treat the set as a new advertiser; never 0.
    private(set) var epoch: UInt32 = 0
    private(set) var node: UInt32 = 0
    /// How many events began since the set was enabled.
    var events: UInt32 = 0
    private var interval: Int64 = 0
    /// No event begins at or after this time.
    private(set) var deadline: Int64 = .max
    var entropy: EntropyStream
    /// The time on air of one packet on a primary channel.
    private(set) var duration: Int32 = 0
    /// The time from packet to packet.
    private(set) var spacing: Int32 = 0
    /// Bit n for channel 37 + n.
    private(set) var channels: UInt8 = 0
    private(set) var txPower: Int8 = 0
    private var flags: UInt8 = 0
    /// What each event reports: an advertisement, and a response of a scannable set.
    private(set) var marks: UInt8 = 0
    /// The set; its controller keeps it alive as long as the beat is in use.
    unowned(unsafe) var set: Advertiser?

    init(node: NodeID, entropy: EntropyStream) {
        self.node = node.rawValue
        self.entropy = entropy
    }

    private static let jittered: UInt8 = 1
    private static let extended: UInt8 = 2
    private static let coded: UInt8 = 4
    private static let connectable: UInt8 = 8
    private static let limited: UInt8 = 16

    var isOn: Bool { generation & 1 == 1 }
    var isExtended: Bool { flags & Self.extended != 0 }
    var isCoded: Bool { flags & Self.coded != 0 }
    var isConnectable: Bool { flags & Self.connectable != 0 }
    /// Whether the number of events is limited.
    var isLimited: Bool {
        get { flags & Self.limited != 0 }
        set { flags = newValue ? flags | Self.limited : flags & ~Self.limited }
    }
    /// An advertisement.
    static let advertisement: UInt8 = 1
    /// A scan response.
    static let response: UInt8 = 2

    /// The next user of this beat.
    mutating func reuse(node: NodeID, entropy: EntropyStream) {
        (self.node, self.entropy) = (node.rawValue, entropy)
    }

    mutating func start(interval: Int64, deadline: Int64, isJittered: Bool, isNew: Bool) {
        generation = (generation | 1) &+ (isOn ? 2 : 0)
        if isNew || epoch == 0 { renew() }
        events = 0
        (self.interval, self.deadline) = (interval, deadline)
        flags = isJittered ? Self.jittered : 0
    }

    mutating func stop() {
        if isOn { generation &+= 1 }
    }

    /// Makes the set a new advertiser for duplicate filters.
    mutating func renew() { epoch = epoch < 0x3FFF_FFFF ? epoch + 1 : 1 }

    mutating func describe(
        channels: UInt8, txPower: Int8, duration: Int64, spacing: Int64, isExtended: Bool, isScannable: Bool,
        isConnectable: Bool, isCoded: Bool
    ) {
        (self.channels, self.txPower) = (channels, txPower)
        (self.duration, self.spacing) = (Int32(clamping: duration), Int32(clamping: spacing))
        flags &= ~(Self.extended | Self.coded | Self.connectable)
        if isExtended { flags |= Self.extended }
        if isCoded { flags |= Self.coded }
        if isConnectable { flags |= Self.connectable }
        marks = isScannable ? Self.advertisement | Self.response : Self.advertisement
    }

    /// The random delay of 0 to 10 ms, which keeps two advertisers from colliding repeatedly (Core 6.0, Vol 6, Part B,
    /// 4.4.2.2.1).
    @inline(__always)
    mutating func drawDelay() -> Int64 {
        flags & Self.jittered == 0 ? 0 : Int64(entropy.below(10_000_001))
    }

    /// Nanoseconds until the next event.
    @inline(__always)
    mutating func drawInterval() -> Int64 { interval &+ drawDelay() }
}
