import BluetoothTypes
import BluetoothWire

/// The client of a peer's Ranging Service: subscribes, puts segments together, and pairs what the peer measured with what
/// this end measured.
///
/// Reports come while procedures run if the service can do that; otherwise each is asked for when it is ready.
///
/// Source: Ranging Profile 1.0, 4.3 and 4.4; Ranging Service 1.0.
struct RangingRequestor: Sendable {
    /// What it asks of the link's GATT client.
    enum Request: Hashable, Sendable {
        /// Ends with `ended`. There is one at a time.
        case procedure(GATT.Procedure)
        /// A write without response.
        case command(ATT.Handle, [UInt8])
    }

    /// What follows from an input.
    enum Finding: Hashable, Sendable {
        /// Reports can come.
        case ready
        /// The peer has no service, or none that can be used.
        case unusable
        /// Both ends' steps of a procedure, those of the peer in the order of the own ones.
        case pair(ProcedureResults.Procedure, [ChannelSounding.Step], [ChannelSounding.StepData])
        /// The report of this procedure will not come.
        case lost(UInt16)
    }

    /// A characteristic that reports come from.
    private struct Source: Hashable, Sendable {
        let uuid: BluetoothUUID
        let handle: ATT.Handle
        /// Where its descriptors are; nil without room for any.
        let descriptors: ATT.HandleRange?
        let subscription: GATT.Subscription
    }

    private enum Stage: Hashable, Sendable {
        case idle
        case services
        case characteristics(ATT.HandleRange)
        case features
        /// The descriptors of the first of these are looked for.
        case descriptors([Source])
        /// The first of these is subscribed to.
        case subscribing([Source])
        case ready
    }

    private var stage = Stage.idle
    private var requests: [Request] = []
    private var sources: [Source] = []
    private var control: ATT.Handle = 0
    private var features: ATT.Handle = 0
    private var assembler = Ranging.Assembler()
    /// Own results whose report has not come, the oldest first.
    private var waiting: [ProcedureResults.Procedure] = []
    /// Reports that came before the own results were complete.
    private var early: [Ranging.Report] = []
    /// The procedure whose report is being sent on demand.
    private var asked: UInt16?
    /// A report that became ready meanwhile; older ones are not asked for any more.
    private var next: UInt16?
    /// How many acknowledgements have not been answered.
    private var acknowledgements = 0
    private var hasSounding = false

    /// How many procedures wait for their report at most.
    private static let limit = 4

    init() {}

    /// Whether a report is missing.
    var isWaiting: Bool { !waiting.isEmpty }

    var hasRequests: Bool { !requests.isEmpty }

    /// What to ask of the link now.
    mutating func takeRequest() -> Request? { requests.isEmpty ? nil : requests.removeFirst() }

    // MARK: Set-up

    /// Finds the service and subscribes; returns whether that is done already.
    mutating func begin(hasSounding: Bool = false) -> Bool {
        self.hasSounding = hasSounding
        assembler.reset()
        (early, asked, next) = ([], nil, nil)
        if stage == .ready { return true }
        guard stage == .idle else { return false }
        stage = .services
        requests = [.procedure(.discoverPrimaryServices([Ranging.service]))]
        return false
    }

    /// A procedure has ended.
    mutating func ended(_ outcome: GATT.Outcome) -> Finding? {
        switch (stage, outcome) {
        case (.services, .services(let found)):
            guard let service = found.first(where: { $0.uuid == Ranging.service }) else { return giveUp() }
            stage = .characteristics(service.range)
            requests.append(.procedure(.discoverCharacteristics(service.range)))
        case (.characteristics(let range), .characteristics(let found)):
            learn(found, in: range)
            guard features != 0 else { return giveUp() }
            stage = .features
            requests.append(.procedure(.read(features)))
        case (.features, .value(let value)):
            guard let flags = try? Ranging.Features(bytes: value) else { return giveUp() }
            return subscribe(chosen(flags))
        case (.descriptors(let todo), .descriptors(let found)):
            guard let source = todo.first, let configuration = found.first(where: { $0.uuid == "2902" })
            else { return giveUp() }
            stage = .subscribing(todo)
            requests.append(
                .procedure(.write(configuration.handle, .littleEndian(source.subscription.rawValue))))
        case (.subscribing(let todo), .written): return subscribe(Array(todo.dropFirst()))
        case (.idle, _), (.ready, _): break
        default: return giveUp()
        }
        return nil
    }

