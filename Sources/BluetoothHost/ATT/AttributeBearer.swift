import BluetoothTypes
import BluetoothWire

/// One link's attribute bearer in both roles: a client with one request in flight, a server that answers one
/// request, and one indication in flight in each direction. Commands and notifications are sent in between.
///
/// ```swift
/// var actions: [AttributeBearer.Action] = []
/// bearer.perform(.read(0x0003), token: token, at: now, into: &actions)
/// // [.send([0x0A, 0x03, 0x00], tag: nil)]
/// bearer.received([0x0B, 0x48], server: &server, at: now, into: &actions)
/// // [.event(.procedureEnded(link, token, .value([0x48])))]
/// ```
///
/// A peer's errors have these effects. Malformed requests are answered with *Invalid PDU*, unknown ones with
/// *Request Not Supported*. Malformed or unknown commands, notifications and indications are dropped, as are
/// unsolicited responses and a second request before the first was answered. A response that is not valid for
/// its request, and 30 s without a response or confirmation, end the bearer: see `failLink`.
///
/// Source: Core 6.0, Vol 3, Part F, 3.3 and 3.4.
struct AttributeBearer: Sendable {
    enum Action: Hashable, Sendable {
        /// One PDU for L2CAP channel 4. If it has a tag, call `sent` when it was given to the controller.
        case send([UInt8], tag: Host.SendTag?)
        case event(Host.Event)
        /// The bearer is dead and sends nothing more; disconnect the link for this reason, then call
        /// `linkLost`.
        ///
        /// It is always *Remote User Terminated Connection*: none of the reasons that HCI Disconnect accepts
        /// is a transaction timeout (Core 6.0, Vol 4, Part E, 7.1.6).
        case failLink(HCI.ErrorCode)
    }

    let link: Host.LinkID
    let role: Host.Link.Role
    /// The ATT_MTU in use.
    var mtu: UInt16 = ATT.defaultMTU
    /// The MTU that this end can receive; it sends the same value in both roles (Part F, 3.4.2.2).
    var receiveMTU: UInt16
    /// Whether a long read ends, with what was read, when a part of it is refused with *Invalid Offset*.
    let takesInvalidOffsetAsEnd: Bool
    /// Nothing more is sent or accepted; `linkLost` follows.
    var isDead = false

    var client = ClientSide()
    var server = ServerSide()
    var updates = UpdateSide()
    /// Commands and notifications on their way to the controller.
    var departing: [Host.SendTag] = []

    /// How long a request or an indication may go unanswered (Part F, 3.3.3).
    static let transactionTimeout: Nanoseconds = .seconds(30)
    /// The most that an exchange offers: a prepared write of 512 bytes and its header of 5.
    static let maximumMTU: UInt16 = 517

    /// A new link's bearer, at the default ATT_MTU; `preferredMTU` is the value for the peer, 23…517.
    init(
        link: Host.LinkID, role: Host.Link.Role, preferredMTU: UInt16, takesInvalidOffsetAsEnd: Bool = false
    ) {
        self.link = link
        self.role = role
        self.takesInvalidOffsetAsEnd = takesInvalidOffsetAsEnd
        receiveMTU = Self.clampedMTU(preferredMTU)
    }

    static func clampedMTU(_ mtu: UInt16) -> UInt16 { min(max(mtu, ATT.defaultMTU), maximumMTU) }

    // MARK: Inputs

    /// Takes one PDU of the peer, valid or not: the bytes of `frame` from `start` on.
    mutating func received(
        _ frame: [UInt8], from start: Int = 0, server database: inout GATTServer, at now: Instant,
        into actions: inout [Action]
    ) {
        guard !isDead, frame.count > start else { return }
        let opcode = ATT.Opcode(rawValue: frame[start])
        let count = frame.count - start
        // Most PDUs are one of these three, and need no decoder: that would take 200 instructions.
        if opcode == .readRequest, count == 3 {
            serve(.read(frame.handle(at: start + 1)), &database, into: &actions)
        } else if opcode == .readResponse {
            answered(.read(value: Array(frame[(start + 1)...])), at: now, into: &actions)
        } else if opcode == .handleValueNotification, count >= 3 {
            let handle = frame.handle(at: start + 1)
            report(handle, Array(frame[(start + 3)...]), .notification, into: &actions)
        } else {
            decode(frame, from: start, opcode, server: &database, at: now, into: &actions)
        }
    }

