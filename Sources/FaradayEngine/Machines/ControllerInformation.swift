import BluetoothWire

/// What a controller can do, as it tells its host.
///
/// Every answer follows from the configuration alone, so the same query always gets the same answer. It is an object, so
/// that a controller does not copy its configuration for every command.
final class ControllerInformation: Sendable {
    let configuration: ControllerConfiguration
    /// What the host has said that it supports.
    let hostFeatures: HCI.LEFeatures

    init(configuration: ControllerConfiguration, hostFeatures: HCI.LEFeatures = []) {
        self.configuration = configuration
        self.hostFeatures = hostFeatures
    }

    /// The same with another configuration.
    func with(_ configuration: ControllerConfiguration) -> ControllerInformation {
        ControllerInformation(configuration: configuration, hostFeatures: hostFeatures)
    }

    /// The same with other features of the host.
    func with(_ hostFeatures: HCI.LEFeatures) -> ControllerInformation {
        ControllerInformation(configuration: configuration, hostFeatures: hostFeatures)
    }

    /// Whether the controller knows a command.
    func implements(_ opcode: HCI.Opcode) -> Bool {
        opcode == .readLocalSupportedCommands || supportedCommands.contains(opcode)
    }

    /// The commands that belong to the features in use.
    var supportedCommands: HCI.SupportedCommands {
        let features = configuration.usedFeatures
        if features == ControllerConfiguration.allFeatures { return Self.allCommands }
        var commands = Self.allCommands
        if let radio = configuration.channelSounding {
            Self.soundingCommands.forEach { commands.insert($0) }
            if radio.capabilities.additions != nil {
                Self.extendedSoundingCommands.forEach { commands.insert($0) }
            }
        }
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

    /// The answer to a query; `nil` if the command is none.
    func reply(to command: HCI.Command) -> HCI.Event? { reply(to: command, command.opcode) }

    /// The same for a command whose opcode is known already.
    func reply(to command: HCI.Command, _ opcode: HCI.Opcode) -> HCI.Event? {
        switch command {
        case .readLocalVersionInformation:
            .complete(
                opcode,
                HCI.ReadLocalVersionInformation.ReturnParameters(
                    status: .success, hciVersion: configuration.version, hciSubversion: 0,
                    lmpVersion: configuration.version, companyIdentifier: configuration.companyIdentifier,
                    lmpSubversion: 0))
        case .readLocalSupportedCommands:
            .complete(
                opcode,
                HCI.ReadLocalSupportedCommands.ReturnParameters(
                    status: .success, supportedCommands: supportedCommands))
        case .readLocalSupportedFeatures:
            .complete(
                opcode,
                HCI.ReadLocalSupportedFeatures.ReturnParameters(
                    status: .success, lmpFeatures: [.brEDRNotSupported, .leSupportedController]))
        case .leReadLocalSupportedFeatures:
            .complete(
                opcode,
                HCI.LEReadLocalSupportedFeatures.ReturnParameters(
                    status: .success, leFeatures: configuration.usedFeatures.union(hostFeatures)))
        case .readBDADDR:
            .complete(
                opcode,
                HCI.ReadBDADDR.ReturnParameters(status: .success, bdADDR: configuration.publicAddress))
        case .leReadSupportedStates:
            // Bits 0 to 41: every state and every combination of two states.
            .complete(
                opcode, HCI.LEReadSupportedStates.ReturnParameters(status: .success, leStates: (1 << 42) - 1))
        default:
            capacity(command, opcode)
        }
    }

    private func capacity(_ command: HCI.Command, _ opcode: HCI.Opcode) -> HCI.Event? {
        switch command {
        case .readBufferSize:
            // Zeros: LE has its own buffers (Core 6.0, Vol 4, Part E, 7.4.5).
            .complete(
                opcode,
                HCI.ReadBufferSize.ReturnParameters(
                    status: .success, aclDataPacketLength: 0, synchronousDataPacketLength: 0,
                    totalNumACLDataPackets: 0, totalNumSynchronousDataPackets: 0))
        case .leReadBufferSize:
            .complete(
                opcode,
                HCI.LEReadBufferSize.ReturnParameters(
                    status: .success, leACLDataPacketLength: configuration.aclDataPacketLength,
                    totalNumLEACLDataPackets: configuration.aclDataPackets))
        case .leReadMaximumDataLength:
            .complete(opcode, dataLength)
        case .leReadMaximumAdvertisingDataLength:
            .complete(
                opcode,
                HCI.LEReadMaximumAdvertisingDataLength.ReturnParameters(
                    status: .success, maxAdvertisingDataLength: configuration.maximumAdvertisingDataLength))
        case .leReadNumberOfSupportedAdvertisingSets:
            .complete(
                opcode,
                HCI.LEReadNumberOfSupportedAdvertisingSets.ReturnParameters(
                    status: .success, numSupportedAdvertisingSets: configuration.maximumAdvertisingSets))
        case .leReadTransmitPower:
            .complete(
                opcode,
                HCI.LEReadTransmitPower.ReturnParameters(
                    status: .success, minTxPower: configuration.txPower, maxTxPower: configuration.txPower))
        case .leReadAdvertisingPhysicalChannelTxPower:
            .complete(
                opcode,
                HCI.LEReadAdvertisingPhysicalChannelTxPower.ReturnParameters(
                    status: .success, txPowerLevel: configuration.txPower))
        case .leReadFilterAcceptListSize:
            .complete(
                opcode,
                HCI.LEReadFilterAcceptListSize.ReturnParameters(
                    status: .success, filterAcceptListSize: configuration.filterAcceptListSize))
        case .leReadResolvingListSize:
            .complete(
                opcode,
                HCI.LEReadResolvingListSize.ReturnParameters(
                    status: .success, resolvingListSize: configuration.resolvingListSize))
        default: nil
        }
    }

    private var dataLength: HCI.LEReadMaximumDataLength.ReturnParameters {
        let (octets, time) = (configuration.maximumDataOctets, configuration.maximumDataTime)
        return .init(
            status: .success, supportedMaxTxOctets: octets, supportedMaxTxTime: time,
            supportedMaxRxOctets: octets, supportedMaxRxTime: time)
    }
}
