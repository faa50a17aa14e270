import BluetoothTypes
import BluetoothWire

/// Encryption of a link: start, refresh and refusal (Core 6.0, Vol 6, Part B, 5.1.3).
///
/// While it runs, data and the control PDUs of other procedures wait at both ends.
extension LinkEnd {
    /// Whether an encryption procedure started by this side runs or waits for its turn.
    var isEncryptionPending: Bool {
        procedures.current == .encryption || procedures.waiting.contains(.encryption)
    }

    /// The central's host requests encryption, or a new key.
    func encrypt(_ request: LinkEncryption.Request) {
        let encryption = encryption ?? LinkEncryption()
        self.encryption = encryption
        encryption.request = request
        start(.encryption)
    }

    /// Starts the central's request.
    func beginEncryption() {
        guard let encryption else { preconditionFailure("encryption starts without a request") }
        pausesData = true
        encryption.isRefresh = seals
        if seals {
            encryption.step = .pausing
            send(.pauseEncReq)
        } else {
            requestSession(encryption)
        }
        guardResponse()
    }

    private func requestSession(_ encryption: LinkEncryption) {
        encryption.step = .requesting
        encryption.ownHalf = .init(drawing: &controller.entropy)
        let half = encryption.ownHalf
        let request = encryption.request
        send(
            .encReq(
                .init(
                    rand: request?.random ?? 0, ediv: request?.diversifier ?? 0, skdC: half.diversifier,
                    ivC: half.vector)))
    }

    // Receiving

    /// Whether this side can read the pending PDU of `sender`, and whether the PDU is allowed now.
    func admits(_ sender: LinkEnd) -> Bool {
        guard let encryption else { return true }
        let isProcedure: Bool
        switch sender.pending {
        case .none: return true
        case .control(let control): isProcedure = control.belongsToEncryption
        case .data: isProcedure = false
        }
        guard sender.isSealed == encryption.opens else { return false }
        if sender.isSealed {
            guard encryption.session == sender.encryption?.session else { return false }
            notePayload()
        }
        return isProcedure || !encryption.isStrict(isCentral: isCentral)
    }

    /// Postpones a request that cannot be answered while encryption is being started or paused.
    func postpones(_ control: LL.ControlPDU) -> Bool {
        guard pausesData, isCentral, !control.belongsToEncryption else { return false }
        encryption?.incoming.append(control)
        return true
    }

    /// Handles a control PDU of the encryption procedures.
    func receiveEncryption(_ control: LL.ControlPDU) {
        if case .encReq(let request) = control, !isCentral { return sessionAsked(request) }
        guard let encryption else { return queue(.unknownRsp(unknownType: control.opcode)) }
        switch (control, encryption.step, role) {
        case (.pauseEncReq, .idle, .peripheral) where seals: pauseAsked(encryption)
        case (.pauseEncRsp, .pausing, .central):
            (seals, encryption.opens) = (false, false)
            link.sounding?.encryptionEnded()
            send(.pauseEncRsp)
            requestSession(encryption)
            guardResponse()
        case (.pauseEncRsp, .pausing, .peripheral):
            seals = false
            encryption.step = .paused
        case (.encRsp(let diversifier, let vector), .requesting, .central):
            let half = LinkEncryption.Half(diversifier: diversifier, vector: vector)
            let key = encryption.request?.longTermKey ?? []
            encryption.session = .init(longTermKey: key, central: encryption.ownHalf, peripheral: half)
            encryption.step = .waitingForKey
            guardResponse()
        case (.startEncReq, .waitingForKey, .central):
            (seals, encryption.opens) = (true, true)
            encryption.step = .starting
            send(.startEncRsp)
            guardResponse()
        case (.startEncRsp, .starting, .central): encryptionEnded(.success)
        case (.startEncRsp, .starting, .peripheral):
            seals = true
            send(.startEncRsp)
            // Reported here, so that this host knows it before the central can send encrypted data.
            tellEncryption(.success)
        default: closing = .connectionTerminatedDueToMICFailure
        }
    }

    private func pauseAsked(_ encryption: LinkEncryption) {
        encryption.step = .pausing
        encryption.isRefresh = true
        pausesData = true
        link.sounding?.encryptionEnded()
        send(.pauseEncRsp)
    }