    private mutating func decode(
        _ frame: [UInt8], from start: Int, _ opcode: ATT.Opcode, server database: inout GATTServer,
        at now: Instant, into actions: inout [Action]
    ) {
        let count = frame.count - start
        do throws(DecodeError) {
            var reader = ByteReader(frame, from: start, layer: .att)
            let pdu = try ATT.PDU(decoding: &reader)
            try reader.finish()
            switch consume pdu {
            case .client(let pdu):
                received(pdu, opcode, isTooLong: count > Int(mtu), &database, at: now, into: &actions)
            case .server(let pdu): received(pdu, at: now, into: &actions)
            }
        } catch {
            malformed(opcode, error, at: now, into: &actions)
        }
    }

    @inline(__always)
    private mutating func received(
        _ pdu: consuming ATT.ClientPDU, _ opcode: ATT.Opcode, isTooLong: Bool,
        _ database: inout GATTServer, at now: Instant, into actions: inout [Action]
    ) {
        switch consume pdu {
        case .request(let request):
            if isTooLong { return refuse(opcode, .invalidPDU, into: &actions) }
            let place: ATT.Handle? = if case .write(let handle, _) = request { handle } else { nil }
            serve(request, &database, into: &actions)
            if place == GATTServer.serviceChangedConfigurationHandle {
                tellOfMissedChanges(&database, at: now, into: &actions)
            }
        case .command(let command): obey(command, &database, into: &actions)
        case .confirmation: confirmed(&database, at: now, into: &actions)
        }
    }

    @inline(__always)
    private mutating func received(
        _ pdu: consuming ATT.ServerPDU, at now: Instant, into actions: inout [Action]
    ) {
        switch consume pdu {
        case .response(let response): answered(response, at: now, into: &actions)
        case .notification(let handle, let value): report(handle, value, .notification, into: &actions)
        case .multipleNotification(let entries):
            for entry in entries { report(entry.handle, entry.value, .notification, into: &actions) }
        case .indication(let handle, let value):
            actions.append(.send(ATT.ClientPDU.confirmation.bytes, tag: nil))
            report(handle, value, .indication, into: &actions)
        }
    }

