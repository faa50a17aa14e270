/// The enumerations and option sets that commands and events share.
extension HCI {
    /// Which address of its own a controller uses: Own_Address_Type.
    public enum OwnAddressType: UInt8, Hashable, Sendable, HCIField {
        /// The public device address.
        case `public` = 0
        /// The random device address that the host set.
        case random = 1
        /// A resolvable private address from the resolving list, or if there is none the public address.
        case resolvableOrPublic = 2
        /// A resolvable private address from the resolving list, or if there is none the random address.
        case resolvableOrRandom = 3
    }

    /// The kind of a legacy advertising event: Advertising_Type.
    public enum AdvertisingType: UInt8, Hashable, Sendable, HCIField {
        /// Connectable and scannable undirected.
        case advInd = 0
        /// Connectable directed, every 3.75 ms at most and for 1.28 s at most.
        case advDirectIndHighDutyCycle = 1
        /// Scannable undirected.
        case advScanInd = 2
        /// Neither connectable nor scannable, undirected.
        case advNonconnInd = 3
        /// Connectable directed, at the advertising interval.
        case advDirectIndLowDutyCycle = 4
    }

    /// Whose requests an advertiser answers: Advertising_Filter_Policy.
    public enum AdvertisingFilterPolicy: UInt8, Hashable, Sendable, HCIField {
        /// Everyone's.
        case unfiltered = 0
        /// Scan requests from the filter accept list, everyone's connection requests.
        case scanRequestsFiltered = 1
        /// Everyone's scan requests, connection requests from the filter accept list.
        case connectionRequestsFiltered = 2
        /// Only those from the filter accept list.
        case filtered = 3
    }

    /// Whether a scanner sends scan requests: LE_Scan_Type.
    public enum ScanType: UInt8, Hashable, Sendable, HCIField {
        case passive = 0
        case active = 1
    }

    /// Whose advertisements a scanner reports: Scanning_Filter_Policy.
    public enum ScanningFilterPolicy: UInt8, Hashable, Sendable, HCIField {
        /// Of all advertisers, except directed ones for other devices.
        case basicUnfiltered = 0
        /// Of advertisers in the filter accept list, except directed ones for other devices.
        case basicFiltered = 1
        /// Of all advertisers; also directed ones whose target is a resolvable private address.
        case extendedUnfiltered = 2
        /// Of advertisers in the filter accept list; also directed ones to a resolvable private address.
        case extendedFiltered = 3
    }

    /// Which peers an initiator connects to: Initiator_Filter_Policy.
    public enum InitiatorFilterPolicy: UInt8, Hashable, Sendable, HCIField {
        /// The peer address in the command.
        case peerAddress = 0
        /// Anyone in the filter accept list.
        case filterAcceptList = 1
    }

    /// A physical layer.
    public enum PHY: UInt8, Hashable, Sendable, HCIField, CaseIterable {
        /// LE 1M: one million symbols a second, which every controller has.
        case le1M = 1
        /// LE 2M: two million symbols a second.
        case le2M = 2
        /// LE Coded: farther, and slower by 2 or 8.
        case leCoded = 3

        /// The bit of this PHY in a mask.
        public var mask: PHYMask { PHYMask(rawValue: 1 << (rawValue - 1)) }
    }

