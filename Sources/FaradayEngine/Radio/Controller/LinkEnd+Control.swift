import BluetoothTypes
import BluetoothWire

/// Control PDUs from the other side.
extension LinkEnd {
    func receive(_ control: LL.ControlPDU) {
        if postpones(control) { return }
        switch control {
        case .terminateInd(let code):
            let reason = HCI.ErrorCode(rawValue: code)
            // The peripheral's answer in this event acknowledges it; the central needs one more packet.
            if isCentral { farewell = reason } else { closing = reason }
        case .featureReq(let features), .peripheralFeatureReq(let features):
            featuresAsked(features, by: control)
        case .featureRsp(let features):
            procedures.remoteFeatures = HCI.LEFeatures(rawValue: features)
            if case .features = procedures.current { finish(.success) }
        case .versionInd(let version, let company, let subversion):
            procedures.remoteVersion = (version, company, subversion)
            sendVersion()
            if case .version = procedures.current { finish(.success) }
        case .pingReq: queue(.pingRsp)
        case .lengthReq(let length):
            lengthsAsked(length, by: control)
        case .lengthRsp(let length):
            settle(length)
            if case .dataLength = procedures.current { finish(.success) }
        case .phyReq(let tx, let rx): physAsked(tx: tx, rx: rx, by: control)
        case .phyRsp(let tx, let rx):
            guard isCentral, case .phys(let ownTx, let ownRx) = procedures.current else { return }
            decidePHYs(tx: ownTx, rx: ownRx, remoteTx: tx, remoteRx: rx)
        case .connectionParamReq(let parameters): parametersAsked(parameters, by: control)
        case .connectionUpdateInd, .phyUpdateInd, .channelMapInd: instantAnnounced(control)
        case .rejectInd(let code), .rejectExtInd(_, let code): rejected(HCI.ErrorCode(rawValue: code))
        case .unknownRsp: rejected(.unsupportedRemoteFeature)
        case .pingRsp, .connectionParamRsp, .minUsedChannelsInd: break
        case .encReq, .encRsp, .startEncReq, .startEncRsp, .pauseEncReq, .pauseEncRsp:
            receiveEncryption(control)
        case .channelSounding(let pdu):
            guard let madeSounding else { return queue(.unknownRsp(unknownType: control.opcode)) }
            madeSounding.receive(pdu)
        case .unknown: queue(.unknownRsp(unknownType: control.opcode))
        }
    }

    private func supports(_ feature: HCI.LEFeatures) -> Bool {
        controller.configuration.usedFeatures.contains(feature)
    }

    private func featuresAsked(_ features: UInt64, by control: LL.ControlPDU) {
        if isCentral, !supports(.peripheralInitiatedFeaturesExchange) {
            return queue(.unknownRsp(unknownType: control.opcode))
        }
        procedures.remoteFeatures = HCI.LEFeatures(rawValue: features)
        let own = controller.features.rawValue
        // Octet 0 of page 0 has the features that both sides have; the other octets have this side's (Part B,
        // 2.4.2.10).
        queue(.featureRsp(features: features & own & 0xFF | own & ~0xFF))
    }

    private func lengthsAsked(_ length: LL.Length, by control: LL.ControlPDU) {
        guard supports(.leDataPacketLengthExtension) else {
            return queue(.unknownRsp(unknownType: control.opcode))
        }
        queue(.lengthRsp(lengths.local))
        settle(length)
    }

    /// Stores the other side's limits; values below the minimum count as the minimum.
    private func settle(_ length: LL.Length) {
        lengths.remote = LL.Length(
            maxRxOctets: max(27, length.maxRxOctets), maxRxTime: max(328, length.maxRxTime),
            maxTxOctets: max(27, length.maxTxOctets), maxTxTime: max(328, length.maxTxTime))
        guard lengths.settle() else { return }
        let effective = lengths.effective
        controller.emit(
            .leDataLengthChange(
                .init(
                    connectionHandle: handle, maxTxOctets: effective.maxTxOctets,
                    maxTxTime: effective.maxTxTime,
                    maxRxOctets: effective.maxRxOctets, maxRxTime: effective.maxRxTime)))
    }

