import BluetoothPort
import BluetoothTypes

extension Central {
    /// Finds a peripheral: among those that the system knows, and by a scan.
    ///
    /// ```swift
    /// let strap = try await central.find(.named("HR-1"), within: .seconds(10))
    /// let nearest = try await central.find(
    ///     .advertising([HeartRate.service]), choosing: .strongest(after: .seconds(2)))
    /// ```
    ///
    /// Peripherals to which this central is connected are found too, by what was heard of them and by their services: many do
    /// not advertise then. It waits while Bluetooth starts, and throws at once if Bluetooth is off, not allowed or not there. Without a limit or a
    /// deadline it waits until a peripheral is found. The radio reports every advertisement meanwhile, and the search ends
    /// with the task.
    ///
    /// - Parameters:
    ///   - search: Which peripherals are looked for.
    ///   - choice: Which one of several is returned.
    ///   - limit: How long it may take. Then the strongest one so far is returned if that was asked for; otherwise it throws
    ///     `ClientError` with the reason `.notFound`, or `.deadlineExceeded` if Bluetooth did not start or nobody has
    ///     chosen one of those that were found.
    public func find(
        _ search: PeripheralSearch, choosing choice: PeripheralChoice = .first,
        within limit: Nanoseconds? = nil
    ) async throws -> Peripheral {
        let start = core.time.now
        do {
            try await ready(within: limit)
            let left = Deadline.timeLeft(limit.map { $0 - (core.time.now - start) }, core.time)
            let finder = Finder(search.condition, known: known(by: search.condition))
            switch choice.kind {
            case .first: return try await find(finder, .first, left)
            case .strongest(let time): return try await find(finder, .strongest(after: time), left)
            case .asking(let expiry, let question):
                return try await find(finder, asking: question, losingAfter: expiry, left)
            }
        } catch var error as ClientError {
            (error.operation, error.search) = (.find, search.description)
            throw error
        }
    }

    /// What is known of peripherals that a search may mean, without a scan: by the system, and from the links of this central.
    private func known(by condition: PeripheralSearch.Condition) -> [KnownPeripheral] {
        var known = peripherals(core.port.retrieve(condition.identifiers)).map { KnownPeripheral($0) }
        for linked in core.connected.map({ KnownPeripheral(linked: Peripheral(central: self, core: $0)) }) {
            known.removeAll { $0.peripheral == linked.peripheral }
            known.append(linked)
        }
        for service in condition.services {
            for peripheral in peripherals(core.port.retrieveConnected(with: [service])) {
                if !known.contains(where: { $0.peripheral == peripheral }) {
                    known.append(KnownPeripheral(peripheral))
                }
                let index = known.firstIndex { $0.peripheral == peripheral }!
                known[index].services.insert(service)
            }
        }
        return known
    }

    private func find(_ finder: Finder, _ rule: Finder.Rule, _ limit: Nanoseconds?) async throws -> Peripheral
    {
        var finder = finder
        if let found = finder.start(rule) { return found }
        let events = SearchEvents(self, finder, losingAfter: nil, limit)
        defer { events.end() }
        if finder.isListening { events.wakeAfterListening(finder.listeningTime) }
        for try await event in events.stream {
            if let found = try finder.take(event) { return found }
            if finder.isListening { events.wakeAfterListening(finder.listeningTime) }
        }
        throw CancellationError()
    }

    /// Runs the search and the closure that is asked next to each other, until one of them has ended.
    private func find(
        _ finder: Finder, asking question: @escaping PeripheralChoice.Question,
        losingAfter expiry: Nanoseconds, _ limit: Nanoseconds?
    ) async throws -> Peripheral {
        let (lists, list) = AsyncStream<[Sighting]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return try await withThrowingTaskGroup(of: Peripheral?.self) { group in
            defer {
                list.finish()
                group.cancelAll()
            }
            group.addTask { try await question(lists) }
            group.addTask {
                defer { list.finish() }
                var finder = finder
                let events = SearchEvents(self, finder, losingAfter: expiry, limit)
                defer { events.end() }
                if let first = finder.newList() { list.yield(first) }
                for try await event in events.stream {
                    _ = try finder.take(event)
                    if let next = finder.newList() { list.yield(next) }
                }
                throw CancellationError()
            }
            let chosen = try await group.next() ?? nil
            try Task.checkCancellation()
            guard let chosen else { throw ClientError(.notChosen, .find) }
            return chosen
        }
    }
}

/// What a search waits for: reports, and its alarms.
private final class SearchEvents: Sendable {
    let stream: AsyncThrowingStream<Finder.Event, any Error>
    private let continuation: AsyncThrowingStream<Finder.Event, any Error>.Continuation
    private let scan: Registration
    private let time: Timekeeper
    private let isListening = Lock(false)
    /// What asks about peripherals to which this central is connected.
    private let questions = Lock<[Registration]>([])

    init(_ central: Central, _ finder: Finder, losingAfter expiry: Nanoseconds?, _ limit: Nanoseconds?) {
        let (stream, continuation) = AsyncThrowingStream<Finder.Event, any Error>.makeStream()
        (self.stream, self.continuation) = (stream, continuation)
        time = central.core.time
        let request = PortCentral.ScanRequest(
            services: finder.condition.filter ?? [], allowsDuplicates: true)
        if let expiry {
            scan = central.scan(request, losingAfter: expiry) { report in
                switch report {
                case .success(.seen(let sighting)): continuation.yield(.seen(sighting))
                case .success(.lost(let sighting)): continuation.yield(.lost(sighting.id))
                case .failure(let error): continuation.finish(throwing: error)
                }
            }
        } else {
            scan = central.scan(request) { report in
                switch report {
                case .success(let sighting): continuation.yield(.seen(sighting))
                case .failure(let error): continuation.finish(throwing: error)
                }
            }
        }
        askAboutLinks(of: central, finder)
        guard let limit else { return }
        time.wake(after: max(.zero, limit)) { continuation.yield(.limit) }
    }

    /// A peripheral with a link often does not advertise, so it is looked at by itself: those that are connected now, and those
    /// to which a link comes up during the search. For its services, it is asked.
    private func askAboutLinks(of central: Central, _ finder: Finder) {
        let services = finder.condition.services
        let look: @Sendable (PeerCore) -> Void = { [weak self, weak central, continuation] core in
            guard let self, let central else { return }
            let peripheral = Peripheral(central: central, core: core)
            continuation.yield(.linked(KnownPeripheral(linked: peripheral)))
            for service in services {
                let question = core.requestIfConnected(.services([service])) { result in
                    guard case .success = result else { return }
                    continuation.yield(.linked(KnownPeripheral(linked: peripheral)))
                }
                questions.withLock { $0.append(question) }
            }
        }
        let reader = central.core.linked.read(latest: false) { [weak central] identifier in
            guard let core = central?.core.connected.first(where: { $0.identifier == identifier }) else {
                return
            }
            look(core)
        }
        questions.withLock { $0.append(reader) }
        for core in central.core.connected { look(core) }
    }

    /// Sets the alarm that ends the time in which signals are compared; only the first call does.
    func wakeAfterListening(_ delay: Nanoseconds) {
        let isFirst = isListening.withLock { isListening in
            defer { isListening = true }
            return !isListening
        }
        guard isFirst else { return }
        time.wake(after: delay) { [continuation] in continuation.yield(.listened) }
    }

    func end() {
        scan.end()
        let questions = questions.withLock { questions in
            defer { questions = [] }
            return questions
        }
        for question in questions { question.end() }
        continuation.finish()
    }
}
