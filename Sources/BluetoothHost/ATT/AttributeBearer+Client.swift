import BluetoothTypes
import BluetoothWire

extension AttributeBearer {
    /// The GATT procedures that this end runs as client.
    struct ClientSide: Sendable {
        /// The procedure whose request is in flight.
        struct Running: Sendable {
            let token: Host.Token
            var deadline: Instant
            var machine: ClientProcedure
            var opcode: ATT.Opcode
        }
        struct Waiting: Hashable, Sendable {
            let token: Host.Token
            let procedure: GATT.Procedure
        }
        var running: Running?
        /// In the order they were called; empty if none runs.
        var waiting: [Waiting] = []
        /// An MTU exchange was answered; each client has only one (Part F, 3.4.2.1).
        var hasExchangedMTU = false
        /// The handle at which a discovery found the peer's Service Changed; 0 if none did.
        var serviceChanged: ATT.Handle = 0

        init(serviceChanged: ATT.Handle = 0) { self.serviceChanged = serviceChanged }
    }

    /// Starts a procedure, or queues it behind earlier ones; each ends with one `.procedureEnded`.
    mutating func perform(
        _ procedure: consuming GATT.Procedure, token: Host.Token, at now: Instant,
        into actions: inout [Action]
    ) {
        if isDead {
            actions.append(.event(.procedureEnded(link, token, .failed(.linkLost))))
        } else if client.running != nil {
            client.waiting.append(.init(token: token, procedure: procedure))
        } else {
            start(procedure, token, at: now, into: &actions)
        }
    }

    /// Sends a Write Command, cut to ATT_MTU − 3, without waiting for requests. On a dead bearer it only
    /// reports that the command was sent.
    mutating func writeWithoutResponse(
        _ value: [UInt8], to handle: ATT.Handle, token: Host.Token, into actions: inout [Action]
    ) {
        guard !isDead else {
            actions.append(.event(.commandSent(link, token)))
            return
        }
        let tag = Host.SendTag(kind: .command, token: token)
        departing.append(tag)
        actions.append(.send(valuePDU(.writeCommand, handle, value), tag: tag))
    }

    /// Opcode, handle and as much of the value as the ATT_MTU leaves room for.
    func valuePDU(_ opcode: ATT.Opcode, _ handle: ATT.Handle, _ value: [UInt8]) -> [UInt8] {
        Self.pdu(opcode, handle, value, from: 0, count: min(Int(mtu) - 3, value.count))
    }

    /// A response was received.
    mutating func answered(
        _ response: consuming ATT.Response, at now: Instant, into actions: inout [Action]
    ) {
        // Taken out while the state machine runs, so that the lists it has collected are not copied.
        guard var running = client.running.take() else { return }
        let step: ClientProcedure.Step
        switch consume response {
        case .error(let error):
            let isOurs = error.requestOpcode == running.opcode
            step = isOurs ? running.machine.advance(.refused(error.code), mtu: mtu) : .invalid
        case let response: step = running.machine.advance(.response(response), mtu: mtu)
        }
        switch consume step {
        case .request(let request):
            running.opcode = request.opcode
            running.deadline = now + Self.transactionTimeout
            client.running = running
            send(request, into: &actions)
        case .end(let outcome):
            end(running, outcome, into: &actions)
            if !client.waiting.isEmpty { startNext(at: now, into: &actions) }
        case .invalid:
            client.running = running
            die(.invalidResponse, others: .linkLost, into: &actions)
        }
    }

    private mutating func end(
        _ running: ClientSide.Running, _ outcome: consuming GATT.Outcome, into actions: inout [Action]
    ) {
        switch running.machine {
        case .exchangeMTU:
            client.hasExchangedMTU = true
            if case .mtu(let mtu) = outcome { adopt(mtu, into: &actions) }
        case .characteristics:
            if case .characteristics(let found) = outcome,
                let changed = found.first(where: { $0.uuid == AttributeType.serviceChanged })
            {
                client.serviceChanged = changed.value
            }
        default: break
        }
        actions.append(.event(.procedureEnded(link, running.token, outcome)))
    }

    private mutating func startNext(at now: Instant, into actions: inout [Action]) {
        while client.running == nil, !client.waiting.isEmpty {
            let next = client.waiting.removeFirst()
            start(next.procedure, next.token, at: now, into: &actions)
        }
    }

    /// Starts a procedure if none runs; some end without a request.
    private mutating func start(
        _ procedure: consuming GATT.Procedure, _ token: Host.Token, at now: Instant,
        into actions: inout [Action]
    ) {
        if case .exchangeMTU(let wanted) = procedure {
            guard !client.hasExchangedMTU else {
                actions.append(.event(.procedureEnded(link, token, .mtu(mtu))))
                return
            }
            receiveMTU = Self.clampedMTU(wanted)
        }
        var machine = ClientProcedure(
            procedure, receiveMTU: receiveMTU, takesInvalidOffsetAsEnd: takesInvalidOffsetAsEnd)
        let step = machine.advance(.begin, mtu: mtu)
        switch consume step {
        case .request(let request):
            client.running = ClientSide.Running(
                token: token, deadline: now + Self.transactionTimeout, machine: machine,
                opcode: request.opcode)
            send(request, into: &actions)
        case .end(let outcome): actions.append(.event(.procedureEnded(link, token, outcome)))
        case .invalid: preconditionFailure("\(machine) found its own beginning invalid")
        }
    }

    private func send(_ request: ATT.Request, into actions: inout [Action]) {
        if case .read(let handle) = request {
            return actions.append(.send(Self.pdu(.readRequest, handle, [], from: 0, count: 0), tag: nil))
        }
        var bytes: [UInt8] = []
        let header = L2CAP.BasicFrame.headerLength
        switch request {
        case .write(_, let value): bytes.reserveCapacity(value.count + 3 + header)
        case .prepareWrite(_, _, let value): bytes.reserveCapacity(value.count + 5 + header)
        default: bytes.reserveCapacity(Self.roomOfFrame)
        }
        ATT.ClientPDU.request(request).encode(into: &bytes)
        actions.append(.send(bytes, tag: nil))
    }

    /// A notification or indication was received; handle 0 is invalid.
    @inline(__always)
    func report(
        _ handle: ATT.Handle, _ value: consuming [UInt8], _ kind: GATT.UpdateKind,
        into actions: inout [Action]
    ) {
        guard handle != 0 else { return }
        guard kind == .indication, handle == client.serviceChanged, value.count == 4 else {
            return actions.append(.event(.valueReceived(link, handle, value, kind)))
        }
        let range = ATT.HandleRange(
            first: UInt16(value[0]) | UInt16(value[1]) << 8, last: UInt16(value[2]) | UInt16(value[3]) << 8)
        actions.append(.event(.valueReceived(link, handle, value, kind)))
        if range.isValid { actions.append(.event(.serviceChanged(link, range))) }
    }
}
