extension HCI {
    /// The opcode of a command: group and command within it (Core 6.0, Vol 4, Part E, 5.4.1).
    public struct Opcode: RawRepresentable, Hashable, Sendable, HCIField {
        /// The 16 bits on the wire.
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Creates an opcode from the opcode group field, 6 bits, and the opcode command field, 10 bits.
        public init(ogf: UInt16, ocf: UInt16) { self.rawValue = (ogf & 0x3F) << 10 | ocf & 0x3FF }

        /// The opcode group field.
        public var ogf: UInt16 { rawValue >> 10 }
        /// The opcode command field.
        public var ocf: UInt16 { rawValue & 0x3FF }
    }
}

/// The commands whose parameters this package knows.
extension HCI.Opcode {
    // Link control commands
    /// The opcode of Disconnect.
    public static let disconnect = HCI.Opcode(ogf: 1, ocf: 0x06)
    /// The opcode of Read Remote Version Information.
    public static let readRemoteVersionInformation = HCI.Opcode(ogf: 1, ocf: 0x1D)

    // Controller and baseband commands
    /// The opcode of Set Event Mask.
    public static let setEventMask = HCI.Opcode(ogf: 3, ocf: 0x01)
    /// The opcode of Reset.
    public static let reset = HCI.Opcode(ogf: 3, ocf: 0x03)
    /// The opcode of Read Transmit Power Level.
    public static let readTransmitPowerLevel = HCI.Opcode(ogf: 3, ocf: 0x2D)
    /// The opcode of Set Controller To Host Flow Control.
    public static let setControllerToHostFlowControl = HCI.Opcode(ogf: 3, ocf: 0x31)
    /// The opcode of Host Buffer Size.
    public static let hostBufferSize = HCI.Opcode(ogf: 3, ocf: 0x33)
    /// The opcode of Host Number Of Completed Packets.
    public static let hostNumberOfCompletedPackets = HCI.Opcode(ogf: 3, ocf: 0x35)
    /// The opcode of Set Event Mask Page 2.
    public static let setEventMaskPage2 = HCI.Opcode(ogf: 3, ocf: 0x63)
    /// The opcode of Write LE Host Support.
    public static let writeLEHostSupport = HCI.Opcode(ogf: 3, ocf: 0x6D)
    /// The opcode of Read Authenticated Payload Timeout.
    public static let readAuthenticatedPayloadTimeout = HCI.Opcode(ogf: 3, ocf: 0x7B)
    /// The opcode of Write Authenticated Payload Timeout.
    public static let writeAuthenticatedPayloadTimeout = HCI.Opcode(ogf: 3, ocf: 0x7C)

    // Informational parameters commands
    /// The opcode of Read Local Version Information.
    public static let readLocalVersionInformation = HCI.Opcode(ogf: 4, ocf: 0x01)
    /// The opcode of Read Local Supported Commands.
    public static let readLocalSupportedCommands = HCI.Opcode(ogf: 4, ocf: 0x02)
    /// The opcode of Read Local Supported Features.
    public static let readLocalSupportedFeatures = HCI.Opcode(ogf: 4, ocf: 0x03)
    /// The opcode of Read Buffer Size.
    public static let readBufferSize = HCI.Opcode(ogf: 4, ocf: 0x05)
    /// The opcode of Read BD_ADDR.
    public static let readBDADDR = HCI.Opcode(ogf: 4, ocf: 0x09)

    // Status parameters commands
    /// The opcode of Read RSSI.
    public static let readRSSI = HCI.Opcode(ogf: 5, ocf: 0x05)

