extension HCI {
    /// The commands that a controller knows: one bit each in 64 octets (Core 6.0, Vol 4, Part E, 6.27).
    ///
    /// Read Local Supported Commands itself has no bit; bits of commands without a name here survive.
    public struct SupportedCommands: Hashable, Sendable {
        /// The 64 octets.
        public private(set) var octets: [UInt8]

        /// Creates an empty set.
        public init() { octets = Array(repeating: 0, count: 64) }

        /// Creates a set of those `opcodes` that have a bit.
        public init(_ opcodes: [Opcode]) {
            self.init()
            for opcode in opcodes { insert(opcode) }
        }

        /// Whether the controller knows `opcode`; false for opcodes without a name here.
        public func contains(_ opcode: Opcode) -> Bool {
            guard let (octet, bit) = Self.position(of: opcode) else { return false }
            return octets[octet] >> bit & 1 == 1
        }

        /// Adds a command, unless it has no bit here.
        public mutating func insert(_ opcode: Opcode) {
            guard let (octet, bit) = Self.position(of: opcode) else { return }
            octets[octet] |= 1 << bit
        }

        /// Takes a command out.
        public mutating func remove(_ opcode: Opcode) {
            guard let (octet, bit) = Self.position(of: opcode) else { return }
            octets[octet] &= ~(1 << bit)
        }
    }
}

extension HCI.SupportedCommands: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) { octets = try reader.array(64) }
    func put(into bytes: inout [UInt8]) { bytes.append(contentsOf: octets) }
}

extension HCI.SupportedCommands {
    /// The octet and the bit in it.
    private static func position(of opcode: HCI.Opcode) -> (octet: Int, bit: UInt8)? {
        guard let command = opcode.command else { return nil }
        return switch command {
        case .disconnect: (0, 5)
        case .readRemoteVersionInformation: (2, 7)
        case .setEventMask: (5, 6)
        case .reset: (5, 7)
        case .readTransmitPowerLevel: (10, 2)
        case .setControllerToHostFlowControl: (10, 5)
        case .hostBufferSize: (10, 6)
        case .hostNumberOfCompletedPackets: (10, 7)
        case .readLocalVersionInformation: (14, 3)
        case .readLocalSupportedFeatures: (14, 5)
        case .readBufferSize: (14, 7)
        case .readBDADDR: (15, 1)
        case .readRSSI: (15, 5)
        case .setEventMaskPage2: (22, 2)
        case .writeLEHostSupport: (24, 6)
        case .leSetEventMask: (25, 0)
        case .leReadBufferSize: (25, 1)
        case .leReadLocalSupportedFeatures: (25, 2)
        case .leSetRandomAddress: (25, 4)
        case .leSetAdvertisingParameters: (25, 5)
        case .leReadAdvertisingPhysicalChannelTxPower: (25, 6)
        case .leSetAdvertisingData: (25, 7)
        case .leSetScanResponseData: (26, 0)
        case .leSetAdvertisingEnable: (26, 1)
        case .leSetScanParameters: (26, 2)
        case .leSetScanEnable: (26, 3)
        case .leCreateConnection: (26, 4)
        case .leCreateConnectionCancel: (26, 5)
        case .leReadFilterAcceptListSize: (26, 6)
        case .leClearFilterAcceptList: (26, 7)
        case .leAddDeviceToFilterAcceptList: (27, 0)
        case .leRemoveDeviceFromFilterAcceptList: (27, 1)
        case .leConnectionUpdate: (27, 2)
        case .leSetHostChannelClassification: (27, 3)
        case .leReadChannelMap: (27, 4)
        case .leReadRemoteFeatures: (27, 5)
        case .leEncrypt: (27, 6)
        case .leRand: (27, 7)
        case .leEnableEncryption: (28, 0)
        case .leLongTermKeyRequestReply: (28, 1)
        case .leLongTermKeyRequestNegativeReply: (28, 2)
        case .leReadSupportedStates: (28, 3)
        case .readAuthenticatedPayloadTimeout: (32, 4)
        case .writeAuthenticatedPayloadTimeout: (32, 5)
        case .leRemoteConnectionParameterRequestReply: (33, 4)
        case .leRemoteConnectionParameterRequestNegativeReply: (33, 5)
        case .leSetDataLength: (33, 6)
        case .leReadSuggestedDefaultDataLength: (33, 7)
        case .leWriteSuggestedDefaultDataLength: (34, 0)
        case .leReadLocalP256PublicKey: (34, 1)
        case .leGenerateDHKey: (34, 2)
        case .leAddDeviceToResolvingList: (34, 3)
        case .leRemoveDeviceFromResolvingList: (34, 4)
        case .leClearResolvingList: (34, 5)
        case .leReadResolvingListSize: (34, 6)
        case .leReadPeerResolvableAddress: (34, 7)
        case .leReadLocalResolvableAddress: (35, 0)
        case .leSetAddressResolutionEnable: (35, 1)
        case .leSetResolvablePrivateAddressTimeout: (35, 2)
        case .leReadMaximumDataLength: (35, 3)
        case .leReadPHY: (35, 4)
        case .leSetDefaultPHY: (35, 5)
        case .leSetPHY: (35, 6)
        case .leSetAdvertisingSetRandomAddress: (36, 1)
        case .leSetExtendedAdvertisingParameters: (36, 2)
        case .leSetExtendedAdvertisingData: (36, 3)
        case .leSetExtendedScanResponseData: (36, 4)
        case .leSetExtendedAdvertisingEnable: (36, 5)
        case .leReadMaximumAdvertisingDataLength: (36, 6)
        case .leReadNumberOfSupportedAdvertisingSets: (36, 7)
        case .leRemoveAdvertisingSet: (37, 0)
        case .leClearAdvertisingSets: (37, 1)
        case .leSetExtendedScanParameters: (37, 5)
        case .leSetExtendedScanEnable: (37, 6)
        case .leExtendedCreateConnection: (37, 7)
        case .leReadTransmitPower: (38, 7)
        case .leSetPrivacyMode: (39, 2)
        case .leSetHostFeature: (44, 1)
        case .leCSReadLocalSupportedCapabilities: (20, 5)
        case .leCSReadRemoteSupportedCapabilities: (20, 6)
        case .leCSWriteCachedRemoteSupportedCapabilities: (20, 7)
        case .leCSSecurityEnable: (24, 1)
        case .leCSSetDefaultSettings: (24, 7)
        case .leCSReadRemoteFAETable: (12, 2)
        case .leCSWriteCachedRemoteFAETable: (12, 3)
        case .leCSCreateConfig: (16, 6)
        case .leCSRemoveConfig: (16, 7)
        case .leCSSetChannelClassification: (29, 0)
        case .leCSSetProcedureParameters: (29, 1)
        case .leCSProcedureEnable: (29, 2)
        case .leCSTest: (23, 3)
        case .leCSTestEnd: (23, 4)
        case .leCSReadLocalSupportedCapabilitiesV2: (49, 2)
        case .leCSWriteCachedRemoteSupportedCapabilitiesV2: (49, 3)
        // The specification gives it no bit: every controller knows it.
        case .readLocalSupportedCommands: nil
        }
    }
}
