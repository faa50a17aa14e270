extension HCI {
    /// A command from the host to the controller (Core 6.0, Vol 4, Part E, 5.4.1).
    ///
    /// ```swift
    /// let command = HCI.Command.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false))
    /// assert(try HCI.Command(bytes: command.bytes) == command)
    /// ```
    public enum Command: Value {
        /// Disconnect: ends a link.
        case disconnect(Disconnect)
        /// Read Remote Version Information: asks for the peer's version.
        case readRemoteVersionInformation(ReadRemoteVersionInformation)
        /// Set Event Mask: chooses the events that the host gets.
        case setEventMask(SetEventMask)
        /// Reset: puts the controller into its first state.
        case reset
        /// Read Transmit Power Level: reads the power of a link.
        case readTransmitPowerLevel(ReadTransmitPowerLevel)
        /// Set Controller To Host Flow Control: switches the flow control towards the host.
        case setControllerToHostFlowControl(SetControllerToHostFlowControl)
        /// Host Buffer Size: tells the controller the host's buffers.
        case hostBufferSize(HostBufferSize)
        /// Host Number Of Completed Packets: gives buffers of the host back.
        case hostNumberOfCompletedPackets(HostNumberOfCompletedPackets)
        /// Set Event Mask Page 2: chooses more events.
        case setEventMaskPage2(SetEventMaskPage2)
        /// Write LE Host Support: tells the controller that the host supports LE.
        case writeLEHostSupport(WriteLEHostSupport)
        /// Read Authenticated Payload Timeout: reads how long a link may be without a packet with a MIC.
        case readAuthenticatedPayloadTimeout(ReadAuthenticatedPayloadTimeout)
        /// Write Authenticated Payload Timeout: sets how long a link may be without a packet with a MIC.
        case writeAuthenticatedPayloadTimeout(WriteAuthenticatedPayloadTimeout)
        /// Read Local Version Information: reads the controller's version.
        case readLocalVersionInformation
        /// Read Local Supported Commands: reads which commands there are.
        case readLocalSupportedCommands
        /// Read Local Supported Features: reads the controller's LMP features.
        case readLocalSupportedFeatures
        /// Read Buffer Size: reads the BR/EDR buffers.
        case readBufferSize
        /// Read BD_ADDR: reads the public address.
        case readBDADDR
        /// Read RSSI: reads how strong the peer is received.
        case readRSSI(ReadRSSI)
        /// LE Set Event Mask: chooses the LE events that the host gets.
        case leSetEventMask(LESetEventMask)
        /// LE Read Buffer Size: reads the buffers for ACL data.
        case leReadBufferSize
        /// LE Read Local Supported Features: reads the LE features.
        case leReadLocalSupportedFeatures
        /// LE Set Random Address: sets the random address of the legacy commands.
        case leSetRandomAddress(LESetRandomAddress)
        /// LE Set Advertising Parameters: sets how to advertise.
        case leSetAdvertisingParameters(LESetAdvertisingParameters)
        /// LE Read Advertising Physical Channel Tx Power: reads the power of advertisements.
        case leReadAdvertisingPhysicalChannelTxPower
        /// LE Set Advertising Data: sets the advertising data.
        case leSetAdvertisingData(LESetAdvertisingData)
        /// LE Set Scan Response Data: sets the scan response data.
        case leSetScanResponseData(LESetScanResponseData)
        /// LE Set Advertising Enable: starts or stops advertising.
        case leSetAdvertisingEnable(LESetAdvertisingEnable)
        /// LE Set Scan Parameters: sets how to scan.
        case leSetScanParameters(LESetScanParameters)
        /// LE Set Scan Enable: starts or stops scanning.
        case leSetScanEnable(LESetScanEnable)
        /// LE Create Connection: connects to an advertiser.
        case leCreateConnection(LECreateConnection)
        /// LE Create Connection Cancel: gives a connection attempt up.
        case leCreateConnectionCancel
        /// LE Read Filter Accept List Size: reads how long the filter accept list can be.
        case leReadFilterAcceptListSize
        /// LE Clear Filter Accept List: empties the filter accept list.
        case leClearFilterAcceptList
        /// LE Add Device To Filter Accept List: adds a device to the filter accept list.
        case leAddDeviceToFilterAcceptList(LEAddDeviceToFilterAcceptList)
        /// LE Remove Device From Filter Accept List: removes a device from the filter accept list.
        case leRemoveDeviceFromFilterAcceptList(LERemoveDeviceFromFilterAcceptList)
        /// LE Connection Update: changes a link's parameters.
        case leConnectionUpdate(LEConnectionUpdate)
        /// LE Set Host Channel Classification: says which channels are bad.
        case leSetHostChannelClassification(LESetHostChannelClassification)
        /// LE Read Channel Map: reads which channels a link uses.
        case leReadChannelMap(LEReadChannelMap)
        /// LE Read Remote Features: asks for the peer's LE features.
        case leReadRemoteFeatures(LEReadRemoteFeatures)
        /// LE Encrypt: encrypts a block with AES-128.
        case leEncrypt(LEEncrypt)
        /// LE Rand: draws eight random octets.
        case leRand
        /// LE Enable Encryption: encrypts a link, or changes its key.
        case leEnableEncryption(LEEnableEncryption)
        /// LE Long Term Key Request Reply: gives the key that a peripheral was asked for.
        case leLongTermKeyRequestReply(LELongTermKeyRequestReply)
        /// LE Long Term Key Request Negative Reply: says that there is no key.
        case leLongTermKeyRequestNegativeReply(LELongTermKeyRequestNegativeReply)
        /// LE Read Supported States: reads which roles can be combined.
        case leReadSupportedStates
        /// LE Remote Connection Parameter Request Reply: accepts a peer's parameters.
        case leRemoteConnectionParameterRequestReply(LERemoteConnectionParameterRequestReply)
        /// LE Remote Connection Parameter Request Negative Reply: refuses a peer's parameters.
        case leRemoteConnectionParameterRequestNegativeReply(LERemoteConnectionParameterRequestNegativeReply)
        /// LE Set Data Length: asks for longer data PDUs on a link.
        case leSetDataLength(LESetDataLength)
        /// LE Read Suggested Default Data Length: reads the data length of new links.
        case leReadSuggestedDefaultDataLength
        /// LE Write Suggested Default Data Length: sets the data length of new links.
        case leWriteSuggestedDefaultDataLength(LEWriteSuggestedDefaultDataLength)
        /// LE Read Local P256Public Key: makes a key pair and reports its public key.
        case leReadLocalP256PublicKey
        /// LE Generate DHKEY: computes a Diffie-Hellman key.
        case leGenerateDHKey(LEGenerateDHKey)
        /// LE Add Device To Resolving List: adds a device and its keys to the resolving list.
        case leAddDeviceToResolvingList(LEAddDeviceToResolvingList)
        /// LE Remove Device From Resolving List: removes a device from the resolving list.
        case leRemoveDeviceFromResolvingList(LERemoveDeviceFromResolvingList)
        /// LE Clear Resolving List: empties the resolving list.
        case leClearResolvingList
        /// LE Read Resolving List Size: reads how long the resolving list can be.
        case leReadResolvingListSize
        /// LE Read Peer Resolvable Address: reads the private address that a peer uses.
        case leReadPeerResolvableAddress(LEReadPeerResolvableAddress)
        /// LE Read Local Resolvable Address: reads the private address that is used for a peer.
        case leReadLocalResolvableAddress(LEReadLocalResolvableAddress)
        /// LE Set Address Resolution Enable: switches the resolution of private addresses.
        case leSetAddressResolutionEnable(LESetAddressResolutionEnable)
        /// LE Set Resolvable Private Address Timeout: sets how long a private address is used.
        case leSetResolvablePrivateAddressTimeout(LESetResolvablePrivateAddressTimeout)
        /// LE Read Maximum Data Length: reads the longest data PDUs.
        case leReadMaximumDataLength
        /// LE Read PHY: reads the PHYs of a link.
        case leReadPHY(LEReadPHY)
        /// LE Set Default PHY: sets the PHYs that new links prefer.
        case leSetDefaultPHY(LESetDefaultPHY)
        /// LE Set PHY: asks for other PHYs on a link.
        case leSetPHY(LESetPHY)
        /// LE Set Advertising Set Random Address: sets the random address of an advertising set.
        case leSetAdvertisingSetRandomAddress(LESetAdvertisingSetRandomAddress)
        /// LE Set Extended Advertising Parameters: makes an advertising set, or changes how it advertises.
        case leSetExtendedAdvertisingParameters(LESetExtendedAdvertisingParameters)
        /// LE Set Extended Advertising Data: sets the data of an advertising set.
        case leSetExtendedAdvertisingData(LESetExtendedAdvertisingData)
        /// LE Set Extended Scan Response Data: sets the scan response of an advertising set.
        case leSetExtendedScanResponseData(LESetExtendedScanResponseData)
        /// LE Set Extended Advertising Enable: starts or stops advertising sets.
        case leSetExtendedAdvertisingEnable(LESetExtendedAdvertisingEnable)
        /// LE Read Maximum Advertising Data Length: reads the longest advertising data.
        case leReadMaximumAdvertisingDataLength
        /// LE Read Number Of Supported Advertising Sets: reads how many advertising sets there can be.
        case leReadNumberOfSupportedAdvertisingSets
        /// LE Remove Advertising Set: removes an advertising set.
        case leRemoveAdvertisingSet(LERemoveAdvertisingSet)
        /// LE Clear Advertising Sets: removes all advertising sets.
        case leClearAdvertisingSets
        /// LE Set Extended Scan Parameters: sets how to scan on each PHY.
        case leSetExtendedScanParameters(LESetExtendedScanParameters)
        /// LE Set Extended Scan Enable: starts or stops scanning, also for a time.
        case leSetExtendedScanEnable(LESetExtendedScanEnable)
        /// LE Extended Create Connection: connects to an advertiser, on chosen PHYs.
        indirect case leExtendedCreateConnection(LEExtendedCreateConnection)
        /// LE Read Transmit Power: reads the range of the transmit power.
        case leReadTransmitPower
        /// LE Set Privacy Mode: sets whether a peer may show its identity address.
        case leSetPrivacyMode(LESetPrivacyMode)
        /// LE Set Host Feature: says that the host supports a feature.
        case leSetHostFeature(LESetHostFeature)
        /// LE CS Read Local Supported Capabilities: reads what the controller can do in Channel Sounding.
        case leCSReadLocalSupportedCapabilities
        /// LE CS Read Remote Supported Capabilities: asks what the peer can do in Channel Sounding.
        case leCSReadRemoteSupportedCapabilities(LECSReadRemoteSupportedCapabilities)
        /// LE CS Write Cached Remote Supported Capabilities: gives the peer's capabilities back to the controller.
        indirect case leCSWriteCachedRemoteSupportedCapabilities(
            LECSWriteCachedRemoteSupportedCapabilities)
        /// LE CS Security Enable: makes the two ends' common random numbers.
        case leCSSecurityEnable(LECSSecurityEnable)
        /// LE CS Set Default Settings: sets which roles, antenna and power a link may use.
        case leCSSetDefaultSettings(LECSSetDefaultSettings)
        /// LE CS Read Remote FAE Table: asks for the frequency errors of the peer.
        case leCSReadRemoteFAETable(LECSReadRemoteFAETable)
        /// LE CS Write Cached Remote FAE Table: gives the frequency errors of the peer back to the controller.
        case leCSWriteCachedRemoteFAETable(LECSWriteCachedRemoteFAETable)
        /// LE CS Create Config: makes a configuration of Channel Sounding.
        indirect case leCSCreateConfig(LECSCreateConfig)
        /// LE CS Remove Config: removes a configuration of Channel Sounding.
        case leCSRemoveConfig(LECSRemoveConfig)
        /// LE CS Set Channel Classification: says which channels are bad for Channel Sounding.
        case leCSSetChannelClassification(LECSSetChannelClassification)
        /// LE CS Set Procedure Parameters: sets how long and how often procedures are.
        case leCSSetProcedureParameters(LECSSetProcedureParameters)
        /// LE CS Procedure Enable: starts or stops procedures.
        case leCSProcedureEnable(LECSProcedureEnable)
        /// LE CS Test: starts a test of Channel Sounding without a link.
        indirect case leCSTest(LECSTest)
        /// LE CS Test End: ends the test.
        case leCSTestEnd
        /// LE CS Read Local Supported Capabilities [v2]: also reads what Core 6.3 adds.
        case leCSReadLocalSupportedCapabilitiesV2
        /// LE CS Write Cached Remote Supported Capabilities [v2]: also gives back what Core 6.3 adds.
        indirect case leCSWriteCachedRemoteSupportedCapabilitiesV2(
            LECSWriteCachedRemoteSupportedCapabilitiesV2)
        /// A command that this package does not know, or one of those above whose parameters can't be decoded. The
        /// parameters have at most 255 octets.
        case unknown(opcode: Opcode, parameters: [UInt8])
    }
}

