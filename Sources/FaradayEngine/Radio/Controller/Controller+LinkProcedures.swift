import BluetoothWire

/// Commands about one link that need a link-layer procedure.
extension Controller {
    func performLinkProcedure(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .readRemoteVersionInformation(let parameters):
            start(.version, parameters.connectionHandle, opcode)
        case .leReadRemoteFeatures(let parameters): start(.features, parameters.connectionHandle, opcode)
        case .leConnectionUpdate(let parameters): answer(opcode, update(parameters))
        case .leSetPHY(let parameters): answer(opcode, set(parameters))
        case .leSetDataLength(let parameters):
            complete(opcode, parameters.connectionHandle, set(parameters))
        case .leRemoteConnectionParameterRequestReply(let parameters):
            complete(opcode, parameters.connectionHandle, reply(parameters))
        case .leRemoteConnectionParameterRequestNegativeReply(let parameters):
            complete(opcode, parameters.connectionHandle, refuse(parameters))
        default:
            return false
        }
        return true
    }

    /// Answers the command and starts the procedure; another event reports its end.
    private func start(_ kind: Procedures.Kind, _ handle: UInt16, _ opcode: HCI.Opcode) {
        guard let end = end(handle) else { return answer(opcode, .unknownConnectionIdentifier) }
        answer(opcode, .success)
        end.start(kind)
    }

    private func update(_ wanted: HCI.LEConnectionUpdate) -> HCI.ErrorCode {
        guard let end = end(wanted.connectionHandle) else { return .unknownConnectionIdentifier }
        let parameters = InitiatingSettings.Parameters(
            intervalMin: wanted.connectionIntervalMin, intervalMax: wanted.connectionIntervalMax,
            latency: wanted.maxLatency, timeout: wanted.supervisionTimeout,
            minCELength: wanted.minCELength, maxCELength: wanted.maxCELength)
        guard parameters.isValid else { return .invalidHCICommandParameters }
        if end.isCentral {
            end.start(
                .connectionUpdate(
                    interval: wanted.connectionIntervalMax, latency: wanted.maxLatency,
                    timeout: wanted.supervisionTimeout))
            return .success
        }
        let feature = HCI.LEFeatures.connectionParametersRequestProcedure
        guard configuration.usedFeatures.contains(feature) else { return .commandDisallowed }
        guard end.procedures.remoteFeatures?.contains(feature) ?? true else {
            return .unsupportedRemoteFeature
        }
        end.start(
            .parameterRequest(
                .init(
                    intervalMin: wanted.connectionIntervalMin, intervalMax: wanted.connectionIntervalMax,
                    latency: wanted.maxLatency, timeout: wanted.supervisionTimeout)))
        return .success
    }

    private func reply(_ answer: HCI.LERemoteConnectionParameterRequestReply) -> HCI.ErrorCode {
        guard let end = end(answer.connectionHandle) else { return .unknownConnectionIdentifier }
        guard let asked = end.procedures.asked else { return .commandDisallowed }
        let parameters = InitiatingSettings.Parameters(
            intervalMin: answer.intervalMin, intervalMax: answer.intervalMax, latency: answer.maxLatency,
            timeout: answer.timeout, minCELength: answer.minCELength, maxCELength: answer.maxCELength)
        guard parameters.isValid else { return .invalidHCICommandParameters }
        end.answerParameters(
            .init(
                intervalMin: answer.intervalMin, intervalMax: answer.intervalMax, latency: answer.maxLatency,
                timeout: answer.timeout, preferredPeriodicity: asked.preferredPeriodicity),
            .success)
        return .success
    }

    private func refuse(_ answer: HCI.LERemoteConnectionParameterRequestNegativeReply) -> HCI.ErrorCode {
        guard let end = end(answer.connectionHandle) else { return .unknownConnectionIdentifier }
        guard end.procedures.asked != nil else { return .commandDisallowed }
        // Success is no reason to refuse.
        guard answer.reason != .success else { return .invalidHCICommandParameters }
        end.answerParameters(nil, answer.reason)
        return .success
    }

    private func set(_ wanted: HCI.LESetPHY) -> HCI.ErrorCode {
        guard let end = end(wanted.connectionHandle) else { return .unknownConnectionIdentifier }
        // Both codings at once are reserved; the other bits are ignored.
        guard wanted.phyOptions.rawValue & 3 != 3 else { return .invalidHCICommandParameters }
        do throws(HCI.ErrorCode) {
            end.procedures.phys = try LinkPreferences.phys(
                wanted.allPHYs, wanted.txPHYs, wanted.rxPHYs, of: configuration.phys)
        } catch {
            return error
        }
        let all = end.wantedPHYs
        end.start(.phys(tx: all.tx, rx: all.rx))
        return .success
    }

    private func set(_ wanted: HCI.LESetDataLength) -> HCI.ErrorCode {
        guard let end = end(wanted.connectionHandle) else { return .unknownConnectionIdentifier }
        guard LinkPreferences.isValid(wanted.txOctets, wanted.txTime) else {
            return .invalidHCICommandParameters
        }
        let before = end.lengths.local
        end.lengths.local.maxTxOctets = min(wanted.txOctets, configuration.maximumDataOctets)
        end.lengths.local.maxTxTime = min(wanted.txTime, configuration.maximumDataTime)
        if end.lengths.local != before { end.start(.dataLength) }
        return .success
    }
}
