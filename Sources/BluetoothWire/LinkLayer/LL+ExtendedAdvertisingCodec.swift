extension LL.ExtendedAdvertising {
    /// Which fields an extended header has (Core 6.0, Vol 6, Part B, 2.3.4, Table 2.9).
    private enum Flag {
        static let advertiser: UInt8 = 0x01
        static let target: UInt8 = 0x02
        static let cteInfo: UInt8 = 0x04
        static let dataInfo: UInt8 = 0x08
        static let auxPtr: UInt8 = 0x10
        static let syncInfo: UInt8 = 0x20
        static let txPower: UInt8 = 0x40
    }

    private static let syncInfoLength = 18
    private static let maximumHeaderLength = 63

    /// Reads a payload to the end; the two kinds are those of the addresses in it.
    init(
        tx: DeviceAddress.Kind, rx: DeviceAddress.Kind, from reader: inout ByteReader
    ) throws(DecodeError) {
        let first = try reader.uint8()
        guard let mode = Mode(rawValue: first >> 6) else { throw reader.invalid("AdvMode", 3) }
        self.init(mode: mode)
        var header = ByteReader(try reader.array(Int(first & 0x3F)), layer: reader.layer)
        if !header.isAtEnd {
            let flags = try header.uint8()
            if flags & Flag.advertiser != 0 { advertiser = try header.address(tx) }
            if flags & Flag.target != 0 { target = try header.address(rx) }
            if flags & Flag.cteInfo != 0 { cteInfo = try header.uint8() }
            if flags & Flag.dataInfo != 0 {
                let raw = try header.uint16()
                dataInfo = DataInfo(did: raw, sid: UInt8(truncatingIfNeeded: raw >> 12))
            }
            if flags & Flag.auxPtr != 0 { auxPtr = try AuxPtr(from: &header) }
            if flags & Flag.syncInfo != 0 { syncInfo = try header.array(Self.syncInfoLength) }
            if flags & Flag.txPower != 0 { txPower = try header.int8() }
            acad = header.rest()
        }
        data = reader.rest()
    }

    func encode(into bytes: inout [UInt8]) {
        let header = encodedHeader()
        precondition(header.count <= Self.maximumHeaderLength, "extended header of \(header.count) bytes")
        bytes.append(mode.rawValue << 6 | UInt8(header.count))
        bytes.append(contentsOf: header)
        bytes.append(contentsOf: data)
    }

    /// The extended header without its length: nothing at all when it would have no field.
    private func encodedHeader() -> [UInt8] {
        var flags: UInt8 = 0
        var fields: [UInt8] = []
        if let advertiser {
            flags |= Flag.advertiser
            fields.append(advertiser)
        }
        if let target {
            flags |= Flag.target
            fields.append(target)
        }
        if let cteInfo {
            flags |= Flag.cteInfo
            fields.append(cteInfo)
        }
        if let dataInfo {
            flags |= Flag.dataInfo
            fields.append(littleEndian: dataInfo.did & 0x0FFF | UInt16(dataInfo.sid) << 12)
        }
        if let auxPtr {
            flags |= Flag.auxPtr
            auxPtr.encode(into: &fields)
        }
        if let syncInfo {
            precondition(syncInfo.count == Self.syncInfoLength, "SyncInfo of \(syncInfo.count) bytes")
            flags |= Flag.syncInfo
            fields.append(contentsOf: syncInfo)
        }
        if let txPower {
            flags |= Flag.txPower
            fields.append(UInt8(bitPattern: txPower))
        }
        fields.append(contentsOf: acad)
        return flags == 0 && fields.isEmpty ? [] : [flags] + fields
    }
}

extension LL.ExtendedAdvertising.AuxPtr {
    init(from reader: inout ByteReader) throws(DecodeError) {
        let first = try reader.uint8()
        let rest = try reader.uint16()
        // On air 0 is LE 1M; HCI starts at 1.
        guard let phy = LL.PHY(rawValue: UInt8(truncatingIfNeeded: rest >> 13) + 1) else {
            throw reader.invalid("Aux PHY", Int(rest >> 13))
        }
        self.init(
            channel: first, isClockAccurate: first & 0x40 != 0, usesLongUnits: first & 0x80 != 0,
            offset: rest, phy: phy)
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(channel & 0x3F | (isClockAccurate ? 0x40 : 0) | (usesLongUnits ? 0x80 : 0))
        bytes.append(littleEndian: offset & 0x1FFF | UInt16(phy.rawValue - 1) << 13)
    }
}
