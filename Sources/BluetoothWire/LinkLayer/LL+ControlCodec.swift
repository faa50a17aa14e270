import BluetoothTypes

extension LL.ControlPDU {
    /// The opcodes of the control PDUs that are modelled (Core 6.0, Vol 6, Part B, 2.4.2, Table 2.18).
    private enum Opcode: UInt8 {
        case connectionUpdateInd, channelMapInd, terminateInd, encReq
        case encRsp, startEncReq, startEncRsp, unknownRsp
        case featureReq, featureRsp, pauseEncReq, pauseEncRsp
        case versionInd, rejectInd, peripheralFeatureReq, connectionParamReq
        case connectionParamRsp, rejectExtInd, pingReq, pingRsp
        case lengthReq, lengthRsp, phyReq, phyRsp
        case phyUpdateInd, minUsedChannelsInd
    }

    /// The first byte of the payload, 0x00 for a connection update to 0x19 for minimum used channels, and 0x2D to 0x3A
    /// for Channel Sounding.
    public var opcode: UInt8 {
        switch self {
        case .connectionUpdateInd: Opcode.connectionUpdateInd.rawValue
        case .channelMapInd: Opcode.channelMapInd.rawValue
        case .terminateInd: Opcode.terminateInd.rawValue
        case .encReq: Opcode.encReq.rawValue
        case .encRsp: Opcode.encRsp.rawValue
        case .startEncReq: Opcode.startEncReq.rawValue
        case .startEncRsp: Opcode.startEncRsp.rawValue
        case .unknownRsp: Opcode.unknownRsp.rawValue
        case .featureReq: Opcode.featureReq.rawValue
        case .featureRsp: Opcode.featureRsp.rawValue
        case .pauseEncReq: Opcode.pauseEncReq.rawValue
        case .pauseEncRsp: Opcode.pauseEncRsp.rawValue
        case .versionInd: Opcode.versionInd.rawValue
        case .rejectInd: Opcode.rejectInd.rawValue
        case .peripheralFeatureReq: Opcode.peripheralFeatureReq.rawValue
        case .connectionParamReq: Opcode.connectionParamReq.rawValue
        case .connectionParamRsp: Opcode.connectionParamRsp.rawValue
        case .rejectExtInd: Opcode.rejectExtInd.rawValue
        case .pingReq: Opcode.pingReq.rawValue
        case .pingRsp: Opcode.pingRsp.rawValue
        case .lengthReq: Opcode.lengthReq.rawValue
        case .lengthRsp: Opcode.lengthRsp.rawValue
        case .phyReq: Opcode.phyReq.rawValue
        case .phyRsp: Opcode.phyRsp.rawValue
        case .phyUpdateInd: Opcode.phyUpdateInd.rawValue
        case .minUsedChannelsInd: Opcode.minUsedChannelsInd.rawValue
        case .channelSounding(let pdu): pdu.opcode
        case .unknown(let opcode, _): opcode
        }
    }

    private init(_ opcode: Opcode, from reader: inout ByteReader) throws(DecodeError) {
        switch opcode {
        case .connectionUpdateInd:
            self = .connectionUpdateInd(
                LL.ConnectionUpdateInd(
                    winSize: try reader.uint8(), winOffset: try reader.uint16(),
                    interval: try reader.uint16(), latency: try reader.uint16(),
                    timeout: try reader.uint16(), instant: try reader.uint16()))
        case .channelMapInd: self = .channelMapInd(try reader.channelMap(), instant: try reader.uint16())
        case .terminateInd: self = .terminateInd(errorCode: try reader.uint8())
        case .encReq:
            self = .encReq(
                LL.EncReq(
                    rand: try reader.uint64(), ediv: try reader.uint16(), skdC: try reader.uint64(),
                    ivC: try reader.uint32()))
        case .encRsp: self = .encRsp(skdP: try reader.uint64(), ivP: try reader.uint32())
        case .startEncReq: self = .startEncReq
        case .startEncRsp: self = .startEncRsp
        case .unknownRsp: self = .unknownRsp(unknownType: try reader.uint8())
        case .featureReq: self = .featureReq(features: try reader.uint64())
        case .featureRsp: self = .featureRsp(features: try reader.uint64())
        case .pauseEncReq: self = .pauseEncReq
        case .pauseEncRsp: self = .pauseEncRsp
        case .versionInd:
            self = .versionInd(
                version: try reader.uint8(), company: try reader.uint16(), subversion: try reader.uint16())
        case .rejectInd: self = .rejectInd(errorCode: try reader.uint8())
        case .peripheralFeatureReq: self = .peripheralFeatureReq(features: try reader.uint64())
        case .connectionParamReq: self = .connectionParamReq(try LL.ConnectionParam(from: &reader))
        case .connectionParamRsp: self = .connectionParamRsp(try LL.ConnectionParam(from: &reader))
        case .rejectExtInd:
            self = .rejectExtInd(rejectOpcode: try reader.uint8(), errorCode: try reader.uint8())
        case .pingReq: self = .pingReq
        case .pingRsp: self = .pingRsp
        case .lengthReq: self = .lengthReq(try LL.Length(from: &reader))
        case .lengthRsp: self = .lengthRsp(try LL.Length(from: &reader))
        case .phyReq: self = .phyReq(tx: try reader.phySet(), rx: try reader.phySet())
        case .phyRsp: self = .phyRsp(tx: try reader.phySet(), rx: try reader.phySet())
        case .phyUpdateInd:
            self = .phyUpdateInd(
                centralToPeripheral: try reader.phySet(), peripheralToCentral: try reader.phySet(),
                instant: try reader.uint16())
        case .minUsedChannelsInd:
            self = .minUsedChannelsInd(phys: try reader.phySet(), minUsedChannels: try reader.uint8())
        }
    }
}

