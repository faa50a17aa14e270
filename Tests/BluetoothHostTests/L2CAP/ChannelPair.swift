import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Two hosts with a link between them, whose packets arrive when a test wants; the credits on the wire are
/// kept account of.
struct ChannelPair {
    /// The central is 0, the peripheral 1.
    var rigs: [HostRig]
    /// Packets on their way, by sender.
    private(set) var air: [[HCI.ACLData]] = [[], []]
    /// What was sent, as far as it is whole frames: by sender.
    private(set) var frames: [[L2CAP.BasicFrame]] = [[], []]
    private var sending = [Host.ACLDataPath.Reassembly(), Host.ACLDataPath.Reassembly()]
    private var arriving = [Host.ACLDataPath.Reassembly(), Host.ACLDataPath.Reassembly()]
    private var events: [[Host.Event]] = [[], []]
    /// How many K-frames may be sent to a channel, from the credits that its owner has given; by owner and
    /// channel.
    private(set) var credits: [[UInt16: Int]] = [[:], [:]]
    private var nextToken: UInt64 = 0

    init(packetLength: UInt16 = 251, packetCount: UInt8 = 8) {
        var controller = ScriptedController()
        controller.leBuffers = (packetLength, packetCount)
        rigs = [Host.Link.Role.central, .peripheral].map { HostRig.connected($0, controller: controller) }
    }

    // MARK: Doing

    mutating func token() -> Host.Token {
        nextToken += 1
        return Host.Token(nextToken)
    }

    mutating func perform(_ command: Host.Command, at side: Int) {
        rigs[side].perform(command)
        collect(side)
    }

    mutating func advance(_ side: Int, by time: Nanoseconds) {
        rigs[side].advance(by: time)
        collect(side)
    }

    /// One packet from `side` arrives, and its sender hears that it left.
    mutating func deliver(from side: Int) -> Bool {
        guard !air[side].isEmpty else { return false }
        let packet = air[side].removeFirst()
        note(packet, from: side)
        rigs[side].completePackets(1, 1)
        rigs[1 - side].receive(
            packet.data, packet.packetBoundary == .continuing ? .continuing : .firstFlushable)
        collect(side)
        collect(1 - side)
        return true
    }

    /// Until nothing is on its way.
    mutating func settle() {
        for _ in 0..<200_000 where !deliver(from: 0) && !deliver(from: 1) { return }
        Issue.record("the pair does not get quiet")
    }

    mutating func loseLink() {
        for side in 0...1 {
            rigs[side].receive(HostRig.disconnection(1))
            collect(side)
        }
        air = [[], []]
    }

    /// Throws away what is on its way from `side`.
    mutating func dropAir(from side: Int) {
        for _ in air[side] { rigs[side].completePackets(1, 1) }
        air[side] = []
        collect(side)
    }

    /// A service at the peripheral and a channel of the central's to it.
    mutating func open(
        psm: UInt16 = 0x80, mtu: UInt16 = 2048, serviceMTU: UInt16 = 2048
    ) -> [Host.ChannelID] {
        perform(.channel(.addService(Host.ChannelService(psm: psm, mtu: serviceMTU))), at: 1)
        perform(.channel(.open(rigs[0].link, token(), psm: psm, mtu: mtu)), at: 0)
        settle()
        return (0...1).compactMap { side in
            for case .channelOpened(let id, _, _) in takeEvents(side).reversed() { return id }
            Issue.record("no channel was opened at \(side)")
            return nil
        }
    }

    mutating func takeEvents(_ side: Int) -> [Host.Event] {
        defer { events[side] = [] }
        return events[side]
    }

    mutating func takeFrames(_ side: Int) -> [L2CAP.BasicFrame] {
        defer { frames[side] = [] }
        return frames[side]
    }

    // MARK: Looking

    func channels(_ side: Int) -> [CreditBasedChannel] {
        rigs[side].host.links.flatMap { $0.channels.channels }
    }

    private mutating func collect(_ side: Int) {
        events[side] += rigs[side].takeEvents()
        for packet in rigs[side].takeData() {
            air[side].append(packet)
            guard let frame = Self.whole(packet, &sending[side]) else { continue }
            frames[side].append(frame)
            guard frame.channel.isDynamic else { continue }
            let left = (credits[1 - side][frame.channel.rawValue] ?? 0) - 1
            credits[1 - side][frame.channel.rawValue] = left
            #expect(left >= 0, "a K-frame without a credit from \(side)")
        }
    }

    /// Counts the credits of a frame that arrives.
    private mutating func note(_ packet: HCI.ACLData, from side: Int) {
        guard let frame = Self.whole(packet, &arriving[side]), frame.channel == .leSignaling,
            let signal = try? L2CAP.Signal(bytes: frame.payload)
        else { return }
        switch signal.command {
        case .leCreditBasedConnectionRequest(let request):
            credits[side][request.sourceChannel.rawValue] = Int(request.initialCredits)
        case .leCreditBasedConnectionResponse(let response) where response.result == .success:
            credits[side][response.destinationChannel.rawValue] = Int(response.initialCredits)
        case .flowControlCreditIndication(let channel, let more):
            #expect(more > 0)
            credits[side][channel.rawValue, default: 0] += Int(more)
        default: break
        }
    }

    private static func whole(
        _ packet: HCI.ACLData, _ reassembly: inout Host.ACLDataPath.Reassembly
    ) -> L2CAP.BasicFrame? {
        let limit = 70_000
        let bytes =
            packet.packetBoundary == .continuing
            ? reassembly.continue(packet.data, limit: limit) : reassembly.start(packet.data, limit: limit)
        return bytes.flatMap { try? L2CAP.BasicFrame(bytes: $0) }
    }
}
