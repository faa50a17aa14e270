/// The port of a session of Nearby Interaction when there is no phone, or one without it: it can't run.
package final class AbsentNearbyPort: NearbyPort {
    private struct Sink {
        weak var sink: (any NearbySink)?
    }

    /// `NIError.Code.unsupportedPlatform`.
    private static let unsupportedPlatform = -5889

    private let sink: Lock<Sink>

    package init(sink: any NearbySink) { self.sink = Lock(Sink(sink: sink)) }

    package func send(_ command: Nearby.Command) {
        guard case .run = command else { return }
        let reason =
            "there is no phone with Nearby Interaction here: create the session inside `phone.run { }` of a world"
        let failure = Nearby.Failure(code: Self.unsupportedPlatform, reason: reason)
        sink.withLock { $0.sink }?.receive(.invalidated(failure), .posting)
    }

    package func close() {}
}