    /// A set of physical layers.
    public struct PHYMask: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let le1M = PHYMask(rawValue: 1 << 0)
        public static let le2M = PHYMask(rawValue: 1 << 1)
        public static let leCoded = PHYMask(rawValue: 1 << 2)
    }

    /// In which directions a host has no preference among the PHYs: ALL_PHYS.
    public struct AllPHYs: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let noTransmitPreference = AllPHYs(rawValue: 1 << 0)
        public static let noReceivePreference = AllPHYs(rawValue: 1 << 1)
    }

    /// The preferred coding on the LE Coded PHY: PHY_Options.
    public struct PHYOptions: RawRepresentable, Hashable, Sendable, HCIField {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let noPreference = PHYOptions(rawValue: 0)
        public static let preferS2 = PHYOptions(rawValue: 1)
        public static let preferS8 = PHYOptions(rawValue: 2)
    }

    /// The primary advertising channels in use: Advertising_Channel_Map.
    public struct AdvertisingChannelMap: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let channel37 = AdvertisingChannelMap(rawValue: 1 << 0)
        public static let channel38 = AdvertisingChannelMap(rawValue: 1 << 1)
        public static let channel39 = AdvertisingChannelMap(rawValue: 1 << 2)
        public static let all: AdvertisingChannelMap = [.channel37, .channel38, .channel39]
    }

    /// The properties of an advertising set: Advertising_Event_Properties.
    public struct AdvertisingEventProperties: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let connectable = AdvertisingEventProperties(rawValue: 1 << 0)
        public static let scannable = AdvertisingEventProperties(rawValue: 1 << 1)
        public static let directed = AdvertisingEventProperties(rawValue: 1 << 2)
        public static let highDutyCycleDirected = AdvertisingEventProperties(rawValue: 1 << 3)
        public static let useLegacyPDUs = AdvertisingEventProperties(rawValue: 1 << 4)
        public static let anonymous = AdvertisingEventProperties(rawValue: 1 << 5)
        public static let includeTxPower = AdvertisingEventProperties(rawValue: 1 << 6)
    }

    /// Which part of the data a Set Extended Advertising Data command contains: Operation.
    public enum DataOperation: UInt8, Hashable, Sendable, HCIField {
        case intermediateFragment = 0
        case firstFragment = 1
        case lastFragment = 2
        case complete = 3
        /// The data stays; only the advertising data identifier changes.
        case unchanged = 4
    }

    /// Whether a controller may fragment advertising data: Fragment_Preference.
    public enum FragmentPreference: UInt8, Hashable, Sendable, HCIField {
        case mayFragment = 0
        case shouldNotFragment = 1
    }

    /// How an extended scan treats duplicates: Filter_Duplicates.
    public enum DuplicateFilter: UInt8, Hashable, Sendable, HCIField {
        case disabled = 0
        case enabled = 1
        /// Enabled, and forgotten at the start of each scan period.
        case enabledPerPeriod = 2
    }

    /// The role of the local device in a connection.
    public enum Role: UInt8, Hashable, Sendable, HCIField {
        case central = 0
        case peripheral = 1
    }

    /// The worst-case accuracy of a central's sleep clock: Central_Clock_Accuracy.
    public enum ClockAccuracy: UInt8, Hashable, Sendable, HCIField {
        case ppm500 = 0
        case ppm250 = 1
        case ppm150 = 2
        case ppm100 = 3
        case ppm75 = 4
        case ppm50 = 5
        case ppm30 = 6
        case ppm20 = 7

        /// The accuracy in parts per million.
        public var partsPerMillion: Int {
            switch self {
            case .ppm500: 500
            case .ppm250: 250
            case .ppm150: 150
            case .ppm100: 100
            case .ppm75: 75
            case .ppm50: 50
            case .ppm30: 30
            case .ppm20: 20
            }
        }
    }

    /// How a controller treats a peer's identity address on air: Privacy_Mode.
    public enum PrivacyMode: UInt8, Hashable, Sendable, HCIField {
        /// Only resolvable private addresses are accepted from the peer.
        case network = 0
        /// The peer's identity address is accepted too.
        case device = 1
    }

    /// Which transmit power Read Transmit Power Level asks for.
    public enum TransmitPowerType: UInt8, Hashable, Sendable, HCIField {
        case current = 0
        case maximum = 1
    }

    /// For which data the host limits the controller: Flow_Control_Enable.
    public enum FlowControl: UInt8, Hashable, Sendable, HCIField {
        case off = 0
        case acl = 1
        case synchronous = 2
        case aclAndSynchronous = 3
    }

    /// Which data buffer overflowed: Link_Type.
    public enum BufferLinkType: UInt8, Hashable, Sendable, HCIField {
        case synchronous = 0
        case acl = 1
        case iso = 2
    }

    /// The state of link encryption: Encryption_Enabled.
    public enum EncryptionEnabled: UInt8, Hashable, Sendable, HCIField {
        case off = 0
        /// AES-CCM on an LE link, E0 on a BR/EDR one.
        case on = 1
        /// AES-CCM on a BR/EDR link.
        case onWithAESCCM = 2

        /// Whether data is encrypted.
        public var isOn: Bool { self != .off }
    }

    /// The algorithm that picks a connection's data channels.
    public enum ChannelSelectionAlgorithm: UInt8, Hashable, Sendable, HCIField {
        case algorithm1 = 0
        case algorithm2 = 1
    }

    /// The kind of a legacy advertising PDU in a report: Event_Type.
    public enum AdvertisingReportType: UInt8, Hashable, Sendable, HCIField {
        case advInd = 0
        case advDirectInd = 1
        case advScanInd = 2
        case advNonconnInd = 3
        case scanRsp = 4
    }

    /// The kind of an advertisement in an extended report: Event_Type.
    public struct ExtendedAdvertisingEventType: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let connectable = ExtendedAdvertisingEventType(rawValue: 1 << 0)
        public static let scannable = ExtendedAdvertisingEventType(rawValue: 1 << 1)
        public static let directed = ExtendedAdvertisingEventType(rawValue: 1 << 2)
        public static let scanResponse = ExtendedAdvertisingEventType(rawValue: 1 << 3)
        public static let legacy = ExtendedAdvertisingEventType(rawValue: 1 << 4)
        /// Data status: more data of this advertisement comes in a later report.
        public static let incompleteMoreToCome = ExtendedAdvertisingEventType(rawValue: 1 << 5)
        /// Data status: data was lost, and no more comes.
        public static let incompleteTruncated = ExtendedAdvertisingEventType(rawValue: 1 << 6)
    }
}

