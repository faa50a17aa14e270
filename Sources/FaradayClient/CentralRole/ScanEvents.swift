import BluetoothPort
import BluetoothTypes

/// What a scan with an expiry sees and loses. Iterating starts the scan, and the scan ends with the iteration.
///
/// While the reader is busy, only the newest event of each peripheral is kept. A peripheral that has come and gone meanwhile is
/// left out, so what is kept is never more than one event for each peripheral.
///
/// It ends by throwing if Bluetooth is switched off, not allowed or not there, or if a deadline of the task is over. When the
/// scan's own time is over, it ends without an error.
public struct ScanEvents: AsyncSequence, Sendable {
    public typealias Element = ScanEvent

    let central: Central
    let request: PortCentral.ScanRequest
    let expiry: Nanoseconds
    let leastRSSI: Int?
    let limit: Nanoseconds?

    /// Reads events as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let events: PendingScanEvents
        fileprivate var signals: LimitedIterator<Void>

        /// The next event.
        public mutating func next() async throws -> ScanEvent? {
            while true {
                if let event = events.take() { return event }
                guard try await signals.next() != nil else { return nil }
            }
        }
    }

    /// Starts the scan.
    public func makeAsyncIterator() -> AsyncIterator {
        // The stream only says that there is something to take.
        let (stream, continuation) = AsyncThrowingStream<Void, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let events = PendingScanEvents()
        let scan = central.scan(request, losingAfter: expiry, rssiAtLeast: leastRSSI) { report in
            switch report {
            case .success(let event): if events.add(event) { continuation.yield(()) }
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in scan.end() }
        return AsyncIterator(
            events: events, signals: LimitedIterator(stream, continuation, ofScanBy: central.core, limit))
    }
}

/// The events that a reader has not taken yet: one for each peripheral at most.
final class PendingScanEvents: Sendable {
    private struct State {
        /// In the order in which peripherals had their first event that is not taken.
        var order: [PeerIdentifier] = []
        var events: [PeerIdentifier: ScanEvent] = [:]
        /// The peripherals that the reader believes to be there.
        var told: Set<PeerIdentifier> = []
    }

    private let state = Lock(State())

    /// How many events are kept.
    var count: Int { state.withLock { $0.order.count } }

    /// Adds an event; returns whether there is something to take.
    func add(_ event: ScanEvent) -> Bool {
        state.withLock { state in
            let id = event.sighting.id
            if case .lost = event, !state.told.contains(id) {
                // The reader has never heard of it.
                state.events[id] = nil
                state.order.removeAll { $0 == id }
            } else if state.events.updateValue(event, forKey: id) == nil {
                state.order.append(id)
            }
            return !state.order.isEmpty
        }
    }

    /// The oldest event.
    func take() -> ScanEvent? {
        state.withLock { state in
            guard !state.order.isEmpty else { return nil }
            let id = state.order.removeFirst()
            guard let event = state.events.removeValue(forKey: id) else { return nil }
            if case .seen = event { state.told.insert(id) } else { state.told.remove(id) }
            return event
        }
    }
}

extension ScanEvent {
    /// The sighting, or the last one.
    fileprivate var sighting: Sighting {
        switch self {
        case .seen(let sighting), .lost(let sighting): sighting
        }
    }
}
