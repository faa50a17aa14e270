import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One link of one manager, as PDUs of the attribute protocol: one request at a time, as on air, in the order in which the app
/// has asked.
struct LinkCapture: Sendable {
    /// The number of the connection in the log.
    let handle: UInt16
    var numbers: AttributeNumbers
    var bindings = AttributeBindings()
    var mtu = ATT.defaultMTU
    private(set) var isMTUTold = false
    /// What waits; the first one may have sent its request.
    private var queue: [LinkRequest] = []
    /// PDUs that were not taken yet.
    private(set) var pending: [ATT.PDU] = []

    /// After so long an unanswered request does not hold others up (Core 6.0, Vol 3, Part F, 3.3.3).
    private static let timeout = Nanoseconds.seconds(30)
    /// What an iPhone offers at most.
    private static let ownMTU: UInt16 = 527
    private static let mostRequests = 4096

    init(handle: UInt16, numbers: AttributeNumbers) { (self.handle, self.numbers) = (handle, numbers) }

    mutating func take() -> [ATT.PDU] {
        defer { pending = [] }
        return pending
    }

    // MARK: Inputs

    /// A command that its port has not accepted yet.
    mutating func begin(_ command: Central.Command, ticket: Int) {
        guard queue.count < Self.mostRequests else { return }
        queue.append(LinkRequest(ticket: ticket, kind: .command(command), isAccepted: false))
    }

    /// The port has accepted or ignored a command.
    mutating func end(ticket: Int, isAccepted: Bool, at now: MonotonicInstant) {
        guard let index = queue.firstIndex(where: { $0.ticket == ticket }) else { return }
        queue[index].isAccepted = isAccepted
        if case .command(.writeCharacteristic(_, let item, let bytes, .withoutResponse)) = queue[index].kind {
            queue.remove(at: index)
            if isAccepted { sendCommand(item, bytes) }
        } else if !isAccepted {
            queue.remove(at: index)
        }
        advance(at: now)
    }

    mutating func receive(_ event: Central.Event, at now: MonotonicInstant) {
        switch event {
        case .attributesKnown(_, let known): bindings.bind(known: known, &numbers)
        case .servicesModified(_, let invalid): bindings.remove(invalid)
        default:
            if let index = queue.firstIndex(where: { $0.waits(for: event) }) {
                queue[index].answer = event
            } else if case .characteristicValue(_, let item, .success(let value)) = event {
                update(item, value)
            }
        }
        advance(at: now)
    }

    /// The MTU of the link, as the framework shows it; the least one may be that from before the exchange, unless it is final.
    mutating func learn(mtu: UInt16, isFinal: Bool, at now: MonotonicInstant) {
        guard !isMTUTold, mtu > ATT.defaultMTU || mtu == ATT.defaultMTU && isFinal else { return }
        isMTUTold = true
        addOwn(.mtu(mtu), at: now)
    }

    mutating func learn(name: String, at now: MonotonicInstant) { addOwn(.name(name), at: now) }

    /// What the system does by itself goes in front of all that has not begun.
    private mutating func addOwn(_ kind: LinkRequest.Kind, at now: MonotonicInstant) {
        let index = queue.first?.sent == nil ? 0 : 1
        queue.insert(LinkRequest(ticket: nil, kind: kind, isAccepted: true), at: index)
        advance(at: now)
    }

    /// The link has ended: what was answered out of turn is written, the rest has no answer.
    mutating func finish(at now: MonotonicInstant) {
        queue.removeAll { !$0.isAnswered }
        advance(at: now)
        queue = []
    }

    // MARK: Turns

    private mutating func advance(at now: MonotonicInstant) {
        while let first = queue.first {
            guard first.isAccepted || first.answer != nil else { return }
            if first.sent == nil {
                queue[0].sent = now
                prepare(first)
                if let request = request(of: first) { send(request) }
            }
            if first.isAnswered {
                queue.removeFirst()
                answer(first)
            } else if now - (queue[0].sent ?? now) > Self.timeout, queue.contains(where: { $0.answer != nil })
            {
                queue.removeFirst()
            } else {
                return
            }
        }
    }

    /// Whether a request waits for its response on air.
    private var isBusy: Bool { queue.first?.sent != nil }

    mutating func send(_ request: ATT.Request) { pending.append(.client(.request(request))) }

    mutating func respond(_ response: ATT.Response) { pending.append(.server(.response(response))) }

    /// A request with its response.
    mutating func exchange(_ request: ATT.Request, _ response: ATT.Response) {
        send(request)
        respond(response)
    }

