import BluetoothWire
import Testing

@testable import FaradayEngine

/// What a controller says to values that the specification reserves or that are out of their range (Core 6.0, Vol 1,
/// Part E, 2.9, and the commands in Vol 4, Part E).
@Suite struct ReservedValueTests {
    @Test(
        "Each command refuses the values that it does not have, in the event of its usual answer",
        arguments: ReservedValueRow.all)
    func table(row: ReservedValueRow) throws {
        let (air, node) = row.situation.make()
        let good = try #require(air.answer(to: row.command.opcode, row.parameters, of: node))
        #expect(good.answeredStatus == .success, "the row begins with a command that succeeds")
        for change in row.changes {
            let (air, node) = row.situation.make()
            let parameters = row.parameters(with: change)
            let answer = try #require(air.answer(to: row.command.opcode, parameters, of: node))
            let what = Comment(rawValue: "\(change.bytes) at \(change.place)")
            #expect(answer.answeredStatus == change.status, what)
            #expect(answer.isCommandStatus == good.isCommandStatus, what)
        }
    }

    @Test("The table has every command with parameters that have a range")
    func complete() {
        let commands = ControllerInformation(
            configuration: .init(publicAddress: DeviceAddress(1, .public), channelSounding: .init()))
        // Any bytes are good, or the only parameter is a connection handle.
        let free: Set<HCI.Opcode> = [
            .setEventMask, .setEventMaskPage2, .leSetEventMask, .leSetRandomAddress, .leEncrypt,
            .leGenerateDHKey,
            .leEnableEncryption, .leLongTermKeyRequestReply, .leLongTermKeyRequestNegativeReply, .readRSSI,
            .readRemoteVersionInformation, .readAuthenticatedPayloadTimeout, .leReadChannelMap,
            .leReadRemoteFeatures, .leReadPHY, .leCSReadRemoteSupportedCapabilities, .leCSSecurityEnable,
            .leCSReadRemoteFAETable, .leCSWriteCachedRemoteFAETable, .hostNumberOfCompletedPackets,
        ]
        let covered = Set(ReservedValueRow.all.map(\.command.opcode)).union(free)
        for ogf in [1, 3, 4, 5, 8] as [UInt16] {
            for ocf in 0..<0x100 as Range<UInt16> {
                let opcode = HCI.Opcode(ogf: ogf, ocf: ocf)
                guard commands.implements(opcode), !covered.contains(opcode) else { continue }
                // Commands without parameters.
                let bytes = HCI.Command.unknown(opcode: opcode, parameters: []).bytes
                #expect(throws: Never.self, "\(opcode.name) is in no table") { try HCI.Command(bytes: bytes) }
            }
        }
    }
}
