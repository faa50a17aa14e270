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
        case .disconnect, .leCreateConnection, .leExtendedCreateConnection, .leConnectionUpdate,
            .leReadRemoteFeatures, .leSetPHY, .readRemoteVersionInformation:
            return [.commandStatus(.init(status: .success, numHCICommandPackets: 1, opcode: opcode))]
        default:
            return [.commandComplete(.init(opcode: opcode, returning: HCI.StatusReturn(status: .success)))]
        }
    }
}
