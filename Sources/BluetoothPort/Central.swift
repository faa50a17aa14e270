import BluetoothTypes

/// The central role as values: the requests of an app to a central manager and its peripherals, and the events for the
/// app.
public enum Central {
    /// A request of an app. It is performed at once; the port returns a `CommandResult` at once, and events
    /// follow later.
    public enum Command: Hashable, Sendable {
        /// Scans; a second scan replaces the first.
        case scan(ScanRequest)
        /// Stops the scan.
        case stopScan
        /// Connects, or waits until the peer can be connected; ends with `.connected` or `.failedToConnect`.
        case connect(PeerIdentifier, ConnectOptions)
        /// Cancels a link or an attempt; ends with `.disconnected`.
        case cancelConnection(PeerIdentifier)
        /// The app has released its last reference to the peripheral object (behaviour 1.28, 1.29).
        case release(PeerIdentifier)
        /// Discovers services, all if there is no list; ends with `.servicesDiscovered`.
        case discoverServices(PeerIdentifier, [BluetoothUUID]?)
        /// Discovers the services that a service includes; ends with `.includedServicesDiscovered`.
        case discoverIncludedServices(PeerIdentifier, [BluetoothUUID]?, service: AttributeIdentifier)
        /// Discovers a service's characteristics; ends with `.characteristicsDiscovered`.
        case discoverCharacteristics(PeerIdentifier, [BluetoothUUID]?, service: AttributeIdentifier)
        /// Discovers a characteristic's descriptors; ends with `.descriptorsDiscovered`.
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
        /// Registers for connection events of the phone's links; `nil` means none (behaviour 3.35).
        case registerForConnectionEvents(ConnectionEventMatch?)
        /// Opens an L2CAP channel to a PSM of the peer; ends with `.channelOpened`.
        case openChannel(PeerIdentifier, psm: UInt16)
        /// Uses a channel that is open.
        case channel(ChannelIdentifier, ChannelCommand)
        /// Starts or ends a session that measures the distance to a peer.
        case ranging(PeerIdentifier, RangingCommand)
        /// Reports a misuse by the app that the façade has noticed; the world's policy decides what follows.
        case reportMisuse(Misuse)
    }

    /// An event for the app; events are delivered in order, on the manager's queue.
    public enum Event: Hashable, Sendable {
        /// The first event of a manager that is restored, before any state (behaviour 7.4).
        indirect case willRestoreState(RestoredState)
        /// The state of the radio, for this manager.
        case stateChanged(ManagerState)
        /// Indirect, because this event is three times as large as any other event, and every event would be copied at
        /// its size.
        indirect case discovered(Peer, Advertisement, rssi: Int)
        /// A requested link is established.
        case connected(Peer)
        /// A link could not be established; the attempt has ended.
        case failedToConnect(PeerIdentifier, PortError?)
        /// A link has ended; with the time in seconds since 2001, and whether the system reconnects automatically.
        case disconnected(PeerIdentifier, PortError?, timestamp: Double, isReconnecting: Bool)
        /// A link of any app on the phone was established or ended (behaviour 3.35).
        case connectionEvent(Peer, isConnected: Bool)
        /// The user has allowed or forbidden the sharing of notifications with this peer.
        case notificationSharingChanged(Peer)
        /// The peer's name has changed.
        case nameChanged(PeerIdentifier, String?)
        /// The part of the peer's database that the system already knows. It comes before the answer to a discovery,
        /// and there is no callback for it (behaviour 4.7).
        indirect case attributesKnown(PeerIdentifier, [KnownService])
        /// All services the app has discovered so far on this link, in handle order (behaviour 4.4).
        case servicesDiscovered(PeerIdentifier, [Service], PortError?)
        /// The services that a service includes, or the error of the discovery.
        case includedServicesDiscovered(PeerIdentifier, service: AttributeIdentifier, [Service], PortError?)
        /// A service's characteristics, or the error of the discovery.
        case characteristicsDiscovered(
            PeerIdentifier, service: AttributeIdentifier, [Characteristic], PortError?)
        /// A characteristic's descriptors, or the error of the discovery.
        case descriptorsDiscovered(
            PeerIdentifier, characteristic: AttributeIdentifier, [Descriptor], PortError?)
        /// These services are no longer valid; the app has to discover services again (behaviour 4.14).
        case servicesModified(PeerIdentifier, invalidated: [AttributeIdentifier])
        /// A read's result, a notification or an indication: the app can't tell them apart (behaviour 5.1).
        case characteristicValue(PeerIdentifier, AttributeIdentifier, Result<[UInt8], PortError>)
        /// The peer has answered a write with response.
        case characteristicWritten(PeerIdentifier, AttributeIdentifier, PortError?)
        /// Whether the app is subscribed now.
        case notifyStateChanged(PeerIdentifier, AttributeIdentifier, isNotifying: Bool, PortError?)
        /// A descriptor's value, or the error of the read.
        case descriptorValue(PeerIdentifier, AttributeIdentifier, Result<[UInt8], PortError>)
        /// The peer has answered the write of a descriptor.
        case descriptorWritten(PeerIdentifier, AttributeIdentifier, PortError?)
        /// The link's signal strength in dBm, or the error of the measurement.
        case rssi(PeerIdentifier, Result<Int, PortError>)
        /// There is room again for writes without response.
        case readyToWriteWithoutResponse(PeerIdentifier)
        /// An open channel, or the error.
        case channelOpened(PeerIdentifier, Result<Channel, PortError>)
        /// An event of a channel.
        case channel(ChannelIdentifier, ChannelEvent)
        /// An event of a session that measures the distance to a peer.
        case ranging(PeerIdentifier, RangingEvent)
    }

    /// A peer as a manager reports it.
    public struct Peer: Hashable, Sendable {
        public var identifier: PeerIdentifier
        public var name: String?
        public init(identifier: PeerIdentifier, name: String?) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// The parameters of a scan.
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
        /// Whether the system reconnects automatically after a loss (behaviour 3.18).
        public var enablesAutoReconnect: Bool
        /// Alerts that the system shows while the app is suspended (behaviour 3.25).
        public var alerts: ConnectionAlerts
        /// Whether the phone also connects profiles of Bluetooth Classic; has no effect on a radio without Classic
        /// (behaviour 3.25).
        public var bridgesTransport: Bool
        /// Whether the link is useful only if the user shares notifications with the peer (behaviour 3.25).
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
        /// The last value read from this device, if the phone remembers one (behaviour 4.8).
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
