extension HCI {
    /// A command from the host to the controller (Core 6.0, Vol 4, Part E, 5.4.1).
    ///
    /// ```swift
    /// let command = HCI.Command.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false))
    /// assert(try HCI.Command(bytes: command.bytes) == command)
    /// ```
    public enum Command: Value {
        case disconnect(Disconnect)
        case readRemoteVersionInformation(ReadRemoteVersionInformation)
        case setEventMask(SetEventMask)
        case reset
        case readTransmitPowerLevel(ReadTransmitPowerLevel)
        case setControllerToHostFlowControl(SetControllerToHostFlowControl)
        case hostBufferSize(HostBufferSize)
        case hostNumberOfCompletedPackets(HostNumberOfCompletedPackets)
        case setEventMaskPage2(SetEventMaskPage2)
        case writeLEHostSupport(WriteLEHostSupport)
        case readAuthenticatedPayloadTimeout(ReadAuthenticatedPayloadTimeout)
        case writeAuthenticatedPayloadTimeout(WriteAuthenticatedPayloadTimeout)
        case readLocalVersionInformation
        case readLocalSupportedCommands
        case readLocalSupportedFeatures
        case readBufferSize
        case readBDADDR
        case readRSSI(ReadRSSI)
        case leSetEventMask(LESetEventMask)
        case leReadBufferSize
        case leReadLocalSupportedFeatures
        case leSetRandomAddress(LESetRandomAddress)
        case leSetAdvertisingParameters(LESetAdvertisingParameters)
        case leReadAdvertisingPhysicalChannelTxPower
        case leSetAdvertisingData(LESetAdvertisingData)
        case leSetScanResponseData(LESetScanResponseData)
        case leSetAdvertisingEnable(LESetAdvertisingEnable)
        case leSetScanParameters(LESetScanParameters)
        case leSetScanEnable(LESetScanEnable)
        case leCreateConnection(LECreateConnection)
        case leCreateConnectionCancel
        case leReadFilterAcceptListSize
        case leClearFilterAcceptList
        case leAddDeviceToFilterAcceptList(LEAddDeviceToFilterAcceptList)
        case leRemoveDeviceFromFilterAcceptList(LERemoveDeviceFromFilterAcceptList)
        case leConnectionUpdate(LEConnectionUpdate)
        case leSetHostChannelClassification(LESetHostChannelClassification)
        case leReadChannelMap(LEReadChannelMap)
        case leReadRemoteFeatures(LEReadRemoteFeatures)
        case leEncrypt(LEEncrypt)
        case leRand
        case leEnableEncryption(LEEnableEncryption)
        case leLongTermKeyRequestReply(LELongTermKeyRequestReply)
        case leLongTermKeyRequestNegativeReply(LELongTermKeyRequestNegativeReply)
        case leReadSupportedStates
        case leRemoteConnectionParameterRequestReply(LERemoteConnectionParameterRequestReply)
        case leRemoteConnectionParameterRequestNegativeReply(LERemoteConnectionParameterRequestNegativeReply)
        case leSetDataLength(LESetDataLength)
        case leReadSuggestedDefaultDataLength
        case leWriteSuggestedDefaultDataLength(LEWriteSuggestedDefaultDataLength)
        case leReadLocalP256PublicKey
        case leGenerateDHKey(LEGenerateDHKey)
        case leAddDeviceToResolvingList(LEAddDeviceToResolvingList)
        case leRemoveDeviceFromResolvingList(LERemoveDeviceFromResolvingList)
        case leClearResolvingList
        case leReadResolvingListSize
        case leReadPeerResolvableAddress(LEReadPeerResolvableAddress)
        case leReadLocalResolvableAddress(LEReadLocalResolvableAddress)
        case leSetAddressResolutionEnable(LESetAddressResolutionEnable)
        case leSetResolvablePrivateAddressTimeout(LESetResolvablePrivateAddressTimeout)
        case leReadMaximumDataLength
        case leReadPHY(LEReadPHY)
        case leSetDefaultPHY(LESetDefaultPHY)
        case leSetPHY(LESetPHY)
        case leSetAdvertisingSetRandomAddress(LESetAdvertisingSetRandomAddress)
        case leSetExtendedAdvertisingParameters(LESetExtendedAdvertisingParameters)
        case leSetExtendedAdvertisingData(LESetExtendedAdvertisingData)
        case leSetExtendedScanResponseData(LESetExtendedScanResponseData)
        case leSetExtendedAdvertisingEnable(LESetExtendedAdvertisingEnable)
        case leReadMaximumAdvertisingDataLength
        case leReadNumberOfSupportedAdvertisingSets
        case leRemoveAdvertisingSet(LERemoveAdvertisingSet)
        case leClearAdvertisingSets
        case leSetExtendedScanParameters(LESetExtendedScanParameters)
        case leSetExtendedScanEnable(LESetExtendedScanEnable)
        case leExtendedCreateConnection(LEExtendedCreateConnection)
        case leReadTransmitPower
        case leSetPrivacyMode(LESetPrivacyMode)
        /// A command that this package does not know; its opcode differs from those above.
        case unknown(opcode: Opcode, parameters: [UInt8])
    }
}