    // LE controller commands
    /// The opcode of LE Set Event Mask.
    public static let leSetEventMask = HCI.Opcode(ogf: 8, ocf: 0x01)
    /// The opcode of LE Read Buffer Size.
    public static let leReadBufferSize = HCI.Opcode(ogf: 8, ocf: 0x02)
    /// The opcode of LE Read Local Supported Features.
    public static let leReadLocalSupportedFeatures = HCI.Opcode(ogf: 8, ocf: 0x03)
    /// The opcode of LE Set Random Address.
    public static let leSetRandomAddress = HCI.Opcode(ogf: 8, ocf: 0x05)
    /// The opcode of LE Set Advertising Parameters.
    public static let leSetAdvertisingParameters = HCI.Opcode(ogf: 8, ocf: 0x06)
    /// The opcode of LE Read Advertising Physical Channel Tx Power.
    public static let leReadAdvertisingPhysicalChannelTxPower = HCI.Opcode(ogf: 8, ocf: 0x07)
    /// The opcode of LE Set Advertising Data.
    public static let leSetAdvertisingData = HCI.Opcode(ogf: 8, ocf: 0x08)
    /// The opcode of LE Set Scan Response Data.
    public static let leSetScanResponseData = HCI.Opcode(ogf: 8, ocf: 0x09)
    /// The opcode of LE Set Advertising Enable.
    public static let leSetAdvertisingEnable = HCI.Opcode(ogf: 8, ocf: 0x0A)
    /// The opcode of LE Set Scan Parameters.
    public static let leSetScanParameters = HCI.Opcode(ogf: 8, ocf: 0x0B)
    /// The opcode of LE Set Scan Enable.
    public static let leSetScanEnable = HCI.Opcode(ogf: 8, ocf: 0x0C)
    /// The opcode of LE Create Connection.
    public static let leCreateConnection = HCI.Opcode(ogf: 8, ocf: 0x0D)
    /// The opcode of LE Create Connection Cancel.
    public static let leCreateConnectionCancel = HCI.Opcode(ogf: 8, ocf: 0x0E)
    /// The opcode of LE Read Filter Accept List Size.
    public static let leReadFilterAcceptListSize = HCI.Opcode(ogf: 8, ocf: 0x0F)
    /// The opcode of LE Clear Filter Accept List.
    public static let leClearFilterAcceptList = HCI.Opcode(ogf: 8, ocf: 0x10)
    /// The opcode of LE Add Device To Filter Accept List.
    public static let leAddDeviceToFilterAcceptList = HCI.Opcode(ogf: 8, ocf: 0x11)
    /// The opcode of LE Remove Device From Filter Accept List.
    public static let leRemoveDeviceFromFilterAcceptList = HCI.Opcode(ogf: 8, ocf: 0x12)
    /// The opcode of LE Connection Update.
    public static let leConnectionUpdate = HCI.Opcode(ogf: 8, ocf: 0x13)
    /// The opcode of LE Set Host Channel Classification.
    public static let leSetHostChannelClassification = HCI.Opcode(ogf: 8, ocf: 0x14)
    /// The opcode of LE Read Channel Map.
    public static let leReadChannelMap = HCI.Opcode(ogf: 8, ocf: 0x15)
    /// The opcode of LE Read Remote Features.
    public static let leReadRemoteFeatures = HCI.Opcode(ogf: 8, ocf: 0x16)
    /// The opcode of LE Encrypt.
    public static let leEncrypt = HCI.Opcode(ogf: 8, ocf: 0x17)
    /// The opcode of LE Rand.
    public static let leRand = HCI.Opcode(ogf: 8, ocf: 0x18)
    /// The opcode of LE Enable Encryption.
    public static let leEnableEncryption = HCI.Opcode(ogf: 8, ocf: 0x19)
    /// The opcode of LE Long Term Key Request Reply.
    public static let leLongTermKeyRequestReply = HCI.Opcode(ogf: 8, ocf: 0x1A)
    /// The opcode of LE Long Term Key Request Negative Reply.
    public static let leLongTermKeyRequestNegativeReply = HCI.Opcode(ogf: 8, ocf: 0x1B)
    /// The opcode of LE Read Supported States.
    public static let leReadSupportedStates = HCI.Opcode(ogf: 8, ocf: 0x1C)
    /// The opcode of LE Remote Connection Parameter Request Reply.
    public static let leRemoteConnectionParameterRequestReply = HCI.Opcode(ogf: 8, ocf: 0x20)
    /// The opcode of LE Remote Connection Parameter Request Negative Reply.
    public static let leRemoteConnectionParameterRequestNegativeReply = HCI.Opcode(ogf: 8, ocf: 0x21)
    /// The opcode of LE Set Data Length.
    public static let leSetDataLength = HCI.Opcode(ogf: 8, ocf: 0x22)
    /// The opcode of LE Read Suggested Default Data Length.
    public static let leReadSuggestedDefaultDataLength = HCI.Opcode(ogf: 8, ocf: 0x23)
    /// The opcode of LE Write Suggested Default Data Length.
    public static let leWriteSuggestedDefaultDataLength = HCI.Opcode(ogf: 8, ocf: 0x24)
    /// The opcode of LE Read Local P256Public Key.
    public static let leReadLocalP256PublicKey = HCI.Opcode(ogf: 8, ocf: 0x25)
    /// The opcode of LE Generate DHKEY.
    public static let leGenerateDHKey = HCI.Opcode(ogf: 8, ocf: 0x26)
    /// The opcode of LE Add Device To Resolving List.
    public static let leAddDeviceToResolvingList = HCI.Opcode(ogf: 8, ocf: 0x27)
    /// The opcode of LE Remove Device From Resolving List.
    public static let leRemoveDeviceFromResolvingList = HCI.Opcode(ogf: 8, ocf: 0x28)
    /// The opcode of LE Clear Resolving List.
    public static let leClearResolvingList = HCI.Opcode(ogf: 8, ocf: 0x29)
    /// The opcode of LE Read Resolving List Size.
    public static let leReadResolvingListSize = HCI.Opcode(ogf: 8, ocf: 0x2A)
    /// The opcode of LE Read Peer Resolvable Address.
    public static let leReadPeerResolvableAddress = HCI.Opcode(ogf: 8, ocf: 0x2B)
    /// The opcode of LE Read Local Resolvable Address.
    public static let leReadLocalResolvableAddress = HCI.Opcode(ogf: 8, ocf: 0x2C)
    /// The opcode of LE Set Address Resolution Enable.
    public static let leSetAddressResolutionEnable = HCI.Opcode(ogf: 8, ocf: 0x2D)
    /// The opcode of LE Set Resolvable Private Address Timeout.
    public static let leSetResolvablePrivateAddressTimeout = HCI.Opcode(ogf: 8, ocf: 0x2E)
    /// The opcode of LE Read Maximum Data Length.
    public static let leReadMaximumDataLength = HCI.Opcode(ogf: 8, ocf: 0x2F)
    /// The opcode of LE Read PHY.
    public static let leReadPHY = HCI.Opcode(ogf: 8, ocf: 0x30)
    /// The opcode of LE Set Default PHY.
    public static let leSetDefaultPHY = HCI.Opcode(ogf: 8, ocf: 0x31)
    /// The opcode of LE Set PHY.
    public static let leSetPHY = HCI.Opcode(ogf: 8, ocf: 0x32)
    /// The opcode of LE Set Advertising Set Random Address.
    public static let leSetAdvertisingSetRandomAddress = HCI.Opcode(ogf: 8, ocf: 0x35)
    /// The opcode of LE Set Extended Advertising Parameters.
    public static let leSetExtendedAdvertisingParameters = HCI.Opcode(ogf: 8, ocf: 0x36)
    /// The opcode of LE Set Extended Advertising Data.
    public static let leSetExtendedAdvertisingData = HCI.Opcode(ogf: 8, ocf: 0x37)
    /// The opcode of LE Set Extended Scan Response Data.
    public static let leSetExtendedScanResponseData = HCI.Opcode(ogf: 8, ocf: 0x38)
    /// The opcode of LE Set Extended Advertising Enable.
    public static let leSetExtendedAdvertisingEnable = HCI.Opcode(ogf: 8, ocf: 0x39)
    /// The opcode of LE Read Maximum Advertising Data Length.
    public static let leReadMaximumAdvertisingDataLength = HCI.Opcode(ogf: 8, ocf: 0x3A)
    /// The opcode of LE Read Number Of Supported Advertising Sets.
    public static let leReadNumberOfSupportedAdvertisingSets = HCI.Opcode(ogf: 8, ocf: 0x3B)
    /// The opcode of LE Remove Advertising Set.
    public static let leRemoveAdvertisingSet = HCI.Opcode(ogf: 8, ocf: 0x3C)
    /// The opcode of LE Clear Advertising Sets.
    public static let leClearAdvertisingSets = HCI.Opcode(ogf: 8, ocf: 0x3D)
    /// The opcode of LE Set Extended Scan Parameters.
    public static let leSetExtendedScanParameters = HCI.Opcode(ogf: 8, ocf: 0x41)
    /// The opcode of LE Set Extended Scan Enable.
    public static let leSetExtendedScanEnable = HCI.Opcode(ogf: 8, ocf: 0x42)
    /// The opcode of LE Extended Create Connection.
    public static let leExtendedCreateConnection = HCI.Opcode(ogf: 8, ocf: 0x43)
    /// The opcode of LE Read Transmit Power.
    public static let leReadTransmitPower = HCI.Opcode(ogf: 8, ocf: 0x4B)
    /// The opcode of LE Set Privacy Mode.
    public static let leSetPrivacyMode = HCI.Opcode(ogf: 8, ocf: 0x4E)
    /// The opcode of LE Set Host Feature.
    public static let leSetHostFeature = HCI.Opcode(ogf: 8, ocf: 0x74)
    /// The opcode of LE CS Read Local Supported Capabilities.
    public static let leCSReadLocalSupportedCapabilities = HCI.Opcode(ogf: 8, ocf: 0x89)
    /// The opcode of LE CS Read Remote Supported Capabilities.
    public static let leCSReadRemoteSupportedCapabilities = HCI.Opcode(ogf: 8, ocf: 0x8A)
    /// The opcode of LE CS Write Cached Remote Supported Capabilities.
    public static let leCSWriteCachedRemoteSupportedCapabilities = HCI.Opcode(ogf: 8, ocf: 0x8B)
    /// The opcode of LE CS Security Enable.
    public static let leCSSecurityEnable = HCI.Opcode(ogf: 8, ocf: 0x8C)
    /// The opcode of LE CS Set Default Settings.
    public static let leCSSetDefaultSettings = HCI.Opcode(ogf: 8, ocf: 0x8D)
    /// The opcode of LE CS Read Remote FAE Table.
    public static let leCSReadRemoteFAETable = HCI.Opcode(ogf: 8, ocf: 0x8E)
    /// The opcode of LE CS Write Cached Remote FAE Table.
    public static let leCSWriteCachedRemoteFAETable = HCI.Opcode(ogf: 8, ocf: 0x8F)
    /// The opcode of LE CS Create Config.
    public static let leCSCreateConfig = HCI.Opcode(ogf: 8, ocf: 0x90)
    /// The opcode of LE CS Remove Config.
    public static let leCSRemoveConfig = HCI.Opcode(ogf: 8, ocf: 0x91)
    /// The opcode of LE CS Set Channel Classification.
    public static let leCSSetChannelClassification = HCI.Opcode(ogf: 8, ocf: 0x92)
    /// The opcode of LE CS Set Procedure Parameters.
    public static let leCSSetProcedureParameters = HCI.Opcode(ogf: 8, ocf: 0x93)
    /// The opcode of LE CS Procedure Enable.
    public static let leCSProcedureEnable = HCI.Opcode(ogf: 8, ocf: 0x94)
    /// The opcode of LE CS Test.
    public static let leCSTest = HCI.Opcode(ogf: 8, ocf: 0x95)
    /// The opcode of LE CS Test End.
    public static let leCSTestEnd = HCI.Opcode(ogf: 8, ocf: 0x96)
    /// The opcode of LE CS Read Local Supported Capabilities [v2].
    public static let leCSReadLocalSupportedCapabilitiesV2 = HCI.Opcode(ogf: 8, ocf: 0xA5)
    /// The opcode of LE CS Write Cached Remote Supported Capabilities [v2].
    public static let leCSWriteCachedRemoteSupportedCapabilitiesV2 = HCI.Opcode(ogf: 8, ocf: 0xA6)
}

