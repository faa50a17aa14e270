import BluetoothPort
import BluetoothTypes

@testable import FaradayVerification

extension Breakage {
    static func hostEvents(_ change: @escaping @Sendable (Peripheral.Event) -> [Peripheral.Event]) -> Breakage
    {
        Breakage(hostEvent: change)
    }

    /// A peripheral manager is told nothing of this kind.
    static func withoutHost(_ isSo: @escaping @Sendable (Peripheral.Event) -> Bool) -> Breakage {
        hostEvents { isSo($0) ? [] : [$0] }
    }

    /// Each new link ends as told.
    static func attempts(_ result: @escaping @Sendable (PeerIdentifier) -> Central.Event) -> Breakage {
        events { event in
            switch event {
            case .failedToConnect(let peer, _): [result(peer)]
            default: [event]
            }
        }
    }

    static func channelsOpened(_ result: Result<Channel, PortError>) -> Breakage {
        events { event in
            if case .channelOpened(let peer, _) = event { [.channelOpened(peer, result)] } else { [event] }
        }
    }

    /// The name of the peer in reports.
    static func peerNames(_ change: @escaping @Sendable (Central.Peer, Advertisement) -> String?) -> Breakage
    {
        events { event in
            guard case .discovered(var peer, let advertisement, let rssi) = event else { return [event] }
            peer.name = change(peer, advertisement)
            return [.discovered(peer, advertisement, rssi: rssi)]
        }
    }

    static func isModified(_ event: Central.Event) -> Bool {
        if case .servicesModified = event { true } else { false }
    }
    static func isClosed(_ event: Central.Event) -> Bool {
        if case .channel(_, .closed) = event { true } else { false }
    }
    static func isReady(_ event: Central.Event) -> Bool {
        if case .readyToWriteWithoutResponse = event { true } else { false }
    }

    static func events(_ change: @escaping @Sendable (Central.Event) -> [Central.Event]) -> Breakage {
        Breakage(event: change)
    }

    /// Nothing of this kind is told.
    static func without(_ isSo: @escaping @Sendable (Central.Event) -> Bool) -> Breakage {
        events { isSo($0) ? [] : [$0] }
    }

    /// Everything of this kind is told twice.
    static func twice(_ isSo: @escaping @Sendable (Central.Event) -> Bool) -> Breakage {
        events { isSo($0) ? [$0, $0] : [$0] }
    }

    static func disconnected(with error: PortError?) -> Breakage {
        events { event in
            guard case .disconnected(let peer, _, let time, let isReconnecting) = event else {
                return [event]
            }
            return [.disconnected(peer, error, timestamp: time, isReconnecting: isReconnecting)]
        }
    }

    static func report(_ change: @escaping @Sendable (inout Advertisement) -> Void) -> Breakage {
        events { event in
            guard case .discovered(let peer, var advertisement, let rssi) = event else { return [event] }
            change(&advertisement)
            return [.discovered(peer, advertisement, rssi: rssi)]
        }
    }

    static func services(_ change: @escaping @Sendable ([Central.Service]) -> [Central.Service])
        -> Breakage
    {
        events { event in
            guard case .servicesDiscovered(let peer, let services, let error) = event else { return [event] }
            return [.servicesDiscovered(peer, change(services), error)]
        }
    }

    static func values(
        _ change: @escaping @Sendable (Result<[UInt8], PortError>) -> Result<[UInt8], PortError>
    ) -> Breakage {
        events { event in
            guard case .characteristicValue(let peer, let attribute, let value) = event else {
                return [event]
            }
            return [.characteristicValue(peer, attribute, change(value))]
        }
    }

    static func written(with error: PortError?) -> Breakage {
        events { event in
            guard case .characteristicWritten(let peer, let attribute, let old) = event, old != nil else {
                return [event]
            }
            return [.characteristicWritten(peer, attribute, error)]
        }
    }

    static func subscribed(_ isNotifying: Bool, _ error: PortError?) -> Breakage {
        events { event in
            guard case .notifyStateChanged(let peer, let attribute, _, _) = event else { return [event] }
            return [.notifyStateChanged(peer, attribute, isNotifying: isNotifying, error)]
        }
    }

    /// A report follows each scan, a second later.
    static func reportAfterScan() -> Breakage {
        let last = Lock<Central.Event?>(nil)
        return Breakage(
            event: { event in
                if case .discovered = event { last.withLock { $0 = event } }
                return [event]
            },
            after: { command, sink, world in
                guard case .scan = command, let event = last.withLock({ $0 }) else { return }
                world.after(.seconds(1)) { sink.receive(event, .posting) }
            })
    }

    static func isDiscovered(_ event: Central.Event) -> Bool {
        if case .discovered = event { true } else { false }
    }
    static func isConnected(_ event: Central.Event) -> Bool {
        if case .connected = event { true } else { false }
    }
}
