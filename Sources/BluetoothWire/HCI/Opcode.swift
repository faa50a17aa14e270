extension HCI {
    /// The opcode of a command: group and command within it (Core 6.0, Vol 4, Part E, 5.4.1).
    public struct Opcode: RawRepresentable, Hashable, Sendable, HCIField {
        /// The 16 bits on the wire.
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Creates an opcode from the opcode group field, 6 bits, and the opcode command field, 10 bits.
        public init(ogf: UInt16, ocf: UInt16) { self.rawValue = (ogf & 0x3F) << 10 | ocf & 0x3FF }

        init(_ command: KnownCommand) { rawValue = command.rawValue }

        /// The command, if this package knows its parameters.
        package var command: KnownCommand? { KnownCommand(rawValue: rawValue) }

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
    public static let disconnect = HCI.Opcode(.disconnect)
    /// The opcode of Read Remote Version Information.
    public static let readRemoteVersionInformation = HCI.Opcode(.readRemoteVersionInformation)

    // Controller and baseband commands
    /// The opcode of Set Event Mask.
    public static let setEventMask = HCI.Opcode(.setEventMask)
    /// The opcode of Reset.
    public static let reset = HCI.Opcode(.reset)
    /// The opcode of Read Transmit Power Level.
    public static let readTransmitPowerLevel = HCI.Opcode(.readTransmitPowerLevel)
    /// The opcode of Set Controller To Host Flow Control.
    public static let setControllerToHostFlowControl = HCI.Opcode(.setControllerToHostFlowControl)
    /// The opcode of Host Buffer Size.
    public static let hostBufferSize = HCI.Opcode(.hostBufferSize)
    /// The opcode of Host Number Of Completed Packets.
    public static let hostNumberOfCompletedPackets = HCI.Opcode(.hostNumberOfCompletedPackets)
    /// The opcode of Set Event Mask Page 2.
    public static let setEventMaskPage2 = HCI.Opcode(.setEventMaskPage2)
    /// The opcode of Write LE Host Support.
    public static let writeLEHostSupport = HCI.Opcode(.writeLEHostSupport)
    /// The opcode of Read Authenticated Payload Timeout.
    public static let readAuthenticatedPayloadTimeout = HCI.Opcode(.readAuthenticatedPayloadTimeout)
    /// The opcode of Write Authenticated Payload Timeout.
    public static let writeAuthenticatedPayloadTimeout = HCI.Opcode(.writeAuthenticatedPayloadTimeout)

    // Informational parameters commands
    /// The opcode of Read Local Version Information.
    public static let readLocalVersionInformation = HCI.Opcode(.readLocalVersionInformation)
    /// The opcode of Read Local Supported Commands.
    public static let readLocalSupportedCommands = HCI.Opcode(.readLocalSupportedCommands)
    /// The opcode of Read Local Supported Features.
    public static let readLocalSupportedFeatures = HCI.Opcode(.readLocalSupportedFeatures)
    /// The opcode of Read Buffer Size.
    public static let readBufferSize = HCI.Opcode(.readBufferSize)
    /// The opcode of Read BD_ADDR.
    public static let readBDADDR = HCI.Opcode(.readBDADDR)

    // Status parameters commands
    /// The opcode of Read RSSI.
    public static let readRSSI = HCI.Opcode(.readRSSI)

    // LE controller commands
    /// The opcode of LE Set Event Mask.
    public static let leSetEventMask = HCI.Opcode(.leSetEventMask)
    /// The opcode of LE Read Buffer Size.
    public static let leReadBufferSize = HCI.Opcode(.leReadBufferSize)
    /// The opcode of LE Read Local Supported Features.
    public static let leReadLocalSupportedFeatures = HCI.Opcode(.leReadLocalSupportedFeatures)
    /// The opcode of LE Set Random Address.
    public static let leSetRandomAddress = HCI.Opcode(.leSetRandomAddress)
    /// The opcode of LE Set Advertising Parameters.
    public static let leSetAdvertisingParameters = HCI.Opcode(.leSetAdvertisingParameters)
    /// The opcode of LE Read Advertising Physical Channel Tx Power.
    public static let leReadAdvertisingPhysicalChannelTxPower = HCI.Opcode(
        .leReadAdvertisingPhysicalChannelTxPower)
    /// The opcode of LE Set Advertising Data.
    public static let leSetAdvertisingData = HCI.Opcode(.leSetAdvertisingData)
    /// The opcode of LE Set Scan Response Data.
    public static let leSetScanResponseData = HCI.Opcode(.leSetScanResponseData)
    /// The opcode of LE Set Advertising Enable.
    public static let leSetAdvertisingEnable = HCI.Opcode(.leSetAdvertisingEnable)
    /// The opcode of LE Set Scan Parameters.
    public static let leSetScanParameters = HCI.Opcode(.leSetScanParameters)
    /// The opcode of LE Set Scan Enable.
    public static let leSetScanEnable = HCI.Opcode(.leSetScanEnable)
    /// The opcode of LE Create Connection.
    public static let leCreateConnection = HCI.Opcode(.leCreateConnection)
    /// The opcode of LE Create Connection Cancel.
    public static let leCreateConnectionCancel = HCI.Opcode(.leCreateConnectionCancel)
    /// The opcode of LE Read Filter Accept List Size.
    public static let leReadFilterAcceptListSize = HCI.Opcode(.leReadFilterAcceptListSize)
    /// The opcode of LE Clear Filter Accept List.
    public static let leClearFilterAcceptList = HCI.Opcode(.leClearFilterAcceptList)
    /// The opcode of LE Add Device To Filter Accept List.
    public static let leAddDeviceToFilterAcceptList = HCI.Opcode(.leAddDeviceToFilterAcceptList)
    /// The opcode of LE Remove Device From Filter Accept List.
    public static let leRemoveDeviceFromFilterAcceptList = HCI.Opcode(.leRemoveDeviceFromFilterAcceptList)
    /// The opcode of LE Connection Update.
    public static let leConnectionUpdate = HCI.Opcode(.leConnectionUpdate)
    /// The opcode of LE Set Host Channel Classification.
    public static let leSetHostChannelClassification = HCI.Opcode(.leSetHostChannelClassification)
    /// The opcode of LE Read Channel Map.
    public static let leReadChannelMap = HCI.Opcode(.leReadChannelMap)
    /// The opcode of LE Read Remote Features.
    public static let leReadRemoteFeatures = HCI.Opcode(.leReadRemoteFeatures)
    /// The opcode of LE Encrypt.
    public static let leEncrypt = HCI.Opcode(.leEncrypt)
    /// The opcode of LE Rand.
    public static let leRand = HCI.Opcode(.leRand)
    /// The opcode of LE Enable Encryption.
    public static let leEnableEncryption = HCI.Opcode(.leEnableEncryption)
    /// The opcode of LE Long Term Key Request Reply.
    public static let leLongTermKeyRequestReply = HCI.Opcode(.leLongTermKeyRequestReply)
    /// The opcode of LE Long Term Key Request Negative Reply.
    public static let leLongTermKeyRequestNegativeReply = HCI.Opcode(.leLongTermKeyRequestNegativeReply)
    /// The opcode of LE Read Supported States.
    public static let leReadSupportedStates = HCI.Opcode(.leReadSupportedStates)
    /// The opcode of LE Remote Connection Parameter Request Reply.
    public static let leRemoteConnectionParameterRequestReply = HCI.Opcode(
        .leRemoteConnectionParameterRequestReply)
    /// The opcode of LE Remote Connection Parameter Request Negative Reply.
    public static let leRemoteConnectionParameterRequestNegativeReply = HCI.Opcode(
        .leRemoteConnectionParameterRequestNegativeReply)
    /// The opcode of LE Set Data Length.
    public static let leSetDataLength = HCI.Opcode(.leSetDataLength)
    /// The opcode of LE Read Suggested Default Data Length.
    public static let leReadSuggestedDefaultDataLength = HCI.Opcode(.leReadSuggestedDefaultDataLength)
    /// The opcode of LE Write Suggested Default Data Length.
    public static let leWriteSuggestedDefaultDataLength = HCI.Opcode(.leWriteSuggestedDefaultDataLength)
    /// The opcode of LE Read Local P256Public Key.
    public static let leReadLocalP256PublicKey = HCI.Opcode(.leReadLocalP256PublicKey)
    /// The opcode of LE Generate DHKEY.
    public static let leGenerateDHKey = HCI.Opcode(.leGenerateDHKey)
    /// The opcode of LE Add Device To Resolving List.
    public static let leAddDeviceToResolvingList = HCI.Opcode(.leAddDeviceToResolvingList)
    /// The opcode of LE Remove Device From Resolving List.
    public static let leRemoveDeviceFromResolvingList = HCI.Opcode(.leRemoveDeviceFromResolvingList)
    /// The opcode of LE Clear Resolving List.
    public static let leClearResolvingList = HCI.Opcode(.leClearResolvingList)
    /// The opcode of LE Read Resolving List Size.
    public static let leReadResolvingListSize = HCI.Opcode(.leReadResolvingListSize)
    /// The opcode of LE Read Peer Resolvable Address.
    public static let leReadPeerResolvableAddress = HCI.Opcode(.leReadPeerResolvableAddress)
    /// The opcode of LE Read Local Resolvable Address.
    public static let leReadLocalResolvableAddress = HCI.Opcode(.leReadLocalResolvableAddress)
    /// The opcode of LE Set Address Resolution Enable.
    public static let leSetAddressResolutionEnable = HCI.Opcode(.leSetAddressResolutionEnable)
    /// The opcode of LE Set Resolvable Private Address Timeout.
    public static let leSetResolvablePrivateAddressTimeout = HCI.Opcode(.leSetResolvablePrivateAddressTimeout)
    /// The opcode of LE Read Maximum Data Length.
    public static let leReadMaximumDataLength = HCI.Opcode(.leReadMaximumDataLength)
    /// The opcode of LE Read PHY.
    public static let leReadPHY = HCI.Opcode(.leReadPHY)
    /// The opcode of LE Set Default PHY.
    public static let leSetDefaultPHY = HCI.Opcode(.leSetDefaultPHY)
    /// The opcode of LE Set PHY.
    public static let leSetPHY = HCI.Opcode(.leSetPHY)
    /// The opcode of LE Set Advertising Set Random Address.
    public static let leSetAdvertisingSetRandomAddress = HCI.Opcode(.leSetAdvertisingSetRandomAddress)
    /// The opcode of LE Set Extended Advertising Parameters.
    public static let leSetExtendedAdvertisingParameters = HCI.Opcode(.leSetExtendedAdvertisingParameters)
    /// The opcode of LE Set Extended Advertising Data.
    public static let leSetExtendedAdvertisingData = HCI.Opcode(.leSetExtendedAdvertisingData)
    /// The opcode of LE Set Extended Scan Response Data.
    public static let leSetExtendedScanResponseData = HCI.Opcode(.leSetExtendedScanResponseData)
    /// The opcode of LE Set Extended Advertising Enable.
    public static let leSetExtendedAdvertisingEnable = HCI.Opcode(.leSetExtendedAdvertisingEnable)
    /// The opcode of LE Read Maximum Advertising Data Length.
    public static let leReadMaximumAdvertisingDataLength = HCI.Opcode(.leReadMaximumAdvertisingDataLength)
    /// The opcode of LE Read Number Of Supported Advertising Sets.
    public static let leReadNumberOfSupportedAdvertisingSets = HCI.Opcode(
        .leReadNumberOfSupportedAdvertisingSets)
    /// The opcode of LE Remove Advertising Set.
    public static let leRemoveAdvertisingSet = HCI.Opcode(.leRemoveAdvertisingSet)
    /// The opcode of LE Clear Advertising Sets.
    public static let leClearAdvertisingSets = HCI.Opcode(.leClearAdvertisingSets)
    /// The opcode of LE Set Extended Scan Parameters.
    public static let leSetExtendedScanParameters = HCI.Opcode(.leSetExtendedScanParameters)
    /// The opcode of LE Set Extended Scan Enable.
    public static let leSetExtendedScanEnable = HCI.Opcode(.leSetExtendedScanEnable)
    /// The opcode of LE Extended Create Connection.
    public static let leExtendedCreateConnection = HCI.Opcode(.leExtendedCreateConnection)
    /// The opcode of LE Read Transmit Power.
    public static let leReadTransmitPower = HCI.Opcode(.leReadTransmitPower)
    /// The opcode of LE Set Privacy Mode.
    public static let leSetPrivacyMode = HCI.Opcode(.leSetPrivacyMode)
    /// The opcode of LE Set Host Feature.
    public static let leSetHostFeature = HCI.Opcode(.leSetHostFeature)
    /// The opcode of LE CS Read Local Supported Capabilities.
    public static let leCSReadLocalSupportedCapabilities = HCI.Opcode(.leCSReadLocalSupportedCapabilities)
    /// The opcode of LE CS Read Remote Supported Capabilities.
    public static let leCSReadRemoteSupportedCapabilities = HCI.Opcode(.leCSReadRemoteSupportedCapabilities)
    /// The opcode of LE CS Write Cached Remote Supported Capabilities.
    public static let leCSWriteCachedRemoteSupportedCapabilities = HCI.Opcode(
        .leCSWriteCachedRemoteSupportedCapabilities)
    /// The opcode of LE CS Security Enable.
    public static let leCSSecurityEnable = HCI.Opcode(.leCSSecurityEnable)
    /// The opcode of LE CS Set Default Settings.
    public static let leCSSetDefaultSettings = HCI.Opcode(.leCSSetDefaultSettings)
    /// The opcode of LE CS Read Remote FAE Table.
    public static let leCSReadRemoteFAETable = HCI.Opcode(.leCSReadRemoteFAETable)
    /// The opcode of LE CS Write Cached Remote FAE Table.
    public static let leCSWriteCachedRemoteFAETable = HCI.Opcode(.leCSWriteCachedRemoteFAETable)
    /// The opcode of LE CS Create Config.
    public static let leCSCreateConfig = HCI.Opcode(.leCSCreateConfig)
    /// The opcode of LE CS Remove Config.
    public static let leCSRemoveConfig = HCI.Opcode(.leCSRemoveConfig)
    /// The opcode of LE CS Set Channel Classification.
    public static let leCSSetChannelClassification = HCI.Opcode(.leCSSetChannelClassification)
    /// The opcode of LE CS Set Procedure Parameters.
    public static let leCSSetProcedureParameters = HCI.Opcode(.leCSSetProcedureParameters)
    /// The opcode of LE CS Procedure Enable.
    public static let leCSProcedureEnable = HCI.Opcode(.leCSProcedureEnable)
    /// The opcode of LE CS Test.
    public static let leCSTest = HCI.Opcode(.leCSTest)
    /// The opcode of LE CS Test End.
    public static let leCSTestEnd = HCI.Opcode(.leCSTestEnd)
    /// The opcode of LE CS Read Local Supported Capabilities [v2].
    public static let leCSReadLocalSupportedCapabilitiesV2 = HCI.Opcode(.leCSReadLocalSupportedCapabilitiesV2)
    /// The opcode of LE CS Write Cached Remote Supported Capabilities [v2].
    public static let leCSWriteCachedRemoteSupportedCapabilitiesV2 = HCI.Opcode(
        .leCSWriteCachedRemoteSupportedCapabilitiesV2)
}

extension HCI.Opcode: CustomStringConvertible {
    /// The name in the specification, or `Command 0x1234`.
    public var name: String {
        command?.name ?? Self.furtherNames[rawValue] ?? "Command \(hexadecimal(rawValue))"
    }

    public var description: String { name }

    /// Whether this package knows the command's parameters. More commands have a ``name``.
    public var isKnown: Bool { command != nil }
}

/// A number as traces and messages show it, with all digits of its type: `0x1234`.
package func hexadecimal(_ value: some UnsignedInteger & FixedWidthInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
}