    /// The central's request has reached the peripheral, whose host must provide the key.
    private func sessionAsked(_ request: LL.EncReq) {
        guard controller.configuration.usedFeatures.contains(.leEncryption) else {
            return refuse(LL.ControlPDU.encryptionRequestOpcode, .unsupportedRemoteFeature)
        }
        guard !isTerminating else { return }
        let encryption = encryption ?? LinkEncryption()
        self.encryption = encryption
        switch encryption.step {
        case .paused: break
        case .idle where !seals: encryption.isRefresh = false
        default: return closing = .connectionTerminatedDueToMICFailure
        }
        pausesData = true
        encryption.step = .waitingForKey
        encryption.centralHalf = .init(diversifier: request.skdC, vector: request.ivC)
        encryption.ownHalf = .init(drawing: &controller.entropy)
        send(.encRsp(skdP: encryption.ownHalf.diversifier, ivP: encryption.ownHalf.vector))
        let question = HCI.Event.leLongTermKeyRequest(
            .init(
                connectionHandle: handle, randomNumber: request.rand, encryptedDiversifier: request.ediv))
        // A host that has masked the event has no key.
        let isWanted = controller.masks.pass(question)
        guard isWanted else { return refuseKey(encryption) }
        controller.emit(question)
    }

    // The peripheral's host

    /// Handles the host's answer to the key request, `nil` for no key; returns false if there was no request.
    func answerKey(_ longTermKey: [UInt8]?) -> Bool {
        guard !isCentral, let encryption, encryption.step == .waitingForKey, !isTerminating else {
            return false
        }
        guard let longTermKey else {
            refuseKey(encryption)
            return true
        }
        encryption.session = .init(
            longTermKey: longTermKey, central: encryption.centralHalf, peripheral: encryption.ownHalf)
        encryption.step = .starting
        send(.startEncReq)
        return true
    }

    /// Without a key, an unencrypted link stays unencrypted, and an encrypted link ends.
    private func refuseKey(_ encryption: LinkEncryption) {
        guard !encryption.isRefresh else { return terminate(.pinOrKeyMissing) }
        encryption.step = .rejecting
        send(rejection(of: LL.ControlPDU.encryptionRequestOpcode, .pinOrKeyMissing))
    }

    // Sending

    /// A control PDU is about to be sent for the first time: some of them change how this side receives.
    func willSend(_ control: LL.ControlPDU) {
        guard let encryption, !isCentral else { return }
        switch (control, encryption.step) {
        case (.startEncReq, .starting): encryption.opens = true
        case (.pauseEncRsp, .pausing): encryption.opens = false
        case (.startEncRsp, .starting), (.rejectInd, .rejecting), (.rejectExtInd, .rejecting):
            resume(encryption)
        default: break
        }
    }

    // Ends

    /// The peripheral refuses, or its host has no key: an unencrypted link stays unencrypted.
    func encryptionRejected(_ reason: HCI.ErrorCode) {
        switch encryption?.step {
        case .requesting, .waitingForKey: encryptionEnded(reason)
        default: closing = .connectionTerminatedDueToMICFailure
        }
    }

    /// The central's request has ended.
    private func encryptionEnded(_ status: HCI.ErrorCode) {
        guard let encryption else { return }
        resume(encryption)
        finish(status)
        let requests = encryption.incoming
        encryption.incoming = []
        for request in requests { receive(request) }
    }

    /// Data and other procedures continue.
    private func resume(_ encryption: LinkEncryption) {
        encryption.step = .idle
        pausesData = false
        let controls = encryption.outgoing
        encryption.outgoing = []
        for control in controls { queue(control) }
    }

    /// This side terminates the link: control PDUs of encryption that have not been sent are dropped.
    func abandonEncryption() {
        controls.removeAll { $0.belongsToEncryption }
        deferred.removeAll { $0.belongsToEncryption }
    }

    /// Reports the result of encryption to the host.
    func tellEncryption(_ status: HCI.ErrorCode) {
        notePayload()
        link.guardProcedures()
        if encryption?.isRefresh == true {
            controller.emit(.encryptionKeyRefreshComplete(.init(status: status, connectionHandle: handle)))
        } else {
            controller.emit(
                .encryptionChange(
                    .init(status: status, connectionHandle: handle, encryptionEnabled: seals ? .on : .off)))
        }
    }
}
