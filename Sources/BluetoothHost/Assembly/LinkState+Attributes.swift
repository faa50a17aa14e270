import BluetoothTypes
import BluetoothWire

/// The attribute protocol of a link, with a short way for what most traffic consists of: reads whose values fit one PDU, and
/// notifications. On the long way the bearer decodes, runs a machine and returns actions; the result is the same, and takes
/// 1,500 instructions more for a read.
extension Host.LinkState {
    /// Takes a frame.
    @inline(__always)
    mutating func received(
        _ frame: [UInt8], from index: Int, server: inout GATTServer, at now: Instant,
        into sink: inout Host.Sink, _ actions: inout [AttributeBearer.Action]
    ) {
        guard !takes(frame, from: index, server: &server, into: &sink) else { return }
        bearer.received(
            frame, from: L2CAP.BasicFrame.headerLength, server: &server, at: now, into: &actions)
    }

    /// Takes a frame the short way. Returns `false` if it has to go the long way; then nothing has happened.
    @inline(__always)
    private mutating func takes(
        _ frame: [UInt8], from index: Int, server: inout GATTServer, into sink: inout Host.Sink
    ) -> Bool {
        let start = L2CAP.BasicFrame.headerLength
        guard ranging.isEmpty, !bearer.isDead, frame.count > start else { return false }
        switch frame[start] {
        case 0x0A:  // Read Request
            guard frame.count == start + 3 else { return false }
            switch bearer.read(frame.handle(at: start + 1), &server) {
            case .answer(let answer): _ = sink.send(frame: answer, from: index)
            case .ask(let request): sink.emit(.attributeRead(request))
            case nil: return false
            }
        case 0x0B:  // Read Response
            guard let (token, value) = bearer.endRead(with: frame, from: start + 1) else { return false }
            sink.emit(.procedureEnded(id, token, .value(value)))
        case 0x1B:  // Handle Value Notification
            guard frame.count >= start + 3, frame.handle(at: start + 1) != 0 else { return false }
            let value = Host.ACLDataPath.bytes(of: frame, from: start + 3)
            sink.emit(.valueReceived(id, frame.handle(at: start + 1), value, .notification))
        default: return false
        }
        return true
    }

    /// Starts a procedure, or queues it.
    @inline(__always)
    mutating func perform(
        _ procedure: GATT.Procedure, _ token: Host.Token, from index: Int, at now: Instant,
        into sink: inout Host.Sink, _ actions: inout [AttributeBearer.Action]
    ) {
        if case .read(let handle) = procedure, let request = bearer.beginRead(of: handle, token, at: now) {
            _ = sink.send(frame: request, from: index)
        } else {
            bearer.perform(procedure, token: token, at: now, into: &actions)
        }
    }

    /// Takes the upper layer's answer to a request.
    @inline(__always)
    mutating func respond(
        _ request: GATT.RequestID, _ result: Result<[UInt8], ATT.Failure>, _ refused: ATT.Handle?,
        from index: Int, server: inout GATTServer, at now: Instant, into sink: inout Host.Sink,
        _ actions: inout [AttributeBearer.Action]
    ) {
        if case .success(let value) = result, let answer = bearer.answer(request, value) {
            _ = sink.send(frame: answer, from: index)
        } else {
            bearer.respond(request, result, refused: refused, server: &server, at: now, into: &actions)
        }
    }

    /// Sends a notification, or an indication in its turn.
    @inline(__always)
    mutating func update(
        _ value: [UInt8], of handle: ATT.Handle, _ kind: GATT.UpdateKind, _ token: Host.Token,
        from index: Int, server: inout GATTServer, at now: Instant, into sink: inout Host.Sink,
        _ actions: inout [AttributeBearer.Action]
    ) {
        guard kind == .notification, !bearer.isDead,
            server.check(.notification, of: handle, to: id) == .allowed
        else {
            return bearer.update(
                value, of: handle, kind: kind, token: token, server: &server, at: now, into: &actions)
        }
        let tag = Host.SendTag(kind: .notification, token: token)
        if sink.send(frame: bearer.notification(value, of: handle), tag: .attribute(tag), from: index) {
            sink.emit(.updateSent(id, token, .success(true)))
        } else {
            bearer.departing.append(tag)
        }
    }

    /// The PDU with this tag is with the controller, after it had to wait.
    @inline(__always)
    mutating func sent(
        _ tag: Host.SendTag, into sink: inout Host.Sink, _ actions: inout [AttributeBearer.Action]
    ) {
        guard actions.isEmpty, tag.kind == .notification else { return bearer.sent(tag, into: &actions) }
        guard let place = bearer.departing.firstIndex(of: tag) else { return }
        bearer.departing.remove(at: place)
        sink.emit(.updateSent(id, tag.token, .success(true)))
    }
}

extension AttributeBearer {
    /// What follows from a Read.
    fileprivate enum ShortRead {
        /// The server keeps the value: the frame of the answer.
        case answer([UInt8])
        /// The upper layer has it.
        case ask(GATT.ReadRequest)
    }

