import BluetoothPort
import Foundation

/// The pending events of one stream, and their receiver. The delegate gets them in the first run loop in which the
/// stream is scheduled, never inside a call. Events wait until there is a delegate and a run loop (behaviour 6.33).
final class StreamEvents: Sendable {
    private struct State {
        weak var stream: Stream?
        weak var delegate: (any StreamDelegate)?
        var places: [(place: StreamPlace, anchor: Timer?)] = []
        var pending: Stream.Event = []
        /// The delivery that is scheduled, and its run loop.
        var errand: (number: UInt64, place: StreamPlace)?
        var lastErrand: UInt64 = 0
    }

    private static let order: [Stream.Event] = [
        .openCompleted, .hasBytesAvailable, .hasSpaceAvailable, .errorOccurred, .endEncountered,
    ]

    private let state = Lock(State())
    private let errands: StreamErrands
    private let phone: (any PortProvider)?

    init(_ errands: StreamErrands, phone: (any PortProvider)?) {
        self.errands = errands
        self.phone = phone
    }

    func attach(_ stream: Stream) { state.withLock { $0.stream = stream } }

    var delegate: (any StreamDelegate)? {
        get { state.withLock { $0.delegate } }
        set {
            state.withLock { $0.delegate = newValue }
            send()
        }
    }

    func schedule(in loop: RunLoop, _ mode: RunLoop.Mode) {
        let place = StreamPlace(loop, mode)
        let isNew = state.withLock { state in !state.places.contains { $0.place == place } }
        guard isNew else { return }
        let anchor = place.anchor()
        state.withLock { state in state.places.append((place, anchor)) }
        send()
    }

    func remove(from loop: RunLoop, _ mode: RunLoop.Mode) {
        let place = StreamPlace(loop, mode)
        let left = state.withLock { state in
            defer { state.places.removeAll { $0.place == place } }
            // That run loop may never run again, so another one delivers the events.
            if let errand = state.errand, errand.place == place { state.errand = nil }
            return state.places.filter { $0.place == place }
        }
        for (_, anchor) in left { anchor?.invalidate() }
        send()
    }

    /// Delivers `event` as soon as there is a delegate and a run loop.
    func post(_ event: Stream.Event) {
        guard !event.isEmpty else { return }
        state.withLock { state in _ = state.pending.insert(event) }
        send()
    }

    /// `event` is no longer true.
    func revoke(_ event: Stream.Event) {
        state.withLock { state in _ = state.pending.remove(event) }
    }

    /// The stream is closed: no more events are delivered.
    func end() {
        let left = state.withLock { state in
            defer { (state.places, state.pending) = ([], []) }
            return state.places
        }
        for (_, anchor) in left { anchor?.invalidate() }
    }

    private func send() {
        // The delegate is not released under the lock, because the last release runs app code.
        let (errand, delegate) = state.withLock { state in
            let delegate = state.delegate
            if state.errand == nil, !state.pending.isEmpty, delegate != nil, let first = state.places.first {
                state.lastErrand += 1
                state.errand = (state.lastErrand, first.place)
                return (state.errand, delegate)
            }
            return (nil, delegate)
        }
        if let (number, place) = errand { perform(at: place) { self.tell(number) } }
        withExtendedLifetime(delegate) {}
    }

    /// Also code outside the simulation writes and reads: what follows is the simulation's in any case.
    private func perform(at place: StreamPlace, _ body: @escaping @Sendable () -> Void) {
        guard let simulation = phone?.simulation else { return place.perform(errands, body) }
        simulation.asAppCode { place.perform(errands, body) }
    }

    /// Runs in the run loop in which the stream was scheduled. Events posted meanwhile get a delivery of their own.
    private func tell(_ errand: UInt64) {
        let place = state.withLock { state -> StreamPlace? in
            guard state.errand?.number == errand else { return nil }
            defer { state.errand = nil }
            return state.errand?.place
        }
        guard let place else { return }
        while let (event, stream, delegate) = next(at: place) {
            guard let phone else {
                delegate.tell(stream, event)
                continue
            }
            // App code runs with its phone bound, as in callbacks of managers.
            PortEnvironment.$current.withValue(phone) { delegate.tell(stream, event) }
        }
    }

    /// The next event to deliver here; `nil` if the stream is no longer scheduled here.
    private func next(at place: StreamPlace) -> (Stream.Event, Stream, any StreamDelegate)? {
        state.withLock { state in
            guard state.places.contains(where: { $0.place == place }), let delegate = state.delegate,
                let stream = state.stream,
                let event = Self.order.first(where: { state.pending.contains($0) })
            else { return nil }
            state.pending.remove(event)
            return (event, stream, delegate)
        }
    }
}

extension StreamDelegate {
    fileprivate func tell(_ stream: Stream, _ event: Stream.Event) {
        #if canImport(Darwin)
        self.stream?(stream, handle: event)
        #else
        self.stream(stream, handle: event)
        #endif
    }
}
