import BluetoothTypes
import BluetoothWire

/// The capabilities of a simulated controller, its transmit power and its sensitivity.
///
/// ```swift
/// var old = ControllerConfiguration(publicAddress: address)
/// old.features.subtract([.leExtendedAdvertising, .le2MPHY, .leDataPacketLengthExtension])
/// ```
public struct ControllerConfiguration: Hashable, Sendable {
    public var publicAddress: DeviceAddress
    /// The power of every packet in dBm, −127 to 20.
    public var txPower: Int8
    /// The weakest packet that the controller receives, in dBm.
    public var sensitivity: Int8
    /// The HCI and link-layer version: 14 is Core 6.0.
    public var version: UInt8
    /// How many ACL packets from the host the controller holds.
    public var aclDataPackets: UInt8
    /// The maximum number of extended advertising sets.
    public var maximumAdvertisingSets: UInt8
    public var filterAcceptListSize: UInt8
    public var resolvingListSize: UInt8
    /// The link-layer features; the controller never reports or uses others.
    public var features: HCI.LEFeatures
    /// The manufacturer.
    public var companyIdentifier: UInt16
    /// The maximum length of an ACL packet from the host in bytes, 27 or more.
    public var aclDataPacketLength: UInt16
    /// The maximum length of extended advertising data, 31 to 1650.
    public var maximumAdvertisingDataLength: UInt16
    /// The longest payload of a data PDU, 27 to 251 bytes, with `.leDataPacketLengthExtension`; without it, 27.
    public var maximumDataLength: UInt16
    /// The maximum number of links.
    public var maximumLinks: Int
    /// The maximum number of packets that the controller sends in one connection event; 0 means as many as fit.
    ///
    /// A change applies to links that begin after it, as for `maximumEventTime`.
    public var maximumPacketsPerEvent: Int
    /// The maximum time that the controller spends in one connection event, from the anchor on; zero means until
    /// the next event.
    ///
    /// The first packet of each side is always sent.
    public var maximumEventTime: Nanoseconds
    /// Channel Sounding; `nil` for a controller without it, as by default.
    public var channelSounding: ChannelSoundingRadio? {
        get { if case .some(let radio) = sounding { radio } else { nil } }
        set { sounding = newValue.map(Sounding.some) ?? .none }
    }

    /// The radio is large, few controllers have one, and configurations are copied often.
    private indirect enum Sounding: Hashable, Sendable {
        case none
        case some(ChannelSoundingRadio)
    }

    private var sounding: Sounding

    /// Creates a configuration; the defaults are the values of a current phone or development kit.
    public init(
        publicAddress: DeviceAddress, txPower: Int8 = 0, sensitivity: Int8 = -95,
        features: HCI.LEFeatures = ControllerConfiguration.allFeatures, version: UInt8 = 14,
        companyIdentifier: UInt16 = 0xFFFF, aclDataPacketLength: UInt16 = 251, aclDataPackets: UInt8 = 12,
        maximumLinks: Int = 20, maximumAdvertisingSets: UInt8 = 8,
        maximumAdvertisingDataLength: UInt16 = 1650, filterAcceptListSize: UInt8 = 16,
        resolvingListSize: UInt8 = 16, maximumPacketsPerEvent: Int = 0,
        maximumEventTime: Nanoseconds = .zero, maximumDataLength: UInt16 = 251,
        channelSounding: ChannelSoundingRadio? = nil
    ) {
        self.publicAddress = DeviceAddress(publicAddress.value, .public)
        self.txPower = txPower
        self.sensitivity = sensitivity
        self.features = features
        self.version = version
        self.companyIdentifier = companyIdentifier
        self.aclDataPacketLength = max(27, aclDataPacketLength)
        self.aclDataPackets = max(1, aclDataPackets)
        self.maximumLinks = min(max(0, maximumLinks), 0x0EFF)
        self.maximumAdvertisingSets = maximumAdvertisingSets
        self.maximumAdvertisingDataLength = min(max(31, maximumAdvertisingDataLength), 1650)
        self.filterAcceptListSize = filterAcceptListSize
        self.resolvingListSize = resolvingListSize
        self.maximumPacketsPerEvent = max(0, maximumPacketsPerEvent)
        self.maximumEventTime = max(.zero, maximumEventTime)
        self.maximumDataLength = min(max(27, maximumDataLength), 251)
        sounding = channelSounding.map(Sounding.some) ?? .none
    }

    /// Everything that the simulated controller implements, but Channel Sounding: that comes with ``channelSounding``.
    public static let allFeatures: HCI.LEFeatures = [
        .leEncryption, .connectionParametersRequestProcedure, .extendedRejectIndication,
        .peripheralInitiatedFeaturesExchange, .lePing, .leDataPacketLengthExtension, .llPrivacy,
        .extendedScannerFilterPolicies, .le2MPHY, .leCodedPHY, .leExtendedAdvertising,
        .channelSelectionAlgorithm2,
    ]

    /// The features that are both configured and implemented. Inlined, or asking a controller would copy all of this.
    @inline(__always)
    var usedFeatures: HCI.LEFeatures {
        let used = features.intersection(Self.allFeatures)
        if case .none = sounding { return used }
        return used.union([.channelSounding, .channelSoundingToneQualityIndication])
    }

    /// Whether the controller has this type of address.
    func offers(_ type: HCI.OwnAddressType) -> Bool {
        !type.isResolvable || usedFeatures.contains(.llPrivacy)
    }

    /// The PHYs that the features include.
    var phys: LL.PHYSet {
        var phys: LL.PHYSet = .le1M
        if features.contains(.le2MPHY) { phys.insert(.le2M) }
        if features.contains(.leCodedPHY) { phys.insert(.leCoded) }
        return phys
    }

    /// The largest payload of a data PDU, in both directions.
    var maximumDataOctets: UInt16 {
        features.contains(.leDataPacketLengthExtension) ? maximumDataLength : 27
    }
    /// The longest data PDU in microseconds, in both directions: with a MIC, on the slowest PHY available (Core
    /// 6.0, Vol 6, Part B, 4.5.10).
    var maximumDataTime: UInt16 {
        guard features.contains(.leDataPacketLengthExtension) else { return 328 }
        return features.contains(.leCodedPHY)
            ? 400 + 64 * (maximumDataLength + 9) : 8 * (maximumDataLength + 14)
    }
}
