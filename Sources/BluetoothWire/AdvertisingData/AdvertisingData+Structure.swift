import BluetoothTypes

extension AdvertisingData {
    /// One AD structure, at most 254 bytes of data (Core Specification Supplement 12, Part A, 1).
    ///
    /// Where data do not have the form that their type asks for, they are `.other`.
    public enum Structure: Hashable, Sendable {
        /// How the advertiser can be found (CSS 12, Part A, 1.3).
        case flags(Flags)
        /// Some of the services, all written in this width.
        case incompleteServiceUUIDs(BluetoothUUID.Width, [BluetoothUUID])
        /// All of the services of this width.
        case completeServiceUUIDs(BluetoothUUID.Width, [BluetoothUUID])
        /// The beginning of the device's name.
        case shortenedLocalName(String)
        /// The whole name of the device.
        case completeLocalName(String)
        /// The power that the packet is sent with, in dBm, -127…127.
        case txPowerLevel(Int8)
        /// The temporary key of legacy pairing, 16 bytes; out of band only.
        case securityManagerTKValue([UInt8])
        /// Out of band only.
        case securityManagerOOBFlags(UInt8)
        /// Units of 1.25 ms; 0xFFFF is "no specific value".
        case peripheralConnectionIntervalRange(minimum: UInt16, maximum: UInt16)
        /// Services that the advertiser looks for, all written in this width.
        case serviceSolicitation(BluetoothUUID.Width, [BluetoothUUID])
        /// The UUID's width decides the AD type.
        case serviceData(BluetoothUUID, [UInt8])
        /// The public addresses of the devices that this is for.
        case publicTargetAddresses([DeviceAddress])
        /// The random addresses of the devices that this is for.
        case randomTargetAddresses([DeviceAddress])
        /// Category and subcategory, as the assigned numbers have them.
        case appearance(UInt16)
        /// Units of 0.625 ms.
        case advertisingInterval(UInt16)
        /// Units of 0.625 ms; 24 bits if they suffice, otherwise 32.
        case advertisingIntervalLong(UInt32)
        /// The address of the device (CSS 12, Part A, 1.16).
        case leDeviceAddress(DeviceAddress)
        /// The roles that the device supports (CSS 12, Part A, 1.17).
        case leRole(LERole)
        /// The link layer's feature bits without zeros at their end, least significant byte first.
        case leSupportedFeatures([UInt8])
        /// The confirm value of LE Secure Connections, 16 bytes; out of band only.
        case leSecureConnectionsConfirmationValue([UInt8])
        /// The random number of LE Secure Connections, 16 bytes; out of band only.
        case leSecureConnectionsRandomValue([UInt8])
        /// The first character is the scheme: U+0016 is `http:`, U+0017 `https:`.
        case uri(String)
        /// The advertiser's position, as the Indoor Positioning Service encodes it.
        case indoorPositioning([UInt8])
        /// Services on other transports than LE, as the Transport Discovery Service has them.
        case transportDiscoveryData([UInt8])
        /// The channel map that holds from this event of the periodic train on.
        case channelMapUpdateIndication(LL.ChannelMap, instant: UInt16)
        /// Provisioning of a mesh device over advertising.
        case meshPBADV([UInt8])
        /// A mesh network PDU.
        case meshMessage([UInt8])
        /// A mesh beacon.
        case meshBeacon([UInt8])
        /// What a receiver needs to follow a broadcast isochronous group.
        case bigInfo([UInt8])
        /// The code that a broadcast isochronous group is encrypted with, 16 bytes.
        case broadcastCode([UInt8])
        /// Hash and random part, three bytes each.
        case resolvableSetIdentifier([UInt8])
        /// The name of a broadcast, 4…32 characters.
        case broadcastName(String)
        /// Structures that only holders of a key can read.
        case encryptedAdvertisingData(EncryptedData)
        /// When receivers of a periodic train may answer.
        case periodicAdvertisingResponseTiming(ResponseTiming)
        /// A company's own data, after its identifier.
        case manufacturerSpecificData(company: UInt16, data: [UInt8])
        /// A type that is not one of the above, or data that their type does not allow.
        case other(type: UInt8, data: [UInt8])
    }

