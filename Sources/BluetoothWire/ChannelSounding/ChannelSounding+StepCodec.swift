extension ChannelSounding {
    /// What must be known to read a step's data where it has no length: who reports, and what was sent.
    public struct StepLayout: Hashable, Sendable {
        /// The role of the end whose report it is.
        public var role: Role
        /// Whether packets have a sounding sequence.
        public var hasSounding: Bool
        /// How many antenna paths tones have, 1 to 4.
        public var antennaPaths: Int

        public init(role: Role, hasSounding: Bool = false, antennaPaths: Int = 1) {
            (self.role, self.hasSounding, self.antennaPaths) = (role, hasSounding, antennaPaths)
        }
    }
}

extension ChannelSounding.StepData {
    /// Reads the data of a step by its mode, 0 to 3, and the layout.
    public init(
        mode: UInt8, layout: ChannelSounding.StepLayout, decoding reader: inout ByteReader
    ) throws(DecodeError) {
        let (sounding, paths) = (layout.hasSounding, layout.antennaPaths)
        switch mode {
        case 0: self = .mode0(try .init(offset: layout.role == .initiator, decoding: &reader))
        case 1: self = .mode1(try .init(sounding: sounding, decoding: &reader))
        case 2: self = .mode2(try .init(paths: paths, decoding: &reader))
        case 3:
            self = .mode3(
                try .init(sounding: sounding, decoding: &reader), try .init(paths: paths, decoding: &reader))
        default: throw reader.invalid("stepMode", Int(mode))
        }
    }

    /// Reads the data of a step of `length` octets, which tells role and kind of packet.
    init(
        mode: UInt8, length: Int, antennaPaths paths: Int, decoding reader: inout ByteReader
    ) throws(DecodeError) {
        guard mode <= 3 else { throw reader.invalid("stepMode", Int(mode)) }
        if length == 0 {
            self = .missing(mode: mode)
            return
        }
        let tones = 1 + 4 * (paths + 1)
        let layout: ChannelSounding.StepLayout
        switch (mode, length) {
        case (0, 5): layout = .init(role: .initiator)
        case (0, 3): layout = .init(role: .reflector)
        case (1, 6), (2, tones), (3, 6 + tones): layout = .init(role: .reflector, antennaPaths: paths)
        case (1, 14), (3, 14 + tones):
            layout = .init(role: .reflector, hasSounding: true, antennaPaths: paths)
        default: throw reader.invalid("stepDataLength", length)
        }
        try self.init(mode: mode, layout: layout, decoding: &reader)
    }

    /// Appends the data without mode and length.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .mode0(let sync): sync.encode(into: &bytes)
        case .mode1(let packets): packets.encode(into: &bytes)
        case .mode2(let tones): tones.encode(into: &bytes)
        case .mode3(let packets, let tones):
            packets.encode(into: &bytes)
            tones.encode(into: &bytes)
        case .missing: break
        }
    }

    /// How many octets the data has, 0 to 35.
    public var encodedLength: Int {
        switch self {
        case .mode0(let sync): sync.frequencyOffset == nil ? 3 : 5
        case .mode1(let packets): packets.encodedLength
        case .mode2(let tones): tones.encodedLength
        case .mode3(let packets, let tones): packets.encodedLength + tones.encodedLength
        case .missing: 0
        }
    }
}

extension ChannelSounding.PacketResult {
    fileprivate var encodedLength: Int { sounding == nil ? 6 : 14 }
}

extension ChannelSounding.ToneResult {
    fileprivate var encodedLength: Int { 1 + 4 * (paths.count + 1) }
}

extension ChannelSounding.Step {
    /// How many octets a step has in an HCI event: mode, channel, length and data.
    public var encodedLength: Int { 3 + data.encodedLength }

    /// Reads mode, channel, length and data.
    init(antennaPaths: Int, decoding reader: inout ByteReader) throws(DecodeError) {
        let mode = try reader.uint8()
        channel = try reader.uint8()
        guard channel < 79 else { throw reader.invalid("stepChannel", Int(channel)) }
        let length = Int(try reader.uint8())
        try reader.need(length)
        data = try .init(mode: mode, length: length, antennaPaths: antennaPaths, decoding: &reader)
    }

    /// Appends mode, channel, length and data.
    func encode(into bytes: inout [UInt8]) {
        bytes += [data.mode, channel, UInt8(data.encodedLength)]
        data.encode(into: &bytes)
    }
}
