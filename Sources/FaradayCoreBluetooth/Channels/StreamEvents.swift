import BluetoothPort
import Foundation

/// What one stream has to tell, and to whom: the delegate hears in the first run loop that the stream is scheduled
/// in, never inside a call, and what nobody could hear yet waits (behaviour 6.33).
final class StreamEvents: Sendable {
    private struct State {
        weak var stream: Stream?
        weak var delegate: (any StreamDelegate)?
        var places: [(place: StreamPlace, anchor: Timer?)] = []
        var pending: Stream.Event = []
        /// What a run loop has been given to do, and which.
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
            // That run loop may never turn again; another one is to tell.
            if let errand = state.errand, errand.place == place { state.errand = nil }
            return state.places.filter { $0.place == place }
        }
        for (_, anchor) in left { anchor?.invalidate() }
        send()
    }

    /// Tells `event` as soon as somebody can hear it.
    func post(_ event: Stream.Event) {
        guard !event.isEmpty else { return }
        state.withLock { state in _ = state.pending.insert(event) }
        send()
    }

    /// `event` is no longer true.
    func revoke(_ event: Stream.Event) {
        state.withLock { state in _ = state.pending.remove(event) }
    }

    /// The stream is closed: nothing more is told.
    func end() {
        let left = state.withLock { state in
            defer { (state.places, state.pending) = ([], []) }
            return state.places
        }
        for (_, anchor) in left { anchor?.invalidate() }
    }

    private func send() {
        // The delegate is not let go of under the lock: the last release runs app code.
        let (errand, delegate) = state.withLock { state in
            let delegate = state.delegate
            if state.errand == nil, !state.pending.isEmpty, delegate != nil, let first = state.places.first {
                state.lastErrand += 1
                state.errand = (state.lastErrand, first.place)
                return (state.errand, delegate)
            }
            return (nil, delegate)
        }
        if let (number, place) = errand { place.perform(errands) { self.tell(number) } }
        withExtendedLifetime(delegate) {}
    }

    /// Runs where the stream was scheduled. What is posted meanwhile is another errand.
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

    /// What to tell here, unless the stream has left the place.
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
