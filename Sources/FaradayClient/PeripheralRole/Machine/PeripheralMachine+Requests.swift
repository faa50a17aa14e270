import BluetoothPort
import BluetoothTypes

/// The requests of centrals that are not answered yet.
struct RequestInbox {
    /// One central and one characteristic: their requests are handled one after the other.
    struct Line: Hashable {
        let central: PeerIdentifier
        let characteristic: AttributeIdentifier
    }

    struct Open {
        let identifier: RequestIdentifier
        let central: RemoteCentral
        let kind: Kind
        let lines: Set<Line>
        var isRunning = false
        /// What characteristics hold after the writes.
        var results: [(characteristic: AttributeIdentifier, bytes: [UInt8])] = []
    }

    enum Kind {
        case read(AttributeIdentifier, offset: Int)
        case write([JoinedWrite])
    }

    /// A write, or parts of a long write that follow each other in one value.
    struct JoinedWrite {
        var write: PortPeripheral.WriteRequest
        /// The number of its first part in the request.
        let part: Int
    }

    var open: [UInt64: Open] = [:]
    /// The requests of each line, in order of arrival.
    var lines: [Line: [UInt64]] = [:]
    fileprivate var count: UInt64 = 0
    /// Values of which a central has read a part; the newest last.
    private var longReads: [(line: Line, bytes: [UInt8])] = []

    mutating func add(_ request: Open) -> UInt64 {
        count += 1
        open[count] = request
        for line in request.lines { lines[line, default: []].append(count) }
        return count
    }

    /// Whether no earlier request of its lines is open.
    func isNext(_ number: UInt64) -> Bool {
        guard let request = open[number] else { return false }
        return request.lines.allSatisfy { lines[$0]?.first == number }
    }

    /// Removes a request; returns those that may be next.
    mutating func remove(_ number: UInt64) -> [UInt64] {
        guard let request = open.removeValue(forKey: number) else { return [] }
        var next: [UInt64] = []
        for line in request.lines {
            lines[line]?.removeAll { $0 == number }
            if let first = lines[line]?.first { next.append(first) } else { lines[line] = nil }
        }
        return next.sorted()
    }

    // MARK: Long reads

    mutating func takeLongRead(_ line: Line) -> [UInt8]? {
        guard let index = longReads.firstIndex(where: { $0.line == line }) else { return nil }
        return longReads.remove(at: index).bytes
    }

    mutating func keepLongRead(_ line: Line, _ bytes: [UInt8]) {
        // A central may leave without reading the rest, and nothing tells that it has.
        if longReads.count == 32 { longReads.removeFirst() }
        longReads.append((line, bytes))
    }
}

extension PeripheralMachine {
    // MARK: Arrival

    mutating func receive(_ request: PortPeripheral.ReadRequest) {
        let central = RemoteCentral(request.central)
        know(central)
        let line = RequestInbox.Line(central: central.identifier, characteristic: request.characteristic)
        begin(
            RequestInbox.Open(
                identifier: request.identifier, central: central,
                kind: .read(request.characteristic, offset: request.offset), lines: [line]))
    }

    mutating func receive(_ identifier: RequestIdentifier, _ parts: [PortPeripheral.WriteRequest]) {
        guard let first = parts.first else { return }
        let central = RemoteCentral(first.central)
        know(central)
        let lines = parts.map {
            RequestInbox.Line(central: central.identifier, characteristic: $0.characteristic)
        }
        begin(
            RequestInbox.Open(
                identifier: identifier, central: central, kind: .write(Self.joined(parts)), lines: Set(lines))
        )
    }

    /// Joins the parts of a long write that follow each other in one value.
    private static func joined(_ parts: [PortPeripheral.WriteRequest]) -> [RequestInbox.JoinedWrite] {
        var joined: [RequestInbox.JoinedWrite] = []
        for (number, part) in parts.enumerated() {
            if let last = joined.last?.write, last.characteristic == part.characteristic,
                last.offset + last.value.count == part.offset
            {
                joined[joined.count - 1].write.value += part.value
            } else {
                joined.append(RequestInbox.JoinedWrite(write: part, part: number))
            }
        }
        return joined
    }

