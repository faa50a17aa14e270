import BluetoothPort

/// What the system shows or asks on an app's account; apps are not told of it, but of what follows.
public struct SystemAlert: Hashable, Sendable, CustomStringConvertible {
    /// What an alert says or asks.
    public enum Kind: Hashable, Sendable {
        /// "… Would Like to Use Bluetooth" (behaviour 1.3); answered by allowing or not.
        case bluetoothPermission
        /// "Turn On Bluetooth to Allow … to Connect to Accessories" (behaviour 1.26); no answer changes anything.
        case bluetoothIsOff
        /// Whether the peer gets the phone's notifications (behaviour 3.25); answered by allowing or not.
        case notificationSharing(PeerIdentifier)
        /// A peer connected while the app was suspended (behaviour 3.25); nothing to answer.
        case connected(PeerIdentifier)
        /// A peer disconnected while the app was suspended (behaviour 3.25); nothing to answer.
        case disconnected(PeerIdentifier)
        /// A peer sent a value while the app was suspended (behaviour 3.25); nothing to answer.
        case notified(PeerIdentifier)
    }

    /// Unique on its phone.
    public let number: UInt32
    /// The app that the alert is about.
    public let app: AppID
    /// What it says or asks.
    public let kind: Kind

    /// Whether anybody waits for an answer.
    public var isQuestion: Bool {
        switch kind {
        case .bluetoothPermission, .notificationSharing: true
        case .bluetoothIsOff, .connected, .disconnected, .notified: false
        }
    }

    /// The alert's text, in words of ours, behind its number.
    public var description: String {
        switch kind {
        case .bluetoothPermission: "\(number): \(app) would like to use Bluetooth"
        case .bluetoothIsOff: "\(number): turn on Bluetooth to allow \(app) to connect to accessories"
        case .notificationSharing(let peer): "\(number): allow \(peer) to get your notifications"
        case .connected(let peer): "\(number): \(peer) connected to \(app)"
        case .disconnected(let peer): "\(number): \(peer) disconnected from \(app)"
        case .notified(let peer): "\(number): \(peer) has news for \(app)"
        }
    }
}
