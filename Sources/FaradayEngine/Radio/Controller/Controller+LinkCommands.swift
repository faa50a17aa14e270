import BluetoothWire

/// Commands about one link that are answered immediately.
extension Controller {
    func performLink(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .disconnect(let parameters): answer(opcode, disconnect(parameters))
        case .readRSSI(let parameters):
            let end = end(parameters.connectionHandle)
            complete(
                opcode,
                HCI.ReadRSSI.ReturnParameters(
                    status: end == nil ? .unknownConnectionIdentifier : .success,
                    connectionHandle: parameters.connectionHandle, rssi: end?.rssi ?? 127))
        case .readTransmitPowerLevel(let parameters):
            let isKnown = end(parameters.connectionHandle) != nil
            complete(
                opcode,
                HCI.ReadTransmitPowerLevel.ReturnParameters(
                    status: isKnown ? .success : .unknownConnectionIdentifier,
                    connectionHandle: parameters.connectionHandle, transmitPowerLevel: configuration.txPower))
        case .leReadChannelMap(let parameters):
            let end = end(parameters.connectionHandle)
            complete(
                opcode,
                HCI.LEReadChannelMap.ReturnParameters(
                    status: end == nil ? .unknownConnectionIdentifier : .success,
                    connectionHandle: parameters.connectionHandle,
                    channelMap: .init(rawValue: end?.link.channels.map.bits ?? 0)))
        case .leReadPHY(let parameters):
            let end = end(parameters.connectionHandle)
            complete(
                opcode,
                HCI.LEReadPHY.ReturnParameters(
                    status: end == nil ? .unknownConnectionIdentifier : .success,
                    connectionHandle: parameters.connectionHandle,
                    txPHY: .init(end.map { $0.link.phy(from: $0) } ?? .le1M),
                    rxPHY: .init(end.map { $0.link.phy(from: $0.other) } ?? .le1M)))
        default:
            return performPreferences(command)
        }
        return true
    }

    private func performPreferences(_ command: HCI.Command) -> Bool {
        guard let reply = preferences.reply(to: command, phys: configuration.phys) else { return false }
        if case .leSetHostChannelClassification(let parameters) = command {
            let map = LL.ChannelMap(bits: parameters.channelMap.rawValue)
            if preferences.channelMap == map { classify(map) }
        }
        emit(reply)
        return true
    }

    private func disconnect(_ parameters: HCI.Disconnect) -> HCI.ErrorCode {
        // The reasons a host may give (7.1.6).
        let reasons: [UInt8] = [0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B]
        guard reasons.contains(parameters.reason.rawValue) else { return .invalidHCICommandParameters }
        guard let end = end(parameters.connectionHandle) else { return .unknownConnectionIdentifier }
        guard !end.isTerminating else { return .commandDisallowed }
        end.terminate(parameters.reason)
        return .success
    }

    /// The host classifies channels as bad: new links avoid them, and so do existing links of which this side is
    /// central.
    private func classify(_ map: LL.ChannelMap) {
        for end in ends where end.isCentral && end.link.channels.map != map {
            end.start(.channelMap(map))
        }
    }
}

extension LinkEnd {
    /// The RSSI of the other side's packets in dBm.
    var rssi: Int8 {
        let power = Float(other.controller.configuration.txPower) - link.pathLoss
        let measured = Int8(dBm: power + controller.medium.measuringError(of: controller))
        return other.controller.reportedRSSI(measured)
    }
}
