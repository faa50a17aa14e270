import BluetoothWire

/// Follows what a sniffer heard: who advertises, who is connected, what passes on the links.
struct AirFollower {
    private struct Path: Hashable {
        var accessAddress: UInt32
        var side: LinkRecord.Side
    }

    private struct Link {
        var record: Int
        var finder: SenderFinder
        /// Whether packets that nobody has decrypted can't be read.
        var isEncrypted = false
        /// Whether LL_ENC_RSP was heard.
        var isStarting = false
        /// Why packets that nobody has decrypted can't be read.
        var obstacle = LinkRecord.Obstacle.noBeginning
        var numbers = SequenceNumbers()
    }

    let file: Int
    private var links: [UInt32: Link] = [:]
    private var joiner = FrameJoiner<Path>()
    private var advertising: AirAdvertising

    init(file: Int) {
        self.file = file
        advertising = AirAdvertising(file: file)
    }

    /// Takes a packet; `session` is what became of the encrypted packets that it begins.
    mutating func add(
        _ packet: LinkLayerPacket, _ time: UInt64, _ place: PacketPlace,
        session: SessionOutcome? = nil, into gathering: inout Gathering
    ) {
        if packet.accessAddress == LL.advertisingAccessAddress {
            guard packet.isCRCValid else { return }
            guard let pdu = try? LL.AdvertisingPDU(bytes: packet.pdu) else {
                gathering.unread += 1
                return
            }
            if case .connectInd(let request) = pdu {
                connect(request, time, place, into: &gathering)
            } else {
                advertising.add(pdu, of: packet, time, place, into: &gathering)
            }
        } else if packet.kind != .auxiliaryAdvertising {
            // Periodic advertising has access addresses of its own, and is left out.
            if let session { begin(session, of: packet.accessAddress, place, into: &gathering) }
            addData(packet, time, place, into: &gathering)
        }
    }

    private mutating func connect(
        _ request: LL.ConnectInd, _ time: UInt64, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        let address = request.llData.accessAddress
        forget(address)
        var record = LinkRecord(
            DeviceIdentity(request.advertiser), .air, file: file, began: (time, place), hasRoles: true)
        record.ends = .init(central: request.initiator, peripheral: request.advertiser)
        record.count(time)
        links[address] = Link(
            record: gathering.begin(record), finder: SenderFinder(seesBeginning: true))
    }

    private mutating func forget(_ address: UInt32) {
        links[address] = nil
        for side in [LinkRecord.Side.central, .peripheral, .unknown] {
            joiner.forget(Path(accessAddress: address, side: side))
        }
    }

    private mutating func addData(
        _ packet: LinkLayerPacket, _ time: UInt64, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        let address = packet.accessAddress
        guard let pdu = try? LL.DataPDU(bytes: packet.pdu) else {
            if packet.isCRCValid { gathering.unread += 1 }
            return
        }
        var link = links[address] ?? begin(address, into: &gathering)
        defer { links[address] = link }
        let end = link.finder.sender(of: packet, at: time)
        guard packet.isCRCValid else {
            gathering.change(link.record) { $0.addGap(place, time) }
            return
        }
        let side: LinkRecord.Side =
            switch end {
            case .central: .central
            case .peripheral: .peripheral
            case nil: .unknown
            }
        let path = Path(accessAddress: address, side: side)
        gathering.change(link.record) { $0.count(time) }
        let differs = joiner.isNew(pdu, on: path)
        let finding =
            side == .unknown
            ? SequenceNumbers.Finding(isNew: differs, isAfterGap: false)
            : link.numbers.add(pdu, isFromCentral: side == .central, differs: differs)
        guard finding.isNew else { return }
        if finding.isAfterGap {
            // A frame that waits for its next packet waits for one that was not heard.
            joiner.forget(path)
            _ = joiner.isNew(pdu, on: path)
            gathering.change(link.record) { $0.addGap(place, time) }
        }
        guard !pdu.isEmpty else { return }
        guard packet.isDecrypted || isInTheClear(pdu, &link, time, place, into: &gathering) else { return }
        if packet.isDecrypted { startEncryption(&link, time, place, into: &gathering) }
        guard pdu.llid != .control else {
            if case .terminateInd(let reason) = try? LL.ControlPDU(bytes: pdu.payload) {
                gathering.change(link.record) {
                    $0.ended = .init(place: place, time: time, reason: .init(rawValue: reason), side: side)
                }
            }
            return
        }
        if pdu.llid == .start, !Self.isFrame(pdu.payload) {
            gathering.change(link.record) { $0.senselessPackets += 1 }
            return
        }
        let step = joiner.add(pdu.payload, isStart: pdu.llid == .start, on: path)
        guard case .complete(let frame) = step else { return }
        gathering.change(link.record) { $0.add(frame: frame, side, place, time) }
    }

    /// Whether a packet that nobody has decrypted can be read, and says something else than that encryption begins.
    private mutating func isInTheClear(
        _ pdu: LL.DataPDU, _ link: inout Link, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) -> Bool {
        switch EncryptionStart(pdu) {
        case .response: link.isStarting = true
        case .rejection: link.isStarting = false
        case .start: startEncryption(&link, time, place, into: &gathering)
        case .request, nil: break
        }
        // The packet that starts it may not have been heard.
        if link.isStarting, EncryptionStart.canBeAnswer(pdu) {
            startEncryption(&link, time, place, into: &gathering)
        }
        guard link.isEncrypted else { return true }
        guard !EncryptionStart.isInTheClear(pdu) else { return false }
        let obstacle = link.obstacle
        gathering.change(link.record) { $0.encryptedPackets[obstacle, default: 0] += 1 }
        return false
    }

    private mutating func begin(
        _ session: SessionOutcome, of address: UInt32, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        var link = links[address] ?? begin(address, into: &gathering)
        defer { links[address] = link }
        switch session {
        case .noKey: link.obstacle = .noKey
        case .noBeginning: link.obstacle = .noBeginning
        case .read(let key):
            link.obstacle = .damage
            gathering.change(link.record) { $0.decryptions.append((place, key)) }
        }
    }

    private mutating func startEncryption(
        _ link: inout Link, _ time: UInt64, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        guard !link.isEncrypted else { return }
        link.isEncrypted = true
        gathering.change(link.record) {
            $0.frames.append(.init(place: place, time: time, side: .unknown, content: .encryption(true)))
        }
    }

    /// Whether bytes begin a frame of a channel of LE (Core 6.0, Vol 3, Part A, 2.1), or are too few to tell.
    private static func isFrame(_ bytes: [UInt8]) -> Bool {
        guard let channel = Bytes.word(bytes, 2) else { return true }
        return 0x0004...0x0006 ~= channel || 0x0020...0x007F ~= channel
    }

    /// The capture begins within this link.
    private mutating func begin(_ address: UInt32, into gathering: inout Gathering) -> Link {
        let record = gathering.begin(
            LinkRecord(.accessAddress(file: file, address), .air, file: file, hasRoles: true))
        return Link(record: record, finder: SenderFinder(seesBeginning: false))
    }
}
