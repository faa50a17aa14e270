/// The layouts in which the link layer differs from HCI most.
extension LL.CSConfigReq {
    /// The octets after the identifier and the action.
    private static let length = 26

    init(from reader: inout ByteReader) throws(DecodeError) {
        let first = try reader.uint8()
        configID = first & 0x3F
        switch first >> 6 {
        case 0: _ = try reader.array(Self.length)
        case 1: created = try .init(linkLayer: &reader)
        default: throw reader.invalid("action", Int(first >> 6))
        }
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(configID & 0x3F | (created == nil ? 0 : 1 << 6))
        if let created {
            created.encodeForLinkLayer(into: &bytes)
        } else {
            bytes.append(contentsOf: repeatElement(0, count: Self.length))
        }
    }
}

extension ChannelSounding.AgreedConfiguration {
    /// Reads the 26 octets from the channel map on. The last one, which Core 6.0 reserves, has the enhancements.
    fileprivate init(linkLayer reader: inout ByteReader) throws(DecodeError) {
        let map = try ChannelSounding.ChannelMap(decoding: &reader)
        let repetition = try reader.uint8()
        let (mainMode, subMode): (ChannelSounding.Mode, _) = (
            try reader.code("mainMode"), try reader.subMode()
        )
        configuration = ChannelSoundingConfiguration(
            mainMode: mainMode, subMode: subMode, minMainModeSteps: try reader.uint8(),
            maxMainModeSteps: try reader.uint8(), mainModeRepetition: try reader.uint8(),
            mode0Steps: try reader.uint8(), role: .initiator, syncPHY: try reader.code("CSSyncPHY"),
            channelMap: map, channelMapRepetition: repetition)
        let kind = try reader.uint8()
        configuration.rttType = try reader.code("RTTType", kind & 0xF)
        configuration.role = try reader.code("role", kind >> 4 & 3)
        let selection = try reader.uint8()
        configuration.channelSelection = try reader.code("chSel", selection & 0xF)
        configuration.channelShape = .init(rawValue: selection >> 4)
        configuration.channelJump = try reader.uint8()
        times = ChannelSounding.StepTimes(
            betweenPackets: try reader.time(in: ChannelSounding.InterludeTimes.table, "TIP1"),
            betweenTones: try reader.time(in: ChannelSounding.InterludeTimes.table, "TIP2"),
            frequencyChange: try reader.time(in: ChannelSounding.FrequencyChangeTimes.table, "TFCS"),
            phaseMeasurement: try reader.time(in: ChannelSounding.PhaseMeasurementTimes.table, "TPM"))
        configuration.enhancements = .init(rawValue: try reader.uint8())
    }

    fileprivate func encodeForLinkLayer(into bytes: inout [UInt8]) {
        let c = configuration
        c.channelMap.encode(into: &bytes)
        bytes += [c.channelMapRepetition, c.mainMode.rawValue, c.subMode?.rawValue ?? 0xFF]
        bytes += [c.minMainModeSteps, c.maxMainModeSteps, c.mainModeRepetition, c.mode0Steps]
        bytes += [c.syncPHY.rawValue, c.rttType.rawValue | c.role.rawValue << 4]
        bytes += [c.channelSelection.rawValue | c.channelShape.rawValue << 4, c.channelJump]
        bytes.append(times.betweenPackets, in: ChannelSounding.InterludeTimes.table)
        bytes.append(times.betweenTones, in: ChannelSounding.InterludeTimes.table)
        bytes.append(times.frequencyChange, in: ChannelSounding.FrequencyChangeTimes.table)
        bytes.append(times.phaseMeasurement, in: ChannelSounding.PhaseMeasurementTimes.table)
        bytes.append(c.enhancements.rawValue)
    }
}

extension ChannelSoundingCapabilities {
    /// Reads the 25 octets of Core 6.0, and six more if there are any.
    ///
    /// How Core 6.3 carries its additions is not known to us. Ours has inline phase correction in bit 6 of octet 11,
    /// which Core 6.0 reserves, and appends the tail of version 2 of HCI's block.
    init(linkLayer reader: inout ByteReader) throws(DecodeError) {
        self.init()
        modes = .init(rawValue: try reader.uint8())
        rttPrecision = .init(rawValue: try reader.uint8())
        rttAccessAddressOnlySteps = try reader.uint8()
        (rttSoundingSteps, rttRandomSequenceSteps) = (try reader.uint8(), try reader.uint8())
        nadmSounding = .init(rawValue: try reader.uint16())
        nadmRandomSequence = .init(rawValue: try reader.uint16())
        syncPHYs = .init(rawValue: try reader.uint8())
        let antennas = try reader.uint8()
        (numAntennas, maxAntennaPaths) = (antennas & 0xF, antennas >> 4)
        let roleBits = try reader.uint8()
        roles = .init(rawValue: roleBits & 0x3)
        subfeatures = .init(rawValue: UInt16(roleBits & 0x78) >> 2)
        (numConfigs, maxConsecutiveProcedures) = (try reader.uint8(), try reader.uint16())
        antennaSwitchTime = try reader.uint8()
        betweenPacketsTimes = .init(rawValue: try reader.uint16())
        betweenTonesTimes = .init(rawValue: try reader.uint16())
        frequencyChangeTimes = .init(rawValue: try reader.uint16())
        phaseMeasurementTimes = .init(rawValue: try reader.uint16())
        snr = .init(rawValue: try reader.uint8() >> 1)
        if !reader.isAtEnd { additions = try Additions(decoding: &reader) }
    }

    /// Appends the octets that `init(linkLayer:)` reads; bits that HCI has and the link layer has not are left out.
    func encodeForLinkLayer(into bytes: inout [UInt8]) {
        bytes += [modes.rawValue, rttPrecision.rawValue, rttAccessAddressOnlySteps]
        bytes += [rttSoundingSteps, rttRandomSequenceSteps]
        bytes.append(littleEndian: nadmSounding.rawValue)
        bytes.append(littleEndian: nadmRandomSequence.rawValue)
        bytes += [syncPHYs.rawValue, numAntennas & 0xF | maxAntennaPaths << 4]
        bytes.append(roles.rawValue & 0x3 | UInt8(truncatingIfNeeded: subfeatures.rawValue << 2) & 0x78)
        bytes.append(numConfigs)
        bytes.append(littleEndian: maxConsecutiveProcedures)
        bytes.append(antennaSwitchTime)
        bytes.append(littleEndian: betweenPacketsTimes.rawValue)
        bytes.append(littleEndian: betweenTonesTimes.rawValue)
        bytes.append(littleEndian: frequencyChangeTimes.rawValue)
        bytes.append(littleEndian: phaseMeasurementTimes.rawValue)
        bytes.append(snr.rawValue << 1)
        additions?.encode(into: &bytes)
    }
}

extension ByteReader {
    /// Reads the place of a time in its table.
    fileprivate mutating func time(in table: [UInt8], _ field: StaticString) throws(DecodeError) -> UInt8 {
        let index = Int(try uint8())
        guard index < table.count else { throw invalid(field, index) }
        return table[index]
    }
}

extension Array where Element == UInt8 {
    /// Appends the place of a time in its table.
    fileprivate mutating func append(_ time: UInt8, in table: [UInt8]) {
        guard let index = table.firstIndex(of: time) else {
            preconditionFailure("Channel Sounding has no time of \(time) microseconds here")
        }
        append(UInt8(index))
    }
}
