import BluetoothTypes

extension Central {
    /// System alerts about a peer, shown while the app is suspended: `CBConnectPeripheralOptionNotifyOn…`
    /// (ledger 3.25).
    public struct ConnectionAlerts: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let connection = ConnectionAlerts(rawValue: 1)
        public static let disconnection = ConnectionAlerts(rawValue: 2)
        public static let notification = ConnectionAlerts(rawValue: 4)
    }

    /// Which links an app wants to hear of: peers by identifier, or with one of these services (ledger 3.35).
    public struct ConnectionEventMatch: Hashable, Sendable {
        public var services: [BluetoothUUID]
        public var peers: [PeerIdentifier]
        public init(services: [BluetoothUUID] = [], peers: [PeerIdentifier] = []) {
            self.services = services
            self.peers = peers
        }
    }
}
