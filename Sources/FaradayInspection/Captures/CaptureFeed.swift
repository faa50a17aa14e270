import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// A capture file as a feed: of a phone, a development kit, a sniffer, or one that we wrote.
///
/// Each adapter of the file is a node, and on air each address. A capture has no apps and no positions.
///
/// ```swift
/// let report = ReportPage.html(feeds: [try CaptureFeed(bytes, title: "btsnoop_hci.log").packed])
/// ```
package struct CaptureFeed {
    /// The feed in its packed form.
    package let packed: [UInt8]
    /// How many packets of the file are left out, because they can't be read.
    package let unread: Int

    /// Reads a file of any format that `CaptureReader` knows.
    package init(_ bytes: [UInt8], title: String) throws(CaptureProblem) {
        let packets = try CaptureReader.packets(bytes)
        let start = packets.lazy.filter { $0.time > 0 }.map(\.time).min() ?? 0
        var cast = CaptureCast()
        for packet in packets { cast.learnAddress(packet) }
        var records: [TraceRecord] = []
        var unread = 0
        for packet in packets {
            let time = MonotonicInstant(nanoseconds: Int64(clamping: packet.time &- min(start, packet.time)))
            switch cast.record(packet, at: time) {
            case .record(let record): records.append(record)
            case .unread: unread += 1
            case .nothing: break
            }
        }
        // Names come late in a file, and each record says the name of its node.
        let names = TraceNames(nodes: cast.names)
        var feed = TraceFeed(names: names)
        var packed = PackedFeed()
        packed.add(TraceFeed.header(title: title, origin: .capture, epoch: start))
        for line in feed.lines(of: names.descriptions, isComplete: false) { packed.add(line) }
        for record in records { packed.add(feed.record(of: record)) }
        guard !records.isEmpty else {
            throw CaptureProblem("the file has no packet of Bluetooth LE that can be read")
        }
        (self.packed, self.unread) = (packed.text, unread)
    }
}

/// Who takes part in a capture.
private struct CaptureCast {
    /// What becomes of a packet.
    enum Outcome {
        case record(TraceRecord)
        /// It can't be read.
        case unread
        /// It is no packet.
        case nothing
    }

    private enum Member: Hashable {
        case adapter(Int)
        case address(DeviceAddress)
        /// The end of a link whose beginning is not in the capture.
        case end(UInt32, isCentral: Bool)
        /// One of the two ends of a link, where nothing tells which.
        case unknownEnd(UInt32)
    }

    private var numbers: [Member: NodeID] = [:]
    private(set) var names: [String] = []
    private var adapters: [Int: String] = [:]
    /// Which adapter sends as this address, where the file has both its HCI and the air.
    private var owners: [DeviceAddress: Int] = [:]
    /// The ends of each link, by access address.
    private var links: [UInt32: (central: NodeID, peripheral: NodeID)] = [:]
    /// Who sends on each link, by access address.
    private var senders: [UInt32: SenderFinder] = [:]

    /// Learns which addresses adapters have; the file is read once for that before anything else.
    mutating func learnAddress(_ packet: CapturedPacket) {
        guard case .hci(let adapter, _, let bytes) = packet.content, let packet = try? HCI.Packet(h4: bytes)
        else {
            return
        }
        switch packet {
        case .command(.leSetRandomAddress(let parameters)):
            owners[DeviceAddress(parameters.randomAddress.value, .random)] = adapter
        case .command(.leSetAdvertisingSetRandomAddress(let parameters)):
            owners[DeviceAddress(parameters.randomAddress.value, .random)] = adapter
        default: break
        }
    }

    /// An adapter's name is known.
    private mutating func name(_ adapter: Int, _ name: String) {
        guard !name.isEmpty else { return }
        adapters[adapter] = name
        if let known = numbers[.adapter(adapter)] { names[known.index] = name }
    }

    /// A node on air advertises its name; an adapter keeps the one that the file gives it.
    private mutating func learnName(_ frame: AirFrame) {
        guard case .advertising(let pdu) = frame.kind, let name = pdu.localName,
            !owners.values.contains(where: { numbers[.adapter($0)] == frame.node })
        else { return }
        names[frame.node.index] = name
    }

    private mutating func number(_ member: Member) -> NodeID {
        if case .address(let address) = member, let owner = owners[address] { return number(.adapter(owner)) }
        if let known = numbers[member] { return known }
        let id = NodeID(UInt32(names.count))
        numbers[member] = id
        switch member {
        case .adapter(let adapter): names.append(adapters[adapter] ?? "adapter \(adapter)")
        case .address(let address): names.append("\(address)")
        case .end(_, let isCentral): names.append(isCentral ? "central" : "peripheral")
        case .unknownEnd: names.append("central or peripheral")
        }
        return id
    }

