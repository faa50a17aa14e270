import BluetoothWire

/// A command that the controller knows, with parameters that can't be decoded: too short, too long, or with a value that
/// the specification reserves.
struct UndecodedCommand {
    let opcode: HCI.Opcode
    let parameters: [UInt8]

    /// The answer, in the event in which this command is always answered (Core 6.0, Vol 4, Part E, 4.5 and 7.7.14).
    var answer: HCI.Event {
        switch opcode.kindOfAnswer {
        case .status: .status(opcode, problem)
        case .complete: .complete(opcode, problem)
        case .completeWithHandle:
            // The handle says which link's command has failed, so it comes back, if there is one.
            handle.map { .complete(opcode, $0, problem) } ?? .complete(opcode, problem)
        }
    }

    private var handle: UInt16? {
        parameters.count < 2 ? nil : UInt16(parameters[0]) | UInt16(parameters[1]) << 8
    }

    /// The names of parameters that are PHYs.
    private static let fieldsOfPHYs = ["PHY", "scanningPHYs", "initiatingPHYs"]

    /// What is wrong with the parameters. A reserved PHY counts as one that the controller does not support (7.8.53,
    /// 7.8.64 and 7.8.66).
    private var problem: HCI.ErrorCode {
        guard parameters.count <= 255 else { return .invalidHCICommandParameters }
        do {
            _ = try HCI.Command(bytes: HCI.Command.unknown(opcode: opcode, parameters: parameters).bytes)
        } catch {
            if case .invalidValue(let field, _) = error.reason, Self.fieldsOfPHYs.contains(field) {
                return .unsupportedFeatureOrParameterValue
            }
        }
        return .invalidHCICommandParameters
    }
}

extension HCI.Opcode {
    /// The event that answers a command, and what it always contains.
    enum KindOfAnswer {
        /// Command Status: other events follow when the command has succeeded.
        case status
        /// Command Complete, whose return parameters begin with the status.
        case complete
        /// Command Complete, whose return parameters begin with the status and the command's connection handle.
        case completeWithHandle
    }

    var kindOfAnswer: KindOfAnswer {
        switch self {
        case .disconnect, .readRemoteVersionInformation, .leCreateConnection, .leExtendedCreateConnection,
            .leConnectionUpdate, .leReadRemoteFeatures, .leEnableEncryption, .leReadLocalP256PublicKey,
            .leGenerateDHKey, .leSetPHY, .leCSReadRemoteSupportedCapabilities, .leCSSecurityEnable,
            .leCSReadRemoteFAETable, .leCSCreateConfig, .leCSRemoveConfig, .leCSProcedureEnable:
            .status
        case .readTransmitPowerLevel, .readAuthenticatedPayloadTimeout, .writeAuthenticatedPayloadTimeout,
            .readRSSI, .leReadChannelMap, .leLongTermKeyRequestReply, .leLongTermKeyRequestNegativeReply,
            .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply,
            .leSetDataLength, .leReadPHY, .leCSWriteCachedRemoteSupportedCapabilities,
            .leCSWriteCachedRemoteSupportedCapabilitiesV2, .leCSSetDefaultSettings,
            .leCSWriteCachedRemoteFAETable, .leCSSetProcedureParameters:
            .completeWithHandle
        default: .complete
        }
    }
}
