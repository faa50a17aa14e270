import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// What one packet of the attribute protocol is about.
struct AttributeFacts {
    var opcode: String
    var handle: ATT.Handle?
    var uuid: BluetoothUUID?
    /// The characteristic, if the attribute is one of its descriptors.
    var characteristic: BluetoothUUID?
    var value: [UInt8]?
}

/// Follows the attribute protocol of every link, and so knows which attribute a handle means.
///
/// It learns from the discoveries that pass, and from the databases of nodes where they are known.
struct AttributeFollower {
    /// Whose database a handle is of.
    private enum Server: Hashable {
        case node(NodeID)
        /// A peer of a node; a peer is known by its address again after it left.
        case peer(of: NodeID?, DeviceAddress)
        case connection(of: NodeID?, UInt16)
    }

    /// What is known of an attribute.
    private struct Known {
        var type: BluetoothUUID
        /// The type of the characteristic that a descriptor belongs to.
        var characteristic: BluetoothUUID?
    }

    /// A request that waits for its response.
    private struct Request {
        var handle: ATT.Handle?
        /// The type that Read By Type asks for.
        var type: BluetoothUUID?
    }

    /// Whose databases the two ends of a packet have.
    private struct Ends {
        var sender: Server
        var receiver: Server
    }

    private struct Connection: Hashable {
        let node: NodeID?
        let handle: UInt16
    }

    private var joiner = FrameJoiner<PacketPath>()
    private var types: [Server: [ATT.Handle: Known]] = [:]
    private var peers: [Connection: DeviceAddress] = [:]
    /// The last request of each path.
    private var requests: [PacketPath: Request] = [:]

    /// A node's database is known.
    mutating func learn(_ services: [ServiceListing], of node: NodeID) {
        var known: [ATT.Handle: Known] = [:]
        for found in services.lazy.flatMap(\.characteristics) {
            known[found.handle] = Known(type: found.uuid)
            for descriptor in found.descriptors {
                known[descriptor.handle] = Known(type: descriptor.uuid, characteristic: found.uuid)
            }
        }
        types[.node(node)] = known
    }

    /// Counts a frame on air, also an empty one: what repeats a frame comes directly after it.
    mutating func count(_ frame: AirFrame) {
        guard case .data(let pdu) = frame.kind, !frame.isLost else { return }
        isRepetition = !joiner.isNew(pdu, on: .air(frame.accessAddress, frame.node))
    }

    /// Whether the frame that was counted last repeats the one before it.
    private var isRepetition = false

    /// What a record says, if it is a packet of the attribute protocol.
    mutating func facts(_ record: TraceRecord) -> AttributeFacts? {
        switch record.payload {
        case .hci(.acl(let data)):
            let isDown = record.direction == .down
            let path = PacketPath.hci(record.node, data.connectionHandle, isDown: isDown)
            let step = joiner.add(data.data, isStart: data.packetBoundary != .continuing, on: path)
            let back = PacketPath.hci(record.node, data.connectionHandle, isDown: !isDown)
            let connection = Connection(node: record.node, handle: data.connectionHandle)
            let sender = server(of: connection, isOwn: isDown)
            let receiver = server(of: connection, isOwn: !isDown)
            return facts(step, path, back, Ends(sender: sender, receiver: receiver))
        case .hci(.event(let event)):
            learn(event, record.node)
            return nil
        case .air(let frame): return facts(frame)
        default: return nil
        }
    }

    private mutating func facts(_ frame: AirFrame) -> AttributeFacts? {
        guard case .data(let pdu) = frame.kind, !frame.isLost else { return nil }
        // Where a capture does not show which end sends, the two are one.
        let other = frame.receiver ?? frame.node
        let path = PacketPath.air(frame.accessAddress, frame.node)
        guard !isRepetition, pdu.llid != .control, !pdu.isEmpty else { return nil }
        let step = joiner.add(pdu.payload, isStart: pdu.llid == .start, on: path)
        let ends = Ends(sender: .node(frame.node), receiver: .node(other))
        return facts(step, path, .air(frame.accessAddress, other), ends)
    }

    private mutating func facts(
        _ step: FrameJoiner<PacketPath>.Step, _ path: PacketPath, _ back: PacketPath, _ ends: Ends
    ) -> AttributeFacts? {
        switch step {
        case .nothing: return nil
        case .begun(let frame):
            guard let pdu = Self.attribute(frame) else { return nil }
            // The rest of the value is in packets that follow.
            return facts(pdu, path, back, ends, isWhole: false)
        case .complete(let frame):
            guard let pdu = Self.attribute(frame) else { return nil }
            return facts(pdu, path, back, ends, isWhole: true)
        }
    }

    private mutating func learn(_ event: HCI.Event, _ node: NodeID?) {
        let (handle, address): (UInt16, DeviceAddress)
        switch event {
        case .leConnectionComplete(let event): (handle, address) = (event.connectionHandle, event.peerAddress)
        case .leEnhancedConnectionComplete(let event):
            (handle, address) = (event.connectionHandle, event.peerAddress)
        default: return
        }
        peers[Connection(node: node, handle: handle)] = address
        types[.connection(of: node, handle)] = nil
        for isDown in [true, false] {
            joiner.forget(.hci(node, handle, isDown: isDown))
            requests[.hci(node, handle, isDown: isDown)] = nil
        }
    }

