import BluetoothTypes

/// The port of a manager when there is no phone: it ignores every command, and knows no peers.
package final class AbsentPort: CentralPort, PeripheralPort {
    package let authorization: Authorization

    package init(authorization: Authorization = .notDetermined) {
        self.authorization = authorization
    }

    package func send(_ command: Central.Command) -> CommandResult { .ignored }
    package func send(_ command: Peripheral.Command) -> CommandResult { .ignored }
    package func update(_ update: Peripheral.Update) -> Bool { false }
    package func close() {}

    package var traits: Central.Traits { Central.Traits() }
    package func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { [] }
    package func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] { [] }
    package func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool { false }
    package func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int { 0 }
    package func mtu(of peer: PeerIdentifier) -> Int { 0 }
    package func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool { false }
    package func hasOpenRequests(to peer: PeerIdentifier) -> Bool { false }
}