    mutating func refuse(_ request: ATT.Request, _ handle: ATT.Handle, _ code: ATT.ErrorCode) {
        respond(.error(.init(requestOpcode: request.opcode, handle: handle, code: code)))
    }

    // MARK: Values without a request

    private mutating func sendCommand(_ item: AttributeIdentifier, _ bytes: [UInt8]) {
        guard let place = bindings.characteristic(item) else { return }
        if !isBusy { tell(place) }
        pending.append(
            .client(.command(.write(numbers[place].value, value: Self.stored(bytes)))))
    }

    private mutating func update(_ item: AttributeIdentifier, _ value: [UInt8]) {
        guard let place = bindings.characteristic(item) else { return }
        if !isBusy { tell(place) }
        let handle = numbers[place].value
        let properties = numbers[place].properties
        if properties & 0x10 == 0, properties & 0x20 != 0 {
            pending.append(.server(.indication(handle, value: Self.stored(value))))
            pending.append(.client(.confirmation))
        } else {
            pending.append(.server(.notification(handle, value: Self.stored(value))))
        }
    }

    /// As much of a value as an attribute can have.
    static func stored(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(ATT.maximumValueLength)) }

    // MARK: Requests

    /// Tells what a request is about, if no discovery has told it: the system may know it from before.
    private mutating func prepare(_ item: LinkRequest) {
        guard case .command(let command) = item.kind else { return }
        switch command {
        case .discoverIncludedServices(_, _, let service), .discoverCharacteristics(_, _, let service):
            if let place = bindings.service(service) { tell(service: place) }
        case .discoverDescriptors(_, let found), .readCharacteristic(_, let found),
            .writeCharacteristic(_, let found, _, _), .setNotify(_, let found, _):
            if let place = bindings.characteristic(found) { tell(place) }
        case .readDescriptor(_, let found), .writeDescriptor(_, let found, _):
            if let place = bindings.descriptor(found).flatMap({ bindings.place(ofDescriptor: $0) }) {
                tell(place)
            }
        default: break
        }
    }

    /// The first request of what was asked for; `nil` if none can be written before the answer is known.
    func request(of item: LinkRequest) -> ATT.Request? {
        switch item.kind {
        case .mtu: return .exchangeMTU(clientRxMTU: Self.ownMTU)
        case .name: return .readByType(.all, type: "2A00")
        case .command(let command): return request(of: command)
        }
    }

    private func request(of command: Central.Command) -> ATT.Request? {
        switch command {
        case .discoverServices(_, nil): return .readByGroupType(.all, type: "2800")
        case .discoverIncludedServices(_, nil, let service):
            return bindings.service(service).map { .readByType(numbers.services[$0].range, type: "2802") }
        case .discoverCharacteristics(_, nil, let service):
            return bindings.service(service).map { .readByType(numbers.services[$0].range, type: "2803") }
        case .discoverDescriptors(_, let item):
            return bindings.characteristic(item).map {
                .findInformation(
                    ATT.HandleRange(first: numbers[$0].value + 1, last: numbers.end(of: $0)))
            }
        case .readCharacteristic(_, let item):
            return bindings.characteristic(item).map { .read(numbers[$0].value) }
        case .readDescriptor(_, let item): return bindings.descriptor(item).map { .read($0) }
        case .writeCharacteristic(_, let item, let bytes, .withResponse):
            return bindings.characteristic(item).map { write(numbers[$0].value, bytes) }
        case .writeDescriptor(_, let item, let bytes):
            return bindings.descriptor(item).map { write($0, bytes) }
        case .setNotify(_, let item, let isOn):
            return bindings.characteristic(item).map { place in
                let bits: UInt8 = numbers[place].properties & 0x10 != 0 ? 1 : 2
                return .write(configuration(of: place), value: [isOn ? bits : 0, 0])
            }
        default: return nil
        }
    }

    /// Where a characteristic's configuration is, or will be when it is discovered.
    func configuration(of place: AttributeNumbers.Place) -> ATT.Handle {
        let item = numbers[place]
        let known = item.descriptors.filter { $0.value == "2902" }.keys.min()
        return known ?? item.configuration
    }

    private func write(_ handle: ATT.Handle, _ bytes: [UInt8]) -> ATT.Request {
        bytes.count <= Int(mtu) - 3
            ? .write(handle, value: bytes)
            : .prepareWrite(handle, offset: 0, value: Array(bytes.prefix(Int(mtu) - 5)))
    }
}
