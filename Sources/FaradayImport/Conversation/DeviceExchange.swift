import BluetoothWire

/// Something that passed between a device and a central: a request with its answer, a command, an update.
struct DeviceExchange {
    enum Kind {
        /// A request; without an answer if the capture has none.
        case request(ATT.Request, answer: ATT.Response?)
        case command(ATT.Command)
        /// A notification or an indication.
        case update(ATT.Handle, value: [UInt8], isIndication: Bool)
        case security(SMP.PDU, isFromDevice: Bool)
        /// The link is encrypted from here on, or no longer.
        case encryption(Bool)
    }

    /// The connection, counted over the whole history.
    var link: Int
    var place: PacketPlace
    var time: UInt64
    var kind: Kind
    /// Where the answer is.
    var answerPlace: PacketPlace?
}

/// Pairs the requests of one link with their answers.
struct ExchangeReader {
    private let link: Int
    private(set) var exchanges: [DeviceExchange] = []
    /// The request that waits for its answer (Core 6.0, Vol 3, Part F, 3.3.2: a bearer has one at a time).
    private var waiting: Int?
    /// PDUs that can't be read, and those of the device as a client of its central.
    private(set) var unread = 0
    private(set) var ofClientRole = 0

    init(_ record: LinkRecord, number: Int) {
        link = number
        for frame in record.frames { add(frame) }
    }

    private mutating func append(_ frame: LinkRecord.Frame, _ kind: DeviceExchange.Kind) {
        exchanges.append(DeviceExchange(link: link, place: frame.place, time: frame.time, kind: kind))
    }

    private mutating func add(_ frame: LinkRecord.Frame) {
        switch frame.content {
        case .encryption(let isOn): append(frame, .encryption(isOn))
        // The next answer may be one to a request that was not heard.
        case .gap: waiting = nil
        case .security(let bytes):
            guard let pdu = try? SMP.PDU(bytes: bytes) else {
                unread += 1
                return
            }
            append(frame, .security(pdu, isFromDevice: Self.isFromDevice(pdu, frame.side)))
        case .attribute(let bytes):
            guard let pdu = try? ATT.PDU(bytes: bytes) else {
                unread += 1
                return
            }
            add(pdu, frame)
        }
    }

    private static func isFromDevice(_ pdu: SMP.PDU, _ side: LinkRecord.Side) -> Bool {
        switch pdu {
        case .pairingResponse, .securityRequest: true
        case .pairingRequest: false
        default: side == .peripheral
        }
    }

    private mutating func add(_ pdu: ATT.PDU, _ frame: LinkRecord.Frame) {
        switch pdu {
        case .client(let pdu):
            guard frame.side != .peripheral else {
                ofClientRole += 1
                return
            }
            switch pdu {
            case .request(let request):
                append(frame, .request(request, answer: nil))
                waiting = exchanges.count - 1
            case .command(let command): append(frame, .command(command))
            case .confirmation: break
            }
        case .server(let pdu):
            guard frame.side != .central else { return }
            switch pdu {
            case .response(let response): answer(response, frame)
            case .notification(let handle, let value):
                append(frame, .update(handle, value: value, isIndication: false))
            case .indication(let handle, let value):
                append(frame, .update(handle, value: value, isIndication: true))
            case .multipleNotification(let values):
                for value in values {
                    append(frame, .update(value.handle, value: value.value, isIndication: false))
                }
            }
        }
    }

    private mutating func answer(_ response: ATT.Response, _ frame: LinkRecord.Frame) {
        guard let index = waiting, case .request(let request, nil) = exchanges[index].kind else { return }
        if case .error(let error) = response {
            guard error.requestOpcode == request.opcode else { return }
        } else {
            // Each response has the number after its request's (Core 6.0, Vol 3, Part F, 3.4.8).
            guard response.opcode.rawValue == request.opcode.rawValue &+ 1 else { return }
        }
        waiting = nil
        exchanges[index].kind = .request(request, answer: response)
        exchanges[index].answerPlace = frame.place
    }
}
