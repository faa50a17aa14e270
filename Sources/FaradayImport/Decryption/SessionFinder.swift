import BluetoothWire

/// Finds what is encrypted in the packets of a file.
struct SessionFinder {
    private struct Link {
        var number: Int
        var finder: SenderFinder
        var request: LL.EncReq?
        var session: Int?
        /// The last packet of each end: an ack of a request may get lost, so that both are sent again.
        var lastRequest: LL.EncReq?
    }

    private(set) var sessions: [EncryptedSession] = []
    private var links: [UInt32: Link] = [:]
    private var linkCount = 0

    /// What a packet is for the sessions of its file.
    enum Part {
        /// It begins a session, by its number.
        case beginning(Int)
        /// It belongs to a session, and is encrypted.
        case item(Int, EncryptedSession.Item)
    }

    /// Takes a packet; `nil` if it is none of a session.
    mutating func add(_ packet: LinkLayerPacket, _ time: UInt64) -> Part? {
        guard packet.accessAddress == LL.advertisingAccessAddress else {
            return packet.kind == .auxiliaryAdvertising ? nil : addData(packet, time)
        }
        // Most packets are other advertising, which need not be read here.
        guard packet.isCRCValid, let first = packet.pdu.first, first & 0x0F == 0x05,
            case .connectInd(let request)? = try? LL.AdvertisingPDU(bytes: packet.pdu)
        else { return nil }
        links[request.llData.accessAddress] = link(seesBeginning: true)
        return nil
    }

    private mutating func link(seesBeginning: Bool) -> Link {
        linkCount += 1
        return Link(number: linkCount, finder: SenderFinder(seesBeginning: seesBeginning))
    }

    private mutating func addData(_ packet: LinkLayerPacket, _ time: UInt64) -> Part? {
        guard let pdu = try? LL.DataPDU(bytes: packet.pdu) else { return nil }
        var link = links[packet.accessAddress] ?? link(seesBeginning: false)
        defer { links[packet.accessAddress] = link }
        let end = link.finder.sender(of: packet, at: time)
        guard packet.isCRCValid, !packet.isDecrypted, !pdu.payload.isEmpty else { return nil }
        switch EncryptionStart(pdu) {
        case .request(let request):
            // One that is sent again begins nothing.
            guard request != link.lastRequest else { return nil }
            (link.request, link.lastRequest, link.session) = (request, request, nil)
        case .response(let diversifier, let vector):
            guard let request = link.request else { return nil }
            link.request = nil
            return begin(&link, .init(request: request, diversifier: diversifier, vector: vector))
        case .start:
            guard link.session == nil else { return nil }
            return begin(&link, nil)
        case .rejection:
            guard let session = link.session, !sessions[session].hasPackets else { return nil }
            link.session = nil
        case nil:
            guard !EncryptionStart.isInTheClear(pdu), let session = link.session else { return nil }
            let item = EncryptedSession.Item(pdu: pdu, end: end)
            sessions[session].add(item)
            return .item(session, item)
        }
        return nil
    }

    private mutating func begin(_ link: inout Link, _ material: EncryptedSession.Material?) -> Part {
        link.session = sessions.count
        sessions.append(EncryptedSession(link: link.number, material))
        return .beginning(sessions.count - 1)
    }
}
