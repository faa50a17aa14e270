import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Turns what passes the ports of central managers into HCI packets, as a log of the host below would have them.
///
/// Addresses and handles are made up, because ports do not show them. A request stands where it would be on air: when the one
/// before it is answered.
package struct PortCapture: Sendable {
    private struct Manager: Sendable {
        var links: [PeerIdentifier: LinkCapture] = [:]
        var advertising: [PeerIdentifier: RebuiltAdvertising] = [:]
    }

    private struct Peer: Sendable {
        var numbers = AttributeNumbers()
        var toldName: String?
    }

    private var managers: [Manager] = []
    private var peers: [PeerIdentifier: Peer] = [:]
    private var packets: [RecordedPacket] = []
    private var lastHandle: UInt16 = 0x003F
    private var lastTicket = 0

    /// Bounds for long recordings where many devices pass by.
    private static let mostAdvertisers = 4096

    package init() {}

    /// Hands over the packets since the last time.
    package mutating func take() -> [RecordedPacket] {
        defer { packets = [] }
        return packets
    }

    /// A manager was created; returns its number.
    package mutating func open(at now: MonotonicInstant) -> Int {
        managers.append(Manager())
        let notice = Array(RebuiltNotice.text.utf8)
        add(.unknown(code: RebuiltNotice.code, parameters: notice), of: managers.count - 1, at: now)
        return managers.count - 1
    }

    /// A manager was released: the system ends its links.
    package mutating func close(_ manager: Int, at now: MonotonicInstant) {
        endAll(of: manager, at: now)
        managers[manager].advertising = [:]
    }

    // MARK: Commands

    /// A command is on its way to the port; returns the number with which `end` names it.
    package mutating func begin(_ command: Central.Command, by manager: Int, at now: MonotonicInstant) -> Int
    {
        lastTicket += 1
        let ticket = lastTicket
        if let peer = command.attributePeer {
            change(peer, of: manager, at: now) { $0.begin(command, ticket: ticket) }
        }
        return ticket
    }

    /// What the port has made of a command.
    package mutating func end(
        _ command: Central.Command, _ ticket: Int, _ result: CommandResult, by manager: Int,
        at now: MonotonicInstant
    ) {
        if let peer = command.attributePeer {
            change(peer, of: manager, at: now) {
                $0.end(ticket: ticket, isAccepted: result == .accepted, at: now)
            }
        }
        guard result == .accepted else { return }
        switch command {
        case .scan(let request): scan(true, filters: !request.allowsDuplicates, manager, now)
        case .stopScan: scan(false, filters: false, manager, now)
        default: break
        }
    }

    private mutating func scan(_ isOn: Bool, filters: Bool, _ manager: Int, _ now: MonotonicInstant) {
        let command = HCI.Command.leSetScanEnable(.init(leScanEnable: isOn, filterDuplicates: filters))
        add(.command(command), .toController, of: manager, at: now)
    }

    // MARK: Events

    /// Takes an event as it is delivered; `mtu` is that of the link now, if it is known.
    package mutating func handle(
        _ event: Central.Event, of manager: Int, mtu: Int? = nil, at now: MonotonicInstant
    ) {
        switch event {
        case .stateChanged(let state): if state != .poweredOn { endAll(of: manager, at: now) }
        case .willRestoreState(let state): restore(state, of: manager, at: now)
        case .discovered(let peer, let seen, let rssi):
            discovered(peer.identifier, seen, rssi, manager, now)
        case .connected(let peer): connected(peer, manager, now)
        case .failedToConnect(let peer, _):
            complete(peer, .connectionFailedToBeEstablished, handle: 0, manager, now)
        case .disconnected(let peer, let error, _, _):
            end(peer, Self.reason(error), of: manager, at: now)
        default: handleAttributes(event, of: manager, at: now)
        }
        guard let peer = event.linkPeer, let mtu else { return }
        // A phone exchanges it before all else: after two discoveries it is the one that stays.
        let isFinal = if case .characteristicsDiscovered = event { true } else { false }
        change(peer, of: manager, at: now) {
            $0.learn(mtu: UInt16(clamping: mtu), isFinal: isFinal, at: now)
        }
    }

    /// Whether the MTU of an event's link is to be asked for: it is not known yet.
    package func needsMTU(for event: Central.Event, of manager: Int) -> PeerIdentifier? {
        guard let peer = event.linkPeer else { return nil }
        if case .connected = event { return peer }
        return managers[manager].links[peer]?.isMTUTold == false ? peer : nil
    }

    private mutating func handleAttributes(
        _ event: Central.Event, of manager: Int, at now: MonotonicInstant
    ) {
        guard let peer = event.attributePeer else { return }
        if case .nameChanged(_, let name) = event {
            return tell(name: name, of: peer, manager, now)
        }
        change(peer, of: manager, at: now) { $0.receive(event, at: now) }
    }

    private mutating func discovered(
        _ peer: PeerIdentifier, _ seen: Advertisement, _ rssi: Int, _ manager: Int, _ now: MonotonicInstant
    ) {
        if managers[manager].advertising.count >= Self.mostAdvertisers { managers[manager].advertising = [:] }
        let events = managers[manager].advertising[peer, default: RebuiltAdvertising()]
            .events(seen, rssi: rssi, DeviceAddress(madeUpFor: peer))
        for event in events { add(event, of: manager, at: now) }
    }

    private mutating func connected(_ peer: Central.Peer, _ manager: Int, _ now: MonotonicInstant) {
        begin(peer.identifier, manager, now)
        tell(name: peer.name, of: peer.identifier, manager, now)
    }

    private mutating func restore(
        _ state: Central.RestoredState, of manager: Int, at now: MonotonicInstant
    ) {
        for item in state.peripherals where item.state == .connected {
            let peer = item.peer.identifier
            begin(peer, manager, now)
            change(peer, of: manager, at: now) {
                $0.receive(.attributesKnown(peer, item.services ?? []), at: now)
            }
        }
    }

    // MARK: Links

    private mutating func begin(_ peer: PeerIdentifier, _ manager: Int, _ now: MonotonicInstant) {
        guard managers[manager].links[peer] == nil else { return }
        lastHandle = lastHandle < 0x0EFF ? lastHandle + 1 : 1
        managers[manager].links[peer] = LinkCapture(
            handle: lastHandle, numbers: peers[peer]?.numbers ?? AttributeNumbers())
        complete(peer, .success, handle: lastHandle, manager, now)
    }

    private mutating func complete(
        _ peer: PeerIdentifier, _ status: HCI.ErrorCode, handle: UInt16, _ manager: Int,
        _ now: MonotonicInstant
    ) {
        // What no port shows: values that an iPhone uses.
        let event = HCI.LEConnectionComplete(
            status: status, connectionHandle: handle, role: .central,
            peerAddress: DeviceAddress(madeUpFor: peer), connectionInterval: 24, peripheralLatency: 0,
            supervisionTimeout: 72)
        add(.leConnectionComplete(event), of: manager, at: now)
    }

    private mutating func end(
        _ peer: PeerIdentifier, _ reason: HCI.ErrorCode, of manager: Int, at now: MonotonicInstant
    ) {
        change(peer, of: manager, at: now) { $0.finish(at: now) }
        guard let link = managers[manager].links.removeValue(forKey: peer) else { return }
        let event = HCI.DisconnectionComplete(
            status: .success, connectionHandle: link.handle, reason: reason)
        add(.disconnectionComplete(event), of: manager, at: now)
    }

    private mutating func endAll(of manager: Int, at now: MonotonicInstant) {
        for peer in managers[manager].links.keys.sorted() {
            end(peer, .connectionTerminatedByLocalHost, of: manager, at: now)
        }
    }

    private static func reason(_ error: PortError?) -> HCI.ErrorCode {
        switch error {
        case nil: .connectionTerminatedByLocalHost
        case .peripheralDisconnected?: .remoteUserTerminatedConnection
        case .peerRemovedPairingInformation?: .pinOrKeyMissing
        case .encryptionTimedOut?: .llResponseTimeout
        default: .connectionTimeout
        }
    }

    /// The name that the device has given, where it is another than the advertised one.
    private mutating func tell(
        name: String?, of peer: PeerIdentifier, _ manager: Int, _ now: MonotonicInstant
    ) {
        guard let name, managers[manager].links[peer] != nil,
            managers[manager].advertising[peer]?.name != name, peers[peer]?.toldName != name
        else { return }
        peers[peer, default: Peer()].toldName = name
        change(peer, of: manager, at: now) { $0.learn(name: name, at: now) }
    }

    /// Changes a link, and writes what it has to say; a peer without a link is none that the port knows of.
    private mutating func change(
        _ peer: PeerIdentifier, of manager: Int, at now: MonotonicInstant,
        _ body: (inout LinkCapture) -> Void
    ) {
        guard var link = managers[manager].links.removeValue(forKey: peer) else { return }
        // Another manager may have a link to the same peer: they share its handles.
        link.numbers = peers[peer]?.numbers ?? AttributeNumbers()
        body(&link)
        peers[peer, default: Peer()].numbers = link.numbers
        for pdu in link.take() { add(pdu, link.handle, of: manager, at: now) }
        managers[manager].links[peer] = link
    }

    // MARK: Packets

    private mutating func add(_ event: HCI.Event, of manager: Int, at now: MonotonicInstant) {
        add(.event(event), .toHost, of: manager, at: now)
    }

    private mutating func add(
        _ pdu: ATT.PDU, _ handle: UInt16, of manager: Int, at now: MonotonicInstant
    ) {
        let frame = L2CAP.BasicFrame(channel: .att, payload: pdu.bytes)
        let isUp = if case .server = pdu { true } else { false }
        let data = HCI.ACLData(
            connectionHandle: handle, packetBoundary: isUp ? .firstFlushable : .firstNonFlushable,
            data: frame.bytes)
        add(.acl(data), isUp ? .toHost : .toController, of: manager, at: now)
    }

    private mutating func add(
        _ packet: HCI.Packet, _ direction: CaptureDirection, of manager: Int, at now: MonotonicInstant
    ) {
        packets.append(
            RecordedPacket(bytes: packet.h4Bytes, direction: direction, manager: manager, time: now))
    }
}

extension DeviceAddress {
    /// An address that stands for a peer in logs: a private one, as it means nothing.
    init(madeUpFor peer: PeerIdentifier) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for half in [peer.high, peer.low] {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                hash = (hash ^ (half >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        // Non-resolvable: the two upper bits are zero (Core 6.0, Vol 6, Part B, 1.3.2.2).
        self.init((hash ^ hash >> 24) & 0x3FFF_FFFF_FFFF | 1, .random)
    }
}

extension Central.Event {
    /// The peer of an event that comes over a link.
    fileprivate var linkPeer: PeerIdentifier? {
        if case .connected(let peer) = self { peer.identifier } else { attributePeer }
    }
}
