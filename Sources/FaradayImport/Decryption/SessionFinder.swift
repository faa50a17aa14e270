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

    /// The sessions of a file.
    static func sessions(_ packets: [CapturedPacket]) -> [EncryptedSession] {
        var finder = SessionFinder()
        for (index, packet) in packets.enumerated() {
            if case .linkLayer(let frame) = packet.content { finder.add(frame, index, packet.time) }
        }
        return finder.sessions.filter { !$0.items.isEmpty }
    }

    private mutating func add(_ packet: LinkLayerPacket, _ index: Int, _ time: UInt64) {
        if packet.accessAddress == LL.advertisingAccessAddress {
            guard packet.isCRCValid, let pdu = try? LL.AdvertisingPDU(bytes: packet.pdu),
                case .connectInd(let request) = pdu
            else { return }
            links[request.llData.accessAddress] = link(seesBeginning: true)
        } else if packet.kind != .auxiliaryAdvertising {
            addData(packet, index, time)
        }
    }

    private mutating func link(seesBeginning: Bool) -> Link {
        linkCount += 1
        return Link(number: linkCount, finder: SenderFinder(seesBeginning: seesBeginning))
    }

    private mutating func addData(_ packet: LinkLayerPacket, _ index: Int, _ time: UInt64) {
        guard let pdu = try? LL.DataPDU(bytes: packet.pdu) else { return }
        var link = links[packet.accessAddress] ?? link(seesBeginning: false)
        defer { links[packet.accessAddress] = link }
        let end = link.finder.sender(of: packet, at: time)
        guard packet.isCRCValid, !packet.isDecrypted, !pdu.payload.isEmpty else { return }
        switch EncryptionStart(pdu) {
        case .request(let request):
            // One that is sent again begins nothing.
            guard request != link.lastRequest else { return }
            (link.request, link.lastRequest, link.session) = (request, request, nil)
        case .response(let diversifier, let vector):
            guard let request = link.request else { return }
            link.request = nil
            begin(&link, index, .init(request: request, diversifier: diversifier, vector: vector))
        case .start:
            guard link.session == nil else { return }
            begin(&link, index, nil)
        case .rejection:
            guard let session = link.session, sessions[session].items.isEmpty else { return }
            link.session = nil
        case nil:
            guard !EncryptionStart.isInTheClear(pdu), let session = link.session else { return }
            sessions[session].items.append(.init(index: index, end: end))
        }
    }

    private mutating func begin(_ link: inout Link, _ index: Int, _ material: EncryptedSession.Material?) {
        link.session = sessions.count
        sessions.append(EncryptedSession(link: link.number, first: index, material))
    }
}
