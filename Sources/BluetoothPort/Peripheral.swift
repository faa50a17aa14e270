import BluetoothTypes

/// The peripheral role as values: what an app asks of a peripheral manager, and what it is told.
public enum Peripheral {
    /// What an app asks; answered at once by an `Answer` and later by events.
    public enum Command: Hashable, Sendable {
        /// Publishes a service; ends with `.serviceAdded`.
        case add(Service)
        /// Withdraws a service.
        case remove(AttributeIdentifier)
        /// Withdraws all services of the manager.
        case removeAllServices
        /// Advertises; ends with `.advertisingStarted`.
        case startAdvertising(AdvertisementRequest)
        /// Stops advertising.
        case stopAdvertising
        /// `code` 0 is success; `value` answers a read (the bytes from the request's offset on).
        case respond(RequestIdentifier, code: UInt8, value: [UInt8]?)
        /// `nil` centrals means every subscriber (behaviour 6.19). Answered by `.flag`.
        case updateValue([UInt8], characteristic: AttributeIdentifier, centrals: [PeerIdentifier]?)
        /// Asks for another connection interval; nothing says what came of it.
        case setDesiredConnectionLatency(Latency, central: PeerIdentifier)
        /// Lets centrals open L2CAP channels to a PSM that the system picks; ends with `.channelPublished`.
        case publishChannel(isEncrypted: Bool)
        /// Ends with `.channelUnpublished`; channels that are open to it are closed (behaviour 6.29).
        case unpublishChannel(psm: UInt16)
        /// Uses a channel that is open.
        case channel(ChannelIdentifier, ChannelCommand)
        /// Something that the veneer saw an app do and that CoreBluetooth logs; the world's policy decides what
        /// follows.
        case reportMisuse(Misuse)
    }

    /// Questions with an answer at once and no effect.
    public enum Query: Hashable, Sendable {
        case authorization
    }

    /// What a command or a query is answered with, before the call returns.
    public enum Answer: Hashable, Sendable {
        case accepted
        case ignored
        case flag(Bool)
        case authorization(Authorization)
    }

    /// What an app is told, in order, on its manager's queue.
    public enum Event: Hashable, Sendable {
        /// The first event of a manager that is restored, before any state (behaviour 7.4, 7.9).
        indirect case willRestoreState(RestoredState)
        /// The state of the radio, for this manager.
        case stateChanged(ManagerState)
        /// A service is published, or why it is not.
        case serviceAdded(AttributeIdentifier, PortError?)
        /// The advertisement is on air, or why it is not.
        case advertisingStarted(PortError?)
        /// A central has subscribed to a characteristic.
        case subscribed(Subscriber, characteristic: AttributeIdentifier)
        /// A central has unsubscribed, or its link has ended.
        case unsubscribed(Subscriber, characteristic: AttributeIdentifier)
        /// The link of a central takes longer updates now; there is no callback for it (behaviour 6.18).
        case updateLengthChanged(Subscriber)
        /// A central reads, and waits for `.respond`.
        case readRequest(ReadRequest)
        /// One plain write, or all parts of an executed prepared write, atomically (behaviour 6.23).
        case writeRequests(RequestIdentifier, [WriteRequest])
        /// There is room again for updates.
        case readyToUpdateSubscribers
        /// Channels can be opened to this PSM now, or why they can't.
        case channelPublished(psm: UInt16, PortError?)
        /// No channels can be opened to this PSM any more.
        case channelUnpublished(psm: UInt16, PortError?)
        /// A central opened a channel.
        case channelOpened(Subscriber, Channel)
        /// Something happened to a channel.
        case channel(ChannelIdentifier, ChannelEvent)
    }

    /// Interval the app wishes for a link; raw values are Apple's (behaviour 6.27).
    public enum Latency: Int, Hashable, Sendable {
        case low = 0
        case medium = 1
        case high = 2
    }

