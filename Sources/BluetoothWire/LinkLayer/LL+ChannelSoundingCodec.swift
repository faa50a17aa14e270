extension LL.ChannelSoundingPDU {
    /// The opcodes (Core 6.0, Vol 6, Part B, 2.4.2, Table 2.18).
    enum Opcode: UInt8 {
        case secRsp = 0x2D
        case capabilitiesReq, capabilitiesRsp, configReq, configRsp, req, rsp, ind
        case terminateReq, faeReq, faeRsp, channelMapInd, secReq, terminateRsp
    }

    /// The first byte of the payload, 0x2D to 0x3A.
    public var opcode: UInt8 { code.rawValue }

    private var code: Opcode {
        switch self {
        case .secRsp: .secRsp
        case .capabilitiesReq: .capabilitiesReq
        case .capabilitiesRsp: .capabilitiesRsp
        case .configReq: .configReq
        case .configRsp: .configRsp
        case .req: .req
        case .rsp: .rsp
        case .ind: .ind
        case .terminateReq: .terminateReq
        case .faeReq: .faeReq
        case .faeRsp: .faeRsp
        case .channelMapInd: .channelMapInd
        case .secReq: .secReq
        case .terminateRsp: .terminateRsp
        }
    }

    /// Reads what follows the opcode.
    init(_ opcode: Opcode, from reader: inout ByteReader) throws(DecodeError) {
        switch opcode {
        case .secRsp: self = .secRsp(try .init(from: &reader))
        case .capabilitiesReq: self = .capabilitiesReq(try .init(linkLayer: &reader))
        case .capabilitiesRsp: self = .capabilitiesRsp(try .init(linkLayer: &reader))
        case .configReq: self = .configReq(try .init(from: &reader))
        case .configRsp: self = .configRsp(configID: try reader.configID())
        case .req: self = .req(try .init(from: &reader))
        case .rsp: self = .rsp(try .init(from: &reader))
        case .ind: self = .ind(try .init(from: &reader))
        case .terminateReq: self = .terminateReq(try .init(from: &reader))
        case .faeReq: self = .faeReq
        case .faeRsp: self = .faeRsp(try reader.array(72).map { Int8(bitPattern: $0) })
        case .channelMapInd:
            self = .channelMapInd(try .init(decoding: &reader), instant: try reader.uint16())
        case .secReq: self = .secReq(try .init(from: &reader))
        case .terminateRsp: self = .terminateRsp(try .init(from: &reader))
        }
    }

    /// Appends what follows the opcode.
    func encode(into bytes: inout [UInt8]) {
        switch self {
        case .secReq(let part), .secRsp(let part): part.encode(into: &bytes)
        case .capabilitiesReq(let capabilities), .capabilitiesRsp(let capabilities):
            capabilities.encodeForLinkLayer(into: &bytes)
        case .configReq(let request): request.encode(into: &bytes)
        case .configRsp(let configID): bytes.append(configID & 0x3F)
        case .req(let request): request.encode(into: &bytes)
        case .rsp(let response): response.encode(into: &bytes)
        case .ind(let start): start.encode(into: &bytes)
        case .terminateReq(let end), .terminateRsp(let end): end.encode(into: &bytes)
        case .faeReq: break
        case .faeRsp(let table):
            precondition(table.count == 72, "a table of frequency errors has \(table.count) entries")
            bytes += table.map { UInt8(bitPattern: $0) }
        case .channelMapInd(let map, let instant):
            map.encode(into: &bytes)
            bytes.append(littleEndian: instant)
        }
    }
}

extension LL.CSSecurity {
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(iv: try reader.uint64(), nonce: try reader.uint32(), pv: try reader.uint64())
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: iv)
        bytes.append(littleEndian: nonce)
        bytes.append(littleEndian: pv)
    }
}