extension HCI.Opcode: CustomStringConvertible {
    /// The name in the specification, or `Command 0x1234`.
    public var name: String {
        Self.names[self] ?? Self.furtherNames[rawValue] ?? "Command \(hexadecimal(rawValue))"
    }

    public var description: String { name }

    /// Whether this package knows the command's parameters. More commands have a ``name``.
    public var isKnown: Bool { Self.names[self] != nil }

    private static let names: [HCI.Opcode: String] = [
        .disconnect: "Disconnect",
        .readRemoteVersionInformation: "Read Remote Version Information",
        .setEventMask: "Set Event Mask",
        .reset: "Reset",
        .readTransmitPowerLevel: "Read Transmit Power Level",
        .setControllerToHostFlowControl: "Set Controller To Host Flow Control",
        .hostBufferSize: "Host Buffer Size",
        .hostNumberOfCompletedPackets: "Host Number Of Completed Packets",
        .setEventMaskPage2: "Set Event Mask Page 2",
        .writeLEHostSupport: "Write LE Host Support",
        .readAuthenticatedPayloadTimeout: "Read Authenticated Payload Timeout",
        .writeAuthenticatedPayloadTimeout: "Write Authenticated Payload Timeout",
        .readLocalVersionInformation: "Read Local Version Information",
        .readLocalSupportedCommands: "Read Local Supported Commands",
        .readLocalSupportedFeatures: "Read Local Supported Features",
        .readBufferSize: "Read Buffer Size",
        .readBDADDR: "Read BD_ADDR",
        .readRSSI: "Read RSSI",
        .leSetEventMask: "LE Set Event Mask",
        .leReadBufferSize: "LE Read Buffer Size",
        .leReadLocalSupportedFeatures: "LE Read Local Supported Features",
        .leSetRandomAddress: "LE Set Random Address",
        .leSetAdvertisingParameters: "LE Set Advertising Parameters",
        .leReadAdvertisingPhysicalChannelTxPower: "LE Read Advertising Physical Channel Tx Power",
        .leSetAdvertisingData: "LE Set Advertising Data",
        .leSetScanResponseData: "LE Set Scan Response Data",
        .leSetAdvertisingEnable: "LE Set Advertising Enable",
        .leSetScanParameters: "LE Set Scan Parameters",
        .leSetScanEnable: "LE Set Scan Enable",
        .leCreateConnection: "LE Create Connection",
        .leCreateConnectionCancel: "LE Create Connection Cancel",
        .leReadFilterAcceptListSize: "LE Read Filter Accept List Size",
        .leClearFilterAcceptList: "LE Clear Filter Accept List",
        .leAddDeviceToFilterAcceptList: "LE Add Device To Filter Accept List",
        .leRemoveDeviceFromFilterAcceptList: "LE Remove Device From Filter Accept List",
        .leConnectionUpdate: "LE Connection Update",
        .leSetHostChannelClassification: "LE Set Host Channel Classification",
        .leReadChannelMap: "LE Read Channel Map",
        .leReadRemoteFeatures: "LE Read Remote Features",
        .leEncrypt: "LE Encrypt",
        .leRand: "LE Rand",
        .leEnableEncryption: "LE Enable Encryption",
        .leLongTermKeyRequestReply: "LE Long Term Key Request Reply",
        .leLongTermKeyRequestNegativeReply: "LE Long Term Key Request Negative Reply",
        .leReadSupportedStates: "LE Read Supported States",
        .leRemoteConnectionParameterRequestReply: "LE Remote Connection Parameter Request Reply",
        .leRemoteConnectionParameterRequestNegativeReply:
            "LE Remote Connection Parameter Request Negative Reply",
        .leSetDataLength: "LE Set Data Length",
        .leReadSuggestedDefaultDataLength: "LE Read Suggested Default Data Length",
        .leWriteSuggestedDefaultDataLength: "LE Write Suggested Default Data Length",
        .leReadLocalP256PublicKey: "LE Read Local P-256 Public Key",
        .leGenerateDHKey: "LE Generate DHKey",
        .leAddDeviceToResolvingList: "LE Add Device To Resolving List",
        .leRemoveDeviceFromResolvingList: "LE Remove Device From Resolving List",
        .leClearResolvingList: "LE Clear Resolving List",
        .leReadResolvingListSize: "LE Read Resolving List Size",
        .leReadPeerResolvableAddress: "LE Read Peer Resolvable Address",
        .leReadLocalResolvableAddress: "LE Read Local Resolvable Address",
        .leSetAddressResolutionEnable: "LE Set Address Resolution Enable",
        .leSetResolvablePrivateAddressTimeout: "LE Set Resolvable Private Address Timeout",
        .leReadMaximumDataLength: "LE Read Maximum Data Length",
        .leReadPHY: "LE Read PHY",
        .leSetDefaultPHY: "LE Set Default PHY",
        .leSetPHY: "LE Set PHY",
        .leSetAdvertisingSetRandomAddress: "LE Set Advertising Set Random Address",
        .leSetExtendedAdvertisingParameters: "LE Set Extended Advertising Parameters",
        .leSetExtendedAdvertisingData: "LE Set Extended Advertising Data",
        .leSetExtendedScanResponseData: "LE Set Extended Scan Response Data",
        .leSetExtendedAdvertisingEnable: "LE Set Extended Advertising Enable",
        .leReadMaximumAdvertisingDataLength: "LE Read Maximum Advertising Data Length",
        .leReadNumberOfSupportedAdvertisingSets: "LE Read Number Of Supported Advertising Sets",
        .leRemoveAdvertisingSet: "LE Remove Advertising Set",
        .leClearAdvertisingSets: "LE Clear Advertising Sets",
        .leSetExtendedScanParameters: "LE Set Extended Scan Parameters",
        .leSetExtendedScanEnable: "LE Set Extended Scan Enable",
        .leExtendedCreateConnection: "LE Extended Create Connection",
        .leReadTransmitPower: "LE Read Transmit Power",
        .leSetPrivacyMode: "LE Set Privacy Mode",
        .leSetHostFeature: "LE Set Host Feature",
        .leCSReadLocalSupportedCapabilities: "LE CS Read Local Supported Capabilities",
        .leCSReadRemoteSupportedCapabilities: "LE CS Read Remote Supported Capabilities",
        .leCSWriteCachedRemoteSupportedCapabilities: "LE CS Write Cached Remote Supported Capabilities",
        .leCSSecurityEnable: "LE CS Security Enable",
        .leCSSetDefaultSettings: "LE CS Set Default Settings",
        .leCSReadRemoteFAETable: "LE CS Read Remote FAE Table",
        .leCSWriteCachedRemoteFAETable: "LE CS Write Cached Remote FAE Table",
        .leCSCreateConfig: "LE CS Create Config",
        .leCSRemoveConfig: "LE CS Remove Config",
        .leCSSetChannelClassification: "LE CS Set Channel Classification",
        .leCSSetProcedureParameters: "LE CS Set Procedure Parameters",
        .leCSProcedureEnable: "LE CS Procedure Enable",
        .leCSTest: "LE CS Test",
        .leCSTestEnd: "LE CS Test End",
        .leCSReadLocalSupportedCapabilitiesV2: "LE CS Read Local Supported Capabilities [v2]",
        .leCSWriteCachedRemoteSupportedCapabilitiesV2:
            "LE CS Write Cached Remote Supported Capabilities [v2]",
    ]
}

/// A number as traces and messages show it, with all digits of its type: `0x1234`.
package func hexadecimal(_ value: some UnsignedInteger & FixedWidthInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
}
