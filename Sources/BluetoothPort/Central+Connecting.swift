import BluetoothTypes

extension Central {
    /// System alerts about a peer, shown while the app is suspended: `CBConnectPeripheralOptionNotifyOn…`
    /// (behaviour 3.25).
    public struct ConnectionAlerts: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let connection = ConnectionAlerts(rawValue: 1)
        public static let disconnection = ConnectionAlerts(rawValue: 2)
        public static let notification = ConnectionAlerts(rawValue: 4)
    }

    /// Which of a delegate's two disconnect methods is called (behaviour 3.18).
    public enum DisconnectMethods: Int, Hashable, Sendable {
        /// The system does not know the method with a timestamp.
        case olderOnly = 0
        /// The method with a timestamp is called only if the delegate does not have the older one.
        case olderFirst = 1
        /// The older method is called only if the delegate does not have the one with a timestamp.
        case newerFirst = 2
    }

    /// The links for which an app gets connection events: peers by identifier, or with one of these services (behaviour
    /// 3.35).
    public struct ConnectionEventMatch: Hashable, Sendable {
        public var services: [BluetoothUUID]
        public var peers: [PeerIdentifier]
        public init(services: [BluetoothUUID] = [], peers: [PeerIdentifier] = []) {
            self.services = services
            self.peers = peers
        }
    }
}
