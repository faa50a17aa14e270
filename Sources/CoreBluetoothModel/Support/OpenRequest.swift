import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// An app's request to its phone that has not been answered yet.
package struct OpenRequest: Hashable, Sendable {
    /// What was asked.
    package enum Kind: Hashable, Sendable {
        /// A new manager waits for its first state.
        case state
        /// `connect`, which has no timeout.
        case connect
        /// `cancelPeripheralConnection`, until `didDisconnectPeripheral`.
        case cancelConnection
        /// A request to the peer's attributes, as the app made it.
        case attributes(Central.Command)
        /// `readRSSI`.
        case readRSSI
        /// `openL2CAPChannel` with this PSM.
        case openChannel(psm: UInt16)
        /// `add` of a service, until `didAdd`.
        case addService(BluetoothUUID)
        /// `startAdvertising`, until `peripheralManagerDidStartAdvertising`.
        case startAdvertising
    }

    /// The manager that asked.
    package let session: SessionID
    /// The peer that the request is about, if there is one.
    package let peer: PeerIdentifier?
    /// What was asked.
    package let kind: Kind
}

extension PhoneEffects {
    /// Visits the managers that wait for their first state until `visit` returns false. Returns whether it visited all.
    func visitRequests(_ visit: (() -> OpenRequest) -> Bool) -> Bool {
        for case .firstState(let session) in timers.lazy.map(\.timer) {
            guard visit({ OpenRequest(session: session, peer: nil, kind: .state) }) else { return false }
        }
        return true
    }
}