    /// A PDU of an opcode, a handle if it has one, and a part of a value, with room for the header of its frame.
    static func pdu(
        _ opcode: ATT.Opcode, _ handle: ATT.Handle?, _ value: [UInt8], from start: Int, count: Int
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 + count + L2CAP.BasicFrame.headerLength)
        bytes.append(opcode.rawValue)
        if let handle { bytes.append(littleEndian: handle) }
        if count == value.count {
            bytes.append(contentsOf: value)
        } else {
            bytes.append(contentsOf: value[start..<start + count])
        }
        return bytes
    }

    /// The PDU with this tag was given to the controller.
    mutating func sent(_ tag: Host.SendTag, into actions: inout [Action]) {
        guard let index = departing.firstIndex(of: tag) else { return }
        // Mostly the only one.
        if index == departing.count - 1 { departing.removeLast() } else { departing.remove(at: index) }
        switch tag.kind {
        case .command: actions.append(.event(.commandSent(link, tag.token)))
        case .notification: actions.append(.event(.updateSent(link, tag.token, .success(true))))
        }
    }

    /// The link has ended: ends every procedure, update and subscription, and forgets the client in the
    /// server.
    ///
    /// Commands that were not sent count as sent, because they get no answer anyway.
    mutating func linkLost(server database: inout GATTServer, into actions: inout [Action]) {
        isDead = true
        endEverything(.linkLost, into: &actions)
        for tag in departing {
            switch tag.kind {
            case .command: actions.append(.event(.commandSent(link, tag.token)))
            case .notification:
                actions.append(.event(.updateSent(link, tag.token, .failure(.linkLost))))
            }
        }
        departing = []
        server.pending = nil
        for handle in database.linkClosed(link) {
            actions.append(.event(.subscriptionChanged(link, handle, [])))
        }
    }

    /// When `deadlineReached` is due; may change with every other call.
    var nextDeadline: Instant? {
        var bearer = self
        let due = bearer.due()
        return due == .never ? nil : due
    }

    /// The same as a time, `never` without one. It changes nothing: a getter would work on a copy.
    @inline(__always)
    mutating func due() -> Instant {
        min(client.running?.deadline ?? .never, updates.inFlight?.deadline ?? .never)
    }

    /// Ends the bearer if a transaction is overdue; does nothing if called early.
    mutating func deadlineReached(
        at now: Instant, server database: inout GATTServer, into actions: inout [Action]
    ) {
        guard !isDead, let nextDeadline, nextDeadline <= now else { return }
        die(.timeout, others: .timeout, into: &actions)
    }

    // MARK: Failing

    /// Ends the bearer: what is in flight ends with `cause`, what waits with `others`.
    mutating func die(_ cause: ATT.Failure, others: ATT.Failure, into actions: inout [Action]) {
        isDead = true
        if let running = client.running {
            client.running = nil
            actions.append(.event(.procedureEnded(link, running.token, .failed(cause))))
        }
        endEverything(others, into: &actions)
        server.pending = nil
        actions.append(.failLink(.remoteUserTerminatedConnection))
    }

    private mutating func endEverything(_ failure: ATT.Failure, into actions: inout [Action]) {
        if let running = client.running {
            actions.append(.event(.procedureEnded(link, running.token, .failed(failure))))
        }
        for waiting in client.waiting {
            actions.append(.event(.procedureEnded(link, waiting.token, .failed(failure))))
        }
        client = ClientSide(serviceChanged: client.serviceChanged)
        if let token = updates.inFlight?.token {
            actions.append(.event(.updateSent(link, token, .failure(failure))))
        }
        for waiting in updates.waiting {
            guard let token = waiting.token else { continue }
            actions.append(.event(.updateSent(link, token, .failure(failure))))
        }
        updates = UpdateSide()
    }

    /// Decides what follows from bytes that are no valid PDU.
    private mutating func malformed(
        _ opcode: ATT.Opcode, _ error: DecodeError, at now: Instant, into actions: inout [Action]
    ) {
        if opcode.isCommand || opcode == .handleValueConfirmation { return }
        if case .unknownCode = error.reason {
            refuse(opcode, .requestNotSupported, into: &actions)
        } else if opcode.isRequest {
            refuse(opcode, .invalidPDU, into: &actions)
        } else if opcode.isResponse, client.running != nil {
            die(.invalidResponse, others: .linkLost, into: &actions)
        }
    }

    /// Refuses a request that could not be decoded, unless another one is being answered.
    private mutating func refuse(
        _ opcode: ATT.Opcode, _ code: ATT.ErrorCode, into actions: inout [Action]
    ) {
        guard server.pending == nil else { return }
        sendError(opcode, code, at: 0, into: &actions)
    }

    // MARK: Sending

    func send(_ pdu: ATT.ServerPDU, tag: Host.SendTag? = nil, into actions: inout [Action]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.roomOfFrame)
        pdu.encode(into: &bytes)
        actions.append(.send(bytes, tag: tag))
    }

    /// Room for a PDU of the default MTU and the header of its frame, which then needs no array of its own.
    static let roomOfFrame = Int(ATT.defaultMTU) + L2CAP.BasicFrame.headerLength

    func sendError(
        _ opcode: ATT.Opcode, _ code: ATT.ErrorCode, at handle: ATT.Handle, into actions: inout [Action]
    ) {
        let error = ATT.ErrorResponse(requestOpcode: opcode, handle: handle, code: code)
        send(.response(.error(error)), into: &actions)
    }

    /// Takes a new ATT_MTU into use.
    mutating func adopt(_ new: UInt16, into actions: inout [Action]) {
        guard new != mtu else { return }
        mtu = new
        actions.append(.event(.mtuChanged(link, new)))
    }
}

extension ATT.Opcode {
    /// Whether the PDU is a response, so that its client ends the bearer if it does not fit.
    fileprivate var isResponse: Bool {
        switch self {
        case .errorResponse, .exchangeMTUResponse, .findInformationResponse, .findByTypeValueResponse,
            .readByTypeResponse, .readResponse, .readBlobResponse, .readMultipleResponse,
            .readByGroupTypeResponse, .writeResponse, .prepareWriteResponse, .executeWriteResponse,
            .readMultipleVariableResponse:
            true
        default: false
        }
    }

    /// Whether the PDU is a request of the specification.
    fileprivate var isRequest: Bool {
        switch self {
        case .exchangeMTURequest, .findInformationRequest, .findByTypeValueRequest, .readByTypeRequest,
            .readRequest, .readBlobRequest, .readMultipleRequest, .readByGroupTypeRequest, .writeRequest,
            .prepareWriteRequest, .executeWriteRequest, .readMultipleVariableRequest:
            true
        default: false
        }
    }
}
