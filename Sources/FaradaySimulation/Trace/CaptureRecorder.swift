import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// Creates a capture file from trace records.
///
/// Time zero of the world is the date on which its configuration lets it begin, 2025-01-01T00:00:00Z by default, so that
/// the same seed gives the same bytes. Records of the layers above HCI are left out.
///
/// ```swift
/// var recorder = CaptureRecorder(.pcapng, names: world.nodeNames)
/// for record in world.trace { recorder.add(record) }
/// let file = recorder.drain()
/// ```
public struct CaptureRecorder: Sendable {
    /// Nanoseconds from 1970 to the time zero of a world whose configuration names no date.
    public static let epoch: UInt64 = 1_735_689_600_000_000_000

    /// Nanoseconds from 1970 to this world's time zero.
    private let start: UInt64

    private var pcapng: PcapngWriter?
    private var btsnoop: BTSnoopWriter?
    private var packetLogger: PacketLoggerWriter?
    /// The only node whose HCI the format contains.
    private let onlyNode: NodeID?
    private var names: [String]
    private var interfaces: [PcapngWriter.Interface?] = []
    private var air: PcapngWriter.Interface?
    private var announced: [Bool] = []
    /// Faults that acted since the last packet: the comment of the next one.
    private var faults: [String] = []
    /// The central of each link, by access address, in the order of appearance.
    private var centrals: [(accessAddress: UInt32, node: NodeID)] = []

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - names: The names of the nodes, by number.
    ///   - startDate: When the world began, in nanoseconds since 1970.
    ///   - node: The node whose HCI is written, in formats of one node.
    public init(
        _ format: CaptureFormat, names: [String], startDate: Int64 = Int64(CaptureRecorder.epoch),
        node: NodeID = NodeID(0)
    ) {
        self.names = names
        start = UInt64(clamping: startDate)
        onlyNode = format == .btsnoopFirstNode || format == .packetLogger ? node : nil
        switch format {
        case .pcapng: pcapng = PcapngWriter(application: "faraday")
        case .btsnoop: btsnoop = BTSnoopWriter(.linuxMonitor)
        case .btsnoopFirstNode: btsnoop = BTSnoopWriter(.hciUART)
        case .packetLogger: packetLogger = PacketLoggerWriter()
        }
    }

    /// Adds a record, if captures contain its layer.
    public mutating func add(_ record: TraceRecord) {
        let time = start &+ UInt64(clamping: record.time.nanoseconds)
        switch record.payload {
        case .hci:
            guard let node = record.node, let bytes = record.packetBytes else { return }
            add(bytes, of: node, record.direction == .up ? .toHost : .toController, at: time)
        case .air(let frame): add(frame, record.packetBytes ?? frame.pduBytes, at: time)
        case .world(.added(let name, _)):
            guard let node = record.node else { return }
            guard names.count <= node.index else { return }
            while names.count < node.index { names.append("node \(names.count)") }
            names.append(name)
        case .world(.fault(let firing)):
            faults.append("\(firing)".asciiText)
            btsnoop?.addNote("\(firing)".asciiText, at: time)
            packetLogger?.addNote("\(firing)".asciiText, at: time)
        case .opened, .closed, .centralCommand, .centralEvent, .peripheralCommand, .peripheralUpdate,
            .peripheralEvent, .accessoryCommand, .accessoryEvent, .nearbyCommand, .nearbyEvent, .world:
            return
        }
    }

    /// Returns the bytes since the last call.
    public mutating func drain() -> [UInt8] {
        pcapng?.drain() ?? btsnoop?.drain() ?? packetLogger?.drain() ?? []
    }

    private func name(of node: NodeID) -> String {
        node.index < names.count ? names[node.index] : "node \(node.rawValue)"
    }

    private mutating func add(
        _ bytes: [UInt8], of node: NodeID, _ direction: CaptureDirection, at time: UInt64
    ) {
        guard onlyNode == nil || onlyNode == node else { return }
        packetLogger?.add(bytes, direction, at: time)
        if pcapng != nil, let interface = interface(of: node) {
            let comment = takeComment()
            pcapng?.add(bytes, direction, on: interface, at: time, comment: comment)
        }
        guard btsnoop != nil else { return }
        let adapter = UInt16(truncatingIfNeeded: node.rawValue)
        while announced.count <= node.index { announced.append(false) }
        if !announced[node.index] {
            announced[node.index] = true
            let name = name(of: node)
            btsnoop?.addAdapter(adapter, address: .zero, name: name, at: time)
            btsnoop?.addNote(name, adapter: adapter, at: time)
        }
        btsnoop?.add(bytes, adapter: adapter, direction, at: time)
    }

    private mutating func interface(of node: NodeID) -> PcapngWriter.Interface? {
        while interfaces.count <= node.index { interfaces.append(nil) }
        if let known = interfaces[node.index] { return known }
        let name = name(of: node)
        interfaces[node.index] = pcapng?.addInterface(.hci, name: name)
        return interfaces[node.index]
    }

    private mutating func add(_ frame: AirFrame, _ pdu: [UInt8], at time: UInt64) {
        if air == nil { air = pcapng?.addInterface(.linkLayer, name: "air") }
        guard let air else { return }
        let crc = LL.crc24(pdu, init: frame.crcInit)
        var packet = LinkLayerPacket(
            kind: kind(of: frame), rfChannel: LL.rfChannel(of: min(frame.channel, 39)), phy: frame.phy,
            signalPower: frame.rssi, accessAddress: frame.accessAddress, pdu: pdu,
            crc: frame.isLost ? crc ^ 1 : crc, isCRCValid: !frame.isLost)
        packet.isDecrypted = frame.isEncrypted
        let comment = takeComment()
        pcapng?.add(packet, on: air, at: time, comment: comment ?? (frame.isLost ? "lost" : nil))
    }

    private mutating func takeComment() -> String? {
        guard !faults.isEmpty else { return nil }
        defer { faults = [] }
        return "fault: " + faults.joined(separator: "; ")
    }

    /// Sniffers distinguish a link's two ends. The central is the node that sent CONNECT_IND with the link's address.
    /// If that packet was not recorded, it is the node of the link's first recorded packet.
    private mutating func kind(of frame: AirFrame) -> LinkLayerPacket.Kind {
        switch frame.kind {
        case .advertising(.connectInd(let request)):
            remember(request.llData.accessAddress, frame.node)
            return frame.channel < 37 ? .auxiliaryAdvertising : .advertising
        case .advertising: return frame.channel < 37 ? .auxiliaryAdvertising : .advertising
        case .data:
            let known = centrals.last { $0.accessAddress == frame.accessAddress }
            if known == nil { remember(frame.accessAddress, frame.node) }
            return (known?.node ?? frame.node) == frame.node ? .centralToPeripheral : .peripheralToCentral
        }
    }

    private mutating func remember(_ accessAddress: UInt32, _ node: NodeID) {
        if centrals.count == 256 { centrals.removeFirst() }
        centrals.append((accessAddress, node))
    }
}
