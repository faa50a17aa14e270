import BluetoothTypes

extension AdvertisingData {
    /// One AD structure, at most 254 bytes of data (Core Specification Supplement 12, Part A, 1).
    ///
    /// Where data do not have the form that their type asks for, they are `.other`.
    public enum Structure: Hashable, Sendable {
        case flags(Flags)
        /// Some of the services, all written in this width.
        case incompleteServiceUUIDs(BluetoothUUID.Width, [BluetoothUUID])
        /// All of the services of this width.
        case completeServiceUUIDs(BluetoothUUID.Width, [BluetoothUUID])
        case shortenedLocalName(String)
        case completeLocalName(String)
        /// dBm.
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
        case publicTargetAddresses([DeviceAddress])
        case randomTargetAddresses([DeviceAddress])
        /// Category and subcategory, as the assigned numbers have them.
        case appearance(UInt16)
        /// Units of 0.625 ms.
        case advertisingInterval(UInt16)
        /// Units of 0.625 ms; 24 bits where they suffice, else 32.
        case advertisingIntervalLong(UInt32)
        case leDeviceAddress(DeviceAddress)
        case leRole(LERole)
        /// The link layer's feature bits without zeros at their end, least significant byte first.
        case leSupportedFeatures([UInt8])
        /// 16 bytes.
        case leSecureConnectionsConfirmationValue([UInt8])
        /// 16 bytes.
        case leSecureConnectionsRandomValue([UInt8])
        /// The first character stands for the scheme: U+0016 is `http:`, U+0017 `https:`.
        case uri(String)
        case indoorPositioning([UInt8])
        case transportDiscoveryData([UInt8])
        case channelMapUpdateIndication(LL.ChannelMap, instant: UInt16)
        case meshPBADV([UInt8])
        case meshMessage([UInt8])
        case meshBeacon([UInt8])
        case bigInfo([UInt8])
        /// 16 bytes.
        case broadcastCode([UInt8])
        /// Hash and random part, three bytes each.
        case resolvableSetIdentifier([UInt8])
        case broadcastName(String)
        case encryptedAdvertisingData(EncryptedData)
        case periodicAdvertisingResponseTiming(ResponseTiming)
        case manufacturerSpecificData(company: UInt16, data: [UInt8])
        /// A type that is not one of the above, or data that their type does not allow.
        case other(type: UInt8, data: [UInt8])
    }

    /// How an advertiser can be found (Core Specification Supplement 12, Part A, 1.3).
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let limitedDiscoverable = Flags(rawValue: 0x01)
        public static let generalDiscoverable = Flags(rawValue: 0x02)
        public static let brEDRNotSupported = Flags(rawValue: 0x04)
        public static let simultaneousLEAndBREDR = Flags(rawValue: 0x08)
    }

    /// Which roles a device can take, and which it would like (CSS 12, Part A, 1.17).
    public struct LERole: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let onlyPeripheral = LERole(rawValue: 0)
        public static let onlyCentral = LERole(rawValue: 1)
        public static let peripheralPreferred = LERole(rawValue: 2)
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

        /// Creates the fields of a structure.
        public init(randomizer: [UInt8], payload: [UInt8], mic: [UInt8]) {
            self.randomizer = randomizer
            self.payload = payload
            self.mic = mic
        }
    }

    /// When to answer a periodic advertiser (CSS 12, Part A, 1.24).
    public struct ResponseTiming: Hashable, Sendable {
        /// The access address of responses.
        public var responseAccessAddress: UInt32
        /// Subevents in each event.
        public var subeventCount: UInt8
        /// Units of 1.25 ms.
        public var subeventInterval: UInt8
        /// Units of 1.25 ms.
        public var responseSlotDelay: UInt8
        /// Units of 0.125 ms.
        public var responseSlotSpacing: UInt8

        /// Creates the fields of a structure.
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
        public static let flags: UInt8 = 0x01
        public static let incompleteServiceUUIDs16: UInt8 = 0x02
        public static let completeServiceUUIDs16: UInt8 = 0x03
        public static let incompleteServiceUUIDs32: UInt8 = 0x04
        public static let completeServiceUUIDs32: UInt8 = 0x05
        public static let incompleteServiceUUIDs128: UInt8 = 0x06
        public static let completeServiceUUIDs128: UInt8 = 0x07
        public static let shortenedLocalName: UInt8 = 0x08
        public static let completeLocalName: UInt8 = 0x09
        public static let txPowerLevel: UInt8 = 0x0A
        public static let securityManagerTKValue: UInt8 = 0x10
        public static let securityManagerOOBFlags: UInt8 = 0x11
        public static let peripheralConnectionIntervalRange: UInt8 = 0x12
        public static let serviceSolicitation16: UInt8 = 0x14
        public static let serviceSolicitation128: UInt8 = 0x15
        public static let serviceData16: UInt8 = 0x16
        public static let publicTargetAddress: UInt8 = 0x17
        public static let randomTargetAddress: UInt8 = 0x18
        public static let appearance: UInt8 = 0x19
        public static let advertisingInterval: UInt8 = 0x1A
        public static let leDeviceAddress: UInt8 = 0x1B
        public static let leRole: UInt8 = 0x1C
        public static let serviceSolicitation32: UInt8 = 0x1F
        public static let serviceData32: UInt8 = 0x20
        public static let serviceData128: UInt8 = 0x21
        public static let leSecureConnectionsConfirmationValue: UInt8 = 0x22
        public static let leSecureConnectionsRandomValue: UInt8 = 0x23
        public static let uri: UInt8 = 0x24
        public static let indoorPositioning: UInt8 = 0x25
        public static let transportDiscoveryData: UInt8 = 0x26
        public static let leSupportedFeatures: UInt8 = 0x27
        public static let channelMapUpdateIndication: UInt8 = 0x28
        public static let meshPBADV: UInt8 = 0x29
        public static let meshMessage: UInt8 = 0x2A
        public static let meshBeacon: UInt8 = 0x2B
        public static let bigInfo: UInt8 = 0x2C
        public static let broadcastCode: UInt8 = 0x2D
        public static let resolvableSetIdentifier: UInt8 = 0x2E
        public static let advertisingIntervalLong: UInt8 = 0x2F
        public static let broadcastName: UInt8 = 0x30
        public static let encryptedAdvertisingData: UInt8 = 0x31
        public static let periodicAdvertisingResponseTiming: UInt8 = 0x32
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
