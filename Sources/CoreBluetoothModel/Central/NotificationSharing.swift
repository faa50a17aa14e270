import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// ANCS: whether the user shares the phone's notifications with a peer (ledger 3.25).
extension PhoneModel {
    /// The user allows a peer the phone's notifications, or takes that back in Settings.
    public mutating func setNotificationSharing(
        _ isAllowed: Bool, with identifier: PeerIdentifier, at now: Instant
    ) {
    }

    func isNotificationSharingAuthorized(_ identifier: PeerIdentifier) -> Bool { false }
}
