extension HCI {
    /// The commands whose parameters this package knows, with their opcodes (Core 6.0, Vol 4, Part E, 7).
    ///
    /// What differs from command to command switches over this type, so the compiler names each place that a new one needs.
    package enum KnownCommand: UInt16, CaseIterable, Sendable {
        case disconnect = 0x0406
        case readRemoteVersionInformation = 0x041D
        case setEventMask = 0x0C01
        case reset = 0x0C03
        case readTransmitPowerLevel = 0x0C2D
        case setControllerToHostFlowControl = 0x0C31
        case hostBufferSize = 0x0C33
        case hostNumberOfCompletedPackets = 0x0C35
        case setEventMaskPage2 = 0x0C63
        case writeLEHostSupport = 0x0C6D
        case readAuthenticatedPayloadTimeout = 0x0C7B
        case writeAuthenticatedPayloadTimeout = 0x0C7C
        case readLocalVersionInformation = 0x1001
        case readLocalSupportedCommands = 0x1002
        case readLocalSupportedFeatures = 0x1003
        case readBufferSize = 0x1005
        case readBDADDR = 0x1009
        case readRSSI = 0x1405
        case leSetEventMask = 0x2001
        case leReadBufferSize = 0x2002
        case leReadLocalSupportedFeatures = 0x2003
        case leSetRandomAddress = 0x2005
        case leSetAdvertisingParameters = 0x2006
        case leReadAdvertisingPhysicalChannelTxPower = 0x2007
        case leSetAdvertisingData = 0x2008
        case leSetScanResponseData = 0x2009
        case leSetAdvertisingEnable = 0x200A
        case leSetScanParameters = 0x200B
        case leSetScanEnable = 0x200C
        case leCreateConnection = 0x200D
        case leCreateConnectionCancel = 0x200E
        case leReadFilterAcceptListSize = 0x200F
        case leClearFilterAcceptList = 0x2010
        case leAddDeviceToFilterAcceptList = 0x2011
        case leRemoveDeviceFromFilterAcceptList = 0x2012
        case leConnectionUpdate = 0x2013
        case leSetHostChannelClassification = 0x2014
        case leReadChannelMap = 0x2015
        case leReadRemoteFeatures = 0x2016
        case leEncrypt = 0x2017
        case leRand = 0x2018
        case leEnableEncryption = 0x2019
        case leLongTermKeyRequestReply = 0x201A
        case leLongTermKeyRequestNegativeReply = 0x201B
        case leReadSupportedStates = 0x201C
        case leRemoteConnectionParameterRequestReply = 0x2020
        case leRemoteConnectionParameterRequestNegativeReply = 0x2021
        case leSetDataLength = 0x2022
        case leReadSuggestedDefaultDataLength = 0x2023
        case leWriteSuggestedDefaultDataLength = 0x2024
        case leReadLocalP256PublicKey = 0x2025
        case leGenerateDHKey = 0x2026
        case leAddDeviceToResolvingList = 0x2027
        case leRemoveDeviceFromResolvingList = 0x2028
        case leClearResolvingList = 0x2029
        case leReadResolvingListSize = 0x202A
        case leReadPeerResolvableAddress = 0x202B
        case leReadLocalResolvableAddress = 0x202C
        case leSetAddressResolutionEnable = 0x202D
        case leSetResolvablePrivateAddressTimeout = 0x202E
        case leReadMaximumDataLength = 0x202F
        case leReadPHY = 0x2030
        case leSetDefaultPHY = 0x2031
        case leSetPHY = 0x2032
        case leSetAdvertisingSetRandomAddress = 0x2035
        case leSetExtendedAdvertisingParameters = 0x2036
        case leSetExtendedAdvertisingData = 0x2037
        case leSetExtendedScanResponseData = 0x2038
        case leSetExtendedAdvertisingEnable = 0x2039
        case leReadMaximumAdvertisingDataLength = 0x203A
        case leReadNumberOfSupportedAdvertisingSets = 0x203B
        case leRemoveAdvertisingSet = 0x203C
        case leClearAdvertisingSets = 0x203D
        case leSetExtendedScanParameters = 0x2041
        case leSetExtendedScanEnable = 0x2042
        case leExtendedCreateConnection = 0x2043
        case leReadTransmitPower = 0x204B
        case leSetPrivacyMode = 0x204E
        case leSetHostFeature = 0x2074
        case leCSReadLocalSupportedCapabilities = 0x2089
        case leCSReadRemoteSupportedCapabilities = 0x208A
        case leCSWriteCachedRemoteSupportedCapabilities = 0x208B
        case leCSSecurityEnable = 0x208C
        case leCSSetDefaultSettings = 0x208D
        case leCSReadRemoteFAETable = 0x208E
        case leCSWriteCachedRemoteFAETable = 0x208F
        case leCSCreateConfig = 0x2090
        case leCSRemoveConfig = 0x2091
        case leCSSetChannelClassification = 0x2092
        case leCSSetProcedureParameters = 0x2093
        case leCSProcedureEnable = 0x2094
        case leCSTest = 0x2095
        case leCSTestEnd = 0x2096
        case leCSReadLocalSupportedCapabilitiesV2 = 0x20A5
        case leCSWriteCachedRemoteSupportedCapabilitiesV2 = 0x20A6
    }
}

