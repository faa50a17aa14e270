import BluetoothTypes
import BluetoothWire

extension AttributeBearer {
    /// The request of the peer that is being answered.
    struct ServerSide: Sendable {
        struct Pending: Sendable {
            let id: GATT.RequestID
            let opcode: ATT.Opcode
            var answer: RequestAnswer
        }
        /// One word while nothing waits.
        private var open = OnDemand<Pending>()
        /// Waits for the upper layer.
        var pending: Pending? {
            @inline(__always) get { open.isEmpty ? nil : open.value }
            set { open.value = newValue }
        }
        var lastRequest: UInt32 = 0
        /// The peer's exchange was answered; each client has only one.
        var hasExchangedMTU = false
    }

    /// Takes a request. A second request before the first was answered violates the protocol (Part F, 3.3.2).
    /// It is dropped, because an answer to it would be taken as the answer to the first one.
    mutating func serve(
        _ request: consuming ATT.Request, _ database: inout GATTServer, into actions: inout [Action]
    ) {
        guard server.pending == nil else { return }
        if let code = database.admit(request, from: link) {
            sendError(request.opcode, code, at: 0, into: &actions)
            return
        }
        let mtu = Int(mtu)
        if !database.acceptsPreparedWrites, request.isOfPreparedWrite {
            sendError(request.opcode, .requestNotSupported, at: 0, into: &actions)
            return
        }
        let opcode = request.opcode
        switch consume request {
        case .exchangeMTU(let clientMTU): exchangeMTU(clientMTU, into: &actions)
        case .read(let handle):
            begin(ReadAnswer(handle: handle, offset: nil, mtu: mtu), opcode, &database, &actions)
        case .readBlob(let handle, let offset):
            begin(ReadAnswer(handle: handle, offset: offset, mtu: mtu), opcode, &database, &actions)
        case .readByType(let range, let type):
            var answer = ReadByTypeAnswer(range: range, type: type, mtu: mtu)
            finish(answer.begin(&database, link), opcode, .byType(answer), &actions)
        case .readMultiple(let handles):
            var answer = ReadMultipleAnswer(handles: handles, isVariable: false, mtu: mtu)
            finish(answer.begin(&database, link), opcode, .multiple(answer), &actions)
        case .readMultipleVariable(let handles):
            var answer = ReadMultipleAnswer(handles: handles, isVariable: true, mtu: mtu)
            finish(answer.begin(&database, link), opcode, .multiple(answer), &actions)
        case .write(let handle, let value):
            begin(WriteAnswer(handle: handle, value: value), opcode, &database, &actions)
        case .executeWrite(let flags):
            let queue = database.takePrepared(of: link)
            begin(WriteAnswer(executing: flags == .write ? queue : []), opcode, &database, &actions)
        case .prepareWrite(let handle, let offset, let value):
            prepare(handle, offset, value, &database, into: &actions)
        case .findInformation(let range):
            finish(ListAnswers.information(range, database, mtu: mtu), opcode, nil, &actions)
        case .findByTypeValue(let range, let type, let value):
            let step = ListAnswers.byTypeValue(range, type, value, &database, link, mtu: mtu)
            finish(step, opcode, nil, &actions)
        case .readByGroupType(let range, let type):
            finish(ListAnswers.byGroupType(range, type, database, mtu: mtu), opcode, nil, &actions)
        }
    }

    private mutating func begin(
        _ answer: ReadAnswer, _ opcode: ATT.Opcode, _ database: inout GATTServer, _ actions: inout [Action]
    ) {
        finish(answer.begin(&database, link), opcode, .read(answer), &actions)
    }

    private mutating func begin(
        _ answer: WriteAnswer, _ opcode: ATT.Opcode, _ database: inout GATTServer, _ actions: inout [Action]
    ) {
        var answer = answer
        let step = answer.begin(&database, link)
        finish(step, opcode, .write(answer), &actions)
    }

    /// Takes a command. An invalid command gets no answer. Signed ones need a bond's key, so they are ignored
    /// (Core 6.0, Vol 3, Part F, 3.4.5.4).
    func obey(_ command: ATT.Command, _ database: inout GATTServer, into actions: inout [Action]) {
        guard case .write(let handle, let value) = command, let index = database.index(of: handle),
            database.commandRefusal(at: index, by: link) == nil,
            database.valueRefusal(value, at: index, by: link) == nil
        else { return }
        let part = GATT.WriteRequest.Part(handle: handle, offset: 0, value: value)
        switch database.attributes.content(at: index) {
        case .stored: database.setContent(.stored(value), at: index)
        case .dynamic: break
        case .constant, .deviceName, .appearance, .configuration, .clientFeatures, .databaseHash: return
        }
        actions.append(.event(.attributeWritten(.init(id: nil, link: link, parts: [part]))))
    }