    /// Takes a Read if the client may read the value now, and nothing else has to be done.
    @inline(__always)
    fileprivate mutating func read(_ handle: ATT.Handle, _ database: inout GATTServer) -> ShortRead? {
        guard server.pending == nil, let content = database.readable(handle, by: link) else { return nil }
        switch content {
        case .constant(let value), .stored(let value):
            return .answer(Self.frame(.readResponse, nil, value, count: min(value.count, Int(mtu) - 1)))
        case .dynamic:
            let answer = ReadAnswer(handle: handle, offset: nil, mtu: Int(mtu))
            let id = suspend(.readRequest, .read(answer))
            return .ask(GATT.ReadRequest(id: id, link: link, handle: handle, offset: 0))
        default: return nil
        }
    }

    /// The frame of the upper layer's answer to a Read or Read Blob, if that waits for it.
    fileprivate mutating func answer(_ id: GATT.RequestID, _ value: [UInt8]) -> [UInt8]? {
        guard !isDead, server.pending?.id == id, case .read(let read)? = server.pending?.answer else {
            return nil
        }
        server.pending = nil
        let opcode: ATT.Opcode = read.offset == nil ? .readResponse : .readBlobResponse
        return Self.frame(opcode, nil, value, count: min(value.count, read.mtu - 1))
    }

    /// Begins a read if it can begin now; returns the frame of its request.
    mutating func beginRead(of handle: ATT.Handle, _ token: Host.Token, at now: Instant) -> [UInt8]? {
        guard !isDead, client.running == nil else { return nil }
        let read = LongRead(asked: handle, mtu: mtu, takesInvalidOffsetAsEnd: takesInvalidOffsetAsEnd)
        client.running = ClientSide.Running(
            token: token, deadline: now + Self.transactionTimeout, machine: .read(read), opcode: .readRequest)
        return Self.frame(.readRequest, handle, [], count: 0)
    }

    /// Ends a read whose value is whole with this response: the bytes of `frame` from `start` on.
    mutating func endRead(with frame: [UInt8], from start: Int) -> (Host.Token, [UInt8])? {
        guard client.waiting.isEmpty, let token = client.running?.token,
            client.running?.machine.isRead(endedBy: frame.count - start) == true
        else { return nil }
        client.running = nil
        return (token, Host.ACLDataPath.bytes(of: frame, from: start))
    }

    /// The frame of a notification, cut to ATT_MTU − 3.
    @inline(__always)
    func notification(_ value: [UInt8], of handle: ATT.Handle) -> [UInt8] {
        Self.frame(.handleValueNotification, handle, value, count: min(Int(mtu) - 3, value.count))
    }

    /// A PDU of an opcode, a handle if it has one, and the beginning of a value, in its frame.
    //
    // Written on the stack and copied: an array that is filled byte after byte takes twice as long, and one that is made with a
    // number of bytes three times, since the standard library's function for that is not specialised.
    private static func frame(
        _ opcode: ATT.Opcode, _ handle: ATT.Handle?, _ value: [UInt8], count: Int
    ) -> [UInt8] {
        precondition(count <= value.count, "\(count) of \(value.count) bytes")
        let start = L2CAP.BasicFrame.headerLength
        let length = (handle == nil ? 1 : 3) + count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: start + length) { bytes in
            bytes[0] = UInt8(truncatingIfNeeded: length)
            bytes[1] = UInt8(truncatingIfNeeded: length >> 8)
            bytes[2] = UInt8(truncatingIfNeeded: L2CAP.ChannelID.att.rawValue)
            bytes[3] = UInt8(truncatingIfNeeded: L2CAP.ChannelID.att.rawValue >> 8)
            bytes[start] = opcode.rawValue
            if let handle {
                bytes[start + 1] = UInt8(truncatingIfNeeded: handle)
                bytes[start + 2] = UInt8(truncatingIfNeeded: handle >> 8)
            }
            value.withUnsafeBufferPointer { value in
                guard count > 0, let from = value.baseAddress, let to = bytes.baseAddress else { return }
                (to + start + length - count).update(from: from, count: count)
            }
            return Array(UnsafeBufferPointer(bytes))
        }
    }
}

extension ClientProcedure {
    /// Whether this is a read whose value is whole after a first part of `count` bytes.
    @inline(__always)
    fileprivate func isRead(endedBy count: Int) -> Bool {
        if case .read(let read) = self { read.isWhole(after: count) } else { false }
    }
}

extension GATTServer {
    /// What an attribute contains, if the client may read it and is aware of the database: otherwise what it asks for concerns
    /// its next request, too.
    @inline(__always)
    fileprivate func readable(_ handle: ATT.Handle, by link: Host.LinkID) -> Attribute.Content? {
        // Looked up here: each function that is called for it gets a copy of the server.
        guard let client = clients.firstIndex(where: { $0.link == link }), clients[client].awareness == .aware
        else { return nil }
        let index = Int(handle) - 1
        guard index >= 0, attributes.has(handle, at: index),
            refusal(of: .read, at: index, by: link) == nil
        else { return nil }
        return attributes.content(at: index)
    }
}
