import BluetoothPort
import BluetoothTypes

/// A central manager's port that has a model behind it: it asks the model where that is, under the lock that guards it.
/// The questions of the port follow from that.
package protocol CentralPortOfModel: CentralPort {
    /// The manager.
    var session: SessionID { get }
    /// Asks the model in its place. Read as a value, each of its many parts would be retained and released.
    func ask<Answer>(_ question: (inout PhoneModel) -> Answer) -> Answer
}

extension CentralPortOfModel {
    package var authorization: Authorization { ask { $0.authorization(for: session) } }

    package var traits: Central.Traits { ask { $0.profile.traits } }

    package func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] {
        ask { $0.retrieve(peers, for: session) }
    }

    package func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        ask { $0.retrieveConnected(with: services, for: session) }
    }

    package func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        ask { model in
            model.router.canSendWriteWithoutResponse(to: peer, for: session)
                && model.managers.core(of: session).map { model.state(of: $0.app) } != .suspended  // 5.18
        }
    }

    package func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        ask { $0.router.maximumWriteLength(to: peer, type, for: session) }
    }

    package func mtu(of peer: PeerIdentifier) -> Int { ask { $0.router.mtu(of: peer, for: session) } }

    package func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        ask { $0.router.isNotificationSharingAuthorized(for: peer) }
    }

    package func hasOpenRequests(to peer: PeerIdentifier) -> Bool {
        ask { $0.router.hasOpenRequests(to: peer, for: session) }
    }
}
