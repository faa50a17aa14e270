import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// What happens to packets that wait for a host, or for a controller, outside the world.
public enum AttachmentActivity: Hashable, Sendable {
    /// Packets wait now, and none waited before.
    case packetsWaiting
    /// Too many bytes wait. Later packets are lost, so the stream has a gap.
    case overflowed
    /// So many bytes wait that reports of advertising and of Channel Sounding are dropped, until packets are taken.
    case reportsDropped
    /// The host of a remote node gave up its controller.
    case controllerFailed(String)
    /// The controller of a remote device has enabled an advertising set, or refused to; with the status.
    case advertisingAnswered(HCI.ErrorCode)
    /// The bonds of a remote device have changed to these.
    case bondsChanged([Bond])
}

/// Packets that wait for a reader outside the world. Their size is limited, because there may never be a reader.
struct Mailbox {
    typealias Handler = @Sendable (AttachmentActivity) -> Void

    private var packets = Fifo<HCI.Packet>()
    /// The maximum size in bytes of the waiting packets.
    private(set) var byteCount = 0
    private(set) var hasOverflowed = false
    /// How many reports were dropped, and whether this was announced since packets were last taken.
    private var droppedReports = 0
    private var isDroppingReports = false
    private let byteLimit: Int
    private let handler: Handler?
    private var news: [AttachmentActivity] = []

    init(byteLimit: Int, handler: Handler?) {
        precondition(byteLimit > 0, "a mailbox for \(byteLimit) bytes")
        self.byteLimit = byteLimit
        self.handler = handler
    }

    /// How many bytes of data may wait. The controller takes no more from the air, so it is no reason to overflow.
    var dataLimit: Int { byteLimit / 4 }

    mutating func append(_ packet: HCI.Packet) {
        guard !hasOverflowed else { return }
        let size = Self.size(of: packet)
        if packet.isReport, byteCount + size > byteLimit / 2 { return drop() }
        guard byteCount + size <= byteLimit else {
            hasOverflowed = true
            return announce(.overflowed)
        }
        if packets.isEmpty { announce(.packetsWaiting) }
        byteCount += size
        packets.append(packet)
    }

    /// Nothing holds advertisers back, and no host gets all reports: some are lost at a host that is slow.
    private mutating func drop() {
        droppedReports += 1
        guard !isDroppingReports else { return }
        isDroppingReports = true
        announce(.reportsDropped)
    }

    /// How many reports were dropped since the last call.
    mutating func takeDroppedReports() -> Int {
        defer { droppedReports = 0 }
        return droppedReports
    }

    /// Takes out the oldest packets, at most `maximum`.
    mutating func take(_ maximum: Int) -> [HCI.Packet] {
        isDroppingReports = false
        var taken: [HCI.Packet] = []
        while taken.count < maximum, let packet = packets.popFirst() {
            byteCount -= Self.size(of: packet)
            taken.append(packet)
        }
        return taken
    }

    /// Calls the handler with `activity` once the lock is free.
    mutating func announce(_ activity: AttachmentActivity) {
        if handler != nil { news.append(activity) }
    }

    /// Moves pending calls of the handler to the driver.
    mutating func takeCalls(into calls: inout Fifo<World.PendingCall>) {
        guard let handler, !news.isEmpty else { return }
        for activity in news { calls.append(.call { handler(activity) }) }
        news.removeAll()
    }

    /// How many bytes of these packets are data, as the controller counts it.
    static func dataSize(of packets: [HCI.Packet]) -> Int {
        packets.reduce(0) { if case .acl(let data) = $1 { $0 + data.data.count } else { $0 } }
    }

    /// The size of a packet in H4; for commands and events the maximum.
    private static func size(of packet: HCI.Packet) -> Int {
        switch packet {
        case .acl(let data): 5 + data.data.count
        case .command: 259
        case .event: 258
        }
    }
}

extension HCI.Packet {
    /// Whether the packet reports what is on the air, where the next one does as well.
    fileprivate var isReport: Bool {
        switch self {
        case .event(.leAdvertisingReport), .event(.leExtendedAdvertisingReport),
            .event(.leDirectedAdvertisingReport), .event(.leScanRequestReceived), .event(.leCSSubeventResult),
            .event(.leCSSubeventResultContinue):
            true
        default: false
        }
    }
}