    /// A central as a peripheral manager hands it out.
    public struct Subscriber: Hashable, Sendable {
        public var identifier: PeerIdentifier
        /// ATT_MTU − 3 of its link (behaviour 6.18).
        public var maximumUpdateLength: Int
        public init(identifier: PeerIdentifier, maximumUpdateLength: Int) {
            self.identifier = identifier
            self.maximumUpdateLength = maximumUpdateLength
        }
    }

    /// What to advertise; only name and services go on air (behaviour 6.7).
    public struct AdvertisementRequest: Hashable, Sendable {
        public var localName: String?
        public var serviceUUIDs: [BluetoothUUID]
        /// The 21 bytes of an iBeacon: proximity UUID, major, minor, measured power (behaviour 6.7).
        public var beacon: [UInt8]?
        /// Keys that CoreBluetooth refuses with a log line.
        public var refusedKeys: [String]
        public init(
            localName: String? = nil, serviceUUIDs: [BluetoothUUID] = [], beacon: [UInt8]? = nil,
            refusedKeys: [String] = []
        ) {
            self.localName = localName
            self.serviceUUIDs = serviceUUIDs
            self.beacon = beacon
            self.refusedKeys = refusedKeys
        }
    }

    /// A service to publish. The veneer makes the identifiers; they are unique for the manager's life.
    public struct Service: Hashable, Sendable {
        public var identifier: AttributeIdentifier
        public var uuid: BluetoothUUID
        public var isPrimary: Bool
        /// Services published before, by identifier.
        public var includedServices: [AttributeIdentifier]
        public var characteristics: [Characteristic]
        public init(
            identifier: AttributeIdentifier, uuid: BluetoothUUID, isPrimary: Bool,
            includedServices: [AttributeIdentifier], characteristics: [Characteristic]
        ) {
            self.identifier = identifier
            self.uuid = uuid
            self.isPrimary = isPrimary
            self.includedServices = includedServices
            self.characteristics = characteristics
        }
    }

    /// A characteristic to publish.
    public struct Characteristic: Hashable, Sendable {
        public var identifier: AttributeIdentifier
        public var uuid: BluetoothUUID
        /// Bits as Apple numbers them: GATT's, plus 0x100 and 0x200 for required encryption.
        public var properties: UInt
        /// Bits as Apple numbers them: 1 readable, 2 writeable, 4 and 8 the same with encryption.
        public var permissions: UInt
        /// A static value, answered by the stack; `nil` means every read asks the app (behaviour 6.3, 6.4).
        public var value: [UInt8]?
        public var descriptors: [Descriptor]
        public init(
            identifier: AttributeIdentifier, uuid: BluetoothUUID, properties: UInt, permissions: UInt,
            value: [UInt8]?, descriptors: [Descriptor]
        ) {
            self.identifier = identifier
            self.uuid = uuid
            self.properties = properties
            self.permissions = permissions
            self.value = value
            self.descriptors = descriptors
        }
    }

    /// A descriptor to publish: its value is static (behaviour 6.5).
    public struct Descriptor: Hashable, Sendable {
        public var uuid: BluetoothUUID
        public var value: [UInt8]
        public init(uuid: BluetoothUUID, value: [UInt8]) {
            self.uuid = uuid
            self.value = value
        }
    }

    /// A central reads; exactly one `respond` is owed (behaviour 6.22).
    public struct ReadRequest: Hashable, Sendable {
        public var identifier: RequestIdentifier
        public var central: Subscriber
        public var characteristic: AttributeIdentifier
        public var offset: Int
        public init(
            identifier: RequestIdentifier, central: Subscriber, characteristic: AttributeIdentifier,
            offset: Int
        ) {
            self.identifier = identifier
            self.central = central
            self.characteristic = characteristic
            self.offset = offset
        }
    }

    /// One part of what a central writes.
    public struct WriteRequest: Hashable, Sendable {
        public var central: Subscriber
        public var characteristic: AttributeIdentifier
        public var offset: Int
        public var value: [UInt8]
        public init(
            central: Subscriber, characteristic: AttributeIdentifier, offset: Int, value: [UInt8]
        ) {
            self.central = central
            self.characteristic = characteristic
            self.offset = offset
            self.value = value
        }
    }
}
