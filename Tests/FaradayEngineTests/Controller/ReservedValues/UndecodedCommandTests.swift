import BluetoothWire
import Testing

@testable import FaradayEngine

/// Commands whose parameters can't be decoded, and commands that a controller does not have.
@Suite struct UndecodedCommandTests {
    /// The commands that Command Status answers (Core 6.0, Vol 4, Part E, 7.1 and 7.8).
    private static let answeredByStatus: Set<HCI.Opcode> = [
        .disconnect, .readRemoteVersionInformation, .leCreateConnection, .leExtendedCreateConnection,
        .leConnectionUpdate, .leReadRemoteFeatures, .leEnableEncryption, .leReadLocalP256PublicKey,
        .leGenerateDHKey, .leSetPHY, .leCSReadRemoteSupportedCapabilities, .leCSSecurityEnable,
        .leCSReadRemoteFAETable, .leCSCreateConfig, .leCSRemoveConfig, .leCSProcedureEnable,
    ]
    /// Those whose Command Complete begins with status and connection handle.
    private static let answeredWithHandle: Set<HCI.Opcode> = [
        .readTransmitPowerLevel, .readAuthenticatedPayloadTimeout, .writeAuthenticatedPayloadTimeout,
        .readRSSI,
        .leReadChannelMap, .leLongTermKeyRequestReply, .leLongTermKeyRequestNegativeReply,
        .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply,
        .leSetDataLength, .leReadPHY, .leCSWriteCachedRemoteSupportedCapabilities,
        .leCSWriteCachedRemoteSupportedCapabilitiesV2, .leCSSetDefaultSettings,
        .leCSWriteCachedRemoteFAETable,
        .leCSSetProcedureParameters,
    ]

    private static let opcodes = [1, 3, 4, 5, 8].flatMap { ogf in
        (0..<0x100).map { HCI.Opcode(ogf: ogf, ocf: $0) }
    }

    /// A controller with all that there is, and its commands.
    private static func whole() -> (air: Air, node: NodeID, commands: [HCI.Opcode]) {
        let air = Air()
        let node = air.add {
            var radio = ChannelSoundingRadio()
            radio.capabilities.additions = .init()
            $0.channelSounding = radio
        }
        let information = air.medium.controller(of: node)!.information
        return (air, node, opcodes.filter(information.implements))
    }

    @Test("A command of a wrong length is answered by the event that always answers it")
    func kinds() throws {
        let (air, node, commands) = Self.whole()
        #expect(Self.answeredByStatus.union(Self.answeredWithHandle).isSubset(of: commands))
        for opcode in commands {
            for parameters in [[0x23], [0x23, 0x01] + Array(repeating: 0xFF, count: 200)] as [[UInt8]] {
                let bytes = HCI.Command.unknown(opcode: opcode, parameters: parameters).bytes
                guard (try? HCI.Command(bytes: bytes)) == nil else { continue }
                let answer = try #require(air.answer(to: opcode, parameters, of: node))
                var expected = [HCI.ErrorCode.invalidHCICommandParameters.rawValue]
                if Self.answeredWithHandle.contains(opcode), parameters.count > 1 {
                    expected += [0x23, 0x01]
                }
                switch answer {
                case .commandStatus(let event):
                    #expect(event.status == .invalidHCICommandParameters)
                    #expect(Self.answeredByStatus.contains(opcode), "\(opcode.name)")
                case .commandComplete(let event):
                    #expect(event.returnParameters == expected, "\(opcode.name)")
                    #expect(!Self.answeredByStatus.contains(opcode), "\(opcode.name)")
                default: Issue.record("\(opcode.name): \(answer)")
                }
            }
        }
    }

    @Test("A command about a link that is not there is answered by the same event")
    func kindsOfDecodedCommands() throws {
        let (air, node, commands) = Self.whole()
        for opcode in commands where Self.answeredByStatus.union(Self.answeredWithHandle).contains(opcode) {
            // The first length that can be decoded.
            let lengths = (2...80).map { [0x23, 0x01] + Array(repeating: UInt8(1), count: $0 - 2) }
            let good = lengths.first {
                (try? HCI.Command(bytes: HCI.Command.unknown(opcode: opcode, parameters: $0).bytes)) != nil
            }
            guard let good, let answer = air.answer(to: opcode, good, of: node) else { continue }
            #expect(answer.isCommandStatus == Self.answeredByStatus.contains(opcode), "\(opcode.name)")
        }
    }

    @Test("A command that the controller does not claim is unknown, whatever its parameters are")
    func unclaimed() throws {
        for features in [ControllerConfiguration.allFeatures, []] {
            let air = Air()
            let node = air.add { $0.features = features }
            let information = air.medium.controller(of: node)!.information
            let rows = ReservedValueRow.all.filter { !information.implements($0.command.opcode) }
            #expect(rows.count > 5)
            for row in rows {
                let all = [[], row.parameters, row.parameters + [0]] + row.changes.map(row.parameters(with:))
                for parameters in all {
                    let answer = air.answer(to: row.command.opcode, parameters, of: node)
                    #expect(
                        answer
                            == .commandStatus(.init(status: .unknownHCICommand, opcode: row.command.opcode)),
                        "\(row) \(parameters)")
                }
            }
        }
    }
}
