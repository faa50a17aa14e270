import BluetoothWire

/// Follows advertising on air: legacy PDUs, and the packets of extended advertising that belong together.
struct AirAdvertising {
    /// An advertisement that is not yet whole, or the last one of its identifiers.
    private struct Chain {
        var address: DeviceAddress
        var key: AdvertisingSetKey?
        var bytes: [UInt8]
        var isOpen: Bool
    }

    let file: Int
    /// By set and data identifiers: at most 65,536.
    private var chains: [LL.ExtendedAdvertising.DataInfo: Chain] = [:]
    /// Whom a scanner asked on a secondary channel, and when.
    private var asked: (address: DeviceAddress, channel: UInt8, time: UInt64)?
    private static let mostBytes = 1650
    /// An answer begins 150 us after the request, which has at most 25 bytes.
    private static let answerTime: UInt64 = 5_000_000

    init(file: Int) { self.file = file }

    private func source(_ address: DeviceAddress) -> Gathering.Source {
        Gathering.Source(identity: DeviceIdentity(address), file: file, view: .air)
    }

    mutating func add(
        _ pdu: LL.AdvertisingPDU, of packet: LinkLayerPacket, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        func log(_ kind: ImportedKind, _ address: DeviceAddress, _ data: [UInt8]?) {
            let key = AdvertisingSetKey(kind: kind, isExtended: false, identifier: nil)
            gathering.log(source(address)) { $0.add(key, data: data, at: time, place) }
        }
        switch pdu {
        case .advInd(let pdu): log(.connectable, pdu.advertiser, pdu.data)
        case .advDirectInd(let pdu): log(.directed(to: pdu.target), pdu.advertiser, nil)
        case .advNonconnInd(let advertiser, let data): log(.nonConnectable, advertiser, data)
        case .advScanInd(let advertiser, let data): log(.scannable, advertiser, data)
        case .scanRsp(let advertiser, let data):
            gathering.log(source(advertiser)) {
                $0.add(response: data, isExtended: false, identifier: nil, at: time, place)
            }
        case .scanReq(_, let advertiser): asked = (advertiser, packet.rfChannel, time)
        case .advExtInd(let pdu): add(pdu, packet, time, place, into: &gathering)
        case .connectInd, .auxConnectRsp: break
        }
    }

    private mutating func add(
        _ pdu: LL.ExtendedAdvertising, _ packet: LinkLayerPacket, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        let isPrimary = LL.channel(ofRFChannel: min(packet.rfChannel, 39)) >= 37
        // On a primary channel it only points to the packet that counts.
        if isPrimary, packet.kind != .auxiliaryAdvertising, pdu.data.isEmpty { return }
        guard let address = pdu.advertiser else {
            continueChain(pdu, time, place, into: &gathering)
            return
        }
        let isAnswer =
            !isPrimary
            && asked.map {
                $0.address == address && $0.channel == packet.rfChannel && time &- $0.time <= Self.answerTime
            } ?? false
        let identifier = pdu.dataInfo?.sid
        if isAnswer, pdu.mode == .nonConnectableNonScannable {
            asked = nil
            begin(pdu, address, nil, time, place, into: &gathering)
            return
        }
        let kind: ImportedKind =
            if let target = pdu.target {
                .directed(to: target)
            } else {
                switch pdu.mode {
                case .connectable: .connectable
                case .scannable: .scannable
                case .nonConnectableNonScannable: .nonConnectable
                }
            }
        let key = AdvertisingSetKey(kind: kind, isExtended: true, identifier: identifier)
        begin(pdu, address, key, time, place, into: &gathering)
    }

    /// The first packet of an advertisement, or of a scan response if there is no key.
    private mutating func begin(
        _ pdu: LL.ExtendedAdvertising, _ address: DeviceAddress, _ key: AdvertisingSetKey?, _ time: UInt64,
        _ place: PacketPlace, into gathering: inout Gathering
    ) {
        let continues = pdu.auxPtr != nil && pdu.dataInfo != nil
        // The event is now; its data are known when they are whole.
        if let key, continues {
            gathering.log(source(address)) { $0.add(key, data: nil, at: time, place) }
        }
        guard continues, let info = pdu.dataInfo else {
            tell(address, key, pdu.dataInfo?.sid, pdu.data, time, place, into: &gathering)
            return
        }
        chains[info] = Chain(address: address, key: key, bytes: pdu.data, isOpen: true)
    }

    private mutating func continueChain(
        _ pdu: LL.ExtendedAdvertising, _ time: UInt64, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        guard let info = pdu.dataInfo, var chain = chains[info], chain.isOpen else { return }
        chain.bytes += pdu.data
        chain.isOpen = pdu.auxPtr != nil && chain.bytes.count <= Self.mostBytes
        chains[info] = chain.isOpen ? chain : nil
        guard pdu.auxPtr == nil else { return }
        tell(chain.address, chain.key, info.sid, chain.bytes, time, place, into: &gathering)
    }

    private func tell(
        _ address: DeviceAddress, _ key: AdvertisingSetKey?, _ identifier: UInt8?, _ data: [UInt8],
        _ time: UInt64, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        gathering.log(source(address)) { log in
            if let key {
                log.add(key, data: data, at: time, place)
            } else {
                log.add(response: data, isExtended: true, identifier: identifier, at: time, place)
            }
        }
    }
}
