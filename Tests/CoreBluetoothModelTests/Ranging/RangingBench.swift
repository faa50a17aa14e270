import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

extension OSProfile {
    /// `plain` of iOS 27, with Channel Sounding.
    static var finder: OSProfile { plain(iOS: 27) }
}

// A phone that measures distances.
extension Bench {
    /// A phone with a manager that is connected to an accessory, which was set up for its app.
    static func accessory(
        _ profile: OSProfile = .finder
    ) -> (bench: Bench, session: SessionID, peer: PeerIdentifier) {
        var (bench, session, peer) = Bench.connected(profile)
        bench.setUp()
        bench.seen = []
        return (bench, session, peer)
    }

    /// The same, with a session that runs.
    static func measuring(
        _ profile: OSProfile = .finder
    ) -> (bench: Bench, session: SessionID, peer: PeerIdentifier) {
        var (bench, session, peer) = accessory(profile)
        bench.send(.ranging(peer, .start(.initiator)), session)
        bench.started()
        bench.seen = []
        return (bench, session, peer)
    }

    /// The user sets up an accessory for the app.
    mutating func setUp(_ address: DeviceAddress = peer, for app: AppID = Bench.app) {
        model.setUpAccessory(address, for: app, at: now)
        drain()
    }

    mutating func started(on link: Host.LinkID = link) {
        host(.ranging(link, .started(Host.RangingSession(role: .initiator))))
    }

    mutating func measured(_ distance: Double, on link: Host.LinkID = link) {
        host(
            .ranging(
                link,
                .measured(
                    Host.RangingMeasurement(
                        procedureCounter: 0, time: now, estimate: DistanceEstimate(distance: distance)))))
    }

    mutating func missed(on link: Host.LinkID = link) {
        host(
            .ranging(
                link,
                .missed(Host.RangingGap(procedureCounter: 0, time: now, reason: .weakSignal))))
    }

    mutating func ended(_ failure: Host.RangingFailure? = nil, on link: Host.LinkID = link) {
        host(.ranging(link, .ended(failure)))
    }

    /// What a manager was told, which stays to be taken.
    func centralEvents(_ session: SessionID) -> [Central.Event] {
        seen.compactMap { if case .central(session, let event) = $0 { event } else { nil } }
    }

    /// Takes what the host was told about distances.
    mutating func takeRanging() -> [Host.RangingCommand] {
        takeHost().compactMap { if case .ranging(let command) = $0 { command } else { nil } }
    }
}