extension LL.ControlPDU: WireValue {
    public static var layer: DecodeError.Layer { .linkLayer }

    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let raw = try reader.uint8()
        if let opcode = Opcode(rawValue: raw) {
            try self.init(opcode, from: &reader)
        } else if let opcode = LL.ChannelSoundingPDU.Opcode(rawValue: raw) {
            self = .channelSounding(try .init(opcode, from: &reader))
        } else {
            self = .unknown(opcode: raw, data: reader.rest())
        }
    }

    public func encode(into bytes: inout [UInt8]) {
        bytes.append(opcode)
        switch self {
        case .connectionUpdateInd(let update): update.encode(into: &bytes)
        case .channelMapInd(let map, let instant):
            bytes.append(map)
            bytes.append(littleEndian: instant)
        case .terminateInd(let code), .rejectInd(let code), .unknownRsp(let code): bytes.append(code)
        case .encReq(let request):
            bytes.append(littleEndian: request.rand)
            bytes.append(littleEndian: request.ediv)
            bytes.append(littleEndian: request.skdC)
            bytes.append(littleEndian: request.ivC)
        case .encRsp(let skdP, let ivP):
            bytes.append(littleEndian: skdP)
            bytes.append(littleEndian: ivP)
        case .featureReq(let features), .featureRsp(let features), .peripheralFeatureReq(let features):
            bytes.append(littleEndian: features)
        case .versionInd(let version, let company, let subversion):
            bytes.append(version)
            bytes.append(littleEndian: company)
            bytes.append(littleEndian: subversion)
        case .connectionParamReq(let parameters), .connectionParamRsp(let parameters):
            parameters.encode(into: &bytes)
        case .rejectExtInd(let rejected, let code):
            bytes.append(rejected)
            bytes.append(code)
        case .lengthReq(let length), .lengthRsp(let length): length.encode(into: &bytes)
        case .phyReq(let tx, let rx), .phyRsp(let tx, let rx):
            bytes.append(tx.rawValue)
            bytes.append(rx.rawValue)
        case .phyUpdateInd(let down, let up, let instant):
            bytes.append(down.rawValue)
            bytes.append(up.rawValue)
            bytes.append(littleEndian: instant)
        case .minUsedChannelsInd(let phys, let count):
            bytes.append(phys.rawValue)
            bytes.append(count)
        case .startEncReq, .startEncRsp, .pauseEncReq, .pauseEncRsp, .pingReq, .pingRsp: break
        case .channelSounding(let pdu): pdu.encode(into: &bytes)
        case .unknown(let opcode, let data):
            let isKnown =
                Opcode(rawValue: opcode) != nil || LL.ChannelSoundingPDU.Opcode(rawValue: opcode) != nil
            precondition(!isKnown, "control PDU \(opcode) is a known one")
            bytes.append(contentsOf: data)
        }
    }
}

extension LL.ControlPDU {
    /// How many bytes the encoding has. The usual PDUs are not encoded for it, which would be 600 instructions.
    package var encodedLength: Int {
        switch self {
        case .startEncReq, .startEncRsp, .pauseEncReq, .pauseEncRsp, .pingReq, .pingRsp: 1
        case .terminateInd, .rejectInd, .unknownRsp: 2
        case .rejectExtInd, .phyReq, .phyRsp, .minUsedChannelsInd: 3
        case .phyUpdateInd: 5
        case .versionInd: 6
        case .channelMapInd: 8
        case .featureReq, .featureRsp, .peripheralFeatureReq, .lengthReq, .lengthRsp: 9
        case .connectionUpdateInd: 12
        case .encRsp: 13
        case .encReq: 23
        case .connectionParamReq, .connectionParamRsp: 24
        case .channelSounding, .unknown: bytes.count
        }
    }
}

extension LL.ConnectionUpdateInd {
    func encode(into bytes: inout [UInt8]) {
        bytes.append(winSize)
        bytes.append(littleEndian: winOffset)
        bytes.append(littleEndian: interval)
        bytes.append(littleEndian: latency)
        bytes.append(littleEndian: timeout)
        bytes.append(littleEndian: instant)
    }
}

extension LL.ConnectionParam {
    init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            intervalMin: try reader.uint16(), intervalMax: try reader.uint16(), latency: try reader.uint16(),
            timeout: try reader.uint16(), preferredPeriodicity: try reader.uint8(),
            referenceConnEventCount: try reader.uint16(), offsets: [])
        for _ in 0..<6 { offsets.append(try reader.uint16()) }
    }

    func encode(into bytes: inout [UInt8]) {
        precondition(offsets.count == 6, "connection parameters with \(offsets.count) offsets")
        bytes.append(littleEndian: intervalMin)
        bytes.append(littleEndian: intervalMax)
        bytes.append(littleEndian: latency)
        bytes.append(littleEndian: timeout)
        bytes.append(preferredPeriodicity)
        bytes.append(littleEndian: referenceConnEventCount)
        for offset in offsets { bytes.append(littleEndian: offset) }
    }
}

extension LL.Length {
    init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            maxRxOctets: try reader.uint16(), maxRxTime: try reader.uint16(),
            maxTxOctets: try reader.uint16(), maxTxTime: try reader.uint16())
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: maxRxOctets)
        bytes.append(littleEndian: maxRxTime)
        bytes.append(littleEndian: maxTxOctets)
        bytes.append(littleEndian: maxTxTime)
    }
}

extension ByteReader {
    fileprivate mutating func phySet() throws(DecodeError) -> LL.PHYSet {
        LL.PHYSet(rawValue: try uint8())
    }
}
