import BluetoothTypes
import BluetoothWire

extension Host {
    /// The one event of the data path only frees buffers; returns whether there may be outputs or another deadline.
    @inline(__always)
    mutating func completed(_ event: consuming HCI.NumberOfCompletedPackets, at now: Instant) -> Bool {
        if isOn { sink.data.completed(event.completed) }
        guard isOn, sink.data.waitingFrames > 0 else { return false }
        pump()
        findDeadline()
        return true
    }

    /// Takes another event from the controller.
    mutating func received(_ event: consuming HCI.Event, at now: Instant) {
        if power.isOff { return }
        switch event {
        case .commandComplete(let event):
            answered(
                event.opcode, event.status ?? .unspecifiedError, event.returnParameters,
                room: event.numHCICommandPackets, at: now)
        case .commandStatus(let event):
            answered(event.opcode, event.status, [], room: event.numHCICommandPackets, at: now)
        case .hardwareError(let error): fail(.hardware(error.hardwareCode))
        // Before the controller is known, only answers to the start's commands are used.
        default: if isOn { reported(event, at: now) }
        }
        gap.touch()
        settle(at: now)
        findDeadline()
    }

    /// The controller reports something that is no answer to a command.
    private mutating func reported(_ event: HCI.Event, at now: Instant) {
        switch event {
        case .leAdvertisingReport(let event): gap.received(event, at: now, into: &sink)
        case .leDirectedAdvertisingReport(let event): gap.received(event, at: now, into: &sink)
        case .leExtendedAdvertisingReport(let event): gap.received(event, at: now, into: &sink)
        case .leAdvertisingSetTerminated(let event): advertisingTerminated(event)
        case .leConnectionComplete(let event): connectionCompleted(ConnectionReport(event))
        case .leEnhancedConnectionComplete(let event): connectionCompleted(ConnectionReport(event))
        case .disconnectionComplete(let event): disconnected(event)
        case .leConnectionUpdateComplete, .leReadRemoteFeaturesComplete, .leRemoteConnectionParameterRequest,
            .leDataLengthChange, .lePHYUpdateComplete:
            guard let handle = event.linkHandle, let index = index(ofHandle: handle) else { return }
            links[index].received(event, configuration.parameterRequests, at: now, into: &sink)
            if case .leReadRemoteFeaturesComplete(let event) = event, !links[index].ranging.isEmpty {
                range(index, at: now) { $0.featuresRead(event.status, $1, into: &$2) }
            }
        case .leLongTermKeyRequest, .encryptionChange, .encryptionKeyRefreshComplete:
            guard let handle = event.linkHandle, let index = index(ofHandle: handle) else { return }
            secure(index, at: now) { $0.received(event, &$1, into: &$2) }
            encryptionChanged(event, on: index, at: now)
        case .leReadLocalP256PublicKeyComplete(let event):
            keysEnded(.publicKey, at: now) { $0.publicKeyRead(event, &$1, into: &$2) }
        case .leGenerateDHKeyComplete(let event):
            // The most common reason for a failure is an invalid public key of the peer.
            let secret = event.status == .success ? event.dhKey : nil
            keysEnded(.sharedSecret, at: now) { $0.feed(.sharedSecret(secret), &$1, into: &$2) }
        case .commandComplete, .commandStatus, .hardwareError, .numberOfCompletedPackets,
            .readRemoteVersionInformationComplete, .dataBufferOverflow,
            .authenticatedPayloadTimeoutExpired, .leScanTimeout,
            .leScanRequestReceived, .leChannelSelectionAlgorithm, .leCSTestEndComplete, .unknownLE, .unknown:
            break
        case .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteSupportedCapabilitiesCompleteV2,
            .leCSReadRemoteFAETableComplete, .leCSSecurityEnableComplete, .leCSConfigComplete,
            .leCSProcedureEnableComplete, .leCSSubeventResult, .leCSSubeventResultContinue:
            receivedRanging(event, at: now)
        }
    }

    // MARK: Answers to commands

    private mutating func answered(
        _ opcode: HCI.Opcode, _ status: HCI.ErrorCode, _ parameters: [UInt8], room: UInt8, at now: Instant
    ) {
        guard let purpose = sink.commands.ended(opcode, allowed: room) else { return }
        commandEnded(opcode, purpose, status, parameters, at: now)
    }

    private mutating func commandEnded(
        _ opcode: HCI.Opcode, _ purpose: CommandQueue.Purpose, _ status: HCI.ErrorCode,
        _ parameters: [UInt8], at now: Instant
    ) {
        switch purpose {
        case .startup: startupEnded(opcode, status, parameters, at: now)
        case .observer, .broadcaster, .connections, .privacy:
            gap.commandEnded(opcode, purpose, status, parameters, &profile, at: now, into: &sink)
        case .controllerKeys(let operation):
            guard status != .success else { return }
            keysEnded(operation, at: now) { $0.keysRefused(operation, &$1, into: &$2) }
        case .link(let id, let operation):
            guard let index = index(of: id) else { return }
            if operation.isOfSecurity {
                secure(index, at: now) { $0.commandEnded(operation, status, parameters, &$1, into: &$2) }
            } else if case .ranging(let step) = operation {
                range(index, at: now) { $0.commandEnded(step, status, $1, into: &$2) }
            } else if links[index].commandEnded(operation, status, at: now, into: &sink) {
                linkLost(index, status)
            }
        case .rssi(let id, let token): emit(.rssi(id, token, LinkState.rssi(status, parameters)))
        case .unanswered: break
        }
    }

    /// A command got no answer in time. Returns whether the host can continue without it.
    ///
    /// Simple controllers do not answer commands they do not know, even though they must.
    mutating func forgive(_ opcode: HCI.Opcode, _ purpose: CommandQueue.Purpose, at now: Instant) -> Bool {
        guard purpose.isOptional else { return false }
        if case .link(_, let operation) = purpose { profile.lost(operation) }
        commandEnded(opcode, purpose, .unknownHCICommand, [], at: now)
        return true
    }
}
