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
        case .leSetHostChannelClassification(let parameters):
            complete(opcode, classify(LL.ChannelMap(bits: parameters.channelMap.rawValue)))
        default:
            return performDefaults(command)
        }
        return true
    }

    /// The host's preferences for future links.
    private func performDefaults(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leReadSuggestedDefaultDataLength:
            let preferences = preferences ?? LinkPreferences()
            complete(
                opcode,
                HCI.LEReadSuggestedDefaultDataLength.ReturnParameters(
                    status: .success, suggestedMaxTxOctets: preferences.suggestedTxOctets,
                    suggestedMaxTxTime: preferences.suggestedTxTime))
        case .leWriteSuggestedDefaultDataLength(let parameters):
            let (octets, time) = (parameters.suggestedMaxTxOctets, parameters.suggestedMaxTxTime)
            guard Self.isValid(octets, time) else { return reject(opcode, .invalidHCICommandParameters) }
            var preferences = preferences ?? LinkPreferences()
            (preferences.suggestedTxOctets, preferences.suggestedTxTime) = (octets, time)
            self.preferences = preferences
            complete(opcode, .success)
        case .leSetDefaultPHY(let parameters):
            guard let phys = phys(parameters.allPHYs, parameters.txPHYs, parameters.rxPHYs) else {
                return reject(opcode, .unsupportedFeatureOrParameterValue)
            }
            var preferences = preferences ?? LinkPreferences()
            (preferences.txPHYs, preferences.rxPHYs) = phys
            self.preferences = preferences
            complete(opcode, .success)
        default:
            return false
        }
        return true
    }

    /// Whether data lengths are in their ranges (Core 6.0, Vol 4, Part E, 7.8.33).
    static func isValid(_ octets: UInt16, _ time: UInt16) -> Bool {
        27...251 ~= octets && 328...17_040 ~= time
    }

    /// The PHYs that a host prefers, empty for no preference; `nil` if it requests an unsupported PHY.
    func phys(
        _ all: HCI.AllPHYs, _ tx: HCI.PHYMask, _ rx: HCI.PHYMask
    ) -> (tx: LL.PHYSet, rx: LL.PHYSet)? {
        let sets = (
            tx: all.contains(.noTransmitPreference) ? [] : LL.PHYSet(rawValue: tx.rawValue),
            rx: all.contains(.noReceivePreference) ? [] : LL.PHYSet(rawValue: rx.rawValue)
        )
        guard sets.tx.isSubset(of: configuration.phys), sets.rx.isSubset(of: configuration.phys) else {
            return nil
        }
        guard all.contains(.noTransmitPreference) || !sets.tx.isEmpty,
            all.contains(.noReceivePreference) || !sets.rx.isEmpty
        else { return nil }
        return sets
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
    private func classify(_ map: LL.ChannelMap) -> HCI.ErrorCode {
        guard map.count >= 2 else { return .invalidHCICommandParameters }
        var preferences = preferences ?? LinkPreferences()
        preferences.channelMap = map
        self.preferences = preferences
        for case let end? in ends where end.isCentral && end.link.channels.map != map {
            end.start(.channelMap(map))
        }
        return .success
    }
}

extension LinkEnd {
    /// The RSSI of the other side's packets in dBm.
    var rssi: Int8 {
        let power = Float(other.controller.configuration.txPower) - link.pathLoss
        let measured = Medium.rssi(power + controller.medium.measuringError(of: controller))
        return other.controller.reportedRSSI(measured)
    }
}
