import BluetoothPort

/// What of the app the role's machine knows by numbers: who waits for requests, what is called as long as something is
/// published or advertised, and who watches subscribers.
final class RoleCallbacks: Sendable {
    /// What belongs to a request and is called besides its answer.
    enum Companion: Sendable {
        /// Until the advertisement has ended.
        case onAir(@Sendable () -> Void)
        /// As long as the service is published; in the order of its characteristics.
        case handlers([CharacteristicHandlers])
        /// As long as the PSM is published.
        case listener(ChannelListeners.Receive)
    }

    private let requests = CallbackTable<Request.Finish>()
    private let companions = CallbackTable<Companion>()
    private let watchers = CallbackTable<SubscriberWatcher.Receiver>()

    // MARK: Requests

    func add(request id: UInt64, _ companion: Companion?, _ finish: @escaping Request.Finish) {
        if let companion { companions.add(companion, for: id) }
        requests.add(finish, for: id)
    }

    /// A request has ended. What it has published keeps its companion.
    func finish(_ id: UInt64, _ result: Result<Reply, RequestFailure>) {
        switch (result, companions.callback(id, isLast: false)) {
        case (_, nil), (.success, .handlers), (.success, .listener): break
        case (_, .onAir), (.failure, _): forget(companion: id)
        }
        requests.callback(id, isLast: true)?(result.mapError(\.error))
    }

    /// What a request has published is gone.
    func forget(companion id: UInt64) { companions.callback(id, isLast: true) }

    func isOnAir(_ id: UInt64) {
        if case .onAir(let tell) = companions.callback(id, isLast: false) { tell() }
    }

    func tell(listener id: UInt64, _ event: ChannelListeners.Event) {
        var isEnd = false
        if case .ended = event { isEnd = true }
        if case .listener(let receive) = companions.callback(id, isLast: isEnd) { receive(event) }
    }

    // MARK: Handlers

    /// Checks what a central asks, and finds what has to run.
    func begin(_ handling: RequestHandling) -> HandlingBeginning {
        handling.begin { place in
            guard case .handlers(let all) = companions.callback(place.publication, isLast: false) else {
                return nil
            }
            return all[place.index]
        }
    }

    // MARK: Watchers

    func add(watcher id: UInt64, _ receiver: SubscriberWatcher.Receiver) { watchers.add(receiver, for: id) }

    func tell(watcher id: UInt64, _ subscribers: [RemoteCentral]) {
        watchers.callback(id, isLast: false)?.send(subscribers)
    }

    func end(watcher id: UInt64) { watchers.callback(id, isLast: true)?.finish() }

    /// Nobody reads the stream any more.
    func forget(watcher id: UInt64) { watchers.callback(id, isLast: true) }

    /// The numbers of all that is kept.
    var kept: (requests: Set<UInt64>, companions: Set<UInt64>, watchers: Set<UInt64>) {
        (requests.numbers, companions.numbers, watchers.numbers)
    }
}
