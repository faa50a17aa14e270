import BluetoothTypes
import BluetoothWire

/// What a controller without a radio answers: success, and figures where a host needs them.
enum PlainController {
    static func answers(to command: HCI.Command) -> [HCI.Event] {
        let opcode = command.opcode
        switch command {
        case .readBDADDR:
            let value = HCI.ReadBDADDR.ReturnParameters(
                status: .success, bdADDR: DeviceAddress(0x0102_0304_0506, .public))
            return [.commandComplete(.init(opcode: opcode, returning: value))]
        case .leReadBufferSize:
            let value = HCI.LEReadBufferSize.ReturnParameters(
                status: .success, leACLDataPacketLength: 27, totalNumLEACLDataPackets: 4)
            return [.commandComplete(.init(opcode: opcode, returning: value))]
        case .leReadLocalSupportedFeatures:
            let value = HCI.LEReadLocalSupportedFeatures.ReturnParameters(
                status: .success, leFeatures: [.leEncryption, .channelSounding])
            return [.commandComplete(.init(opcode: opcode, returning: value))]
        case .leCSReadLocalSupportedCapabilities:
            let value = HCI.LECSReadLocalSupportedCapabilities.ReturnParameters(
                status: .success, capabilities: ChannelSoundingCapabilities())
            return [.commandComplete(.init(opcode: opcode, returning: value))]
        case .leCSReadLocalSupportedCapabilitiesV2:
            let value = HCI.LECSReadLocalSupportedCapabilitiesV2.ReturnParameters(
                status: .success, capabilities: ChannelSoundingCapabilities())
            return [.commandComplete(.init(opcode: opcode, returning: value))]
        case .leRand:
            let value = HCI.LERand.ReturnParameters(status: .success, randomNumber: 0x0706_0504_0302_0100)
            return [.commandComplete(.init(opcode: opcode, returning: value))]
        case .leReadLocalP256PublicKey:
            let key = HCI.LEReadLocalP256PublicKeyComplete(
                status: .success, keyXCoordinate: [UInt8](0..<32), keyYCoordinate: [UInt8](32..<64))
            return [
                .commandStatus(.init(status: .success, numHCICommandPackets: 1, opcode: opcode)),
                .leReadLocalP256PublicKeyComplete(key),
            ]
        case .leGenerateDHKey:
            return [
                .commandStatus(.init(status: .success, numHCICommandPackets: 1, opcode: opcode)),
                .leGenerateDHKeyComplete(.init(status: .success, dhKey: [UInt8](64..<96))),
            ]
        case .leEnableEncryption:
            return [.commandStatus(.init(status: .success, numHCICommandPackets: 1, opcode: opcode))]
        case .disconnect, .leCreateConnection, .leExtendedCreateConnection, .leConnectionUpdate,
            .leReadRemoteFeatures, .leSetPHY, .readRemoteVersionInformation,
            .leCSReadRemoteSupportedCapabilities, .leCSReadRemoteFAETable, .leCSSecurityEnable,
            .leCSCreateConfig, .leCSRemoveConfig, .leCSProcedureEnable:
            return [.commandStatus(.init(status: .success, numHCICommandPackets: 1, opcode: opcode))]
        default:
            return [.commandComplete(.init(opcode: opcode, returning: HCI.StatusReturn(status: .success)))]
        }
    }
}
