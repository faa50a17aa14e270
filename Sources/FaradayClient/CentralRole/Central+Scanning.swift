import BluetoothPort
import BluetoothTypes

/// The peripherals that a scan sees. Iterating starts the scan, and the scan ends with the iteration.
///
/// It ends by throwing if Bluetooth is switched off, not allowed or not there, or if a deadline of the task is over, and goes
/// on after a reset. When the scan's own time is over, it ends without an error.
public struct Sightings: AsyncSequence, Sendable {
    public typealias Element = Sighting

    let central: Central
    let request: PortCentral.ScanRequest
    let leastRSSI: Int?
    let limit: Nanoseconds?

    /// Reads sightings as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var sightings: LimitedIterator<Sighting>
        /// The next sighting.
        public mutating func next() async throws -> Sighting? { try await sightings.next() }
    }

    /// Starts the scan.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncThrowingStream<Sighting, any Error>.makeStream()
        let scan = central.scan(request) { [leastRSSI] report in
            switch report {
            case .success(let sighting):
                if sighting.isAtLeast(leastRSSI) { continuation.yield(sighting) }
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in scan.end() }
        return AsyncIterator(sightings: LimitedIterator(stream, continuation, ofScanBy: central.core, limit))
    }
}

extension Sighting {
    /// Whether its signal is known and so strong; `nil` for any strength.
    func isAtLeast(_ rssi: Int?) -> Bool { rssi.map { self.rssi != 127 && self.rssi >= $0 } ?? true }
}

extension Central {
    /// Scans until the loop or its task ends. Scans of several tasks share the radio.
    ///
    /// ```swift
    /// for try await sighting in central.scan(for: [.heartRate], rssiAtLeast: -70, within: .seconds(10)) {
    ///     print(sighting.name ?? "?", sighting.rssi)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - services: Only peripherals that advertise one of these; none for all. In the background, iOS needs some.
    ///   - repeating: Whether each advertisement is reported, and not only the first of each peripheral.
    ///   - solicited: Also peripherals that look for one of these services.
    ///   - rssi: Only reports with a signal of this strength or more, in dBm; `nil` for all. With it, a peripheral is reported
    ///     for the first time when it is near enough, so each advertisement is listened to.
    ///   - limit: How long the scan lasts, from the first `next`; `nil` for as long as the loop.
    public func scan(
        for services: [BluetoothUUID] = [], repeating: Bool = false,
        soliciting solicited: [BluetoothUUID] = [], rssiAtLeast rssi: Int? = nil,
        within limit: Nanoseconds? = nil
    ) -> Sightings {
        Sightings(
            central: self,
            request: PortCentral.ScanRequest(
                services: services, allowsDuplicates: repeating || rssi != nil, solicitedServices: solicited),
            leastRSSI: rssi, limit: limit)
    }

    /// Scans, and tells when a peripheral has not been seen for `expiry`. The scan begins with the iteration.
    ///
    /// ```swift
    /// for try await event in central.scan(for: [.heartRate], losingAfter: .seconds(5)) {
    ///     switch event {
    ///     case .seen(let sighting): list[sighting.id] = sighting
    ///     case .lost(let sighting): list[sighting.id] = nil
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - services: Only peripherals that advertise one of these; none for all.
    ///   - expiry: How long a peripheral is there after the last report of it.
    ///   - rssi: Only reports with a signal of this strength or more, in dBm; `nil` for all.
    ///   - limit: How long the scan lasts, from the first `next`; `nil` for as long as the loop.
    public func scan(
        for services: [BluetoothUUID] = [], losingAfter expiry: Nanoseconds, rssiAtLeast rssi: Int? = nil,
        within limit: Nanoseconds? = nil
    ) -> ScanEvents {
        ScanEvents(
            central: self,
            request: PortCentral.ScanRequest(services: services, allowsDuplicates: true),
            expiry: expiry, leastRSSI: rssi, limit: limit)
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
        core.addScan(ScanMachine.Scan(id: id, request: request)) { [weak self] output in
            switch output {
            case .ended(let error): receive(.failure(error))
            case .report(let peer, let advertisement, let rssi):
                guard let self else { return }
                let name = peer.name ?? advertisement.localName
                let peripheral = Peripheral(central: self, core: core.peer(peer.identifier, name: name))
                peripheral.core.hear(advertisement, rssi: rssi)
                receive(.success(Sighting(peripheral: peripheral, advertisement: advertisement, rssi: rssi)))
            }
        }
        return Registration { [self] in self.core.removeScan(id) }
    }

    /// The same, and tells when a peripheral was not seen for `expiry`.
    func scan(
        _ request: PortCentral.ScanRequest, losingAfter expiry: Nanoseconds, rssiAtLeast rssi: Int? = nil,
        _ receive: @escaping @Sendable (Result<ScanEvent, any Error>) -> Void
    ) -> Registration {
        let watch = ExpiryWatch(core.time, expiry) { receive(.success($0)) }
        let scan = scan(request) { report in
            switch report {
            case .success(let sighting): if sighting.isAtLeast(rssi) { watch.see(sighting) }
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
