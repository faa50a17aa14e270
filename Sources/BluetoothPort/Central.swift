import BluetoothTypes

/// The central role as values: what an app asks of a central manager and its peripherals, and what it
/// is told.
public enum Central {
    /// What an app asks; carried out at once, answered at once by an `Answer` and later by events.
    public enum Command: Hashable, Sendable {
        /// Scans; a second scan replaces the first.
        case scan(ScanRequest)
        /// Ends the scan.
        case stopScan
        /// Connects, or waits until the peer can be connected; ends with `.connected` or `.failedToConnect`.
        case connect(PeerIdentifier, ConnectOptions)
        /// Gives up a link or an attempt; ends with `.disconnected`.
        case cancelConnection(PeerIdentifier)
        /// The app's last reference to the peripheral object is gone (behaviour 1.28, 1.29).
        case release(PeerIdentifier)
        /// Finds services, all if there is no list; ends with `.servicesDiscovered`.
        case discoverServices(PeerIdentifier, [BluetoothUUID]?)
        /// Finds the services that a service includes; ends with `.includedServicesDiscovered`.
        case discoverIncludedServices(PeerIdentifier, [BluetoothUUID]?, service: AttributeIdentifier)
        /// Finds a service's characteristics; ends with `.characteristicsDiscovered`.
        case discoverCharacteristics(PeerIdentifier, [BluetoothUUID]?, service: AttributeIdentifier)
        /// Finds a characteristic's descriptors; ends with `.descriptorsDiscovered`.
        case discoverDescriptors(PeerIdentifier, characteristic: AttributeIdentifier)
        /// Reads a value; ends with `.characteristicValue`.
        case readCharacteristic(PeerIdentifier, AttributeIdentifier)
        /// Writes a value; with response it ends with `.characteristicWritten`.
        case writeCharacteristic(PeerIdentifier, AttributeIdentifier, [UInt8], WriteType)
        /// Subscribes or unsubscribes; ends with `.notifyStateChanged`.
        case setNotify(PeerIdentifier, AttributeIdentifier, Bool)
        /// Reads a descriptor; ends with `.descriptorValue`.
        case readDescriptor(PeerIdentifier, AttributeIdentifier)
        /// Writes a descriptor; ends with `.descriptorWritten`.
        case writeDescriptor(PeerIdentifier, AttributeIdentifier, [UInt8])
        /// Measures the link's signal; ends with `.rssi`.
        case readRSSI(PeerIdentifier)
        /// Which links of the phone the app wants to hear of; `nil` is none (behaviour 3.35).
        case registerForConnectionEvents(ConnectionEventMatch?)
        /// Opens an L2CAP channel to a PSM of the peer; ends with `.channelOpened`.
        case openChannel(PeerIdentifier, psm: UInt16)
        /// Uses a channel that is open.
        case channel(ChannelIdentifier, ChannelCommand)
        /// Something the veneer saw an app do that CoreBluetooth logs; carried to the world's policy.
        case reportMisuse(Misuse)
    }

    /// Questions with an answer at once and no effect.
    public enum Query: Hashable, Sendable {
        case authorization
        /// Known peers among these; order kept, unknown ones left out (behaviour 3.30).
        case retrieve([PeerIdentifier])
        /// Peers linked to the phone by any app, with one of these services (behaviour 3.31).
        case retrieveConnected([BluetoothUUID])
        case canSendWriteWithoutResponse(PeerIdentifier)
        case maximumWriteLength(PeerIdentifier, WriteType)
        /// The ATT MTU as `description` prints it: 0 disconnected, 23 at first, then negotiated (behaviour 1.35).
        case mtu(PeerIdentifier)
        case supportsExtendedScanAndConnect
        /// Which of a delegate's two disconnect methods is called: the number of a `DisconnectMethods`.
        case disconnectMethods
        /// Whether peripherals are of no use any more after their manager was told this state (behaviour 1.18).
        case invalidatesPeripherals(ManagerState)
        /// Whether the user shares notifications with the peer (behaviour 3.25).
        case isNotificationSharingAuthorized(PeerIdentifier)
        /// Whether the app has asked the peer's attributes for something that is not answered yet (behaviour 4.27); Apple's
        /// framework does not say.
        case hasOpenRequests(PeerIdentifier)
    }

    /// What a command or a query is answered with, before the call returns.
    public enum Answer: Hashable, Sendable {
        /// The command was taken; events follow.
        case accepted
        /// The command was ignored; a misuse was reported where Apple logs one.
        case ignored
        case peers([Peer])
        case flag(Bool)
        case number(Int)
        case authorization(Authorization)
    }

