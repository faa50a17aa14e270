extension LL.AdvertisingPDU {
    /// The four lowest bits of the header (Core 6.0, Vol 6, Part B, 2.3, Table 2.3).
    private enum PDUType: UInt8 {
        case advInd = 0
        case advDirectInd = 1
        case advNonconnInd = 2
        case scanReq = 3
        case scanRsp = 4
        case connectInd = 5
        case advScanInd = 6
        case advExtInd = 7
        case auxConnectRsp = 8
    }

    private static let chSelBit: UInt8 = 0x20
    private static let txAddBit: UInt8 = 0x40
    private static let rxAddBit: UInt8 = 0x80

    /// The most data in a legacy PDU.
    public static let maximumLegacyDataLength = 31

    private var type: PDUType {
        switch self {
        case .advInd: .advInd
        case .advDirectInd: .advDirectInd
        case .advNonconnInd: .advNonconnInd
        case .advScanInd: .advScanInd
        case .scanReq: .scanReq
        case .scanRsp: .scanRsp
        case .connectInd: .connectInd
        case .advExtInd: .advExtInd
        case .auxConnectRsp: .auxConnectRsp
        }
    }

    /// The header's first byte: type, ChSel, TxAdd, RxAdd; bits that a type reserves are zero.
    private var header: UInt8 {
        let flags: (chSel: Bool, tx: DeviceAddress?, rx: DeviceAddress?) =
            switch self {
            case .advInd(let pdu): (pdu.chSel, pdu.advertiser, nil)
            case .advDirectInd(let pdu): (pdu.chSel, pdu.advertiser, pdu.target)
            case .advNonconnInd(let advertiser, _), .advScanInd(let advertiser, _),
                .scanRsp(let advertiser, _):
                (false, advertiser, nil)
            case .scanReq(let scanner, let advertiser): (false, scanner, advertiser)
            case .connectInd(let pdu): (pdu.chSel, pdu.initiator, pdu.advertiser)
            case .advExtInd(let pdu), .auxConnectRsp(let pdu): (false, pdu.advertiser, pdu.target)
            }
        return type.rawValue | (flags.chSel ? Self.chSelBit : 0)
            | (flags.tx?.kind.onAir == .random ? Self.txAddBit : 0)
            | (flags.rx?.kind.onAir == .random ? Self.rxAddBit : 0)
    }

    private init(
        _ type: PDUType, header: UInt8, from reader: inout ByteReader
    ) throws(DecodeError) {
        let chSel = header & Self.chSelBit != 0
        let tx: DeviceAddress.Kind = header & Self.txAddBit == 0 ? .public : .random
        let rx: DeviceAddress.Kind = header & Self.rxAddBit == 0 ? .public : .random
        switch type {
        case .advInd:
            self = .advInd(
                LL.AdvInd(
                    advertiser: try reader.address(tx), chSel: chSel, data: try reader.legacyData()))
        case .advDirectInd:
            self = .advDirectInd(
                LL.AdvDirectInd(
                    advertiser: try reader.address(tx), target: try reader.address(rx), chSel: chSel))
        case .advNonconnInd:
            self = .advNonconnInd(advertiser: try reader.address(tx), data: try reader.legacyData())
        case .advScanInd:
            self = .advScanInd(advertiser: try reader.address(tx), data: try reader.legacyData())
        case .scanReq:
            self = .scanReq(scanner: try reader.address(tx), advertiser: try reader.address(rx))
        case .scanRsp: self = .scanRsp(advertiser: try reader.address(tx), data: try reader.legacyData())
        case .connectInd:
            self = .connectInd(
                LL.ConnectInd(
                    initiator: try reader.address(tx), advertiser: try reader.address(rx), chSel: chSel,
                    llData: try LL.LLData(from: &reader)))
        case .advExtInd: self = .advExtInd(try LL.ExtendedAdvertising(tx: tx, rx: rx, from: &reader))
        case .auxConnectRsp:
            self = .auxConnectRsp(try LL.ExtendedAdvertising(tx: tx, rx: rx, from: &reader))
        }
    }
}

extension LL.AdvertisingPDU: WireValue {
    public static var layer: DecodeError.Layer { .linkLayer }

    /// Reads a PDU whose length must match; bits that its type reserves are ignored.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let header = try reader.uint8()
        guard let type = PDUType(rawValue: header & 0x0F) else {
            throw DecodeError(.linkLayer, .unknownCode(Int(header & 0x0F)))
        }
        let length = Int(try reader.uint8())
        var payload = ByteReader(try reader.array(length), layer: .linkLayer)
        try self.init(type, header: header, from: &payload)
        try payload.finish()
    }

    public func encode(into bytes: inout [UInt8]) {
        var payload: [UInt8] = []
        switch self {
        case .advInd(let pdu):
            payload.append(pdu.advertiser)
            payload.append(legacyData: pdu.data)
        case .advDirectInd(let pdu):
            payload.append(pdu.advertiser)
            payload.append(pdu.target)
        case .advNonconnInd(let advertiser, let data), .advScanInd(let advertiser, let data),
            .scanRsp(let advertiser, let data):
            payload.append(advertiser)
            payload.append(legacyData: data)
        case .scanReq(let scanner, let advertiser):
            payload.append(scanner)
            payload.append(advertiser)
        case .connectInd(let pdu):
            payload.append(pdu.initiator)
            payload.append(pdu.advertiser)
            pdu.llData.encode(into: &payload)
        case .advExtInd(let pdu), .auxConnectRsp(let pdu): pdu.encode(into: &payload)
        }
        precondition(payload.count <= 255, "an advertising PDU of \(payload.count) bytes")
        bytes.append(header)
        bytes.append(UInt8(payload.count))
        bytes.append(contentsOf: payload)
    }
}

extension LL.LLData {
    init(from reader: inout ByteReader) throws(DecodeError) {
        self.init(
            accessAddress: try reader.uint32(), crcInit: try reader.uint24(), winSize: try reader.uint8(),
            winOffset: try reader.uint16(), interval: try reader.uint16(), latency: try reader.uint16(),
            timeout: try reader.uint16(), channelMap: try reader.channelMap(), hop: 0, sca: .ppm251to500)
        let last = try reader.uint8()
        hop = last & 0x1F
        // Three bits always name one of the eight accuracies.
        sca = LL.SleepClockAccuracy(rawValue: last >> 5) ?? .ppm251to500
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: accessAddress)
        bytes.append(littleEndian24: crcInit)
        bytes.append(winSize)
        bytes.append(littleEndian: winOffset)
        bytes.append(littleEndian: interval)
        bytes.append(littleEndian: latency)
        bytes.append(littleEndian: timeout)
        bytes.append(channelMap)
        bytes.append(hop & 0x1F | sca.rawValue << 5)
    }
}

extension ByteReader {
    fileprivate mutating func legacyData() throws(DecodeError) -> [UInt8] {
        guard remaining <= LL.AdvertisingPDU.maximumLegacyDataLength else {
            throw DecodeError(layer, .trailingBytes(remaining - LL.AdvertisingPDU.maximumLegacyDataLength))
        }
        return rest()
    }
}

extension Array where Element == UInt8 {
    fileprivate mutating func append(legacyData data: [UInt8]) {
        precondition(
            data.count <= LL.AdvertisingPDU.maximumLegacyDataLength, "legacy data of \(data.count) bytes")
        append(contentsOf: data)
    }
}
