import BluetoothPort

/// The open L2CAP channels of one central or of one peripheral role, by number.
///
/// A channel is in the table from `expect`, which belongs into the handling of the port's `.channelOpened`, or from `add`, to
/// its end. Events of other channels are dropped.
final class ChannelTable: Sendable {
    typealias Receive = @Sendable (ChannelEvent) -> Void

    private enum Place {
        /// Events that came before the channel had a receiver.
        case expected([ChannelEvent])
        case open(Receive)
    }

    private let places = Lock<[ChannelIdentifier: Place]>([:])

    /// A channel is open: its events are kept until it has a receiver.
    func expect(_ channel: ChannelIdentifier) {
        places.withLock { if $0[channel] == nil { $0[channel] = .expected([]) } }
    }

    /// Gives a channel its receiver, which gets the events that were kept, in order.
    func add(_ channel: ChannelIdentifier, _ receive: @escaping Receive) {
        while true {
            let early = places.withLock { places -> [ChannelEvent] in
                if case .expected(let events) = places[channel], !events.isEmpty {
                    places[channel] = .expected([])
                    return events
                }
                places[channel] = .open(receive)
                return []
            }
            if early.isEmpty { return }
            for event in early {
                receive(event)
                if case .closed = event { return remove(channel) }
            }
        }
    }

    func remove(_ channel: ChannelIdentifier) {
        // The receiver is released outside the lock.
        _ = places.withLock { $0.removeValue(forKey: channel) }
    }

    func handle(_ event: ChannelEvent, of channel: ChannelIdentifier) {
        let receive = places.withLock { places -> Receive? in
            switch places[channel] {
            case .expected(let events):
                places[channel] = .expected(events + [event])
                return nil
            case .open(let receive):
                if case .closed = event { places[channel] = nil }
                return receive
            case nil: return nil
            }
        }
        receive?(event)
    }

    /// The port was closed, and no event follows: all channels end.
    func close() {
        let open = places.withLock { places in
            defer { places = [:] }
            return places
        }
        for channel in open.keys.sorted() {
            if case .open(let receive) = open[channel] { receive(.closed(nil)) }
        }
    }
}
