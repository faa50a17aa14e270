import BluetoothPort
import Foundation

/// What one stream has to tell, and to whom: the delegate hears in the first run loop that the stream is scheduled
/// in, never inside a call, and what nobody could hear yet waits (ledger 6.33).
final class StreamEvents: Sendable {
    private struct State {
        weak var stream: Stream?
        weak var delegate: (any StreamDelegate)?
        var places: [(place: StreamPlace, anchor: Timer?)] = []
        var pending: Stream.Event = []
        /// A run loop has been given the errand.
        var isUnderWay = false
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
            return state.places.filter { $0.place == place }
        }
        for (_, anchor) in left { anchor?.invalidate() }
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
        let place = state.withLock { state -> StreamPlace? in
            guard !state.isUnderWay, !state.pending.isEmpty, state.delegate != nil else { return nil }
            state.isUnderWay = !state.places.isEmpty
            return state.places.first?.place
        }
        place?.perform(errands) { self.tell() }
    }

    /// Runs where the stream was scheduled. What is posted meanwhile is another errand.
    private func tell() {
        state.withLock { $0.isUnderWay = false }
        while let (event, stream, delegate) = next() {
            guard let phone else {
                delegate.tell(stream, event)
                continue
            }
            // App code runs with its phone bound, as in callbacks of managers.
            PortEnvironment.$current.withValue(phone) { delegate.tell(stream, event) }
        }
    }

    private func next() -> (Stream.Event, Stream, any StreamDelegate)? {
        state.withLock { state in
            guard !state.places.isEmpty, let delegate = state.delegate, let stream = state.stream,
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