extension HCI.Command {
    /// The opcode.
    public var opcode: HCI.Opcode {
        switch self {
        case .disconnect: .disconnect
        case .readRemoteVersionInformation: .readRemoteVersionInformation
        case .setEventMask: .setEventMask
        case .reset: .reset
        case .readTransmitPowerLevel: .readTransmitPowerLevel
        case .setControllerToHostFlowControl: .setControllerToHostFlowControl
        case .hostBufferSize: .hostBufferSize
        case .hostNumberOfCompletedPackets: .hostNumberOfCompletedPackets
        case .setEventMaskPage2: .setEventMaskPage2
        case .writeLEHostSupport: .writeLEHostSupport
        case .readAuthenticatedPayloadTimeout: .readAuthenticatedPayloadTimeout
        case .writeAuthenticatedPayloadTimeout: .writeAuthenticatedPayloadTimeout
        case .readLocalVersionInformation: .readLocalVersionInformation
        case .readLocalSupportedCommands: .readLocalSupportedCommands
        case .readLocalSupportedFeatures: .readLocalSupportedFeatures
        case .readBufferSize: .readBufferSize
        case .readBDADDR: .readBDADDR
        case .readRSSI: .readRSSI
        case .leSetEventMask: .leSetEventMask
        case .leReadBufferSize: .leReadBufferSize
        case .leReadLocalSupportedFeatures: .leReadLocalSupportedFeatures
        case .leSetRandomAddress: .leSetRandomAddress
        case .leSetAdvertisingParameters: .leSetAdvertisingParameters
        case .leReadAdvertisingPhysicalChannelTxPower: .leReadAdvertisingPhysicalChannelTxPower
        case .leSetAdvertisingData: .leSetAdvertisingData
        case .leSetScanResponseData: .leSetScanResponseData
        case .leSetAdvertisingEnable: .leSetAdvertisingEnable
        case .leSetScanParameters: .leSetScanParameters
        case .leSetScanEnable: .leSetScanEnable
        case .leCreateConnection: .leCreateConnection
        case .leCreateConnectionCancel: .leCreateConnectionCancel
        case .leReadFilterAcceptListSize: .leReadFilterAcceptListSize
        case .leClearFilterAcceptList: .leClearFilterAcceptList
        case .leAddDeviceToFilterAcceptList: .leAddDeviceToFilterAcceptList
        case .leRemoveDeviceFromFilterAcceptList: .leRemoveDeviceFromFilterAcceptList
        case .leConnectionUpdate: .leConnectionUpdate
        case .leSetHostChannelClassification: .leSetHostChannelClassification
        case .leReadChannelMap: .leReadChannelMap
        case .leReadRemoteFeatures: .leReadRemoteFeatures
        case .leEncrypt: .leEncrypt
        case .leRand: .leRand
        case .leEnableEncryption: .leEnableEncryption
        case .leLongTermKeyRequestReply: .leLongTermKeyRequestReply
        case .leLongTermKeyRequestNegativeReply: .leLongTermKeyRequestNegativeReply
        case .leReadSupportedStates: .leReadSupportedStates
        case .leRemoteConnectionParameterRequestReply: .leRemoteConnectionParameterRequestReply
        case .leRemoteConnectionParameterRequestNegativeReply:
            .leRemoteConnectionParameterRequestNegativeReply
        case .leSetDataLength: .leSetDataLength
        case .leReadSuggestedDefaultDataLength: .leReadSuggestedDefaultDataLength
        case .leWriteSuggestedDefaultDataLength: .leWriteSuggestedDefaultDataLength
        case .leReadLocalP256PublicKey: .leReadLocalP256PublicKey
        case .leGenerateDHKey: .leGenerateDHKey
        case .leAddDeviceToResolvingList: .leAddDeviceToResolvingList
        case .leRemoveDeviceFromResolvingList: .leRemoveDeviceFromResolvingList
        case .leClearResolvingList: .leClearResolvingList
        case .leReadResolvingListSize: .leReadResolvingListSize
        case .leReadPeerResolvableAddress: .leReadPeerResolvableAddress
        case .leReadLocalResolvableAddress: .leReadLocalResolvableAddress
        case .leSetAddressResolutionEnable: .leSetAddressResolutionEnable
        case .leSetResolvablePrivateAddressTimeout: .leSetResolvablePrivateAddressTimeout
        case .leReadMaximumDataLength: .leReadMaximumDataLength
        case .leReadPHY: .leReadPHY
        case .leSetDefaultPHY: .leSetDefaultPHY
        case .leSetPHY: .leSetPHY
        case .leSetAdvertisingSetRandomAddress: .leSetAdvertisingSetRandomAddress
        case .leSetExtendedAdvertisingParameters: .leSetExtendedAdvertisingParameters
        case .leSetExtendedAdvertisingData: .leSetExtendedAdvertisingData
        case .leSetExtendedScanResponseData: .leSetExtendedScanResponseData
        case .leSetExtendedAdvertisingEnable: .leSetExtendedAdvertisingEnable
        case .leReadMaximumAdvertisingDataLength: .leReadMaximumAdvertisingDataLength
        case .leReadNumberOfSupportedAdvertisingSets: .leReadNumberOfSupportedAdvertisingSets
        case .leRemoveAdvertisingSet: .leRemoveAdvertisingSet
        case .leClearAdvertisingSets: .leClearAdvertisingSets
        case .leSetExtendedScanParameters: .leSetExtendedScanParameters
        case .leSetExtendedScanEnable: .leSetExtendedScanEnable
        case .leExtendedCreateConnection: .leExtendedCreateConnection
        case .leReadTransmitPower: .leReadTransmitPower
        case .leSetPrivacyMode: .leSetPrivacyMode
        case .unknown(let opcode, _): opcode
        }
    }
}
