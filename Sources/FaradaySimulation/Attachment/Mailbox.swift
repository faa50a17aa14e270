import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// What happens to the packets that wait for a host, or for a controller, outside the world.
public enum AttachmentActivity: Hashable, Sendable {
    /// Packets wait, and none did before.
    case packetsWaiting
    /// Too many bytes wait. What has come since is lost, so the stream has a gap.
    case overflowed
    /// The host of a remote node gave its controller up.
    case controllerFailed(String)
    /// The controller of a remote device has put an advertising set on air, or refused to, with its status.
    case advertisingAnswered(HCI.ErrorCode)
    /// What a remote device keeps of its pairings has changed, to these bonds.
    case bondsChanged([Bond])
}

/// Packets that wait for somebody outside the world, bounded, since nobody may ever ask for them.
struct Mailbox {
    typealias Handler = @Sendable (AttachmentActivity) -> Void

    private var packets = Fifo<HCI.Packet>()
    /// How many bytes the waiting packets have at most.
    private(set) var byteCount = 0
    private(set) var hasOverflowed = false
    private let byteLimit: Int
    private let handler: Handler?
    private var news: [AttachmentActivity] = []

    init(byteLimit: Int, handler: Handler?) {
        precondition(byteLimit > 0, "a mailbox for \(byteLimit) bytes")
        self.byteLimit = byteLimit
        self.handler = handler
    }

    mutating func append(_ packet: HCI.Packet) {
        guard !hasOverflowed else { return }
        let size = Self.size(of: packet)
        guard byteCount + size <= byteLimit else {
            hasOverflowed = true
            return announce(.overflowed)
        }
        if packets.isEmpty { announce(.packetsWaiting) }
        byteCount += size
        packets.append(packet)
    }

    /// Takes out the oldest packets, at most `maximum`.
    mutating func take(_ maximum: Int) -> [HCI.Packet] {
        var taken: [HCI.Packet] = []
        while taken.count < maximum, let packet = packets.popFirst() {
            byteCount -= Self.size(of: packet)
            taken.append(packet)
        }
        return taken
    }

    /// Sees to it that the handler hears of `activity` once the lock is free.
    mutating func announce(_ activity: AttachmentActivity) {
        if handler != nil { news.append(activity) }
    }

    /// Moves what the handler is to hear to the driver.
    mutating func takeDeliveries(into deliveries: inout Fifo<World.Delivery>) {
        guard let handler, !news.isEmpty else { return }
        for activity in news { deliveries.append(.call { handler(activity) }) }
        news.removeAll()
    }

    /// The bytes of a packet in H4; for commands and events the most that they can have.
    private static func size(of packet: HCI.Packet) -> Int {
        switch packet {
        case .acl(let data): 5 + data.data.count
        case .command: 259
        case .event: 258
        }
    }
}
