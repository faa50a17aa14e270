import BluetoothPort

/// The open L2CAP channels of one central or of one peripheral role, by number.
final class ChannelTable: Sendable {
    typealias Receive = @Sendable (ChannelEvent) -> Void

    private struct State {
        var receivers: [ChannelIdentifier: Receive] = [:]
        /// Events that came before the channel had a receiver.
        var early: [ChannelIdentifier: [ChannelEvent]] = [:]
    }

    private let state = Lock(State())

    func add(_ channel: ChannelIdentifier, _ receive: @escaping Receive) {
        let early = state.withLock { state in
            state.receivers[channel] = receive
            return state.early.removeValue(forKey: channel) ?? []
        }
        for event in early { receive(event) }
    }

    func remove(_ channel: ChannelIdentifier) {
        _ = state.withLock { $0.receivers.removeValue(forKey: channel) }
    }

    func handle(_ event: ChannelEvent, of channel: ChannelIdentifier) {
        let receive = state.withLock { state in
            if state.receivers[channel] == nil { state.early[channel, default: []].append(event) }
            return state.receivers[channel]
        }
        receive?(event)
    }
}