    /// Continues with the answer of the upper layer, which may name the attribute that it has `refused`; an answer to no
    /// open request is ignored.
    mutating func respond(
        _ id: GATT.RequestID, _ result: Result<[UInt8], ATT.Failure>, refused: ATT.Handle? = nil,
        server database: inout GATTServer, at now: Instant, into actions: inout [Action]
    ) {
        guard var pending = server.pending, pending.id == id, !isDead else { return }
        server.pending = nil
        let step = pending.answer.resume(result.mapError(\.code), refused: refused, &database, link)
        finish(step, pending.opcode, pending.answer, &actions)
    }

    /// Sends an answer, or asks the upper layer for what is missing. Then `answer` waits.
    private mutating func finish(
        _ step: consuming RequestAnswer.Step, _ opcode: ATT.Opcode,
        _ answer: @autoclosure () -> RequestAnswer?, _ actions: inout [Action]
    ) {
        switch consume step {
        case .reply(let bytes, let changes):
            actions.append(.send(bytes, tag: nil))
            for change in changes { tell(change, into: &actions) }
        case .refuse(let code, let handle): sendError(opcode, code, at: handle, into: &actions)
        case .askToRead(let handle, let offset):
            let id = suspend(opcode, answer())
            actions.append(
                .event(.attributeRead(.init(id: id, link: link, handle: handle, offset: offset))))
        case .askToWrite(let parts):
            let id = suspend(opcode, answer())
            actions.append(.event(.attributeWritten(.init(id: id, link: link, parts: parts))))
        }
    }

    mutating func suspend(_ opcode: ATT.Opcode, _ answer: RequestAnswer?) -> GATT.RequestID {
        guard let answer else { preconditionFailure("\(opcode) asks the upper layer") }
        server.lastRequest &+= 1
        let id = GATT.RequestID(link: link, number: server.lastRequest)
        server.pending = ServerSide.Pending(id: id, opcode: opcode, answer: answer)
        return id
    }

    private func tell(_ change: GATTServer.Change, into actions: inout [Action]) {
        switch change {
        case .values(let parts):
            actions.append(.event(.attributeWritten(.init(id: nil, link: link, parts: parts))))
        case .subscription(let handle, let new):
            actions.append(.event(.subscriptionChanged(link, handle, new)))
        }
    }

    /// Answers once; from then on the smaller of both ends' values is used (Part F, 3.4.2.2).
    private mutating func exchangeMTU(_ clientMTU: UInt16, into actions: inout [Action]) {
        guard !server.hasExchangedMTU else {
            sendError(.exchangeMTURequest, .requestNotSupported, at: 0, into: &actions)
            return
        }
        server.hasExchangedMTU = true
        send(.response(.exchangeMTU(serverRxMTU: receiveMTU)), into: &actions)
        adopt(max(ATT.defaultMTU, min(clientMTU, receiveMTU)), into: &actions)
    }

    private func prepare(
        _ handle: ATT.Handle, _ offset: UInt16, _ value: [UInt8], _ database: inout GATTServer,
        into actions: inout [Action]
    ) {
        let part = GATT.WriteRequest.Part(handle: handle, offset: Int(offset), value: value)
        if let code = database.prepare(part, by: link) {
            sendError(.prepareWriteRequest, code, at: handle, into: &actions)
        } else {
            send(.response(.prepareWrite(handle, offset: offset, value: value)), into: &actions)
        }
    }
}

extension GATT.RequestID {
    /// The `number`th request that `link` sends to the upper layer.
    init(link: Host.LinkID, number: UInt32) { self.init(UInt64(link.rawValue) << 32 | UInt64(number)) }

    /// The link that waits.
    var link: Host.LinkID { Host.LinkID(UInt32(truncatingIfNeeded: rawValue >> 32)) }
}

extension ATT.Request {
    /// Whether this is part of a long or reliable write.
    fileprivate var isOfPreparedWrite: Bool {
        switch self {
        case .prepareWrite, .executeWrite: true
        default: false
        }
    }
}

extension ATT.Failure {
    /// The error code that a client gets when the upper layer fails.
    fileprivate var code: ATT.ErrorCode {
        switch self {
        case .error(let code): code
        case .timeout, .linkLost, .invalidResponse, .echoMismatch, .signedWritesUnsupported: .unlikelyError
        }
    }
}
