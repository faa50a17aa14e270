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
        let id = central.core.nextNumber()
        let core = central.core
        let scan = ScanMachine.Scan(id: id, request: request) { [weak central] output in
            switch output {
            case .ended(let error): continuation.finish(throwing: error)
            case .report(let peer, let advertisement, let rssi):
                guard let central else { return }
                let name = peer.name ?? advertisement.localName
                let peripheral = Peripheral(central: central, core: core.peer(peer.identifier, name: name))
                continuation.yield(Sighting(peripheral: peripheral, advertisement: advertisement, rssi: rssi))
            }
        }
        continuation.onTermination = { [central] _ in central.core.change { $0.remove(id) } }
        core.change { $0.add(scan) }
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
        let watch = ExpiryWatch(core.time, expiry) { continuation.yield($0) }
        let id = core.nextNumber()
        let request = PortCentral.ScanRequest(services: services, allowsDuplicates: true)
        let scan = ScanMachine.Scan(id: id, request: request) { [weak self] output in
            switch output {
            case .ended(let error): continuation.finish(throwing: error)
            case .report(let peer, let advertisement, let rssi):
                guard let self else { return }
                let name = peer.name ?? advertisement.localName
                let peripheral = Peripheral(central: self, core: core.peer(peer.identifier, name: name))
                watch.see(Sighting(peripheral: peripheral, advertisement: advertisement, rssi: rssi))
            }
        }
        continuation.onTermination = { [self] _ in
            watch.end()
            core.change { $0.remove(id) }
        }
        core.change { $0.add(scan) }
        return stream
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
