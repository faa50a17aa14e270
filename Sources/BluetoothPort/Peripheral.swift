import BluetoothTypes

/// The peripheral role as values: the requests of an app to a peripheral manager, and the events for the app.
public enum Peripheral {
    /// A request of an app; the port returns a `CommandResult` at once, and events follow later. An `Update` is not among
    /// them: the port says of it whether there was room.
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
        /// Answers a request: `code` 0 is success; `value` answers a read (the bytes from the request's offset on). An error
        /// for several writes is about the one with the number `part`, from 0 on.
        case respond(RequestIdentifier, code: UInt8, value: [UInt8]?, part: Int = 0)
        /// Asks for another connection interval; no event reports the result.
        case setDesiredConnectionLatency(Latency, central: PeerIdentifier)
        /// Lets centrals open L2CAP channels to a PSM that the system chooses; ends with `.channelPublished`.
        case publishChannel(isEncrypted: Bool)
        /// Withdraws a PSM; ends with `.channelUnpublished`. Open channels to it are closed (behaviour 6.29).
        case unpublishChannel(psm: UInt16)
        /// Uses a channel that is open.
        case channel(ChannelIdentifier, ChannelCommand)
        /// Reports a misuse by the app that the façade has noticed; the world's policy decides what follows.
        case reportMisuse(Misuse)
    }

    /// A new value of a characteristic for centrals that have subscribed to it (behaviour 6.19).
    public struct Update: Hashable, Sendable {
        /// The whole value; a central gets at most ATT_MTU − 3 bytes of it (behaviour 6.18).
        public var value: [UInt8]
        /// The characteristic that has this value now.
        public var characteristic: AttributeIdentifier
        /// The centrals that get it; `nil` means every subscriber.
        public var centrals: [PeerIdentifier]?
        public init(_ value: [UInt8], characteristic: AttributeIdentifier, centrals: [PeerIdentifier]?) {
            self.value = value
            self.characteristic = characteristic
            self.centrals = centrals
        }
    }

    /// An event for the app; events are delivered in order, on the manager's queue.
    public enum Event: Hashable, Sendable {
        /// The first event of a manager that is restored, before any state (behaviour 7.4, 7.9).
        indirect case willRestoreState(RestoredState)
        /// The state of the radio, for this manager.
        case stateChanged(ManagerState)
        /// A service is published, or the error.
        case serviceAdded(AttributeIdentifier, PortError?)
        /// Advertising has started, or the error.
        case advertisingStarted(PortError?)
        /// A central has subscribed to a characteristic.
        case subscribed(Subscriber, characteristic: AttributeIdentifier)
        /// A central has unsubscribed, or the link of a subscribed central has ended.
        case unsubscribed(Subscriber, characteristic: AttributeIdentifier)
        /// The link of a central allows longer updates now; there is no callback for this event (behaviour 6.18).
        case updateLengthChanged(Subscriber)
        /// A central reads, and waits for `.respond`.
        case readRequest(ReadRequest)
        /// One plain write, or all parts of an executed prepared write, atomically (behaviour 6.23).
        case writeRequests(RequestIdentifier, [WriteRequest])
        /// There is room again for updates.
        case readyToUpdateSubscribers
        /// Centrals can open channels to this PSM now, or the error.
        case channelPublished(psm: UInt16, PortError?)
        /// Centrals can no longer open channels to this PSM, or the error.
        case channelUnpublished(psm: UInt16, PortError?)
        /// A central opened a channel.
        indirect case channelOpened(Subscriber, Channel)
        /// An event of a channel.
        case channel(ChannelIdentifier, ChannelEvent)
    }

    /// The connection interval that the app prefers for a link; raw values are Apple's (behaviour 6.27).
    public enum Latency: Int, Hashable, Sendable {
        case low = 0
        case medium = 1
        case high = 2
    }

    /// A central as a peripheral manager reports it.
    public struct Subscriber: Hashable, Sendable {
        public var identifier: PeerIdentifier
        /// ATT_MTU − 3 of its link (behaviour 6.18).
        public var maximumUpdateLength: Int
        public init(identifier: PeerIdentifier, maximumUpdateLength: Int) {
            self.identifier = identifier
            self.maximumUpdateLength = maximumUpdateLength
        }
    }

    /// The data to advertise; only name and services are sent (behaviour 6.7).
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

    /// A service to publish. The façade creates the identifiers; they are unique for the manager's life.
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
        /// A static value, with which the stack answers reads; `nil` means that every read asks the app (behaviour 6.3,
        /// 6.4).
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

    /// A central reads; the app must call `respond` exactly once (behaviour 6.22).
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

    /// One part of a central's write.
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
