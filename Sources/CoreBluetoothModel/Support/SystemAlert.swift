import BluetoothPort

/// What the system shows or asks because of an app. The app gets no callback for the alert, only for what
/// follows from it.
public struct SystemAlert: Hashable, Sendable, CustomStringConvertible {
    /// What an alert says or asks.
    public enum Kind: Hashable, Sendable {
        /// "… Would Like to Use Bluetooth" (behaviour 1.3); answered by allowing or not.
        case bluetoothPermission
        /// "Turn On Bluetooth to Allow … to Connect to Accessories" (behaviour 1.26); the answer changes
        /// nothing.
        case bluetoothIsOff
        /// Whether the peer gets the phone's notifications (behaviour 3.25); answered by allowing or not.
        case notificationSharing(PeerIdentifier)
        /// A peer connected while the app was suspended (behaviour 3.25); needs no answer.
        case connected(PeerIdentifier)
        /// A peer disconnected while the app was suspended (behaviour 3.25); needs no answer.
        case disconnected(PeerIdentifier)
        /// A peer sent a value while the app was suspended (behaviour 3.25); needs no answer.
        case notified(PeerIdentifier)
    }

    /// Unique on its phone.
    public let number: UInt32
    /// The app that the alert is about.
    public let app: AppID
    /// What it says or asks.
    public let kind: Kind

    /// Whether the alert waits for an answer.
    public var isQuestion: Bool {
        switch kind {
        case .bluetoothPermission, .notificationSharing: true
        case .bluetoothIsOff, .connected, .disconnected, .notified: false
        }
    }

    /// The alert's number and its text, in Faraday's own words.
    public var description: String { text(naming: "\(app)") }

    /// The same with another name for the app.
    package func text(naming app: String) -> String {
        switch kind {
        case .bluetoothPermission: "\(number): \(app) would like to use Bluetooth"
        case .bluetoothIsOff: "\(number): turn on Bluetooth to allow \(app) to connect to accessories"
        case .notificationSharing(let peer): "\(number): allow \(peer) to get your notifications"
        case .connected(let peer): "\(number): \(peer) connected to \(app)"
        case .disconnected(let peer): "\(number): \(peer) disconnected from \(app)"
        case .notified(let peer): "\(number): \(peer) sent a value to \(app)"
        }
    }
}
