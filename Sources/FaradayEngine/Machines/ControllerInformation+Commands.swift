import BluetoothWire

/// The commands that a controller knows, by the feature that brings them.
extension ControllerInformation {
    /// What a controller needs to know a command.
    enum CommandGroup {
        /// Nothing: every controller knows it.
        case basic
        case length, phy, extended, security, privacy, ping
        case sounding
        /// What Core 6.3 adds to Channel Sounding.
        case extendedSounding
        /// The simulated controller has no test mode.
        case missing
    }

    static let securityCommands = commands(of: .security)
    static let privacyCommands = commands(of: .privacy)
    static let pingCommands = commands(of: .ping)
    static let lengthCommands = commands(of: .length)
    static let phyCommands = commands(of: .phy)
    static let extendedCommands = commands(of: .extended)
    static let soundingCommands = commands(of: .sounding)
    static let extendedSoundingCommands = commands(of: .extendedSounding)

    /// All commands but those of Channel Sounding.
    static let allCommands = HCI.SupportedCommands(
        [.basic, .length, .phy, .extended, .security, .privacy, .ping].flatMap { commands(of: $0) })

    private static func commands(of group: CommandGroup) -> [HCI.Opcode] {
        HCI.KnownCommand.allCases.filter { $0.group == group }.map { HCI.Opcode(rawValue: $0.rawValue) }
    }
}

extension HCI.KnownCommand {
    fileprivate var group: ControllerInformation.CommandGroup {
        switch self {
        case .leEncrypt, .leEnableEncryption, .leLongTermKeyRequestReply,
            .leLongTermKeyRequestNegativeReply, .leReadLocalP256PublicKey, .leGenerateDHKey:
            .security
        case .leAddDeviceToResolvingList, .leRemoveDeviceFromResolvingList, .leClearResolvingList,
            .leReadResolvingListSize, .leReadPeerResolvableAddress, .leReadLocalResolvableAddress,
            .leSetAddressResolutionEnable, .leSetResolvablePrivateAddressTimeout, .leSetPrivacyMode:
            .privacy
        case .readAuthenticatedPayloadTimeout, .writeAuthenticatedPayloadTimeout:
            .ping
        case .disconnect, .readRemoteVersionInformation, .setEventMask, .reset, .readTransmitPowerLevel,
            .setControllerToHostFlowControl, .hostBufferSize, .hostNumberOfCompletedPackets,
            .setEventMaskPage2, .writeLEHostSupport, .readLocalVersionInformation,
            .readLocalSupportedFeatures, .readBufferSize, .readBDADDR, .readRSSI, .leSetEventMask,
            .leReadBufferSize, .leReadLocalSupportedFeatures, .leSetRandomAddress,
            .leSetAdvertisingParameters, .leReadAdvertisingPhysicalChannelTxPower, .leSetAdvertisingData,
            .leSetScanResponseData, .leSetAdvertisingEnable, .leSetScanParameters, .leSetScanEnable,
            .leCreateConnection, .leCreateConnectionCancel, .leReadFilterAcceptListSize,
            .leClearFilterAcceptList, .leAddDeviceToFilterAcceptList, .leRemoveDeviceFromFilterAcceptList,
            .leConnectionUpdate, .leSetHostChannelClassification, .leReadChannelMap, .leReadRemoteFeatures,
            .leRand, .leReadSupportedStates, .leRemoteConnectionParameterRequestReply,
            .leRemoteConnectionParameterRequestNegativeReply, .leReadTransmitPower,
            .readLocalSupportedCommands:
            .basic
        case .leSetDataLength, .leReadSuggestedDefaultDataLength, .leWriteSuggestedDefaultDataLength,
            .leReadMaximumDataLength:
            .length
        case .leReadPHY, .leSetDefaultPHY, .leSetPHY:
            .phy
        case .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingParameters,
            .leSetExtendedAdvertisingData, .leSetExtendedScanResponseData, .leSetExtendedAdvertisingEnable,
            .leReadMaximumAdvertisingDataLength, .leReadNumberOfSupportedAdvertisingSets,
            .leRemoveAdvertisingSet, .leClearAdvertisingSets, .leSetExtendedScanParameters,
            .leSetExtendedScanEnable, .leExtendedCreateConnection:
            .extended
        case .leSetHostFeature, .leCSReadLocalSupportedCapabilities, .leCSReadRemoteSupportedCapabilities,
            .leCSWriteCachedRemoteSupportedCapabilities, .leCSSecurityEnable, .leCSSetDefaultSettings,
            .leCSReadRemoteFAETable, .leCSWriteCachedRemoteFAETable, .leCSCreateConfig, .leCSRemoveConfig,
            .leCSSetChannelClassification, .leCSSetProcedureParameters, .leCSProcedureEnable:
            .sounding
        case .leCSReadLocalSupportedCapabilitiesV2, .leCSWriteCachedRemoteSupportedCapabilitiesV2:
            .extendedSounding
        case .leCSTest, .leCSTestEnd: .missing
        }
    }
}