    private func physAsked(tx: LL.PHYSet, rx: LL.PHYSet, by control: LL.ControlPDU) {
        guard supports(.le2MPHY) || supports(.leCodedPHY) else {
            return queue(.unknownRsp(unknownType: control.opcode))
        }
        let own = wantedPHYs
        guard isCentral else { return queue(.phyRsp(tx: own.tx, rx: own.rx)) }
        if reject(control) { return }
        decidePHYs(tx: own.tx, rx: own.rx, remoteTx: tx, remoteRx: rx)
    }

    /// Rejects a request of the peripheral that collides with a procedure of the central (Part B, 5.3).
    private func reject(_ control: LL.ControlPDU) -> Bool {
        var reason: HCI.ErrorCode?
        switch (procedures.current, control) {
        case (.phys, .phyReq), (.connectionUpdate, .connectionParamReq): reason = .llProcedureCollision
        default: if link.update != nil { reason = .differentTransactionCollision }
        }
        guard let reason else { return false }
        refuse(control.opcode, reason)
        return true
    }

    func refuse(_ opcode: UInt8, _ reason: HCI.ErrorCode) { queue(rejection(of: opcode, reason)) }

    /// LL_REJECT_EXT_IND, or LL_REJECT_IND for a side that does not support it.
    func rejection(of opcode: UInt8, _ reason: HCI.ErrorCode) -> LL.ControlPDU {
        let isExtended = procedures.remoteFeatures?.contains(.extendedRejectIndication) ?? true
        return isExtended
            ? .rejectExtInd(rejectOpcode: opcode, errorCode: reason.rawValue)
            : .rejectInd(errorCode: reason.rawValue)
    }

    private func parametersAsked(_ wanted: LL.ConnectionParam, by control: LL.ControlPDU) {
        guard supports(.connectionParametersRequestProcedure) else {
            return queue(.unknownRsp(unknownType: control.opcode))
        }
        if isCentral, reject(control) { return }
        let parameters = Initiator.Parameters(
            intervalMin: wanted.intervalMin, intervalMax: wanted.intervalMax, latency: wanted.latency,
            timeout: wanted.timeout)
        guard parameters.isValid else { return refuse(control.opcode, .invalidLLParameters) }
        let isWanted =
            controller.masks.pass(.leRemoteConnectionParameterRequest)
        guard isWanted else { return refuse(control.opcode, .unsupportedRemoteFeature) }
        procedures.asked = wanted
        controller.emit(
            .leRemoteConnectionParameterRequest(
                .init(
                    connectionHandle: handle, intervalMin: wanted.intervalMin,
                    intervalMax: wanted.intervalMax,
                    maxLatency: wanted.latency, timeout: wanted.timeout)))
    }

    private static let connectionParamReqOpcode: UInt8 = 0x0F

    /// The host answers a request of the other side; with `nil` the request is refused with `reason`.
    func answerParameters(_ parameters: LL.ConnectionParam?, _ reason: HCI.ErrorCode) {
        procedures.asked = nil
        guard let parameters else { return refuse(Self.connectionParamReqOpcode, reason) }
        guard isCentral else { return queue(.connectionParamRsp(parameters)) }
        start(
            .connectionUpdate(
                interval: parameters.intervalMax, latency: parameters.latency, timeout: parameters.timeout))
    }

    /// The central has announced an instant.
    private func instantAnnounced(_ control: LL.ControlPDU) {
        guard !isCentral else { return queue(.unknownRsp(unknownType: control.opcode)) }
        let instant: UInt16
        switch control {
        case .connectionUpdateInd(let update): instant = update.instant
        case .channelMapInd(_, let at): instant = at
        case .phyUpdateInd(let one, let other, let at):
            guard !one.isEmpty || !other.isEmpty else {
                if case .phys = procedures.current { finish(.success) }
                return
            }
            instant = at
        default: return
        }
        // Half of the counter's range is in the past, half in the future.
        guard Int16(bitPattern: instant &- UInt16(truncatingIfNeeded: link.lastCounter)) >= 0,
            link.update != nil
        else {
            closing = .instantPassed
            return
        }
        link.update?.isKnown = true
        procedures.deadline = .max
    }

    private func rejected(_ reason: HCI.ErrorCode) {
        switch procedures.current {
        case .features, .dataLength, .phys, .parameterRequest, .version, .sounding: finish(reason)
        case .encryption: encryptionRejected(reason)
        case .connectionUpdate, .channelMap, nil: break
        }
    }
}