extension HCI.Command {
    /// The opcode with which the command begins on the wire.
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
        case .leSetHostFeature: .leSetHostFeature
        case .leCSReadLocalSupportedCapabilities: .leCSReadLocalSupportedCapabilities
        case .leCSReadRemoteSupportedCapabilities: .leCSReadRemoteSupportedCapabilities
        case .leCSWriteCachedRemoteSupportedCapabilities: .leCSWriteCachedRemoteSupportedCapabilities
        case .leCSSecurityEnable: .leCSSecurityEnable
        case .leCSSetDefaultSettings: .leCSSetDefaultSettings
        case .leCSReadRemoteFAETable: .leCSReadRemoteFAETable
        case .leCSWriteCachedRemoteFAETable: .leCSWriteCachedRemoteFAETable
        case .leCSCreateConfig: .leCSCreateConfig
        case .leCSRemoveConfig: .leCSRemoveConfig
        case .leCSSetChannelClassification: .leCSSetChannelClassification
        case .leCSSetProcedureParameters: .leCSSetProcedureParameters
        case .leCSProcedureEnable: .leCSProcedureEnable
        case .leCSTest: .leCSTest
        case .leCSTestEnd: .leCSTestEnd
        case .leCSReadLocalSupportedCapabilitiesV2: .leCSReadLocalSupportedCapabilitiesV2
        case .leCSWriteCachedRemoteSupportedCapabilitiesV2: .leCSWriteCachedRemoteSupportedCapabilitiesV2
        case .unknown(let opcode, _): opcode
        }
    }
}