extension HCI.KnownCommand {
    /// The name in the specification.
    package var name: String {
        switch self {
        case .disconnect: "Disconnect"
        case .readRemoteVersionInformation: "Read Remote Version Information"
        case .setEventMask: "Set Event Mask"
        case .reset: "Reset"
        case .readTransmitPowerLevel: "Read Transmit Power Level"
        case .setControllerToHostFlowControl: "Set Controller To Host Flow Control"
        case .hostBufferSize: "Host Buffer Size"
        case .hostNumberOfCompletedPackets: "Host Number Of Completed Packets"
        case .setEventMaskPage2: "Set Event Mask Page 2"
        case .writeLEHostSupport: "Write LE Host Support"
        case .readAuthenticatedPayloadTimeout: "Read Authenticated Payload Timeout"
        case .writeAuthenticatedPayloadTimeout: "Write Authenticated Payload Timeout"
        case .readLocalVersionInformation: "Read Local Version Information"
        case .readLocalSupportedCommands: "Read Local Supported Commands"
        case .readLocalSupportedFeatures: "Read Local Supported Features"
        case .readBufferSize: "Read Buffer Size"
        case .readBDADDR: "Read BD_ADDR"
        case .readRSSI: "Read RSSI"
        case .leSetEventMask: "LE Set Event Mask"
        case .leReadBufferSize: "LE Read Buffer Size"
        case .leReadLocalSupportedFeatures: "LE Read Local Supported Features"
        case .leSetRandomAddress: "LE Set Random Address"
        case .leSetAdvertisingParameters: "LE Set Advertising Parameters"
        case .leReadAdvertisingPhysicalChannelTxPower: "LE Read Advertising Physical Channel Tx Power"
        case .leSetAdvertisingData: "LE Set Advertising Data"
        case .leSetScanResponseData: "LE Set Scan Response Data"
        case .leSetAdvertisingEnable: "LE Set Advertising Enable"
        case .leSetScanParameters: "LE Set Scan Parameters"
        case .leSetScanEnable: "LE Set Scan Enable"
        case .leCreateConnection: "LE Create Connection"
        case .leCreateConnectionCancel: "LE Create Connection Cancel"
        case .leReadFilterAcceptListSize: "LE Read Filter Accept List Size"
        case .leClearFilterAcceptList: "LE Clear Filter Accept List"
        case .leAddDeviceToFilterAcceptList: "LE Add Device To Filter Accept List"
        case .leRemoveDeviceFromFilterAcceptList: "LE Remove Device From Filter Accept List"
        case .leConnectionUpdate: "LE Connection Update"
        case .leSetHostChannelClassification: "LE Set Host Channel Classification"
        case .leReadChannelMap: "LE Read Channel Map"
        case .leReadRemoteFeatures: "LE Read Remote Features"
        case .leEncrypt: "LE Encrypt"
        case .leRand: "LE Rand"
        case .leEnableEncryption: "LE Enable Encryption"
        case .leLongTermKeyRequestReply: "LE Long Term Key Request Reply"
        case .leLongTermKeyRequestNegativeReply: "LE Long Term Key Request Negative Reply"
        case .leReadSupportedStates: "LE Read Supported States"
        case .leRemoteConnectionParameterRequestReply: "LE Remote Connection Parameter Request Reply"
        case .leRemoteConnectionParameterRequestNegativeReply:
            "LE Remote Connection Parameter Request Negative Reply"
        case .leSetDataLength: "LE Set Data Length"
        case .leReadSuggestedDefaultDataLength: "LE Read Suggested Default Data Length"
        case .leWriteSuggestedDefaultDataLength: "LE Write Suggested Default Data Length"
        case .leReadLocalP256PublicKey: "LE Read Local P-256 Public Key"
        case .leGenerateDHKey: "LE Generate DHKey"
        case .leAddDeviceToResolvingList: "LE Add Device To Resolving List"
        case .leRemoveDeviceFromResolvingList: "LE Remove Device From Resolving List"
        case .leClearResolvingList: "LE Clear Resolving List"
        case .leReadResolvingListSize: "LE Read Resolving List Size"
        case .leReadPeerResolvableAddress: "LE Read Peer Resolvable Address"
        case .leReadLocalResolvableAddress: "LE Read Local Resolvable Address"
        case .leSetAddressResolutionEnable: "LE Set Address Resolution Enable"
        case .leSetResolvablePrivateAddressTimeout: "LE Set Resolvable Private Address Timeout"
        case .leReadMaximumDataLength: "LE Read Maximum Data Length"
        case .leReadPHY: "LE Read PHY"
        case .leSetDefaultPHY: "LE Set Default PHY"
        case .leSetPHY: "LE Set PHY"
        case .leSetAdvertisingSetRandomAddress: "LE Set Advertising Set Random Address"
        case .leSetExtendedAdvertisingParameters: "LE Set Extended Advertising Parameters"
        case .leSetExtendedAdvertisingData: "LE Set Extended Advertising Data"
        case .leSetExtendedScanResponseData: "LE Set Extended Scan Response Data"
        case .leSetExtendedAdvertisingEnable: "LE Set Extended Advertising Enable"
        case .leReadMaximumAdvertisingDataLength: "LE Read Maximum Advertising Data Length"
        case .leReadNumberOfSupportedAdvertisingSets: "LE Read Number Of Supported Advertising Sets"
        case .leRemoveAdvertisingSet: "LE Remove Advertising Set"
        case .leClearAdvertisingSets: "LE Clear Advertising Sets"
        case .leSetExtendedScanParameters: "LE Set Extended Scan Parameters"
        case .leSetExtendedScanEnable: "LE Set Extended Scan Enable"
        case .leExtendedCreateConnection: "LE Extended Create Connection"
        case .leReadTransmitPower: "LE Read Transmit Power"
        case .leSetPrivacyMode: "LE Set Privacy Mode"
        case .leSetHostFeature: "LE Set Host Feature"
        case .leCSReadLocalSupportedCapabilities: "LE CS Read Local Supported Capabilities"
        case .leCSReadRemoteSupportedCapabilities: "LE CS Read Remote Supported Capabilities"
        case .leCSWriteCachedRemoteSupportedCapabilities: "LE CS Write Cached Remote Supported Capabilities"
        case .leCSSecurityEnable: "LE CS Security Enable"
        case .leCSSetDefaultSettings: "LE CS Set Default Settings"
        case .leCSReadRemoteFAETable: "LE CS Read Remote FAE Table"
        case .leCSWriteCachedRemoteFAETable: "LE CS Write Cached Remote FAE Table"
        case .leCSCreateConfig: "LE CS Create Config"
        case .leCSRemoveConfig: "LE CS Remove Config"
        case .leCSSetChannelClassification: "LE CS Set Channel Classification"
        case .leCSSetProcedureParameters: "LE CS Set Procedure Parameters"
        case .leCSProcedureEnable: "LE CS Procedure Enable"
        case .leCSTest: "LE CS Test"
        case .leCSTestEnd: "LE CS Test End"
        case .leCSReadLocalSupportedCapabilitiesV2: "LE CS Read Local Supported Capabilities [v2]"
        case .leCSWriteCachedRemoteSupportedCapabilitiesV2:
            "LE CS Write Cached Remote Supported Capabilities [v2]"
        }
    }
}