    private func server(of connection: Connection, isOwn: Bool) -> Server {
        if isOwn, let node = connection.node { return .node(node) }
        guard !isOwn, let address = peers[connection] else {
            return .connection(of: connection.node, connection.handle)
        }
        return .peer(of: connection.node, address)
    }

    /// The PDU in a frame of the attribute protocol's channel.
    private static func attribute(_ frame: [UInt8]) -> [UInt8]? {
        guard frame.count > 4, Bytes.word(frame, 2) == L2CAP.ChannelID.att.rawValue else { return nil }
        return Array(frame[4...])
    }

    // MARK: PDUs

    private mutating func facts(
        _ pdu: [UInt8], _ path: PacketPath, _ back: PacketPath, _ ends: Ends, isWhole: Bool
    ) -> AttributeFacts {
        let opcode = ATT.Opcode(rawValue: pdu[0])
        var facts = AttributeFacts(opcode: "\(opcode)")
        let handle = Bytes.word(pdu, 1)
        switch opcode {
        case .readRequest, .readBlobRequest:
            facts.handle = handle
            requests[path] = Request(handle: handle)
        case .writeRequest, .writeCommand, .signedWriteCommand:
            facts.handle = handle
            if isWhole { facts.value = Array(pdu.dropFirst(3)) }
            requests[path] = Request(handle: handle)
        case .prepareWriteRequest:
            facts.handle = handle
            requests[path] = Request(handle: handle)
        case .handleValueNotification, .handleValueIndication:
            facts.handle = handle
            if isWhole { facts.value = Array(pdu.dropFirst(3)) }
            return named(facts, by: ends.sender)
        case .readByTypeRequest, .readByGroupTypeRequest:
            requests[path] = Request(type: BluetoothUUID(littleEndian: Array(pdu.dropFirst(5))))
        case .findInformationRequest, .findByTypeValueRequest, .exchangeMTURequest, .executeWriteRequest,
            .readMultipleRequest:
            requests[path] = Request()
        default: return answer(pdu, opcode, facts, requests[back], ends, isWhole: isWhole)
        }
        return named(facts, by: ends.receiver)
    }

    /// A response: it is about the attribute that its request names.
    private mutating func answer(
        _ pdu: [UInt8], _ opcode: ATT.Opcode, _ facts: AttributeFacts, _ request: Request?,
        _ ends: Ends, isWhole: Bool
    ) -> AttributeFacts {
        var facts = facts
        let database = ends.sender
        switch opcode {
        case .readResponse, .readBlobResponse:
            facts.handle = request?.handle
            // A blob is a part: it is no value.
            if isWhole, opcode == .readResponse { facts.value = Array(pdu.dropFirst()) }
        case .writeResponse, .prepareWriteResponse: facts.handle = request?.handle
        case .errorResponse: facts.handle = Bytes.word(pdu, 2)
        case .findInformationResponse: learnInformation(pdu, of: database)
        case .readByTypeResponse where request?.type == "2803": learnCharacteristics(pdu, of: database)
        default: break
        }
        return named(facts, by: database)
    }

    private func named(_ facts: AttributeFacts, by server: Server) -> AttributeFacts {
        guard let known = facts.handle.flatMap({ types[server]?[$0] }) else { return facts }
        var facts = facts
        (facts.uuid, facts.characteristic) = (known.type, known.characteristic)
        return facts
    }

    /// Handles with types (Core 6.0, Vol 3, Part F, 3.4.3.2).
    private mutating func learnInformation(_ pdu: [UInt8], of server: Server) {
        guard pdu.count > 2 else { return }
        let size = pdu[1] == 1 ? 4 : 18
        for start in stride(from: 2, through: pdu.count - size, by: size) {
            guard let handle = Bytes.word(pdu, start),
                let type = BluetoothUUID(littleEndian: Array(pdu[(start + 2)..<(start + size)]))
            else { continue }
            learn(type, at: handle, of: server)
        }
    }

    /// Declarations of characteristics: handle, properties, handle of the value, type (Core 6.0, Vol 3, Part G, 4.6.1).
    private mutating func learnCharacteristics(_ pdu: [UInt8], of server: Server) {
        guard pdu.count > 2 else { return }
        let size = Int(pdu[1])
        guard size == 7 || size == 21 else { return }
        for start in stride(from: 2, through: pdu.count - size, by: size) {
            guard let handle = Bytes.word(pdu, start + 3),
                let type = BluetoothUUID(littleEndian: Array(pdu[(start + 5)..<(start + size)]))
            else { continue }
            learn(type, at: handle, of: server)
        }
    }

    private mutating func learn(_ type: BluetoothUUID, at handle: ATT.Handle, of server: Server) {
        // What a node has is known from the node itself.
        if case .node = server, types[server] != nil { return }
        // Declarations have types of their own; descriptors come behind the value of their characteristic.
        let isDescriptor = type.short.map { 0x2900...0x29FF ~= $0 } ?? false
        let owner = isDescriptor ? characteristic(before: handle, of: server) : nil
        types[server, default: [:]][handle] = Known(type: type, characteristic: owner)
    }
}

extension AttributeFollower {
    /// The characteristic whose value is nearest before a handle.
    private func characteristic(before handle: ATT.Handle, of server: Server) -> BluetoothUUID? {
        let before = types[server]?.filter { $0.key < handle && $0.value.characteristic == nil }
        return before?.max { $0.key < $1.key }?.value.type
    }
}