extension LL.CSTiming {
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            eventInterval: try reader.uint16(), subeventsPerEvent: try reader.uint8(),
            subeventInterval: try reader.uint16(), subeventLength: try reader.uint24())
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: eventInterval)
        bytes.append(subeventsPerEvent)
        bytes.append(littleEndian: subeventInterval)
        bytes.append(littleEndian24: subeventLength)
    }
}

extension LL.CSOffsets {
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(min: try reader.uint24(), max: try reader.uint24())
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian24: min)
        bytes.append(littleEndian24: max)
    }
}

extension LL.CSSignal {
    /// Reads antennas, PHY and power; in an answer and in a start a reserved octet follows.
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            toneAntennas: try reader.code("ACI"), phy: try reader.code("PHY"),
            powerDelta: try reader.int8(unless: -0x80))
        _ = try reader.uint8()
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes += [toneAntennas.rawValue, phy.rawValue]
        bytes.append(powerDelta, unless: -0x80)
        bytes.append(0)
    }
}

extension LL.CSReq {
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        (configID, connEventCount) = (try reader.configID(), try reader.uint16())
        offsets = try .init(from: &reader)
        maxProcedureLength = try reader.uint16()
        timing = try .init(from: &reader)
        (procedureInterval, procedureCount) = (try reader.uint16(), try reader.uint16())
        let antennas: ChannelSounding.ToneAntennas = try reader.code("ACI")
        preferredPeerAntennas = .init(rawValue: try reader.uint8())
        signal = .init(
            toneAntennas: antennas, phy: try reader.code("PHY"), powerDelta: try reader.int8(unless: -0x80))
        let snr = try reader.uint8()
        snrInitiator = try reader.snrControl(snr & 0xF)
        snrReflector = try reader.snrControl(snr >> 4)
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(configID & 0x3F)
        bytes.append(littleEndian: connEventCount)
        offsets.encode(into: &bytes)
        bytes.append(littleEndian: maxProcedureLength)
        timing.encode(into: &bytes)
        bytes.append(littleEndian: procedureInterval)
        bytes.append(littleEndian: procedureCount)
        bytes += [signal.toneAntennas.rawValue, preferredPeerAntennas.rawValue, signal.phy.rawValue]
        bytes.append(signal.powerDelta, unless: -0x80)
        bytes.append(snrInitiator.rawValue & 0xF | snrReflector.rawValue << 4)
    }
}

extension LL.CSRsp {
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            configID: try reader.configID(), connEventCount: try reader.uint16(),
            offsets: try .init(from: &reader), timing: try .init(from: &reader),
            signal: try .init(from: &reader))
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(configID & 0x3F)
        bytes.append(littleEndian: connEventCount)
        offsets.encode(into: &bytes)
        timing.encode(into: &bytes)
        signal.encode(into: &bytes)
    }
}

extension LL.CSInd {
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            configID: try reader.configID(), connEventCount: try reader.uint16(),
            offset: try reader.uint24(), timing: try .init(from: &reader), signal: try .init(from: &reader))
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(configID & 0x3F)
        bytes.append(littleEndian: connEventCount)
        bytes.append(littleEndian24: offset)
        timing.encode(into: &bytes)
        signal.encode(into: &bytes)
    }
}

extension LL.CSTerminate {
    fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            configID: try reader.configID(), procedureCount: try reader.uint16(),
            errorCode: try reader.uint8())
    }

    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(configID & 0x3F)
        bytes.append(littleEndian: procedureCount)
        bytes.append(errorCode)
    }
}

extension ByteReader {
    /// Reads an identifier of 6 bits; the other two are reserved.
    fileprivate mutating func configID() throws(DecodeError) -> UInt8 { try uint8() & 0x3F }

    /// A signal-to-noise ratio of 4 bits; 15 means that it is not applied.
    fileprivate func snrControl(_ bits: UInt8) throws(DecodeError) -> ChannelSounding.SNRControl {
        try code("TX_SNR", bits == 0xF ? 0xFF : bits)
    }
}
