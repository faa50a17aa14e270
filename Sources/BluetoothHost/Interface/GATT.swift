import BluetoothTypes
import BluetoothWire

/// The generic attribute profile: databases, procedures, subscriptions. Source: Core 6.0, Vol 3, Part G.
public enum GATT {
    /// The properties of a characteristic (Core 6.0, Vol 3, Part G, 3.3.1.1).
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The properties as bits, as in the characteristic's declaration.
        public let rawValue: UInt8
        /// Creates properties from the bits of a declaration; bits without a name are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The server may put the value into its advertising data.
        public static let broadcast = Properties(rawValue: 0x01)
        /// Clients may read the value.
        public static let read = Properties(rawValue: 0x02)
        /// Clients may write with Write Command, which is not answered.
        public static let writeWithoutResponse = Properties(rawValue: 0x04)
        /// Clients may write with Write Request, which is answered.
        public static let write = Properties(rawValue: 0x08)
        /// The server may send the value to subscribed clients, which do not confirm it.
        public static let notify = Properties(rawValue: 0x10)
        /// The server may send the value to subscribed clients, which confirm it.
        public static let indicate = Properties(rawValue: 0x20)
        /// Clients may write with Signed Write Command.
        public static let authenticatedSignedWrites = Properties(rawValue: 0x40)
        /// The characteristic has an Extended Properties descriptor that says more.
        public static let extendedProperties = Properties(rawValue: 0x80)
    }

    /// What a client may do with an attribute, and on what kind of link.
    public struct Permissions: OptionSet, Hashable, Sendable {
        /// The permissions as bits; they are the host's own and never on air.
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The value can be read; without it a read ends with *Read Not Permitted*.
        public static let readable = Permissions(rawValue: 0x01)
        /// The value can be written; without it a write ends with *Write Not Permitted*.
        public static let writable = Permissions(rawValue: 0x02)
        /// Reading needs an encrypted link.
        public static let readEncrypted = Permissions(rawValue: 0x04)
        /// Writing needs an encrypted link.
        public static let writeEncrypted = Permissions(rawValue: 0x08)
        /// Reading needs a link that is encrypted with an authenticated key.
        public static let readAuthenticated = Permissions(rawValue: 0x10)
        /// Writing needs a link that is encrypted with an authenticated key.
        public static let writeAuthenticated = Permissions(rawValue: 0x20)
        /// Reading needs a link that was authorized; others get *Insufficient Authorization*.
        public static let readAuthorized = Permissions(rawValue: 0x40)
        /// Writing needs a link that was authorized; others get *Insufficient Authorization*.
        public static let writeAuthorized = Permissions(rawValue: 0x80)
        /// Subscribing needs an encrypted link: only there the client can write its configuration.
        public static let notifyEncrypted = Permissions(rawValue: 0x100)
        /// Subscribing needs a link whose key is authenticated.
        public static let notifyAuthenticated = Permissions(rawValue: 0x200)
        /// Subscribing needs a link that was authorized.
        public static let notifyAuthorized = Permissions(rawValue: 0x400)
    }

    /// Where an attribute's value comes from.
    public enum Value: Hashable, Sendable {
        /// The host answers reads, and stores what is written if the permissions allow writing.
        case stored([UInt8])
        /// The host asks the upper layer for each read and write.
        case dynamic
    }

    /// A service to add to a database; the host assigns handles.
    public struct ServiceDefinition: Hashable, Sendable {
        /// The type of the service.
        public var uuid: BluetoothUUID
        /// Whether clients find the service by primary service discovery, or only where another one includes it.
        public var isPrimary: Bool
        /// Handles of services already in the database. A 0 reserves room for a service that is added later
        /// with `Host.Command.includeServices`.
        public var includedServices: [ATT.Handle]
        /// The characteristics, in the order of their handles.
        public var characteristics: [CharacteristicDefinition]
        /// Creates a service; without further arguments it is primary and empty.
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

    /// A characteristic to add. The host adds a Client Characteristic Configuration if `properties` contains
    /// notify or indicate, unless `hasConfiguration` is false.
    public struct CharacteristicDefinition: Hashable, Sendable {
        /// The type of the characteristic.
        public var uuid: BluetoothUUID
        /// What clients can do, as the declaration says.
        public var properties: Properties
        /// What the host allows clients to do, and on what kind of link.
        public var permissions: Permissions
        /// Where the value comes from.
        public var value: Value
        /// The descriptors, without the Client Characteristic Configuration, which the host adds.
        public var descriptors: [DescriptorDefinition]
        /// Whether the characteristic gets a Client Characteristic Configuration. Without one no client can
        /// subscribe, and updates are sent to every client that they are for, as on devices that violate Core
        /// 6.0, Vol 3, Part G, 3.3.3.3.
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
        /// The type of the descriptor.
        public var uuid: BluetoothUUID
        /// What clients may do with it, and on what kind of link.
        public var permissions: Permissions
        /// Where its value comes from.
        public var value: Value
        public init(uuid: BluetoothUUID, permissions: Permissions, value: Value) {
            self.uuid = uuid
            self.permissions = permissions
            self.value = value
        }
    }

    /// The handles that a service got, in the order of its definition.
    public struct ServiceHandles: Hashable, Sendable {
        /// The handles of one characteristic.
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
        /// First and last handle of the service; the first identifies it.
        public var range: ATT.HandleRange
        /// The characteristics' handles, in the order of the definition.
        public var characteristics: [Characteristic]
        public init(range: ATT.HandleRange, characteristics: [Characteristic]) {
            self.range = range
            self.characteristics = characteristics
        }
    }

    /// Why a service can't be added or removed.
    public enum DatabaseError: Error, Hashable, Sendable {
        /// The service needs more handles than are left below 0xFFFF.
        case handlesExhausted
        /// No service of the database begins at this handle, which the definition includes.
        case unknownIncludedService(ATT.Handle)
        /// No service of the database begins at this handle.
        case unknownService(ATT.Handle)
        /// A stored value is longer than 512 bytes.
        case valueTooLong(Int)
    }

    /// Notification or indication.
    public enum UpdateKind: Hashable, Sendable {
        /// Sent without an answer; any number can be in flight.
        case notification
        /// Confirmed by the client; one at a time on each link.
        case indication
    }

    /// What a client wrote to a Client Characteristic Configuration (Core 6.0, Vol 3, Part G, 3.3.3.3).
    public struct Subscription: OptionSet, Hashable, Sendable {
        /// The value of the descriptor as bits.
        public let rawValue: UInt16
        /// Creates a subscription from the descriptor's bits; bits without a name are kept.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The client wants notifications.
        public static let notifications = Subscription(rawValue: 1)
        /// The client wants indications.
        public static let indications = Subscription(rawValue: 2)
    }

    /// Identifies a peer's request that waits for the upper layer.
    public struct RequestID: Hashable, Sendable {
        /// A number that no other request of this host has.
        public let rawValue: UInt64
        public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// A peer reads a dynamic attribute. Answer it with one `respond` that has the bytes from `offset` on.
    public struct ReadRequest: Hashable, Sendable {
        /// Identifies the request in its answer.
        public var id: RequestID
        /// The link that the request came on.
        public var link: Host.LinkID
        /// The attribute that is read.
        public var handle: ATT.Handle
        /// The first byte that the peer wants, 0…512.
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
        /// Bytes for one attribute.
        public struct Part: Hashable, Sendable {
            /// The attribute that is written.
            public var handle: ATT.Handle
            /// Where in the value the bytes go, 0…512.
            public var offset: Int
            /// The bytes to be written, at most 512.
            public var value: [UInt8]
            public init(handle: ATT.Handle, offset: Int, value: [UInt8]) {
                self.handle = handle
                self.offset = offset
                self.value = value
            }
        }
        /// `nil` for a write command, which gets no answer, and for a stored attribute, which is already
        /// answered.
        public var id: RequestID?
        /// The link that the write came on.
        public var link: Host.LinkID
        /// The parts, in the order in which they were sent. All of them are written or none.
        public var parts: [Part]
        public init(id: RequestID?, link: Host.LinkID, parts: [Part]) {
            self.id = id
            self.link = link
            self.parts = parts
        }
    }

    /// What a client can ask of a peer's database. Each is one procedure; procedures run one after the other.
    public enum Procedure: Hashable, Sendable {
        /// Offers this MTU, 23…517, and gets the peer's; once on each link (Part G, 4.3.1).
        case exchangeMTU(UInt16)
        /// All primary services, or (one discovery for each) those with these UUIDs.
        case discoverPrimaryServices([BluetoothUUID])
        /// The services that the service in this range includes (Part G, 4.5.1).
        case discoverIncludedServices(ATT.HandleRange)
        /// All characteristics in a service's range.
        case discoverCharacteristics(ATT.HandleRange)
        /// The descriptors in the range behind a characteristic's value.
        case discoverDescriptors(ATT.HandleRange)
        /// Read, then Read Blob as long as the parts are full, up to 512 bytes.
        case read(ATT.Handle)
        /// All values of this type in the range (Part G, 4.8.2).
        indirect case readUsingUUID(ATT.HandleRange, BluetoothUUID)
        /// Values of known lengths, read with one request (Part G, 4.8.4).
        case readMultiple([ATT.Handle])
        /// Values of any lengths, read with one request (Part G, 4.8.5).
        case readMultipleVariable([ATT.Handle])
        /// Write Request, or Prepare and Execute when the value is longer than MTU − 3.
        case write(ATT.Handle, [UInt8])
        /// Prepare Writes whose echoes are checked, then one Execute (Part G, 4.9.5).
        case reliableWrite([WriteRequest.Part])
        /// Refused by the host with `.signedWritesUnsupported`: signing needs a bond's key.
        case signedWrite(ATT.Handle, [UInt8])
    }

    /// How a procedure ended.
    public enum Outcome: Hashable, Sendable {
        /// The MTU that is used from now on, 23…517.
        case mtu(UInt16)
        /// The services that were found, in the order of their handles.
        case services([DiscoveredService])
        /// The included services that were found, in the order of their declarations.
        case includedServices([IncludedService])
        /// The characteristics that were found, in the order of their handles.
        case characteristics([DiscoveredCharacteristic])
        /// The descriptors that were found, in the order of their handles.
        case descriptors([DiscoveredDescriptor])
        /// The value that was read, at most 512 bytes.
        case value([UInt8])
        /// The values that were read, in the order of the request.
        case values([ReadValue])
        /// The server has confirmed the write.
        case written
        /// The procedure failed: the peer's refusal, a timeout, or the end of the link.
        case failed(ATT.Failure)
    }

    /// A service that a discovery found.
    public struct DiscoveredService: Hashable, Sendable {
        /// Its first and last handle.
        public var range: ATT.HandleRange
        /// Its type.
        public var uuid: BluetoothUUID
        public init(range: ATT.HandleRange, uuid: BluetoothUUID) {
            self.range = range
            self.uuid = uuid
        }
    }

    /// A service that another one includes.
    public struct IncludedService: Hashable, Sendable {
        /// The handle of the include declaration.
        public var declaration: ATT.Handle
        /// The service that is included.
        public var service: DiscoveredService
        /// Creates an included service as a discovery found it.
        public init(declaration: ATT.Handle, service: DiscoveredService) {
            self.declaration = declaration
            self.service = service
        }
    }

    /// A characteristic that a discovery found.
    public struct DiscoveredCharacteristic: Hashable, Sendable {
        public var declaration: ATT.Handle
        public var value: ATT.Handle
        /// What it can do, as its declaration says.
        public var properties: Properties
        /// Its type.
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

    /// A descriptor that a discovery found.
    public struct DiscoveredDescriptor: Hashable, Sendable {
        public var handle: ATT.Handle
        /// Its type.
        public var uuid: BluetoothUUID
        public init(handle: ATT.Handle, uuid: BluetoothUUID) {
            self.handle = handle
            self.uuid = uuid
        }
    }

    /// One value of several that were read at once.
    public struct ReadValue: Hashable, Sendable {
        /// The attribute that the value is of.
        public var handle: ATT.Handle
        /// The value, at most 512 bytes.
        public var value: [UInt8]
        public init(handle: ATT.Handle, value: [UInt8]) {
            self.handle = handle
            self.value = value
        }
    }
}
