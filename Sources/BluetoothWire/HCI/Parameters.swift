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
        /// Scan and connection requests of all devices.
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
        /// Scans without scan requests.
        case passive = 0
        /// Asks scannable advertisers for their scan response.
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

        /// The LE 1M PHY.
        public static let le1M = PHYMask(rawValue: 1 << 0)
        /// The LE 2M PHY.
        public static let le2M = PHYMask(rawValue: 1 << 1)
        /// The LE Coded PHY.
        public static let leCoded = PHYMask(rawValue: 1 << 2)
    }

    /// In which directions a host has no preference among the PHYs: ALL_PHYS.
    public struct AllPHYs: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The host has no preference for sending.
        public static let noTransmitPreference = AllPHYs(rawValue: 1 << 0)
        /// The host has no preference for receiving.
        public static let noReceivePreference = AllPHYs(rawValue: 1 << 1)
    }

    /// The preferred coding on the LE Coded PHY: PHY_Options.
    public struct PHYOptions: RawRepresentable, Hashable, Sendable, HCIField {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Either coding on the LE Coded PHY.
        public static let noPreference = PHYOptions(rawValue: 0)
        /// Two symbols for each bit on the LE Coded PHY.
        public static let preferS2 = PHYOptions(rawValue: 1)
        /// Eight symbols for each bit on the LE Coded PHY.
        public static let preferS8 = PHYOptions(rawValue: 2)
    }

    /// The primary advertising channels in use: Advertising_Channel_Map.
    public struct AdvertisingChannelMap: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Primary advertising channel 37, at 2402 MHz.
        public static let channel37 = AdvertisingChannelMap(rawValue: 1 << 0)
        /// Primary advertising channel 38, at 2426 MHz.
        public static let channel38 = AdvertisingChannelMap(rawValue: 1 << 1)
        /// Primary advertising channel 39, at 2480 MHz.
        public static let channel39 = AdvertisingChannelMap(rawValue: 1 << 2)
        /// All three primary advertising channels.
        public static let all: AdvertisingChannelMap = [.channel37, .channel38, .channel39]
    }

    /// The properties of an advertising set: Advertising_Event_Properties.
    public struct AdvertisingEventProperties: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Others can connect.
        public static let connectable = AdvertisingEventProperties(rawValue: 1 << 0)
        /// Others can ask for a scan response.
        public static let scannable = AdvertisingEventProperties(rawValue: 1 << 1)
        /// For one peer only.
        public static let directed = AdvertisingEventProperties(rawValue: 1 << 2)
        /// For one peer only, every 3.75 ms at most.
        public static let highDutyCycleDirected = AdvertisingEventProperties(rawValue: 1 << 3)
        /// Legacy PDUs, with 31 bytes of data.
        public static let useLegacyPDUs = AdvertisingEventProperties(rawValue: 1 << 4)
        /// Leaves the advertiser address out.
        public static let anonymous = AdvertisingEventProperties(rawValue: 1 << 5)
        /// Includes the transmit power.
        public static let includeTxPower = AdvertisingEventProperties(rawValue: 1 << 6)
    }

    /// Which part of the data a Set Extended Advertising Data command contains: Operation.
    public enum DataOperation: UInt8, Hashable, Sendable, HCIField {
        /// A fragment between the first and the last.
        case intermediateFragment = 0
        /// The data begin here, and more follow.
        case firstFragment = 1
        /// The data end here.
        case lastFragment = 2
        /// All the data.
        case complete = 3
        /// The data stays; only the advertising data identifier changes.
        case unchanged = 4
    }

    /// Whether a controller may fragment advertising data: Fragment_Preference.
    public enum FragmentPreference: UInt8, Hashable, Sendable, HCIField {
        /// The controller may fragment the data on air.
        case mayFragment = 0
        /// The controller should not fragment the data on air.
        case shouldNotFragment = 1
    }

    /// How an extended scan treats duplicates: Filter_Duplicates.
    public enum DuplicateFilter: UInt8, Hashable, Sendable, HCIField {
        /// Reports every advertisement.
        case disabled = 0
        /// Reports each device once, as far as the controller can remember.
        case enabled = 1
        /// Enabled, and forgotten at the start of each scan period.
        case enabledPerPeriod = 2
    }

    /// The role of the local device in a connection.
    public enum Role: UInt8, Hashable, Sendable, HCIField {
        /// The end that has connected.
        case central = 0
        /// The end that has advertised.
        case peripheral = 1
    }

    /// The worst-case accuracy of a central's sleep clock: Central_Clock_Accuracy.
    public enum ClockAccuracy: UInt8, Hashable, Sendable, HCIField {
        /// Within 500 parts per million.
        case ppm500 = 0
        /// Within 250 parts per million.
        case ppm250 = 1
        /// Within 150 parts per million.
        case ppm150 = 2
        /// Within 100 parts per million.
        case ppm100 = 3
        /// Within 75 parts per million.
        case ppm75 = 4
        /// Within 50 parts per million.
        case ppm50 = 5
        /// Within 30 parts per million.
        case ppm30 = 6
        /// Within 20 parts per million.
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
        /// The present power.
        case current = 0
        /// The highest power.
        case maximum = 1
    }

    /// For which data the host limits the controller: Flow_Control_Enable.
    public enum FlowControl: UInt8, Hashable, Sendable, HCIField {
        /// No flow control.
        case off = 0
        /// For ACL data.
        case acl = 1
        /// For synchronous data.
        case synchronous = 2
        /// For ACL and synchronous data.
        case aclAndSynchronous = 3
    }

    /// Which data buffer overflowed: Link_Type.
    public enum BufferLinkType: UInt8, Hashable, Sendable, HCIField {
        /// Synchronous links.
        case synchronous = 0
        /// ACL links.
        case acl = 1
        /// Isochronous links.
        case iso = 2
    }

    /// The state of link encryption: Encryption_Enabled.
    public enum EncryptionEnabled: UInt8, Hashable, Sendable, HCIField {
        /// Encryption is off.
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
        /// Channel Selection Algorithm #1.
        case algorithm1 = 0
        /// Channel Selection Algorithm #2.
        case algorithm2 = 1
    }

    /// The kind of a legacy advertising PDU in a report: Event_Type.
    public enum AdvertisingReportType: UInt8, Hashable, Sendable, HCIField {
        /// Connectable and scannable undirected advertising.
        case advInd = 0
        /// Connectable directed advertising.
        case advDirectInd = 1
        /// Scannable undirected advertising.
        case advScanInd = 2
        /// Undirected advertising that is neither connectable nor scannable.
        case advNonconnInd = 3
        /// A scan response.
        case scanRsp = 4
    }

    /// The kind of an advertisement in an extended report: Event_Type.
    public struct ExtendedAdvertisingEventType: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Others can connect.
        public static let connectable = ExtendedAdvertisingEventType(rawValue: 1 << 0)
        /// Others can ask for a scan response.
        public static let scannable = ExtendedAdvertisingEventType(rawValue: 1 << 1)
        /// For one peer only.
        public static let directed = ExtendedAdvertisingEventType(rawValue: 1 << 2)
        /// A scan response.
        public static let scanResponse = ExtendedAdvertisingEventType(rawValue: 1 << 3)
        /// A legacy PDU.
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
