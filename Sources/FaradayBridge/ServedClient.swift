import BluetoothTypes
import BluetoothWire
import FaradayLive
import FaradaySimulation

/// One connection of a server, and its controller in the world.
///
/// Used only on the server's thread. The work in one turn is limited, so that a busy client does not block
/// others. The server does not read from a client that does not read its answers.
final class ServedClient {
    let client: HCIServer.Client
    let number: Int
    let connection: HCIConnection
    let controller: AttachedController
    private var stream: HCI.H4Resynchronizer
    private var outgoing: ArraySlice<UInt8> = []
    private let bufferLimit: Int
    /// Whether bytes that were read still wait for their turn.
    private var hasUnparsedPackets = false
    /// The kinds of data that it has sent and that were ignored.
    private var ignored: Set<HCI.IgnoredData> = []
    /// How many reports were dropped because it does not read; `nil` while it reads.
    private var droppedReports: Int?
    /// What has happened, for the server to tell.
    private var news: [HCIServer.Event] = []

    /// How many packets go to the controller in one turn.
    private static let packetsInATurn = 64
    /// If this many bytes wait, the server takes no more packets from the controller, and reads none from the
    /// client.
    private static let outgoingLimit = 1 << 15

    init(
        _ client: HCIServer.Client, number: Int, connection: HCIConnection, controller: AttachedController,
        bufferLimit: Int, received: [UInt8] = []
    ) {
        self.client = client
        self.number = number
        self.connection = connection
        self.controller = controller
        self.bufferLimit = bufferLimit
        // On a socket, data that is not H4 cannot be noise: the sender is not an HCI host.
        stream = HCI.H4Resynchronizer(from: .host, over: connection.canLoseBytes ? .lossy : .reliable)
        stream.append(received)
        hasUnparsedPackets = !received.isEmpty
    }

    /// Whether there is something to write.
    var wantsToWrite: Bool { !outgoing.isEmpty }
    /// Whether it has to have another turn at once.
    var wantsTurn: Bool { hasUnparsedPackets && outgoing.count < Self.outgoingLimit }
    /// Whether the client may send more.
    var wantsToRead: Bool { !hasUnparsedPackets && outgoing.count < Self.outgoingLimit }

    /// Does the present work; returns the reason if the client has to be disconnected.
    func turn(isReadable: Bool) -> HCIServer.Departure? {
        do throws(LiveError) {
            if wantsToRead, isReadable { stream.append(try connection.readAvailable()) }
            if let departure = takeIn() { return departure }
            try sendOut()
        } catch {
            return Self.departure(error)
        }
        guard !controller.hasOverflowed else { return .doesNotRead(bufferLimit) }
        countDroppedReports()
        return nil
    }

    /// What has happened since the last call.
    func takeNews() -> [HCIServer.Event] {
        defer { news = [] }
        return news
    }

    /// Tells when reports begin to be dropped, and how many were dropped when the client has read everything.
    private func countDroppedReports() {
        let count = controller.takeDroppedReports()
        if count > 0 {
            if droppedReports == nil { news.append(.dropsReports(client)) }
            droppedReports = (droppedReports ?? 0) + count
        }
        guard let all = droppedReports, outgoing.isEmpty else { return }
        news.append(.droppedReports(client, all))
        droppedReports = nil
    }

    private static func departure(_ error: LiveError) -> HCIServer.Departure {
        switch error {
        case .closed: .hungUp
        case .failed(_, let reason): .failed(reason)
        default: .failed("\(error)")
        }
    }

    // MARK: From the client

    /// Hands complete packets to the controller; skips noise between them, which occurs on a wire.
    private func takeIn() -> HCIServer.Departure? {
        var packets: [HCI.Received] = []
        var left = Self.packetsInATurn
        hasUnparsedPackets = false
        while left > 0, outgoing.count < Self.outgoingLimit {
            left -= 1
            switch stream.next() {
            case .packet(let packet): packets.append(HCI.Received(packet, from: stream.packetBytes))
            case .skipped: break
            case .ignored(let data):
                if ignored.insert(data).inserted { news.append(.ignored(client, "\(data)")) }
            case .malformed:
                guard let bytes = stream.rejectedPacket else { break }
                // The controller answers a command also when its parameters can't be read.
                if let command = HCI.Packet.undecodedCommand(h4: bytes) {
                    packets.append(HCI.Received(.command(command)))
                    break
                }
                // Other malformed packets are dropped, after what came before them.
                controller.send(packets)
                packets = []
                collect()
                controller.recordRejected(bytes)
            case .givenUp: return .lostSync(HexText.quoting(stream.strayBytes))
            case nil:
                if !packets.isEmpty { controller.send(packets) }
                return nil
            }
        }
        hasUnparsedPackets = stream.buffered > 0
        if !packets.isEmpty { controller.send(packets) }
        return nil
    }

    // MARK: To the client

    private func sendOut() throws(LiveError) {
        while true {
            collect()
            guard !outgoing.isEmpty else { return }
            let count = try connection.writeAvailable(Array(outgoing))
            guard count > 0 else { return }
            outgoing.removeFirst(count)
            if outgoing.isEmpty { outgoing = [] }
        }
    }

    /// Takes packets of the controller until enough bytes wait.
    private func collect() {
        while outgoing.count < Self.outgoingLimit {
            let packets = controller.takePackets(Self.packetsInATurn)
            for packet in packets { outgoing += packet.h4Bytes }
            if packets.count < Self.packetsInATurn { return }
        }
    }
}