    /// How an advertiser can be found (Core Specification Supplement 12, Part A, 1.3).
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The flags as they stand in the structure.
        public let rawValue: UInt8
        /// Creates flags from bits; bits without a name are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The device wants to be found for a short time.
        public static let limitedDiscoverable = Flags(rawValue: 0x01)
        /// The device wants to be found.
        public static let generalDiscoverable = Flags(rawValue: 0x02)
        /// The device has no Bluetooth Classic.
        public static let brEDRNotSupported = Flags(rawValue: 0x04)
        /// The controller can do LE and Classic with one device at once.
        public static let simultaneousLEAndBREDR = Flags(rawValue: 0x08)
    }

    /// Which roles a device can take, and which it would like (CSS 12, Part A, 1.17).
    public struct LERole: RawRepresentable, Hashable, Sendable {
        /// The role as encoded in the structure.
        public let rawValue: UInt8
        /// Creates a role from its number; other numbers than the four are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Peripheral only.
        public static let onlyPeripheral = LERole(rawValue: 0)
        /// Central only.
        public static let onlyCentral = LERole(rawValue: 1)
        /// Both, and rather peripheral.
        public static let peripheralPreferred = LERole(rawValue: 2)
        /// Both, and rather central.
        public static let centralPreferred = LERole(rawValue: 3)
    }

    /// Advertising data under a key that was read over a link (CSS 12, Part A, 1.23).
    public struct EncryptedData: Hashable, Sendable {
        /// Five bytes that make the nonce unique.
        public var randomizer: [UInt8]
        /// Encrypted AD structures.
        public var payload: [UInt8]
        /// Four bytes that prove them.
        public var mic: [UInt8]

        public init(randomizer: [UInt8], payload: [UInt8], mic: [UInt8]) {
            self.randomizer = randomizer
            self.payload = payload
            self.mic = mic
        }
    }

    /// When to answer a periodic advertiser (CSS 12, Part A, 1.24).
    public struct ResponseTiming: Hashable, Sendable {
        public var responseAccessAddress: UInt32
        /// Subevents in each event.
        public var subeventCount: UInt8
        /// Units of 1.25 ms.
        public var subeventInterval: UInt8
        /// Units of 1.25 ms.
        public var responseSlotDelay: UInt8
        /// Units of 0.125 ms.
        public var responseSlotSpacing: UInt8

        public init(
            responseAccessAddress: UInt32, subeventCount: UInt8, subeventInterval: UInt8,
            responseSlotDelay: UInt8, responseSlotSpacing: UInt8
        ) {
            self.responseAccessAddress = responseAccessAddress
            self.subeventCount = subeventCount
            self.subeventInterval = subeventInterval
            self.responseSlotDelay = responseSlotDelay
            self.responseSlotSpacing = responseSlotSpacing
        }
    }

    /// The numbers of the AD types (Assigned Numbers, 2.3).
    public enum StructureType {
        /// How the advertiser can be found.
        public static let flags: UInt8 = 0x01
        /// Some of the services with 16-bit UUIDs.
        public static let incompleteServiceUUIDs16: UInt8 = 0x02
        /// All services with 16-bit UUIDs.
        public static let completeServiceUUIDs16: UInt8 = 0x03
        /// Some of the services with 32-bit UUIDs.
        public static let incompleteServiceUUIDs32: UInt8 = 0x04
        /// All services with 32-bit UUIDs.
        public static let completeServiceUUIDs32: UInt8 = 0x05
        /// Some of the services with 128-bit UUIDs.
        public static let incompleteServiceUUIDs128: UInt8 = 0x06
        /// All services with 128-bit UUIDs.
        public static let completeServiceUUIDs128: UInt8 = 0x07
        /// The beginning of the name.
        public static let shortenedLocalName: UInt8 = 0x08
        /// The whole name.
        public static let completeLocalName: UInt8 = 0x09
        /// Transmit power.
        public static let txPowerLevel: UInt8 = 0x0A
        /// Temporary key of legacy pairing.
        public static let securityManagerTKValue: UInt8 = 0x10
        /// Out-of-band flags of the Security Manager.
        public static let securityManagerOOBFlags: UInt8 = 0x11
        /// Connection intervals that the peripheral would like.
        public static let peripheralConnectionIntervalRange: UInt8 = 0x12
        /// Services that are looked for, with 16-bit UUIDs.
        public static let serviceSolicitation16: UInt8 = 0x14
        /// Services that are looked for, with 128-bit UUIDs.
        public static let serviceSolicitation128: UInt8 = 0x15
        /// Data of a service with a 16-bit UUID.
        public static let serviceData16: UInt8 = 0x16
        /// Public addresses of those that this is for.
        public static let publicTargetAddress: UInt8 = 0x17
        /// Random addresses of those that this is for.
        public static let randomTargetAddress: UInt8 = 0x18
        /// The appearance of the device.
        public static let appearance: UInt8 = 0x19
        /// Advertising interval, 16 bits.
        public static let advertisingInterval: UInt8 = 0x1A
        /// Address of the device.
        public static let leDeviceAddress: UInt8 = 0x1B
        /// Roles of the device.
        public static let leRole: UInt8 = 0x1C
        /// Services that are looked for, with 32-bit UUIDs.
        public static let serviceSolicitation32: UInt8 = 0x1F
        /// Data of a service with a 32-bit UUID.
        public static let serviceData32: UInt8 = 0x20
        /// Data of a service with a 128-bit UUID.
        public static let serviceData128: UInt8 = 0x21
        /// Confirm value of LE Secure Connections.
        public static let leSecureConnectionsConfirmationValue: UInt8 = 0x22
        /// Random number of LE Secure Connections.
        public static let leSecureConnectionsRandomValue: UInt8 = 0x23
        /// A URI.
        public static let uri: UInt8 = 0x24
        /// The advertiser's position.
        public static let indoorPositioning: UInt8 = 0x25
        /// Services on other transports.
        public static let transportDiscoveryData: UInt8 = 0x26
        /// Features of the link layer.
        public static let leSupportedFeatures: UInt8 = 0x27
        /// New channel map of a periodic train.
        public static let channelMapUpdateIndication: UInt8 = 0x28
        /// Mesh provisioning.
        public static let meshPBADV: UInt8 = 0x29
        /// Mesh network PDU.
        public static let meshMessage: UInt8 = 0x2A
        /// Mesh beacon.
        public static let meshBeacon: UInt8 = 0x2B
        /// Broadcast isochronous group.
        public static let bigInfo: UInt8 = 0x2C
        /// Code of an encrypted broadcast.
        public static let broadcastCode: UInt8 = 0x2D
        /// Member of a coordinated set.
        public static let resolvableSetIdentifier: UInt8 = 0x2E
        /// Advertising interval, 24 or 32 bits.
        public static let advertisingIntervalLong: UInt8 = 0x2F
        /// Name of a broadcast.
        public static let broadcastName: UInt8 = 0x30
        /// Encrypted structures.
        public static let encryptedAdvertisingData: UInt8 = 0x31
        /// When a periodic train may be answered.
        public static let periodicAdvertisingResponseTiming: UInt8 = 0x32
        /// A company's own data.
        public static let manufacturerSpecificData: UInt8 = 0xFF
    }
}