    private mutating func giveUp() -> Finding {
        stage = .idle
        requests = []
        return .unusable
    }

    private mutating func learn(_ found: [GATT.DiscoveredCharacteristic], in range: ATT.HandleRange) {
        sources = []
        for (index, item) in found.enumerated() {
            let last = index + 1 < found.count ? found[index + 1].declaration &- 1 : range.last
            let room = last > item.value ? ATT.HandleRange(first: item.value + 1, last: last) : nil
            switch item.uuid {
            case Ranging.Characteristic.features: features = item.value
            case Ranging.Characteristic.realTimeData, Ranging.Characteristic.onDemandData,
                Ranging.Characteristic.controlPoint, Ranging.Characteristic.dataReady,
                Ranging.Characteristic.dataOverwritten:
                if item.uuid == Ranging.Characteristic.controlPoint { control = item.value }
                sources.append(
                    Source(
                        uuid: item.uuid, handle: item.value, descriptors: room,
                        subscription: item.properties.contains(.notify) ? .notifications : .indications))
            default: break
            }
        }
    }

    /// Reports in real time exclude those on demand, which need all others.
    private func chosen(_ features: Ranging.Features) -> [Source] {
        let realTime = sources.filter { $0.uuid == Ranging.Characteristic.realTimeData }
        if features.contains(.realTimeData), !realTime.isEmpty { return realTime }
        let others = sources.filter { $0.uuid != Ranging.Characteristic.realTimeData }
        let needed = [
            Ranging.Characteristic.onDemandData, Ranging.Characteristic.controlPoint,
            Ranging.Characteristic.dataReady,
        ]
        return needed.allSatisfy { uuid in others.contains { $0.uuid == uuid } } ? others : []
    }

    private mutating func subscribe(_ todo: [Source]) -> Finding? {
        guard let next = todo.first else {
            // Nothing was chosen, or the last one is done.
            if case .subscribing = stage {
                stage = .ready
                return .ready
            }
            return giveUp()
        }
        guard let descriptors = next.descriptors else { return giveUp() }
        stage = .descriptors(todo)
        requests.append(.procedure(.discoverDescriptors(descriptors)))
        return nil
    }

    // MARK: Reports

    /// The own results of a procedure are complete.
    mutating func keep(_ procedure: ProcedureResults.Procedure) -> [Finding] {
        if let place = early.firstIndex(where: { $0.isAbout(procedure) }) {
            return [Self.pair(procedure, early.remove(at: place))]
        }
        waiting.append(procedure)
        guard waiting.count > Self.limit else { return [] }
        return [.lost(waiting.removeFirst().counter)]
    }

    /// Gives up all that waits; returns the procedures' counters.
    mutating func expireWaiting() -> [UInt16] {
        defer { (waiting, early, asked, next) = ([], [], nil, nil) }
        return waiting.map(\.counter)
    }

    /// A notification or indication has come on the link.
    mutating func received(_ value: [UInt8], from handle: ATT.Handle) -> [Finding] {
        guard stage == .ready, let source = sources.first(where: { $0.handle == handle }) else { return [] }
        switch source.uuid {
        case Ranging.Characteristic.realTimeData, Ranging.Characteristic.onDemandData:
            guard let segment = try? Ranging.Segment(bytes: value) else { return [] }
            switch assembler.feed(segment) {
            case .complete(let bytes): return received(report: bytes)
            case .incomplete, .ignored, .lost: return []
            }
        case Ranging.Characteristic.dataReady: if let counter = Self.counter(value) { ready(counter) }
        case Ranging.Characteristic.dataOverwritten:
            return Self.counter(value).flatMap { lost($0) }.map { [$0] } ?? []
        case Ranging.Characteristic.controlPoint: return answered(value).map { [$0] } ?? []
        default: break
        }
        return []
    }

