import BluetoothWire

/// The commands that create links (Core 6.0, Vol 4, Part E, 7.8.12, 7.8.13, 7.8.66).
extension Controller {
    func performInitiating(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leCreateConnection(let parameters): answer(opcode, create(parameters))
        case .leExtendedCreateConnection(let parameters): answer(opcode, create(parameters))
        case .leCreateConnectionCancel:
            guard let initiator else { return reject(opcode, .commandDisallowed) }
            initiator.stop()
            self.initiator = nil
            complete(opcode, .success)
            connectionCompleted(.unknownConnectionIdentifier, nil)
        default:
            return false
        }
        return true
    }

    private func create(_ wanted: HCI.LECreateConnection) -> HCI.ErrorCode {
        guard uses(.legacy) else { return .commandDisallowed }
        guard wanted.leScanWindow >= 4, wanted.leScanWindow <= wanted.leScanInterval,
            wanted.leScanInterval <= 0x4000
        else { return .invalidHCICommandParameters }
        let parameters = Initiator.Parameters(
            intervalMin: wanted.connectionIntervalMin, intervalMax: wanted.connectionIntervalMax,
            latency: wanted.maxLatency, timeout: wanted.supervisionTimeout)
        return initiate(
            policy: wanted.initiatorFilterPolicy, peer: wanted.peerAddress, own: wanted.ownAddressType,
            isExtended: false, timing: (wanted.leScanInterval, wanted.leScanWindow), (parameters, nil, nil))
    }

    private func create(_ wanted: HCI.LEExtendedCreateConnection) -> HCI.ErrorCode {
        guard uses(.extended) else { return .commandDisallowed }
        // LE 2M has no primary channels: one of the other PHYs must be given.
        guard let first = wanted.le1M ?? wanted.leCoded else { return .invalidHCICommandParameters }
        for phy in [wanted.le1M, wanted.leCoded] {
            guard phy.map({ $0.scanWindow >= 4 && $0.scanWindow <= $0.scanInterval }) ?? true else {
                return .invalidHCICommandParameters
            }
        }
        guard wanted.leCoded == nil || configuration.phys.contains(.leCoded),
            wanted.le2M == nil || configuration.phys.contains(.le2M)
        else { return .unsupportedFeatureOrParameterValue }
        let read = { (phy: HCI.LEExtendedCreateConnection.PHYParameters?) in
            phy.map {
                Initiator.Parameters(
                    intervalMin: $0.connectionIntervalMin, intervalMax: $0.connectionIntervalMax,
                    latency: $0.maxLatency, timeout: $0.supervisionTimeout)
            }
        }
        return initiate(
            policy: wanted.initiatorFilterPolicy, peer: wanted.peerAddress, own: wanted.ownAddressType,
            isExtended: true, timing: (first.scanInterval, first.scanWindow),
            (read(wanted.le1M), read(wanted.le2M), read(wanted.leCoded)))
    }

    private func initiate(
        policy: HCI.InitiatorFilterPolicy, peer: DeviceAddress, own: HCI.OwnAddressType, isExtended: Bool,
        timing: (interval: UInt16, window: UInt16),
        _ parameters: (
            le1M: Initiator.Parameters?, le2M: Initiator.Parameters?, leCoded: Initiator.Parameters?
        )
    ) -> HCI.ErrorCode {
        guard initiator == nil else { return .commandDisallowed }
        for phy in [parameters.le1M, parameters.le2M, parameters.leCoded] {
            guard phy?.isValid ?? true else { return .invalidHCICommandParameters }
        }
        guard isOffered(own) else { return .unsupportedFeatureOrParameterValue }
        // A peer with its own entry needs no other address.
        let entry = own.isResolvable && policy == .peerAddress ? resolvingList?.index(of: peer) : nil
        let isPrivate = entry.map { resolvingList?.entries[$0].localKey != nil } ?? false
        guard let address = ownAddress(own, random: randomAddress) ?? (isPrivate ? .zero : nil) else {
            return .invalidHCICommandParameters
        }
        guard hasRoomForLink else { return .connectionLimitExceeded }
        if policy == .peerAddress, isConnected(to: peer) { return .connectionAlreadyExists }
        initiator = Initiator(
            controller: self, peer: policy == .peerAddress ? peer : nil, address: address,
            ownAddressType: own, isExtended: isExtended, interval: timing.interval, window: timing.window,
            parameters: parameters)
        return .success
    }
}
