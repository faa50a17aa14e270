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
    public enum DisconnectMethods: Hashable, Sendable {
        /// The system does not know the method with a timestamp.
        case olderOnly
        /// The method with a timestamp is called only if the delegate does not have the older one.
        case olderFirst
        /// The older method is called only if the delegate does not have the one with a timestamp.
        case newerFirst
    }

    /// How a phone's system does what systems do differently.
    public struct Traits: Hashable, Sendable {
        /// Which of a delegate's two disconnect methods is called (behaviour 3.18).
        public var disconnectMethods: DisconnectMethods
        /// Whether an app has to get its peripherals again after `.poweredOff`, as after every state below it
        /// (behaviour 1.18).
        public var invalidatesPeripheralsWhenPoweredOff: Bool
        /// Whether the phone can scan for and connect to extended advertising (behaviour 2.34).
        public var supportsExtendedScanAndConnect: Bool
        /// Whether the phone can measure distances with Channel Sounding (behaviours 27.1, 27.2).
        public var supportsChannelSounding: Bool
        public init(
            disconnectMethods: DisconnectMethods = .olderFirst,
            invalidatesPeripheralsWhenPoweredOff: Bool = false, supportsExtendedScanAndConnect: Bool = false,
            supportsChannelSounding: Bool = false
        ) {
            self.disconnectMethods = disconnectMethods
            self.invalidatesPeripheralsWhenPoweredOff = invalidatesPeripheralsWhenPoweredOff
            self.supportsExtendedScanAndConnect = supportsExtendedScanAndConnect
            self.supportsChannelSounding = supportsChannelSounding
        }
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
