extension HCI.Command {
    /// Reads opcode, length and parameters, which must be exactly as long as the length says.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let opcode: HCI.Opcode = try reader.read()
        var parameters = ByteReader(try reader.counted(), layer: .hci)
        self = try Self.decode(opcode, &parameters)
        try parameters.finish()
    }

    private static func decode(_ opcode: HCI.Opcode, _ reader: inout ByteReader) throws(DecodeError) -> Self {
        guard let command = opcode.command else { return .unknown(opcode: opcode, parameters: reader.rest()) }
        return switch command {
        case .disconnect: .disconnect(try .init(decoding: &reader))
        case .readRemoteVersionInformation: .readRemoteVersionInformation(try .init(decoding: &reader))
        case .setEventMask: .setEventMask(try .init(decoding: &reader))
        case .reset: .reset
        case .readTransmitPowerLevel: .readTransmitPowerLevel(try .init(decoding: &reader))
        case .setControllerToHostFlowControl: .setControllerToHostFlowControl(try .init(decoding: &reader))
        case .hostBufferSize: .hostBufferSize(try .init(decoding: &reader))
        case .hostNumberOfCompletedPackets: .hostNumberOfCompletedPackets(try .init(decoding: &reader))
        case .setEventMaskPage2: .setEventMaskPage2(try .init(decoding: &reader))
        case .writeLEHostSupport: .writeLEHostSupport(try .init(decoding: &reader))
        case .readAuthenticatedPayloadTimeout:
            .readAuthenticatedPayloadTimeout(try .init(decoding: &reader))
        case .writeAuthenticatedPayloadTimeout:
            .writeAuthenticatedPayloadTimeout(try .init(decoding: &reader))
        case .readLocalVersionInformation: .readLocalVersionInformation
        case .readLocalSupportedCommands: .readLocalSupportedCommands
        case .readLocalSupportedFeatures: .readLocalSupportedFeatures
        case .readBufferSize: .readBufferSize
        case .readBDADDR: .readBDADDR
        case .readRSSI: .readRSSI(try .init(decoding: &reader))
        case .leSetEventMask: .leSetEventMask(try .init(decoding: &reader))
        case .leReadBufferSize: .leReadBufferSize
        case .leReadLocalSupportedFeatures: .leReadLocalSupportedFeatures
        case .leSetRandomAddress: .leSetRandomAddress(try .init(decoding: &reader))
        case .leSetAdvertisingParameters: .leSetAdvertisingParameters(try .init(decoding: &reader))
        case .leReadAdvertisingPhysicalChannelTxPower: .leReadAdvertisingPhysicalChannelTxPower
        case .leSetAdvertisingData: .leSetAdvertisingData(try .init(decoding: &reader))
        case .leSetScanResponseData: .leSetScanResponseData(try .init(decoding: &reader))
        case .leSetAdvertisingEnable: .leSetAdvertisingEnable(try .init(decoding: &reader))
        case .leSetScanParameters: .leSetScanParameters(try .init(decoding: &reader))
        case .leSetScanEnable: .leSetScanEnable(try .init(decoding: &reader))
        case .leCreateConnection: .leCreateConnection(try .init(decoding: &reader))
        case .leCreateConnectionCancel: .leCreateConnectionCancel
        case .leReadFilterAcceptListSize: .leReadFilterAcceptListSize
        case .leClearFilterAcceptList: .leClearFilterAcceptList
        case .leAddDeviceToFilterAcceptList: .leAddDeviceToFilterAcceptList(try .init(decoding: &reader))
        case .leRemoveDeviceFromFilterAcceptList:
            .leRemoveDeviceFromFilterAcceptList(try .init(decoding: &reader))
        case .leConnectionUpdate: .leConnectionUpdate(try .init(decoding: &reader))
        case .leSetHostChannelClassification: .leSetHostChannelClassification(try .init(decoding: &reader))
        case .leReadChannelMap: .leReadChannelMap(try .init(decoding: &reader))
        case .leReadRemoteFeatures: .leReadRemoteFeatures(try .init(decoding: &reader))
        case .leEncrypt: .leEncrypt(try .init(decoding: &reader))
        case .leRand: .leRand
        case .leEnableEncryption: .leEnableEncryption(try .init(decoding: &reader))
        case .leLongTermKeyRequestReply: .leLongTermKeyRequestReply(try .init(decoding: &reader))
        case .leLongTermKeyRequestNegativeReply:
            .leLongTermKeyRequestNegativeReply(try .init(decoding: &reader))
        case .leReadSupportedStates: .leReadSupportedStates
        case .leRemoteConnectionParameterRequestReply:
            .leRemoteConnectionParameterRequestReply(try .init(decoding: &reader))
        case .leRemoteConnectionParameterRequestNegativeReply:
            .leRemoteConnectionParameterRequestNegativeReply(try .init(decoding: &reader))
        case .leSetDataLength: .leSetDataLength(try .init(decoding: &reader))
        case .leReadSuggestedDefaultDataLength: .leReadSuggestedDefaultDataLength
        case .leWriteSuggestedDefaultDataLength:
            .leWriteSuggestedDefaultDataLength(try .init(decoding: &reader))
        case .leReadLocalP256PublicKey: .leReadLocalP256PublicKey
        case .leGenerateDHKey: .leGenerateDHKey(try .init(decoding: &reader))
        case .leAddDeviceToResolvingList: .leAddDeviceToResolvingList(try .init(decoding: &reader))
        case .leRemoveDeviceFromResolvingList: .leRemoveDeviceFromResolvingList(try .init(decoding: &reader))
        case .leClearResolvingList: .leClearResolvingList
        case .leReadResolvingListSize: .leReadResolvingListSize
        case .leReadPeerResolvableAddress: .leReadPeerResolvableAddress(try .init(decoding: &reader))
        case .leReadLocalResolvableAddress: .leReadLocalResolvableAddress(try .init(decoding: &reader))
        case .leSetAddressResolutionEnable: .leSetAddressResolutionEnable(try .init(decoding: &reader))
        case .leSetResolvablePrivateAddressTimeout:
            .leSetResolvablePrivateAddressTimeout(try .init(decoding: &reader))
        case .leReadMaximumDataLength: .leReadMaximumDataLength
        case .leReadPHY: .leReadPHY(try .init(decoding: &reader))
        case .leSetDefaultPHY: .leSetDefaultPHY(try .init(decoding: &reader))
        case .leSetPHY: .leSetPHY(try .init(decoding: &reader))
        case .leSetAdvertisingSetRandomAddress:
            .leSetAdvertisingSetRandomAddress(try .init(decoding: &reader))
        case .leSetExtendedAdvertisingParameters:
            .leSetExtendedAdvertisingParameters(try .init(decoding: &reader))
        case .leSetExtendedAdvertisingData: .leSetExtendedAdvertisingData(try .init(decoding: &reader))
        case .leSetExtendedScanResponseData: .leSetExtendedScanResponseData(try .init(decoding: &reader))
        case .leSetExtendedAdvertisingEnable: .leSetExtendedAdvertisingEnable(try .init(decoding: &reader))
        case .leReadMaximumAdvertisingDataLength: .leReadMaximumAdvertisingDataLength
        case .leReadNumberOfSupportedAdvertisingSets: .leReadNumberOfSupportedAdvertisingSets
        case .leRemoveAdvertisingSet: .leRemoveAdvertisingSet(try .init(decoding: &reader))
        case .leClearAdvertisingSets: .leClearAdvertisingSets
        case .leSetExtendedScanParameters: .leSetExtendedScanParameters(try .init(decoding: &reader))
        case .leSetExtendedScanEnable: .leSetExtendedScanEnable(try .init(decoding: &reader))
        case .leExtendedCreateConnection: .leExtendedCreateConnection(try .init(decoding: &reader))
        case .leReadTransmitPower: .leReadTransmitPower
        case .leSetPrivacyMode: .leSetPrivacyMode(try .init(decoding: &reader))
        case .leSetHostFeature: .leSetHostFeature(try .init(decoding: &reader))
        case .leCSReadLocalSupportedCapabilities: .leCSReadLocalSupportedCapabilities
        case .leCSReadRemoteSupportedCapabilities:
            .leCSReadRemoteSupportedCapabilities(try .init(decoding: &reader))
        case .leCSWriteCachedRemoteSupportedCapabilities:
            .leCSWriteCachedRemoteSupportedCapabilities(try .init(decoding: &reader))
        case .leCSSecurityEnable: .leCSSecurityEnable(try .init(decoding: &reader))
        case .leCSSetDefaultSettings: .leCSSetDefaultSettings(try .init(decoding: &reader))
        case .leCSReadRemoteFAETable: .leCSReadRemoteFAETable(try .init(decoding: &reader))
        case .leCSWriteCachedRemoteFAETable: .leCSWriteCachedRemoteFAETable(try .init(decoding: &reader))
        case .leCSCreateConfig: .leCSCreateConfig(try .init(decoding: &reader))
        case .leCSRemoveConfig: .leCSRemoveConfig(try .init(decoding: &reader))
        case .leCSSetChannelClassification: .leCSSetChannelClassification(try .init(decoding: &reader))
        case .leCSSetProcedureParameters: .leCSSetProcedureParameters(try .init(decoding: &reader))
        case .leCSProcedureEnable: .leCSProcedureEnable(try .init(decoding: &reader))
        case .leCSTest: .leCSTest(try .init(decoding: &reader))
        case .leCSTestEnd: .leCSTestEnd
        case .leCSReadLocalSupportedCapabilitiesV2: .leCSReadLocalSupportedCapabilitiesV2
        case .leCSWriteCachedRemoteSupportedCapabilitiesV2:
            .leCSWriteCachedRemoteSupportedCapabilitiesV2(try .init(decoding: &reader))
        }
    }

    public func encode(into bytes: inout [UInt8]) {
        bytes.put(opcode)
        let length = bytes.openLength()
        encodeParameters(into: &bytes)
        bytes.closeLength(at: length)
    }

    private func encodeParameters(into bytes: inout [UInt8]) {
        switch self {
        case .disconnect(let parameters): parameters.encode(into: &bytes)
        case .readRemoteVersionInformation(let parameters): parameters.encode(into: &bytes)
        case .setEventMask(let parameters): parameters.encode(into: &bytes)
        case .readTransmitPowerLevel(let parameters): parameters.encode(into: &bytes)
        case .setControllerToHostFlowControl(let parameters): parameters.encode(into: &bytes)
        case .hostBufferSize(let parameters): parameters.encode(into: &bytes)
        case .hostNumberOfCompletedPackets(let parameters): parameters.encode(into: &bytes)
        case .setEventMaskPage2(let parameters): parameters.encode(into: &bytes)
        case .writeLEHostSupport(let parameters): parameters.encode(into: &bytes)
        case .readAuthenticatedPayloadTimeout(let parameters): parameters.encode(into: &bytes)
        case .writeAuthenticatedPayloadTimeout(let parameters): parameters.encode(into: &bytes)
        case .readRSSI(let parameters): parameters.encode(into: &bytes)
        case .leSetEventMask(let parameters): parameters.encode(into: &bytes)
        case .leSetRandomAddress(let parameters): parameters.encode(into: &bytes)
        case .leSetAdvertisingParameters(let parameters): parameters.encode(into: &bytes)
        case .leSetAdvertisingData(let parameters): parameters.encode(into: &bytes)
        case .leSetScanResponseData(let parameters): parameters.encode(into: &bytes)
        case .leSetAdvertisingEnable(let parameters): parameters.encode(into: &bytes)
        case .leSetScanParameters(let parameters): parameters.encode(into: &bytes)
        case .leSetScanEnable(let parameters): parameters.encode(into: &bytes)
        case .leCreateConnection(let parameters): parameters.encode(into: &bytes)
        case .leAddDeviceToFilterAcceptList(let parameters): parameters.encode(into: &bytes)
        case .leRemoveDeviceFromFilterAcceptList(let parameters): parameters.encode(into: &bytes)
        case .leConnectionUpdate(let parameters): parameters.encode(into: &bytes)
        case .leSetHostChannelClassification(let parameters): parameters.encode(into: &bytes)
        case .leReadChannelMap(let parameters): parameters.encode(into: &bytes)
        case .leReadRemoteFeatures(let parameters): parameters.encode(into: &bytes)
        case .leEncrypt(let parameters): parameters.encode(into: &bytes)
        case .leEnableEncryption(let parameters): parameters.encode(into: &bytes)
        case .leLongTermKeyRequestReply(let parameters): parameters.encode(into: &bytes)
        case .leLongTermKeyRequestNegativeReply(let parameters): parameters.encode(into: &bytes)
        case .leRemoteConnectionParameterRequestReply(let parameters): parameters.encode(into: &bytes)
        case .leRemoteConnectionParameterRequestNegativeReply(let parameters): parameters.encode(into: &bytes)
        case .leSetDataLength(let parameters): parameters.encode(into: &bytes)
        case .leWriteSuggestedDefaultDataLength(let parameters): parameters.encode(into: &bytes)
        case .leGenerateDHKey(let parameters): parameters.encode(into: &bytes)
        case .leAddDeviceToResolvingList(let parameters): parameters.encode(into: &bytes)
        case .leRemoveDeviceFromResolvingList(let parameters): parameters.encode(into: &bytes)
        case .leReadPeerResolvableAddress(let parameters): parameters.encode(into: &bytes)
        case .leReadLocalResolvableAddress(let parameters): parameters.encode(into: &bytes)
        case .leSetAddressResolutionEnable(let parameters): parameters.encode(into: &bytes)
        case .leSetResolvablePrivateAddressTimeout(let parameters): parameters.encode(into: &bytes)
        case .leReadPHY(let parameters): parameters.encode(into: &bytes)
        case .leSetDefaultPHY(let parameters): parameters.encode(into: &bytes)
        case .leSetPHY(let parameters): parameters.encode(into: &bytes)
        case .leSetAdvertisingSetRandomAddress(let parameters): parameters.encode(into: &bytes)
        case .leSetExtendedAdvertisingParameters(let parameters): parameters.encode(into: &bytes)
        case .leSetExtendedAdvertisingData(let parameters): parameters.encode(into: &bytes)
        case .leSetExtendedScanResponseData(let parameters): parameters.encode(into: &bytes)
        case .leSetExtendedAdvertisingEnable(let parameters): parameters.encode(into: &bytes)
        case .leRemoveAdvertisingSet(let parameters): parameters.encode(into: &bytes)
        case .leSetExtendedScanParameters(let parameters): parameters.encode(into: &bytes)
        case .leSetExtendedScanEnable(let parameters): parameters.encode(into: &bytes)
        case .leExtendedCreateConnection(let parameters): parameters.encode(into: &bytes)
        case .leSetPrivacyMode(let parameters): parameters.encode(into: &bytes)
        case .leSetHostFeature(let parameters): parameters.encode(into: &bytes)
        case .leCSReadRemoteSupportedCapabilities(let parameters): parameters.encode(into: &bytes)
        case .leCSWriteCachedRemoteSupportedCapabilities(let parameters): parameters.encode(into: &bytes)
        case .leCSSecurityEnable(let parameters): parameters.encode(into: &bytes)
        case .leCSSetDefaultSettings(let parameters): parameters.encode(into: &bytes)
        case .leCSReadRemoteFAETable(let parameters): parameters.encode(into: &bytes)
        case .leCSWriteCachedRemoteFAETable(let parameters): parameters.encode(into: &bytes)
        case .leCSCreateConfig(let parameters): parameters.encode(into: &bytes)
        case .leCSRemoveConfig(let parameters): parameters.encode(into: &bytes)
        case .leCSSetChannelClassification(let parameters): parameters.encode(into: &bytes)
        case .leCSSetProcedureParameters(let parameters): parameters.encode(into: &bytes)
        case .leCSProcedureEnable(let parameters): parameters.encode(into: &bytes)
        case .leCSTest(let parameters): parameters.encode(into: &bytes)
        case .leCSWriteCachedRemoteSupportedCapabilitiesV2(let parameters): parameters.encode(into: &bytes)
        case .reset, .readLocalVersionInformation, .readLocalSupportedCommands, .readLocalSupportedFeatures,
            .readBufferSize, .readBDADDR, .leReadBufferSize, .leReadLocalSupportedFeatures,
            .leReadAdvertisingPhysicalChannelTxPower, .leCreateConnectionCancel,
            .leReadFilterAcceptListSize, .leClearFilterAcceptList, .leRand, .leReadSupportedStates,
            .leReadSuggestedDefaultDataLength, .leReadLocalP256PublicKey, .leClearResolvingList,
            .leReadResolvingListSize, .leReadMaximumDataLength, .leReadMaximumAdvertisingDataLength,
            .leReadNumberOfSupportedAdvertisingSets, .leClearAdvertisingSets, .leReadTransmitPower,
            .leCSReadLocalSupportedCapabilities, .leCSReadLocalSupportedCapabilitiesV2, .leCSTestEnd:
            break
        case .unknown(_, let parameters): bytes.append(contentsOf: parameters)
        }
    }
}
