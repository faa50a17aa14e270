import BluetoothWire

/// Follows the adapters of one file: who is heard, who is connected, what passes on the connections.
struct HCIFollower {
    private struct Path: Hashable {
        var adapter: Int
        var handle: UInt16
        var isDown: Bool
    }

    private struct Connection: Hashable {
        var adapter: Int
        var handle: UInt16
    }

    let file: Int
    private var adapters: [Int: Adapter] = [:]
    private var links: [Connection: Int] = [:]
    private var joiner = FrameJoiner<Path>()

    init(file: Int) { self.file = file }

    /// Takes a packet; `bytes` begin with the H4 indicator.
    mutating func add(
        _ bytes: [UInt8], _ adapter: Int, isDown: Bool, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        switch HCI.Packet(lenient: bytes) {
        case .acl(let data): add(data, adapter, isDown: isDown, time, place, into: &gathering)
        case .event(let event): add(event, adapter, time, place, into: &gathering)
        case .command(let command):
            Self.learnKeys(command, place, into: &gathering)
            adapters[adapter, default: Adapter(file: file, adapter)].add(
                command, time, place, into: &gathering)
        case nil: gathering.unread += 1
        }
    }

    private static func learnKeys(
        _ command: HCI.Command, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        switch command {
        case .leEnableEncryption(let command):
            gathering.add(LinkKey(bytes: command.longTermKey.reversed(), source: .host(place)))
        case .leLongTermKeyRequestReply(let command):
            gathering.add(LinkKey(bytes: command.longTermKey.reversed(), source: .host(place)))
        case .leAddDeviceToResolvingList(let command):
            let address = DeviceIdentity(command.peerIdentityAddress)
            gathering.add(ResolvingKey(bytes: command.peerIRK, address: address))
        default: break
        }
    }

    // MARK: Data

    private mutating func add(
        _ data: HCI.ACLData, _ adapter: Int, isDown: Bool, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        let connection = Connection(adapter: adapter, handle: data.connectionHandle)
        let path = Path(adapter: adapter, handle: data.connectionHandle, isDown: isDown)
        if let link = links[connection] { gathering.change(link) { $0.count(time) } }
        let isStart = data.packetBoundary != .continuing
        guard case .complete(let frame) = joiner.add(data.data, isStart: isStart, on: path),
            Self.isOfInterest(frame)
        else { return }
        let link = links[connection] ?? begin(connection, time, into: &gathering)
        gathering.change(link) { $0.add(frame: frame, $0.side(isFromHost: isDown), place, time) }
    }

    /// Connections of Bluetooth Classic have no such channels, and make no device.
    private static func isOfInterest(_ frame: [UInt8]) -> Bool {
        guard let channel = Bytes.word(frame, 2) else { return false }
        return 0x0004...0x0006 ~= channel
    }

    /// The capture begins within this connection.
    private mutating func begin(
        _ connection: Connection, _ time: UInt64, into gathering: inout Gathering
    ) -> Int {
        let identity = DeviceIdentity.connection(
            file: file, adapter: connection.adapter, handle: connection.handle)
        var record = LinkRecord(identity, .other(adapter: connection.adapter), file: file, hasRoles: false)
        record.count(time)
        let link = gathering.begin(record)
        links[connection] = link
        return link
    }

    // MARK: Events

    private mutating func add(
        _ event: HCI.Event, _ adapter: Int, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        switch event {
        case .unknown(let code, let parameters)
        where RebuiltNotice.isNotice(code: code, parameters: parameters):
            gathering.noteRebuilt(file: file, .other(adapter: adapter))
        case .leConnectionComplete(let event) where event.status == .success:
            connect(
                Connection(adapter: adapter, handle: event.connectionHandle), event.role, event.peerAddress,
                timeout: event.supervisionTimeout, time, place, into: &gathering)
        case .leEnhancedConnectionComplete(let event) where event.status == .success:
            connect(
                Connection(adapter: adapter, handle: event.connectionHandle), event.role, event.peerAddress,
                timeout: event.supervisionTimeout, time, place, into: &gathering)
        case .disconnectionComplete(let event) where event.status == .success:
            let connection = Connection(adapter: adapter, handle: event.connectionHandle)
            if let link = links[connection] {
                gathering.change(link) { record in
                    let side = event.reason.isByPeer.map { record.side(isFromHost: !$0) } ?? .unknown
                    record.ended = .init(place: place, time: time, reason: event.reason, side: side)
                }
            }
            forget(connection)
        case .encryptionChange(let event) where event.status == .success:
            guard let link = links[Connection(adapter: adapter, handle: event.connectionHandle)] else {
                return
            }
            let isOn = event.encryptionEnabled.rawValue != 0
            gathering.change(link) {
                $0.frames.append(.init(place: place, time: time, side: .unknown, content: .encryption(isOn)))
            }
        default:
            adapters[adapter, default: Adapter(file: file, adapter)].add(event, time, place, into: &gathering)
        }
    }

    private mutating func connect(
        _ connection: Connection, _ role: HCI.Role, _ peer: DeviceAddress, timeout: UInt16, _ time: UInt64,
        _ place: PacketPlace, into gathering: inout Gathering
    ) {
        forget(connection)
        let isOwn = role == .peripheral
        let identity =
            isOwn ? DeviceIdentity.adapter(file: file, connection.adapter) : DeviceIdentity(peer)
        var link = LinkRecord(
            identity,
            isOwn ? .own(adapter: connection.adapter) : .other(adapter: connection.adapter), file: file,
            began: (time, place), hasRoles: false)
        link.setRoles(hostIsCentral: !isOwn)
        // Units of 10 ms.
        link.supervisionTimeout = UInt64(timeout) * 10_000_000
        link.count(time)
        links[connection] = gathering.begin(link)
    }

    private mutating func forget(_ connection: Connection) {
        links[connection] = nil
        for isDown in [true, false] {
            joiner.forget(Path(adapter: connection.adapter, handle: connection.handle, isDown: isDown))
        }
    }
}

extension HCI.ErrorCode {
    /// Whether the other end has ended a link for this reason; `nil` if the link was lost.
    fileprivate var isByPeer: Bool? {
        switch self {
        case .connectionTerminatedByLocalHost: false
        case .connectionTimeout, .connectionFailedToBeEstablished, .connectionTerminatedDueToMICFailure: nil
        default: true
        }
    }
}