    private mutating func begin(_ request: RequestInbox.Open) {
        let number = inbox.add(request)
        if inbox.isNext(number) { run(number) }
    }

    /// Runs what may run now: an app has published a service that the system had restored.
    mutating func runRequests() {
        for number in inbox.open.keys.sorted() where inbox.isNext(number) { run(number) }
    }

    private mutating func run(_ number: UInt64) {
        guard let request = inbox.open[number], !request.isRunning else { return }
        for line in request.lines {
            guard let place = place(of: line.characteristic) else { return refuse(number, .invalidHandle) }
            // A restored service: the app will publish it, or remove it.
            guard services[place.service].isClaimed else { return }
        }
        switch request.kind {
        case .read(let characteristic, let offset): read(number, request, characteristic, offset)
        case .write(let parts): write(number, request, parts)
        }
    }

    // MARK: Reads

    private mutating func read(
        _ number: UInt64, _ request: RequestInbox.Open, _ identifier: AttributeIdentifier, _ offset: Int
    ) {
        guard let place = place(of: identifier) else { return refuse(number, .invalidHandle) }
        let characteristic = services[place.service].characteristics[place.characteristic]
        let line = RequestInbox.Line(central: request.central.identifier, characteristic: identifier)
        let begun = inbox.takeLongRead(line)
        if offset > 0, let begun { return answer(number, begun) }
        guard characteristic.definition?.hasReadHandler == true, let handlers = handlers(at: place) else {
            guard let value = characteristic.value else { return refuse(number, .unlikelyError) }
            return answer(number, value)
        }
        inbox.open[number]?.isRunning = true
        outputs.append(.run(number, .read(handlers, request.central)))
    }

    /// Where the driver finds the handlers of a characteristic.
    private func handlers(at place: (service: Int, characteristic: Int)) -> HandlerPlace? {
        services[place.service].publication.map { HandlerPlace(publication: $0, index: place.characteristic) }
    }

    /// Answers a read with the part of the value that was asked for.
    private mutating func answer(_ number: UInt64, _ value: [UInt8]) {
        guard let request = inbox.open[number], case .read(let characteristic, let offset) = request.kind
        else { return }
        guard value.count <= 512 else {
            log(.valueTooLong(value.count))
            return refuse(number, .unlikelyError)
        }
        guard offset <= value.count else { return refuse(number, .invalidOffset) }
        // The answer has room for two bytes more than an update. A central that gets less than that has all.
        if value.count - offset >= request.central.maximumUpdateLength + 2 {
            let line = RequestInbox.Line(
                central: request.central.identifier, characteristic: characteristic)
            inbox.keepLongRead(line, value)
        }
        respond(number, code: 0, Array(value[offset...]))
    }

    // MARK: Writes

    private mutating func write(
        _ number: UInt64, _ request: RequestInbox.Open, _ writes: [RequestInbox.JoinedWrite]
    ) {
        var handling = WriteHandling(central: request.central)
        var results: [(characteristic: AttributeIdentifier, bytes: [UInt8])] = []
        for joined in writes {
            let part = joined.write
            do {
                let earlier = results.last { $0.characteristic == part.characteristic }?.bytes
                let bytes = try whole(part, after: earlier)
                handling.values.append(try value(joined, bytes, request.central))
                results.append((part.characteristic, bytes))
            } catch {
                handling.refusal = WriteHandling.Refusal(reason: error, part: joined.part)
                break
            }
        }
        inbox.open[number]?.results = results
        inbox.open[number]?.isRunning = true
        outputs.append(.run(number, .write(handling)))
    }

    /// The whole value after a write of a part of it.
    private func whole(
        _ part: PortPeripheral.WriteRequest, after earlier: [UInt8]?
    ) throws(RequestRefusal) -> [UInt8] {
        guard part.offset + part.value.count <= 512 else { throw .invalidLength }
        if part.offset == 0 { return part.value }
        guard let place = place(of: part.characteristic) else { throw .invalidHandle }
        let kept = services[place.service].characteristics[place.characteristic].value
        let old = earlier ?? (keepsValue(part.characteristic) ? kept : nil)
        guard let old, part.offset <= old.count else { throw .invalidOffset }
        return old[..<part.offset] + part.value
    }

