import BluetoothPort
import BluetoothTypes

/// The peripherals that a scan sees. Iterating starts the scan, and the scan ends with the iteration.
///
/// It ends by throwing if Bluetooth is switched off, not allowed or not there, and goes on after a reset.
public struct Sightings: AsyncSequence, Sendable {
    public typealias Element = Sighting

    let central: Central
    let request: PortCentral.ScanRequest

    /// Reads sightings as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var sightings: AsyncThrowingStream<Sighting, any Error>.AsyncIterator
        /// The next sighting.
        public mutating func next() async throws -> Sighting? { try await sightings.next() }
    }

    /// Starts the scan.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncThrowingStream<Sighting, any Error>.makeStream()
        let scan = central.scan(request) { report in
            switch report {
            case .success(let sighting): continuation.yield(sighting)
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in scan.end() }
        return AsyncIterator(sightings: stream.makeAsyncIterator())
    }
}

extension Central {
    /// Scans until the loop or its task ends. Scans of several tasks share the radio.
    ///
    /// ```swift
    /// for try await sighting in central.scan(for: [.heartRate]) {
    ///     print(sighting.name ?? "?", sighting.rssi)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - services: Only peripherals that advertise one of these; none for all. In the background, iOS needs some.
    ///   - repeating: Whether each advertisement is reported, and not only the first of each peripheral.
    ///   - solicited: Also peripherals that look for one of these services.
    public func scan(
        for services: [BluetoothUUID] = [], repeating: Bool = false,
        soliciting solicited: [BluetoothUUID] = []
    ) -> Sightings {
        Sightings(
            central: self,
            request: PortCentral.ScanRequest(
                services: services, allowsDuplicates: repeating, solicitedServices: solicited))
    }

    /// Scans, and tells when a peripheral has not been seen for `expiry`.
    ///
    /// ```swift
    /// for try await event in central.scan(for: [.heartRate], losingAfter: .seconds(5)) {
    ///     switch event {
    ///     case .seen(let sighting): list[sighting.id] = sighting
    ///     case .lost(let sighting): list[sighting.id] = nil
    ///     }
    /// }
    /// ```
    public func scan(
        for services: [BluetoothUUID] = [], losingAfter expiry: Nanoseconds
    ) -> AsyncThrowingStream<ScanEvent, any Error> {
        let (stream, continuation) = AsyncThrowingStream<ScanEvent, any Error>.makeStream()
        let request = PortCentral.ScanRequest(services: services, allowsDuplicates: true)
        let scan = scan(request, losingAfter: expiry) { report in
            switch report {
            case .success(let event): continuation.yield(event)
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in scan.end() }
        return stream
    }
}

// MARK: With callbacks

extension Central {
    /// Scans until the registration is ended, which keeps the central. `receive` is called on any thread; a failure is the
    /// last call.
    func scan(
        _ request: PortCentral.ScanRequest,
        _ receive: @escaping @Sendable (Result<Sighting, any Error>) -> Void
    ) -> Registration {
        let id = core.nextNumber()
        let core = core
        let scan = ScanMachine.Scan(id: id, request: request) { [weak self] output in
            switch output {
            case .ended(let error): receive(.failure(error))
            case .report(let peer, let advertisement, let rssi):
                guard let self else { return }
                let name = peer.name ?? advertisement.localName
                let peripheral = Peripheral(central: self, core: core.peer(peer.identifier, name: name))
                receive(.success(Sighting(peripheral: peripheral, advertisement: advertisement, rssi: rssi)))
            }
        }
        core.change { $0.add(scan) }
        return Registration { [self] in self.core.change { $0.remove(id) } }
    }

    /// The same, and tells when a peripheral was not seen for `expiry`.
    func scan(
        _ request: PortCentral.ScanRequest, losingAfter expiry: Nanoseconds,
        _ receive: @escaping @Sendable (Result<ScanEvent, any Error>) -> Void
    ) -> Registration {
        let watch = ExpiryWatch(core.time, expiry) { receive(.success($0)) }
        let scan = scan(request) { report in
            switch report {
            case .success(let sighting): watch.see(sighting)
            case .failure(let error):
                watch.end()
                receive(.failure(error))
            }
        }
        return Registration {
            watch.end()
            scan.end()
        }
    }
}

/// Notices when a peripheral was not seen for some time.
private final class ExpiryWatch: Sendable {
    private struct State {
        var last: [PeerIdentifier: (sighting: Sighting, time: Instant)] = [:]
        var isOver = false
    }

    private let state = Lock(State())
    private let time: Timekeeper
    private let expiry: Nanoseconds
    private let report: @Sendable (ScanEvent) -> Void

    init(_ time: Timekeeper, _ expiry: Nanoseconds, _ report: @escaping @Sendable (ScanEvent) -> Void) {
        self.time = time
        self.expiry = expiry
        self.report = report
    }

    func see(_ sighting: Sighting) {
        let now = time.now
        let isNew = state.withLock { $0.last.updateValue((sighting, now), forKey: sighting.id) == nil }
        report(.seen(sighting))
        if isNew { check(sighting.id, after: expiry) }
    }

    /// One alarm for each peripheral; it is set again for as long as the peripheral is seen.
    private func check(_ id: PeerIdentifier, after delay: Nanoseconds) {
        time.wake(after: delay) { [weak self] in self?.ring(id) }
    }

    private func ring(_ id: PeerIdentifier) {
        let now = time.now
        let (lost, left) = state.withLock { state -> (Sighting?, Nanoseconds?) in
            guard !state.isOver, let last = state.last[id] else { return (nil, nil) }
            let left = expiry - (now - last.time)
            if left > .zero { return (nil, left) }
            state.last[id] = nil
            return (last.sighting, nil)
        }
        if let left { check(id, after: left) }
        if let lost { report(.lost(lost)) }
    }

    func end() {
        _ = state.withLock { state in
            state.isOver = true
            defer { state.last = [:] }
            return state.last
        }
    }
}
