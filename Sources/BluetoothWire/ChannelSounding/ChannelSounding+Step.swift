extension ChannelSounding {
    /// What one step measured, with its channel.
    public struct Step: Hashable, Sendable {
        /// The channel, 0 to 78.
        public var channel: UInt8
        /// What it measured.
        public var data: StepData

        public init(channel: UInt8, _ data: StepData) { (self.channel, self.data) = (channel, data) }
    }

    /// What one step measured.
    public enum StepData: Hashable, Sendable {
        /// Mode 0: the packet by which the ends find each other's frequency.
        case mode0(SyncResult)
        /// Mode 1: the times of packets.
        case mode1(PacketResult)
        /// Mode 2: the phases of tones.
        case mode2(ToneResult)
        /// Mode 3: both.
        case mode3(PacketResult, ToneResult)
        /// A step of this mode, 0 to 3, that could not run.
        case missing(mode: UInt8)

        /// The mode, 0 to 3.
        public var mode: UInt8 {
            switch self {
            case .mode0: 0
            case .mode1: 1
            case .mode2: 2
            case .mode3: 3
            case .missing(let mode): mode
            }
        }

        /// The times of packets, in modes 1 and 3.
        public var packets: PacketResult? {
            switch self {
            case .mode1(let packets), .mode3(let packets, _): packets
            case .mode0, .mode2, .missing: nil
            }
        }

        /// The phases of tones, in modes 2 and 3.
        public var tones: ToneResult? {
            switch self {
            case .mode2(let tones), .mode3(_, let tones): tones
            case .mode0, .mode1, .missing: nil
            }
        }
    }

    /// What a step of mode 0 measured.
    public struct SyncResult: Hashable, Sendable {
        /// How well the packet was received.
        public var quality: PacketQuality
        /// How strong it was in dBm, −127 to 20; nil if that is not available.
        public var rssi: Int8?
        /// By which antenna, 1 to 4.
        public var antenna: UInt8
        /// How far the reflector's frequency is off; nil in the reflector's own report, which has no such field.
        public var frequencyOffset: FrequencyOffset?

        public init(
            quality: PacketQuality = .correct, rssi: Int8?, antenna: UInt8 = 1,
            frequencyOffset: FrequencyOffset? = nil
        ) {
            (self.quality, self.rssi, self.antenna) = (quality, rssi, antenna)
            self.frequencyOffset = frequencyOffset
        }
    }

    /// What packets of a step measured, in modes 1 and 3.
    public struct PacketResult: Hashable, Sendable {
        /// How well the packet was received.
        public var quality: PacketQuality
        /// How much it looks manipulated.
        public var attack: AttackMetric
        /// How strong it was in dBm, −127 to 20; nil if that is not available.
        public var rssi: Int8?
        /// In 0.5 ns, without the nominal time between: from departure to arrival at the initiator, from arrival to
        /// departure at the reflector; nil if that is not available.
        public var time: Int16?
        /// By which antenna, 1 to 4.
        public var antenna: UInt8
        /// The phases of a sounding sequence; nil with other packets, which have no such fields.
        public var sounding: SoundingPhases?

        public init(
            quality: PacketQuality = .correct, attack: AttackMetric = .unknown, rssi: Int8?, time: Int16?,
            antenna: UInt8 = 1, sounding: SoundingPhases? = nil
        ) {
            (self.quality, self.attack, self.rssi, self.time) = (quality, attack, rssi, time)
            (self.antenna, self.sounding) = (antenna, sounding)
        }
    }

    /// The phases of the two tones of a sounding sequence.
    public struct SoundingPhases: Hashable, Sendable {
        /// Of the first tone; nil if that is not available.
        public var first: PhaseCorrectionTerm?
        /// Of the second tone; nil if that is not available.
        public var second: PhaseCorrectionTerm?

        public init(first: PhaseCorrectionTerm?, second: PhaseCorrectionTerm?) {
            (self.first, self.second) = (first, second)
        }
    }

    /// What tones of a step measured, in modes 2 and 3.
    public struct ToneResult: Hashable, Sendable {
        /// Which of the orders of the antenna paths the tones are in, 0 to 23.
        public var antennaPermutation: UInt8
        /// A tone for each antenna path, 1 to 4, in that order.
        public var paths: PathTones
        public var extensionSlot: Tone

        public init(antennaPermutation: UInt8 = 0, paths: PathTones, extensionSlot: Tone) {
            (self.antennaPermutation, self.paths) = (antennaPermutation, paths)
            self.extensionSlot = extensionSlot
        }
    }

    /// One to four tones, one for each antenna path, without memory of their own.
    public struct PathTones: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
        private var tones: SIMD4<UInt32>
        /// How many there are, 1 to 4.
        public let count: Int

        /// Creates a list of 1 to 4 tones.
        public init(_ list: some Collection<Tone>) {
            precondition((1...4).contains(list.count), "a step has tones of \(list.count) antenna paths")
            (tones, count) = (.zero, list.count)
            for (index, tone) in list.enumerated() { tones[index] = tone.bits }
        }

        /// Creates a list of 1 to 4 tones.
        public init(arrayLiteral tones: Tone...) { self.init(tones) }

        fileprivate init(count: Int, reading reader: inout ByteReader) throws(DecodeError) {
            (tones, self.count) = (.zero, count)
            for index in 0..<count { tones[index] = try reader.uint32() }
        }

        /// The first index, 0.
        public var startIndex: Int { 0 }
        /// The number of tones.
        public var endIndex: Int { count }

        /// The tone of antenna path `index` of the order, from 0 on.
        public subscript(index: Int) -> Tone {
            get {
                precondition(indices.contains(index), "there is no antenna path \(index) of \(count)")
                return Tone(bits: tones[index])
            }
            set {
                precondition(indices.contains(index), "there is no antenna path \(index) of \(count)")
                tones[index] = newValue.bits
            }
        }
    }
}