extension HCI {
    /// The data channels of a connection, bit n for channel n, 0 to 36 (Channel_Map).
    public struct ChannelMap: Hashable, Sendable, HCIField {
        /// The 40 bits on the wire; the upper three are reserved.
        public let rawValue: UInt64

        /// Creates a map from its lower 40 bits.
        public init(rawValue: UInt64) { self.rawValue = rawValue & 0xFF_FFFF_FFFF }

        /// All 37 data channels.
        public static let all = ChannelMap(rawValue: 0x1F_FFFF_FFFF)

        /// Whether data channel `channel` is used.
        public func contains(_ channel: Int) -> Bool {
            channel >= 0 && channel < 37 && rawValue >> UInt64(channel) & 1 == 1
        }

        init(field reader: inout ByteReader) throws(DecodeError) {
            let low = UInt64(try reader.uint32())
            self.init(rawValue: low | UInt64(try reader.uint8()) << 32)
        }

        func put(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: rawValue))
            bytes.append(UInt8(truncatingIfNeeded: rawValue >> 32))
        }
    }
}

extension HCI {
    /// The target of directed advertising: Direct_Address_Type and Direct_Address.
    public struct DirectAddress: Hashable, Sendable, HCIField {
        /// The address.
        public let address: DeviceAddress
        /// Whether the controller could not resolve it: it is then a resolvable private address.
        public let isUnresolved: Bool

        /// Creates a target; one that is not resolved is random.
        public init(_ address: DeviceAddress, isUnresolved: Bool = false) {
            self.address = isUnresolved ? DeviceAddress(address.value, .random) : address
            self.isUnresolved = isUnresolved
        }

        /// The value in a report of undirected advertising.
        public static let none = DirectAddress(.zero)

        init(field reader: inout ByteReader) throws(DecodeError) {
            let type = try reader.uint8()
            guard let kind = type == 0xFE ? .random : DeviceAddress.Kind(rawValue: type) else {
                throw reader.invalid("directAddressType", Int(type))
            }
            self.init(try reader.address(kind), isUnresolved: type == 0xFE)
        }

        func put(into bytes: inout [UInt8]) {
            bytes.append(isUnresolved ? 0xFE : address.kind.rawValue)
            bytes.append(address)
        }
    }
}

extension ByteReader {
    /// Reads a target. If there is none controllers may send any values; a type that does not exist means
    /// that there is none.
    mutating func directAddress(isMeant: Bool) throws(DecodeError) -> HCI.DirectAddress {
        var ahead = self
        let type = try ahead.uint8()
        guard !isMeant, type != 0xFE, DeviceAddress.Kind(rawValue: type) == nil else { return try read() }
        _ = try ahead.address(.public)
        self = ahead
        return .none
    }
}
