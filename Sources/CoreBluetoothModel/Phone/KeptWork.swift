import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What a phone has kept of a manager's work: the manager gets it when its app creates it again (behaviour 7.5, 7.6, 7.9).
struct KeptWork {
    let phone: PhoneModel

    /// What was kept for the central manager at this index.
    func state(ofCentral index: Int) -> Central.RestoredState {
        let (router, central) = (phone.router, phone.managers.centrals[index])
        let session = central.core.id
        var found = router.restoredPeripherals(of: session)
        // After a restart the host may not be up yet (7.11).
        for connect in central.pendingConnects {
            guard let slot = router.peers.slot(of: connect.peer) else { continue }
            found.append(Central.RestoredPeripheral(peer: router.peers[slot].portValue, state: .connecting))
        }
        // Peers that are already gone, but whose end the app learns only after this.
        for output in phone.apps.life(of: central.core.app)?.held ?? [] {
            guard case .central(session, let event) = output, let peer = event.endedPeer,
                let slot = router.peers.slot(of: peer), !found.contains(where: { $0.peer.identifier == peer })
            else { continue }
            found.append(Central.RestoredPeripheral(peer: router.peers[slot].portValue, state: .disconnected))
        }
        return Central.RestoredState(peripherals: found, scan: phone.scanning.request(of: session))
    }

    /// What was kept for the peripheral manager at this index.
    func state(ofPeripheral index: Int) -> Peripheral.RestoredState {
        let core = phone.managers.peripherals[index].core
        return Peripheral.RestoredState(
            services: phone.server.services(of: core.id),
            subscriptions: phone.server.subscriptions(of: core.id)
                .before(phone.apps.life(of: core.app), core.id),
            advertisement: phone.advertiser.request(of: core.id))
    }
}

extension Central.Event {
    /// The peer whose link or attempt this event ends.
    fileprivate var endedPeer: PeerIdentifier? {
        switch self {
        case .disconnected(let peer, _, _, _), .failedToConnect(let peer, _): peer
        default: nil
        }
    }
}

extension [Peripheral.Subscription] {
    /// The subscriptions as they were before the events that the app gets after its first state (behaviour 7.4): each
    /// `didSubscribeTo` adds one, and each `didUnsubscribeFrom` ends one.
    fileprivate func before(_ app: AppLife?, _ session: SessionID) -> Self {
        var found = self
        for output in (app?.held ?? []).reversed() {
            guard case .peripheral(session, let event) = output else { continue }
            switch event {
            case .subscribed(let central, let characteristic):
                found.removeAll {
                    $0.central.identifier == central.identifier && $0.characteristic == characteristic
                }
            case .unsubscribed(let central, let characteristic):
                found.append(Peripheral.Subscription(central: central, characteristic: characteristic))
            default: break
            }
        }
        return found
    }
}