    /// What an app is told, in order, on its manager's queue.
    public enum Event: Hashable, Sendable {
        /// The first event of a manager that is restored, before any state (behaviour 7.4).
        indirect case willRestoreState(RestoredState)
        /// The state of the radio, for this manager.
        case stateChanged(ManagerState)
        /// Boxed: it is three times as large as any other event, and all others would be copied at its size.
        indirect case discovered(Peer, Advertisement, rssi: Int)
        /// A link that was asked for is up.
        case connected(Peer)
        /// A link could not be set up; the attempt is over.
        case failedToConnect(PeerIdentifier, PortError?)
        /// A link has ended, with the time in seconds since 2001, and whether the system connects again by itself.
        case disconnected(PeerIdentifier, PortError?, timestamp: Double, isReconnecting: Bool)
        /// A link of the phone came up or ended, whoever's it is (behaviour 3.35).
        case connectionEvent(Peer, isConnected: Bool)
        /// The user has allowed or forbidden to share notifications with this peer.
        case notificationSharingChanged(Peer)
        /// The peer's name is another one now.
        case nameChanged(PeerIdentifier, String?)
        /// What the system knows of the peer's database already; comes before the answer to a discovery and is no
        /// callback of its own (behaviour 4.7).
        indirect case attributesKnown(PeerIdentifier, [KnownService])
        /// All services the app has discovered so far on this link, in handle order (behaviour 4.4).
        case servicesDiscovered(PeerIdentifier, [Service], PortError?)
        /// The services that a service includes, or why they were not found.
        case includedServicesDiscovered(PeerIdentifier, service: AttributeIdentifier, [Service], PortError?)
        /// A service's characteristics, or why they were not found.
        case characteristicsDiscovered(
            PeerIdentifier, service: AttributeIdentifier, [Characteristic], PortError?)
        /// A characteristic's descriptors, or why they were not found.
        case descriptorsDiscovered(
            PeerIdentifier, characteristic: AttributeIdentifier, [Descriptor], PortError?)
        /// These services are dead; the app discovers anew (behaviour 4.14).
        case servicesModified(PeerIdentifier, invalidated: [AttributeIdentifier])
        /// A read's result, a notification or an indication: the app can't tell them apart (behaviour 5.1).
        case characteristicValue(PeerIdentifier, AttributeIdentifier, Result<[UInt8], PortError>)
        /// The peer has answered a write with response.
        case characteristicWritten(PeerIdentifier, AttributeIdentifier, PortError?)
        /// Whether the app is subscribed now.
        case notifyStateChanged(PeerIdentifier, AttributeIdentifier, isNotifying: Bool, PortError?)
        /// A descriptor's value, or why it was not read.
        case descriptorValue(PeerIdentifier, AttributeIdentifier, Result<[UInt8], PortError>)
        /// The peer has answered the write of a descriptor.
        case descriptorWritten(PeerIdentifier, AttributeIdentifier, PortError?)
        /// The link's signal in dBm, or why it was not measured.
        case rssi(PeerIdentifier, Result<Int, PortError>)
        /// There is room again for writes without response.
        case readyToWriteWithoutResponse(PeerIdentifier)
        /// A channel is open, or why it is not.
        case channelOpened(PeerIdentifier, Result<Channel, PortError>)
        /// Something happened to a channel.
        case channel(ChannelIdentifier, ChannelEvent)
    }

    /// A peer as a manager hands it out.
    public struct Peer: Hashable, Sendable {
        public var identifier: PeerIdentifier
        public var name: String?
        public init(identifier: PeerIdentifier, name: String?) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// What to scan for.
    public struct ScanRequest: Hashable, Sendable {
        /// Report only peers that advertise one of these; empty means all (behaviour 2.1).
        public var services: [BluetoothUUID]
        public var allowsDuplicates: Bool
        public var solicitedServices: [BluetoothUUID]
        public init(
            services: [BluetoothUUID] = [], allowsDuplicates: Bool = false,
            solicitedServices: [BluetoothUUID] = []
        ) {
            self.services = services
            self.allowsDuplicates = allowsDuplicates
            self.solicitedServices = solicitedServices
        }
    }

    /// How to connect: the options of `connect(_:options:)`.
    public struct ConnectOptions: Hashable, Sendable {
        /// Seconds before the attempt begins (behaviour 3.25).
        public var startDelay: Double
        /// Whether the system connects again after a loss (behaviour 3.18).
        public var enablesAutoReconnect: Bool
        /// Alerts that the system shows while the app is suspended (behaviour 3.25).
        public var alerts: ConnectionAlerts
        /// Whether to bring up classic profiles too; changes nothing on a radio without them (behaviour 3.25).
        public var bridgesTransport: Bool
        /// Whether the link is of use only if the user shares notifications with the peer (behaviour 3.25).
        public var requiresNotificationSharing: Bool
        public init(
            startDelay: Double = 0, enablesAutoReconnect: Bool = false, alerts: ConnectionAlerts = [],
            bridgesTransport: Bool = false, requiresNotificationSharing: Bool = false
        ) {
            self.startDelay = startDelay
            self.enablesAutoReconnect = enablesAutoReconnect
            self.alerts = alerts
            self.bridgesTransport = bridgesTransport
            self.requiresNotificationSharing = requiresNotificationSharing
        }
    }

    /// With or without response; raw values are Apple's.
    public enum WriteType: Int, Hashable, Sendable {
        case withResponse = 0
        case withoutResponse = 1
    }

    /// A service on a peer.
    public struct Service: Hashable, Sendable {
        public var identifier: AttributeIdentifier
        public var uuid: BluetoothUUID
        public var isPrimary: Bool
        public init(identifier: AttributeIdentifier, uuid: BluetoothUUID, isPrimary: Bool) {
            self.identifier = identifier
            self.uuid = uuid
            self.isPrimary = isPrimary
        }
    }

    /// A characteristic on a peer.
    public struct Characteristic: Hashable, Sendable {
        public var identifier: AttributeIdentifier
        public var uuid: BluetoothUUID
        /// Bits as in GATT, extended properties 0x0100 and up as Apple numbers them.
        public var properties: UInt
        /// The value last read from this device, if the phone remembers one (behaviour 4.8).
        public var cachedValue: [UInt8]?
        public init(
            identifier: AttributeIdentifier, uuid: BluetoothUUID, properties: UInt, cachedValue: [UInt8]?
        ) {
            self.identifier = identifier
            self.uuid = uuid
            self.properties = properties
            self.cachedValue = cachedValue
        }
    }

    /// A descriptor on a peer.
    public struct Descriptor: Hashable, Sendable {
        public var identifier: AttributeIdentifier
        public var uuid: BluetoothUUID
        public init(identifier: AttributeIdentifier, uuid: BluetoothUUID) {
            self.identifier = identifier
            self.uuid = uuid
        }
    }
}