extension AdvertisingData.Structure {
    /// The most bytes of data that one structure holds.
    public static let maximumDataLength = 254

    /// The AD type.
    public var type: UInt8 {
        typealias Types = AdvertisingData.StructureType
        return switch self {
        case .flags: Types.flags
        case .incompleteServiceUUIDs(.bits16, _): Types.incompleteServiceUUIDs16
        case .incompleteServiceUUIDs(.bits32, _): Types.incompleteServiceUUIDs32
        case .incompleteServiceUUIDs(.bits128, _): Types.incompleteServiceUUIDs128
        case .completeServiceUUIDs(.bits16, _): Types.completeServiceUUIDs16
        case .completeServiceUUIDs(.bits32, _): Types.completeServiceUUIDs32
        case .completeServiceUUIDs(.bits128, _): Types.completeServiceUUIDs128
        case .shortenedLocalName: Types.shortenedLocalName
        case .completeLocalName: Types.completeLocalName
        case .txPowerLevel: Types.txPowerLevel
        case .securityManagerTKValue: Types.securityManagerTKValue
        case .securityManagerOOBFlags: Types.securityManagerOOBFlags
        case .peripheralConnectionIntervalRange: Types.peripheralConnectionIntervalRange
        case .serviceSolicitation(.bits16, _): Types.serviceSolicitation16
        case .serviceSolicitation(.bits32, _): Types.serviceSolicitation32
        case .serviceSolicitation(.bits128, _): Types.serviceSolicitation128
        case .serviceData(let uuid, _):
            switch uuid.width {
            case .bits16: Types.serviceData16
            case .bits32: Types.serviceData32
            case .bits128: Types.serviceData128
            }
        case .publicTargetAddresses: Types.publicTargetAddress
        case .randomTargetAddresses: Types.randomTargetAddress
        case .appearance: Types.appearance
        case .advertisingInterval: Types.advertisingInterval
        case .advertisingIntervalLong: Types.advertisingIntervalLong
        case .leDeviceAddress: Types.leDeviceAddress
        case .leRole: Types.leRole
        case .leSupportedFeatures: Types.leSupportedFeatures
        case .leSecureConnectionsConfirmationValue: Types.leSecureConnectionsConfirmationValue
        case .leSecureConnectionsRandomValue: Types.leSecureConnectionsRandomValue
        case .uri: Types.uri
        case .indoorPositioning: Types.indoorPositioning
        case .transportDiscoveryData: Types.transportDiscoveryData
        case .channelMapUpdateIndication: Types.channelMapUpdateIndication
        case .meshPBADV: Types.meshPBADV
        case .meshMessage: Types.meshMessage
        case .meshBeacon: Types.meshBeacon
        case .bigInfo: Types.bigInfo
        case .broadcastCode: Types.broadcastCode
        case .resolvableSetIdentifier: Types.resolvableSetIdentifier
        case .broadcastName: Types.broadcastName
        case .encryptedAdvertisingData: Types.encryptedAdvertisingData
        case .periodicAdvertisingResponseTiming: Types.periodicAdvertisingResponseTiming
        case .manufacturerSpecificData: Types.manufacturerSpecificData
        case .other(let type, _): type
        }
    }
}
