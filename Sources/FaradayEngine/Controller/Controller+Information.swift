import BluetoothWire

/// Queries about the controller.
extension Controller {
    /// Whether the controller knows a command.
    func implements(_ opcode: HCI.Opcode) -> Bool {
        opcode == .readLocalSupportedCommands || supportedCommands.contains(opcode)
    }

    /// The commands that belong to the features in use.
    var supportedCommands: HCI.SupportedCommands {
        let features = configuration.usedFeatures
        if features == ControllerConfiguration.allFeatures { return Self.allCommands }
        var commands = Self.allCommands
        if !features.contains(.leExtendedAdvertising) {
            Self.extendedCommands.forEach { commands.remove($0) }
        }
        if !features.contains(.leEncryption) {
            Self.securityCommands.forEach { commands.remove($0) }
        }
        if !features.contains(.lePing) {
            Self.pingCommands.forEach { commands.remove($0) }
        }
        if !features.contains(.llPrivacy) {
            Self.privacyCommands.forEach { commands.remove($0) }
        }
        if !features.contains(.leDataPacketLengthExtension) {
            Self.lengthCommands.forEach { commands.remove($0) }
        }
        if features.isDisjoint(with: [.le2MPHY, .leCodedPHY]) {
            Self.phyCommands.forEach { commands.remove($0) }
        }
        if !features.contains(.connectionParametersRequestProcedure) {
            commands.remove(.leRemoteConnectionParameterRequestReply)
            commands.remove(.leRemoteConnectionParameterRequestNegativeReply)
        }
        return commands
    }

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
    private static let lengthCommands: [HCI.Opcode] = [
        .leSetDataLength, .leReadSuggestedDefaultDataLength, .leWriteSuggestedDefaultDataLength,
        .leReadMaximumDataLength,
    ]
    private static let phyCommands: [HCI.Opcode] = [.leReadPHY, .leSetDefaultPHY, .leSetPHY]
    private static let extendedCommands: [HCI.Opcode] = [
        .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingParameters, .leSetExtendedAdvertisingData,
        .leSetExtendedScanResponseData, .leSetExtendedAdvertisingEnable, .leReadMaximumAdvertisingDataLength,
        .leReadNumberOfSupportedAdvertisingSets, .leRemoveAdvertisingSet, .leClearAdvertisingSets,
        .leSetExtendedScanParameters, .leSetExtendedScanEnable, .leExtendedCreateConnection,
    ]
    private static let allCommands = HCI.SupportedCommands(
        basicCommands + lengthCommands + phyCommands + extendedCommands + securityCommands + privacyCommands
            + pingCommands)

    func performInformation(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .readLocalVersionInformation:
            complete(
                opcode,
                HCI.ReadLocalVersionInformation.ReturnParameters(
                    status: .success, hciVersion: configuration.version, hciSubversion: 0,
                    lmpVersion: configuration.version, companyIdentifier: configuration.companyIdentifier,
                    lmpSubversion: 0))
        case .readLocalSupportedCommands:
            complete(
                opcode,
                HCI.ReadLocalSupportedCommands.ReturnParameters(
                    status: .success, supportedCommands: supportedCommands))
        case .readLocalSupportedFeatures:
            complete(
                opcode,
                HCI.ReadLocalSupportedFeatures.ReturnParameters(
                    status: .success, lmpFeatures: [.brEDRNotSupported, .leSupportedController]))
        case .leReadLocalSupportedFeatures:
            complete(
                opcode,
                HCI.LEReadLocalSupportedFeatures.ReturnParameters(
                    status: .success, leFeatures: configuration.usedFeatures))
        case .readBDADDR:
            complete(
                opcode,
                HCI.ReadBDADDR.ReturnParameters(status: .success, bdADDR: configuration.publicAddress))
        case .leReadSupportedStates:
            // Bits 0 to 41: every state and every combination of two states.
            complete(
                opcode, HCI.LEReadSupportedStates.ReturnParameters(status: .success, leStates: (1 << 42) - 1))
        case .leRand:
            complete(
                opcode, HCI.LERand.ReturnParameters(status: .success, randomNumber: entropy.next()))
        default:
            return performCapacities(command)
        }
        return true
    }

    private func performCapacities(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .readBufferSize:
            // Zeros: LE has its own buffers (Core 6.0, Vol 4, Part E, 7.4.5).
            complete(
                opcode,
                HCI.ReadBufferSize.ReturnParameters(
                    status: .success, aclDataPacketLength: 0, synchronousDataPacketLength: 0,
                    totalNumACLDataPackets: 0, totalNumSynchronousDataPackets: 0))
        case .leReadBufferSize:
            complete(
                opcode,
                HCI.LEReadBufferSize.ReturnParameters(
                    status: .success, leACLDataPacketLength: configuration.aclDataPacketLength,
                    totalNumLEACLDataPackets: configuration.aclDataPackets))
        case .leReadMaximumDataLength:
            let (octets, time) = (configuration.maximumDataOctets, configuration.maximumDataTime)
            complete(
                opcode,
                HCI.LEReadMaximumDataLength.ReturnParameters(
                    status: .success, supportedMaxTxOctets: octets, supportedMaxTxTime: time,
                    supportedMaxRxOctets: octets, supportedMaxRxTime: time))
        case .leReadMaximumAdvertisingDataLength:
            complete(
                opcode,
                HCI.LEReadMaximumAdvertisingDataLength.ReturnParameters(
                    status: .success, maxAdvertisingDataLength: configuration.maximumAdvertisingDataLength))
        case .leReadNumberOfSupportedAdvertisingSets:
            complete(
                opcode,
                HCI.LEReadNumberOfSupportedAdvertisingSets.ReturnParameters(
                    status: .success, numSupportedAdvertisingSets: configuration.maximumAdvertisingSets))
        case .leReadTransmitPower:
            complete(
                opcode,
                HCI.LEReadTransmitPower.ReturnParameters(
                    status: .success, minTxPower: configuration.txPower, maxTxPower: configuration.txPower))
        case .leReadAdvertisingPhysicalChannelTxPower:
            complete(
                opcode,
                HCI.LEReadAdvertisingPhysicalChannelTxPower.ReturnParameters(
                    status: .success, txPowerLevel: configuration.txPower))
        default:
            return false
        }
        return true
    }
}