    /// The peer has a report; it is asked for when the one before has come.
    private mutating func ready(_ counter: UInt16) {
        if let asked, Self.age(of: asked, at: counter) <= Self.limit {
            next = counter
        } else {
            ask(counter)
        }
    }

    private mutating func ask(_ counter: UInt16) {
        (asked, next) = (counter, nil)
        request(.getData(counter: counter))
    }

    /// The report that was asked for has come, or never will.
    private mutating func answerEnded() {
        asked = nil
        if let next { ask(next) }
    }

    /// How many procedures after the first one the second one was; reports have 12 bits of the counter.
    private static func age(of old: UInt16, at new: UInt16) -> Int { Int((new &- old) & 0xFFF) }

    private mutating func request(_ request: Ranging.Request) {
        requests.append(.command(control, request.bytes))
    }

    private mutating func answered(_ value: [UInt8]) -> Finding? {
        guard let response = try? Ranging.Response(bytes: value) else { return nil }
        if case .ended = response, acknowledgements > 0 {
            acknowledgements -= 1
            return nil
        }
        guard let counter = asked else { return nil }
        switch response {
        case .dataComplete:
            request(.acknowledge(counter: counter))
            acknowledgements += 1
            answerEnded()
            // Segments that were lost are not asked for again: the next procedure is newer.
            return lost(counter)
        case .ended(let code) where code != .success:
            answerEnded()
            return lost(counter)
        case .segmentsComplete, .ended: return nil
        }
    }

    private mutating func lost(_ counter: UInt16) -> Finding? {
        guard let place = waiting.firstIndex(where: { $0.counter & 0xFFF == counter }) else { return nil }
        return .lost(waiting.remove(at: place).counter)
    }

    private static func counter(_ value: [UInt8]) -> UInt16? {
        value.count == 2 ? (UInt16(value[0]) | UInt16(value[1]) << 8) & 0xFFF : nil
    }

    private mutating func received(report bytes: [UInt8]) -> [Finding] {
        guard let report = try? Ranging.Report(bytes: bytes, role: .reflector, hasSounding: hasSounding)
        else { return [] }
        var findings = giveUp(before: report.header.counter)
        if let place = waiting.firstIndex(where: { report.isAbout($0) }) {
            findings.append(Self.pair(waiting.remove(at: place), report))
        } else {
            early.append(report)
            if early.count > Self.limit { early.removeFirst() }
        }
        return findings
    }

    /// Reports come in the order of their procedures: those of older ones do not come any more.
    private mutating func giveUp(before counter: UInt16) -> [Finding] {
        let isOld = { (procedure: ProcedureResults.Procedure) in
            (1..<0x800).contains(Self.age(of: procedure.counter, at: counter))
        }
        let old = waiting.filter(isOld)
        if old.isEmpty { return [] }
        waiting.removeAll(where: isOld)
        return old.map { .lost($0.counter) }
    }

    /// Joins the steps of both ends, subevent by subevent; one that both did not run alike is left out.
    private static func pair(_ procedure: ProcedureResults.Procedure, _ report: Ranging.Report) -> Finding {
        var steps: [ChannelSounding.Step] = []
        var others: [ChannelSounding.StepData] = []
        for (own, peer) in zip(procedure.subevents, report.subevents)
        where own.steps.count == peer.steps.count {
            steps += own.steps
            others += peer.steps
        }
        return .pair(procedure, steps, others)
    }
}

extension Ranging.Report {
    /// Whether it is the peer's part of that procedure. Reports have 12 bits of the counter.
    fileprivate func isAbout(_ procedure: ProcedureResults.Procedure) -> Bool {
        header.counter == procedure.counter & 0xFFF && header.configID == procedure.configID
    }
}