    /// The packet as a record.
    mutating func record(_ packet: CapturedPacket, at time: MonotonicInstant) -> Outcome {
        switch packet.content {
        case .hci(let adapter, let direction, let bytes):
            guard let packet = HCI.Packet(lenient: bytes) else { return .unread }
            return .record(
                TraceRecord(
                    time: time, node: number(.adapter(adapter)),
                    direction: direction == .toHost ? .up : .down,
                    payload: .hci(packet), sentBytes: HCI.Received(packet, from: bytes).bytes))
        case .linkLayer(let packet):
            guard let frame = frame(packet, at: time) else { return .unread }
            learnName(frame)
            return .record(
                TraceRecord(
                    time: time, node: frame.node, direction: .none, payload: .air(frame),
                    sentBytes: frame.pduBytes == packet.pdu ? nil : packet.pdu))
        case .note(let text):
            return .record(TraceRecord(time: time, node: nil, direction: .none, payload: .world(.note(text))))
        case .adapter(let adapter, let name):
            self.name(adapter, name)
            return .nothing
        }
    }

    private mutating func frame(_ packet: LinkLayerPacket, at time: MonotonicInstant) -> AirFrame? {
        let (sender, receiver, kind): (NodeID, NodeID?, AirFrame.Kind)
        if packet.accessAddress == LL.advertisingAccessAddress {
            guard let pdu = try? LL.AdvertisingPDU(bytes: packet.pdu) else { return nil }
            (sender, receiver) = ends(of: pdu)
            kind = .advertising(pdu)
        } else {
            // Periodic advertising has access addresses of its own.
            guard packet.kind != .auxiliaryAdvertising, let pdu = try? LL.DataPDU(bytes: packet.pdu) else {
                return nil
            }
            (sender, receiver) = ends(of: packet, at: time)
            kind = .data(pdu)
        }
        return AirFrame(
            time: time, node: sender, receiver: receiver, channel: LL.channel(ofRFChannel: packet.rfChannel),
            phy: packet.phy, txPower: 0, rssi: packet.signalPower, accessAddress: packet.accessAddress,
            crcInit: LL.advertisingCRCInit, kind: kind, isLost: !packet.isCRCValid,
            isEncrypted: packet.isDecrypted)
    }

    private mutating func ends(of pdu: LL.AdvertisingPDU) -> (sender: NodeID, receiver: NodeID?) {
        switch pdu {
        case .connectInd(let request):
            let (central, peripheral) = (
                number(.address(request.initiator)), number(.address(request.advertiser))
            )
            links[request.llData.accessAddress] = (central, peripheral)
            senders[request.llData.accessAddress] = SenderFinder(seesBeginning: true)
            return (central, peripheral)
        case .scanReq(let scanner, let advertiser):
            return (number(.address(scanner)), number(.address(advertiser)))
        default: return (number(.address(pdu.sender ?? .zero)), nil)
        }
    }

    /// The ends of a packet of a link; an unknown end has an unknown receiver.
    private mutating func ends(
        of packet: LinkLayerPacket, at time: MonotonicInstant
    ) -> (sender: NodeID, receiver: NodeID?) {
        let address = packet.accessAddress
        let end = senders[address, default: SenderFinder(seesBeginning: false)].sender(
            of: packet, at: UInt64(clamping: time.nanoseconds))
        switch end {
        case .central:
            let link = link(address)
            return (link.central, link.peripheral)
        case .peripheral:
            let link = link(address)
            return (link.peripheral, link.central)
        case nil: return (number(.unknownEnd(address)), nil)
        }
    }

    private mutating func link(_ address: UInt32) -> (central: NodeID, peripheral: NodeID) {
        if let known = links[address] { return known }
        let link = (
            central: number(.end(address, isCentral: true)),
            peripheral: number(.end(address, isCentral: false))
        )
        links[address] = link
        return link
    }
}

extension LL.AdvertisingPDU {
    /// Who sends it, if it says so.
    fileprivate var sender: DeviceAddress? {
        switch self {
        case .advInd(let pdu): pdu.advertiser
        case .advDirectInd(let pdu): pdu.advertiser
        case .advNonconnInd(let advertiser, _), .advScanInd(let advertiser, _), .scanRsp(let advertiser, _):
            advertiser
        case .scanReq(let scanner, _): scanner
        case .connectInd(let pdu): pdu.initiator
        case .advExtInd(let pdu), .auxConnectRsp(let pdu): pdu.advertiser
        }
    }

    fileprivate var localName: String? {
        switch self {
        case .advInd(let pdu): AdvertisingData(lenient: pdu.data).localName
        case .advNonconnInd(_, let data), .advScanInd(_, let data), .scanRsp(_, let data):
            AdvertisingData(lenient: data).localName
        default: nil
        }
    }
}