extension ChannelSounding.ToneResult {
    /// Reads the tones of so many antenna paths, 1 to 4, and of the extension slot.
    init(paths count: Int, decoding reader: inout ByteReader) throws(DecodeError) {
        guard (1...4).contains(count) else { throw reader.invalid("numAntennaPaths", count) }
        antennaPermutation = try reader.uint8()
        paths = try ChannelSounding.PathTones(count: count, reading: &reader)
        extensionSlot = ChannelSounding.Tone(bits: try reader.uint32())
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(antennaPermutation)
        for tone in paths { bytes.append(littleEndian: tone.bits) }
        bytes.append(littleEndian: extensionSlot.bits)
    }
}

extension ChannelSounding.PacketResult {
    /// Reads six octets, or fourteen with a sounding sequence.
    init(sounding hasPhases: Bool, decoding reader: inout ByteReader) throws(DecodeError) {
        quality = .init(rawValue: try reader.uint8())
        attack = .init(rawValue: try reader.uint8())
        rssi = try reader.int8(unless: 0x7F)
        let raw = Int16(bitPattern: try reader.uint16())
        time = raw == .min ? nil : raw
        antenna = try reader.uint8()
        guard hasPhases else { return }
        sounding = .init(first: try reader.soundingPhase(), second: try reader.soundingPhase())
    }

    func encode(into bytes: inout [UInt8]) {
        bytes += [quality.rawValue, attack.rawValue]
        bytes.append(rssi, unless: 0x7F)
        bytes.append(littleEndian: UInt16(bitPattern: time ?? .min))
        bytes.append(antenna)
        guard let sounding else { return }
        // All ones are a term that is not available; the upper octet of others is reserved.
        bytes.append(littleEndian: sounding.first?.bits ?? .max)
        bytes.append(littleEndian: sounding.second?.bits ?? .max)
    }
}

extension ChannelSounding.SyncResult {
    /// Reads three octets, or five at the initiator.
    init(offset hasOffset: Bool, decoding reader: inout ByteReader) throws(DecodeError) {
        quality = .init(rawValue: try reader.uint8())
        rssi = try reader.int8(unless: 0x7F)
        antenna = try reader.uint8()
        if hasOffset { frequencyOffset = .init(rawValue: try reader.uint16()) }
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(quality.rawValue)
        bytes.append(rssi, unless: 0x7F)
        bytes.append(antenna)
        if let frequencyOffset { bytes.append(littleEndian: frequencyOffset.rawValue) }
    }
}

extension ByteReader {
    fileprivate mutating func soundingPhase() throws(DecodeError) -> ChannelSounding.PhaseCorrectionTerm? {
        let bits = try uint32()
        return bits == .max ? nil : .init(bits: bits & 0xFF_FFFF)
    }
}
