import BluetoothTypes
import BluetoothWire

/// The generic attribute profile: databases, procedures, subscriptions. Source: Core 6.0, Vol 3, Part G.
public enum GATT {
    /// The properties of a characteristic (Core 6.0, Vol 3, Part G, 3.3.1.1).
    public struct Properties: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let broadcast = Properties(rawValue: 0x01)
        public static let read = Properties(rawValue: 0x02)
        public static let writeWithoutResponse = Properties(rawValue: 0x04)
        public static let write = Properties(rawValue: 0x08)
        public static let notify = Properties(rawValue: 0x10)
        public static let indicate = Properties(rawValue: 0x20)
        public static let authenticatedSignedWrites = Properties(rawValue: 0x40)
        public static let extendedProperties = Properties(rawValue: 0x80)
    }

    /// What a client may do with an attribute, and on what kind of link.
    public struct Permissions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let readable = Permissions(rawValue: 0x01)
        public static let writable = Permissions(rawValue: 0x02)
        public static let readEncrypted = Permissions(rawValue: 0x04)
        public static let writeEncrypted = Permissions(rawValue: 0x08)
        public static let readAuthenticated = Permissions(rawValue: 0x10)
        public static let writeAuthenticated = Permissions(rawValue: 0x20)
        public static let readAuthorized = Permissions(rawValue: 0x40)
        public static let writeAuthorized = Permissions(rawValue: 0x80)
        /// Subscribing takes an encrypted link; so the client's configuration can be written on one only.
        public static let notifyEncrypted = Permissions(rawValue: 0x100)
        /// Subscribing takes a link whose key is authenticated.
        public static let notifyAuthenticated = Permissions(rawValue: 0x200)
        /// Subscribing takes a link that was authorized.
        public static let notifyAuthorized = Permissions(rawValue: 0x400)
    }

    /// Where an attribute's value comes from.
    public enum Value: Hashable, Sendable {
        /// The host answers reads, and stores what is written if the permissions allow writing.
        case stored([UInt8])
        /// Each read and write is asked of the floor above.
        case dynamic
    }

    /// A service to put into a database; the host assigns handles.
    public struct ServiceDefinition: Hashable, Sendable {
        public var uuid: BluetoothUUID
        public var isPrimary: Bool
        /// Handles of services already in the database; 0 keeps room for one that comes later, which
        /// `Host.Command.includeServices` names.
        public var includedServices: [ATT.Handle]
        public var characteristics: [CharacteristicDefinition]
        public init(
            uuid: BluetoothUUID, isPrimary: Bool = true, includedServices: [ATT.Handle] = [],
            characteristics: [CharacteristicDefinition] = []
        ) {
            self.uuid = uuid
            self.isPrimary = isPrimary
            self.includedServices = includedServices
            self.characteristics = characteristics
        }
    }

    /// A characteristic of a service to be. The host adds a Client Characteristic Configuration where
    /// `properties` say notify or indicate, unless `hasConfiguration` is false.
    public struct CharacteristicDefinition: Hashable, Sendable {
        public var uuid: BluetoothUUID
        public var properties: Properties
        public var permissions: Permissions
        public var value: Value
        public var descriptors: [DescriptorDefinition]
        /// Without a configuration nobody can subscribe, and updates go to every client that they are sent to: what
        /// devices do that break Core 6.0, Vol 3, Part G, 3.3.3.3.
        public var hasConfiguration: Bool
        public init(
            uuid: BluetoothUUID, properties: Properties, permissions: Permissions, value: Value,
            descriptors: [DescriptorDefinition] = [], hasConfiguration: Bool = true
        ) {
            self.uuid = uuid
            self.properties = properties
            self.permissions = permissions
            self.value = value
            self.descriptors = descriptors
            self.hasConfiguration = hasConfiguration
        }
    }

    /// A descriptor other than the Client Characteristic Configuration.
    public struct DescriptorDefinition: Hashable, Sendable {
        public var uuid: BluetoothUUID
        public var permissions: Permissions
        public var value: Value
        public init(uuid: BluetoothUUID, permissions: Permissions, value: Value) {
            self.uuid = uuid
            self.permissions = permissions
            self.value = value
        }
    }

    /// The handles a service was given, in the order of its definition.
    public struct ServiceHandles: Hashable, Sendable {
        public struct Characteristic: Hashable, Sendable {
            /// The handle of the value, not of the declaration.
            public var value: ATT.Handle
            /// In the order of the definition, without the Client Characteristic Configuration.
            public var descriptors: [ATT.Handle]
            public init(value: ATT.Handle, descriptors: [ATT.Handle]) {
                self.value = value
                self.descriptors = descriptors
            }
        }
        /// First and last handle of the service; the first names it.
        public var range: ATT.HandleRange
        public var characteristics: [Characteristic]
        public init(range: ATT.HandleRange, characteristics: [Characteristic]) {
            self.range = range
            self.characteristics = characteristics
        }
    }

    /// Why a service can't be added or removed.
    public enum DatabaseError: Error, Hashable, Sendable {
        case handlesExhausted
        case unknownIncludedService(ATT.Handle)
        case unknownService(ATT.Handle)
        /// A stored value is longer than 512 bytes.
        case valueTooLong(Int)
    }

    /// Notification or indication.
    public enum UpdateKind: Hashable, Sendable {
        case notification
        case indication
    }

    /// What a client wrote to a Client Characteristic Configuration (Core 6.0, Vol 3, Part G, 3.3.3.3).
    public struct Subscription: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let notifications = Subscription(rawValue: 1)
        public static let indications = Subscription(rawValue: 2)
    }

    /// A request of a peer that waits for the floor above.
    public struct RequestID: Hashable, Sendable {
        public let rawValue: UInt64
        public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// A peer reads a dynamic attribute; owed one `respond` with the bytes from `offset` on.
    public struct ReadRequest: Hashable, Sendable {
        public var id: RequestID
        public var link: Host.LinkID
        public var handle: ATT.Handle
        public var offset: Int
        public init(id: RequestID, link: Host.LinkID, handle: ATT.Handle, offset: Int) {
            self.id = id
            self.link = link
            self.handle = handle
            self.offset = offset
        }
    }

    /// A peer writes: one part for a plain write, several for an executed prepared write.
    public struct WriteRequest: Hashable, Sendable {
        public struct Part: Hashable, Sendable {
            public var handle: ATT.Handle
            public var offset: Int
            public var value: [UInt8]
            public init(handle: ATT.Handle, offset: Int, value: [UInt8]) {
                self.handle = handle
                self.offset = offset
                self.value = value
            }
        }
        /// `nil` on a write command, which gets no answer, and on a stored attribute, already answered.
        public var id: RequestID?
        public var link: Host.LinkID
        public var parts: [Part]
        public init(id: RequestID?, link: Host.LinkID, parts: [Part]) {
            self.id = id
            self.link = link
            self.parts = parts
        }
    }

    /// What a client can ask of a peer's database; each is one procedure, run one after the other.
    public enum Procedure: Hashable, Sendable {
        case exchangeMTU(UInt16)
        /// All primary services, or (one discovery for each) those with these UUIDs.
        case discoverPrimaryServices([BluetoothUUID])
        case discoverIncludedServices(ATT.HandleRange)
        /// All characteristics in a service's range.
        case discoverCharacteristics(ATT.HandleRange)
        /// The descriptors in the range behind a characteristic's value.
        case discoverDescriptors(ATT.HandleRange)
        /// Read, then Read Blob for as long as full parts come, up to 512 bytes.
        case read(ATT.Handle)
        case readUsingUUID(ATT.HandleRange, BluetoothUUID)
        case readMultiple([ATT.Handle])
        case readMultipleVariable([ATT.Handle])
        /// Write Request, or Prepare and Execute when the value is longer than MTU − 3.
        case write(ATT.Handle, [UInt8])
        /// Prepare Writes whose echoes are checked, then one Execute (Part G, 4.9.5).
        case reliableWrite([WriteRequest.Part])
        /// Refused here with `.signedWritesUnsupported`: signing needs a bond's key.
        case signedWrite(ATT.Handle, [UInt8])
    }

    /// How a procedure ended.
    public enum Outcome: Hashable, Sendable {
        case mtu(UInt16)
        case services([DiscoveredService])
        case includedServices([IncludedService])
        case characteristics([DiscoveredCharacteristic])
        case descriptors([DiscoveredDescriptor])
        case value([UInt8])
        case values([ReadValue])
        case written
        case failed(ATT.Failure)
    }

    public struct DiscoveredService: Hashable, Sendable {
        public var range: ATT.HandleRange
        public var uuid: BluetoothUUID
        public init(range: ATT.HandleRange, uuid: BluetoothUUID) {
            self.range = range
            self.uuid = uuid
        }
    }

    public struct IncludedService: Hashable, Sendable {
        /// The handle of the include declaration.
        public var declaration: ATT.Handle
        public var service: DiscoveredService
        public init(declaration: ATT.Handle, service: DiscoveredService) {
            self.declaration = declaration
            self.service = service
        }
    }

    public struct DiscoveredCharacteristic: Hashable, Sendable {
        public var declaration: ATT.Handle
        public var value: ATT.Handle
        public var properties: Properties
        public var uuid: BluetoothUUID
        public init(
            declaration: ATT.Handle, value: ATT.Handle, properties: Properties, uuid: BluetoothUUID
        ) {
            self.declaration = declaration
            self.value = value
            self.properties = properties
            self.uuid = uuid
        }
    }

    public struct DiscoveredDescriptor: Hashable, Sendable {
        public var handle: ATT.Handle
        public var uuid: BluetoothUUID
        public init(handle: ATT.Handle, uuid: BluetoothUUID) {
            self.handle = handle
            self.uuid = uuid
        }
    }

    public struct ReadValue: Hashable, Sendable {
        public var handle: ATT.Handle
        public var value: [UInt8]
        public init(handle: ATT.Handle, value: [UInt8]) {
            self.handle = handle
            self.value = value
        }
    }
}
