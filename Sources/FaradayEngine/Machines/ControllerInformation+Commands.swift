import BluetoothWire

/// The commands that a controller knows, by the feature that brings them.
extension ControllerInformation {
    static let securityCommands: [HCI.Opcode] = [
        .leEncrypt, .leEnableEncryption, .leLongTermKeyRequestReply, .leLongTermKeyRequestNegativeReply,
        .leReadLocalP256PublicKey, .leGenerateDHKey,
    ]
    static let privacyCommands: [HCI.Opcode] = [
        .leAddDeviceToResolvingList, .leRemoveDeviceFromResolvingList, .leClearResolvingList,
        .leReadResolvingListSize, .leReadPeerResolvableAddress, .leReadLocalResolvableAddress,
        .leSetAddressResolutionEnable, .leSetResolvablePrivateAddressTimeout, .leSetPrivacyMode,
    ]
    static let pingCommands: [HCI.Opcode] = [
        .readAuthenticatedPayloadTimeout, .writeAuthenticatedPayloadTimeout,
    ]
    /// The commands that need no feature.
    private static let basicCommands: [HCI.Opcode] = [
        .disconnect, .readRemoteVersionInformation, .setEventMask, .reset, .readTransmitPowerLevel,
        .setControllerToHostFlowControl, .hostBufferSize, .hostNumberOfCompletedPackets, .setEventMaskPage2,
        .writeLEHostSupport, .readLocalVersionInformation, .readLocalSupportedFeatures, .readBufferSize,
        .readBDADDR, .readRSSI, .leSetEventMask, .leReadBufferSize, .leReadLocalSupportedFeatures,
        .leSetRandomAddress, .leSetAdvertisingParameters, .leReadAdvertisingPhysicalChannelTxPower,
        .leSetAdvertisingData, .leSetScanResponseData, .leSetAdvertisingEnable, .leSetScanParameters,
        .leSetScanEnable, .leCreateConnection, .leCreateConnectionCancel, .leReadFilterAcceptListSize,
        .leClearFilterAcceptList, .leAddDeviceToFilterAcceptList, .leRemoveDeviceFromFilterAcceptList,
        .leConnectionUpdate, .leSetHostChannelClassification, .leReadChannelMap, .leReadRemoteFeatures,
        .leRand,
        .leReadSupportedStates, .leRemoteConnectionParameterRequestReply,
        .leRemoteConnectionParameterRequestNegativeReply, .leReadTransmitPower,
    ]
    static let lengthCommands: [HCI.Opcode] = [
        .leSetDataLength, .leReadSuggestedDefaultDataLength, .leWriteSuggestedDefaultDataLength,
        .leReadMaximumDataLength,
    ]
    static let phyCommands: [HCI.Opcode] = [.leReadPHY, .leSetDefaultPHY, .leSetPHY]
    static let extendedCommands: [HCI.Opcode] = [
        .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingParameters, .leSetExtendedAdvertisingData,
        .leSetExtendedScanResponseData, .leSetExtendedAdvertisingEnable, .leReadMaximumAdvertisingDataLength,
        .leReadNumberOfSupportedAdvertisingSets, .leRemoveAdvertisingSet, .leClearAdvertisingSets,
        .leSetExtendedScanParameters, .leSetExtendedScanEnable, .leExtendedCreateConnection,
    ]
    /// The commands of Channel Sounding. The simulated controller has no test mode.
    static let soundingCommands: [HCI.Opcode] = [
        .leSetHostFeature, .leCSReadLocalSupportedCapabilities, .leCSReadRemoteSupportedCapabilities,
        .leCSWriteCachedRemoteSupportedCapabilities, .leCSSecurityEnable, .leCSSetDefaultSettings,
        .leCSReadRemoteFAETable, .leCSWriteCachedRemoteFAETable, .leCSCreateConfig, .leCSRemoveConfig,
        .leCSSetChannelClassification, .leCSSetProcedureParameters, .leCSProcedureEnable,
    ]
    /// What Core 6.3 adds.
    static let extendedSoundingCommands: [HCI.Opcode] = [
        .leCSReadLocalSupportedCapabilitiesV2, .leCSWriteCachedRemoteSupportedCapabilitiesV2,
    ]
    /// All commands but those of Channel Sounding.
    static let allCommands = HCI.SupportedCommands(
        basicCommands + lengthCommands + phyCommands + extendedCommands + securityCommands + privacyCommands
            + pingCommands)
}
