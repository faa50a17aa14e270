import BluetoothWire

/// The data that the medium needs at each event of an advertising set, in half a cache line.
///
/// Ten thousand advertisers cause a hundred thousand events per virtual second. An event without listeners, or whose
/// listeners have all reported it, uses only this and the event queue, and no object.
struct AdvertisingBeat {
    var entropy: EntropyStream
    /// Matches the event in the queue; odd while the set is on.
    private(set) var generation: UInt32 = 0
    /// Changes when a scanner's duplicate filter should treat the set as a new advertiser; never 0.
    private(set) var epoch: UInt32 = 0
    /// How many events began since the set was enabled.
    var events: UInt32 = 0
    /// The time from event to event in units of 0.625 ms.
    private var interval: UInt32 = 0
    /// The time on air of one packet on a primary channel, and the time from packet to packet, in microseconds: packets
    /// last for whole ones.
    private var microseconds: (duration: UInt16, spacing: UInt16) = (0, 0)
    /// Bit n for channel 37 + n.
    private(set) var channels: UInt8 = 0
    private(set) var txPower: Int8 = 0
    private var flags: UInt8 = 0
    /// What each event reports: an advertisement, and a response of a scannable set.
    private(set) var marks: UInt8 = 0

    init(entropy: EntropyStream) { self.entropy = entropy }

    /// The time on air of one packet on a primary channel, in nanoseconds.
    var duration: Int64 { Int64(microseconds.duration) * 1_000 }
    /// The time from packet to packet.
    var spacing: Int64 { Int64(microseconds.spacing) * 1_000 }

    private static let jittered: UInt8 = 1
    private static let extended: UInt8 = 2
    private static let coded: UInt8 = 4
    private static let connectable: UInt8 = 8
    private static let limited: UInt8 = 16
    private static let timed: UInt8 = 32

    var isOn: Bool { generation & 1 == 1 }
    var isExtended: Bool { flags & Self.extended != 0 }
    var isCoded: Bool { flags & Self.coded != 0 }
    var isConnectable: Bool { flags & Self.connectable != 0 }
    /// Whether the number of events is limited.
    var isLimited: Bool {
        get { flags & Self.limited != 0 }
        set { flags = newValue ? flags | Self.limited : flags & ~Self.limited }
    }
    /// Whether no event begins at or after the set's deadline.
    var isTimed: Bool { flags & Self.timed != 0 }
    /// An advertisement.
    static let advertisement: UInt8 = 1
    /// A scan response.
    static let response: UInt8 = 2

    /// The next user of this beat.
    mutating func reuse(entropy: EntropyStream) { self.entropy = entropy }

    mutating func start(interval: Int64, isTimed: Bool, isJittered: Bool, isNew: Bool) {
        generation = (generation | 1) &+ (isOn ? 2 : 0)
        if isNew || epoch == 0 { renew() }
        events = 0
        self.interval = UInt32(clamping: interval / Self.intervalUnit)
        flags = (isJittered ? Self.jittered : 0) | (isTimed ? Self.timed : 0)
    }

    private static let intervalUnit: Int64 = 625_000

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
        microseconds = (UInt16(clamping: duration / 1_000), UInt16(clamping: spacing / 1_000))
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
    mutating func drawInterval() -> Int64 { Int64(interval) &* Self.intervalUnit &+ drawDelay() }
}