    private func value(
        _ joined: RequestInbox.JoinedWrite, _ bytes: [UInt8], _ central: RemoteCentral
    ) throws(RequestRefusal) -> WriteHandling.Value {
        guard let place = place(of: joined.write.characteristic) else { throw .invalidHandle }
        let members = services[place.service].characteristics
        guard let definition = members[place.characteristic].definition, let handlers = handlers(at: place)
        else { throw .unlikelyError }
        var answersOn: AttributeIdentifier?
        if let uuid = definition.answersOn {
            let own = members[place.characteristic]
            let answering = own.handle.uuid == uuid ? own : members.first { $0.handle.uuid == uuid }
            guard let answering, answering.subscribers.contains(central) else { throw .notSubscribed }
            answersOn = answering.handle.identifier
        }
        return WriteHandling.Value(place: handlers, bytes: bytes, answersOn: answersOn, part: joined.part)
    }

    /// All writes of a request were taken.
    private mutating func written(
        _ number: UInt64, _ answers: [(characteristic: AttributeIdentifier, bytes: [UInt8])]
    ) {
        guard let request = inbox.open[number] else { return }
        for (characteristic, bytes) in request.results where keepsValue(characteristic) {
            keep(bytes, characteristic)
        }
        respond(number, code: 0, nil)
        for (characteristic, bytes) in answers { answer(bytes, characteristic, to: request.central) }
    }

    // MARK: Answers

    /// The app's handlers have ended.
    mutating func handled(_ number: UInt64, _ result: HandlerResult) {
        switch result {
        case .value(let bytes): answer(number, bytes)
        case .written(let answers): written(number, answers)
        case .refused(let refusal, let part): refuse(number, refusal, part: part)
        }
    }

    /// Refuses a request; of several writes, the one with the number `part`.
    private mutating func refuse(_ number: UInt64, _ refusal: RequestRefusal, part: Int = 0) {
        guard inbox.open[number] != nil else { return }
        log(.refused(code: refusal.code))
        respond(number, code: refusal.code, nil, part: part)
    }

    private mutating func respond(_ number: UInt64, code: UInt8, _ value: [UInt8]?, part: Int = 0) {
        guard let request = inbox.open[number] else { return }
        outputs.append(.command(.respond(request.identifier, code: code, value: value, part: part)))
        for next in inbox.remove(number) where inbox.isNext(next) { run(next) }
    }

    // MARK: Ends

    /// A characteristic is removed: its requests are refused, and their handlers are cancelled.
    mutating func refuseRequests(of characteristic: AttributeIdentifier) {
        let ended = inbox.open.filter { $0.value.lines.contains { $0.characteristic == characteristic } }
        for number in ended.keys.sorted() {
            if inbox.open[number]?.isRunning == true { outputs.append(.cancelHandlers(number)) }
            guard radio == .poweredOn else {
                _ = inbox.remove(number)
                continue
            }
            refuse(number, .invalidHandle)
        }
    }

    /// The links have ended: nobody waits for answers.
    mutating func dropRequests() {
        for number in inbox.open.keys.sorted() where inbox.open[number]?.isRunning == true {
            outputs.append(.cancelHandlers(number))
        }
        let old = inbox
        inbox = RequestInbox(continuing: old)
    }

    /// A central that waits for the answer to a read can't send anything else. If its subscription ends nevertheless, its
    /// link has ended.
    mutating func cancelReads(of central: RemoteCentral) {
        let reads = inbox.open.filter { _, request in
            guard request.isRunning, request.central == central, case .read = request.kind else {
                return false
            }
            return true
        }
        for number in reads.keys.sorted() { outputs.append(.cancelHandlers(number)) }
    }
}

extension RequestInbox {
    /// An empty inbox whose numbers go on, so that late results are not taken for others.
    fileprivate init(continuing old: RequestInbox) { count = old.count }
}
