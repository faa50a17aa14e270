import BluetoothTypes
import BluetoothWire

extension Host {
    /// Takes an event from the controller.
    mutating func received(_ event: consuming HCI.Event, at now: Instant) {
        switch power {
        case .off: return
        case .starting: receivedWhileStarting(event, at: now)
        case .on:
            // The one event of the data path only frees buffers.
            if case .numberOfCompletedPackets(let completed) = event {
                packetsCompleted(completed.completed)
                return
            }
            receivedWhileOn(event, at: now)
        }
        isGAPDirty = true
        settle(at: now)
    }

    /// Before the controller is known, only answers to the start's commands are used.
    private mutating func receivedWhileStarting(_ event: HCI.Event, at now: Instant) {
        switch event {
        case .commandComplete(let complete): commandEnded(complete, at: now)
        case .commandStatus(let status): commandEnded(status, at: now)
        case .hardwareError(let error): fail(.hardware(error.hardwareCode), at: now)
        default: break
        }
    }

    private mutating func receivedWhileOn(_ event: HCI.Event, at now: Instant) {
        switch event {
        case .commandComplete(let complete): commandEnded(complete, at: now)
        case .commandStatus(let status): commandEnded(status, at: now)
        case .hardwareError(let error): fail(.hardware(error.hardwareCode), at: now)
        case .numberOfCompletedPackets(let completed): packetsCompleted(completed.completed)
        case .leAdvertisingReport(let event):
            for report in event.reports where observer.isWanted {
                heard(Observer.report(report), at: now)
            }
        case .leDirectedAdvertisingReport(let event):
            for report in event.reports where observer.isWanted {
                heard(Observer.report(report), at: now)
            }
        case .leExtendedAdvertisingReport(let event):
            for report in event.reports where observer.isWanted {
                if let report = observer.report(report) { heard(report, at: now) }
            }
        case .leAdvertisingSetTerminated(let event):
            guard profile.usesExtendedCommands else { return }
            advertisingConnected(event)
            if let ended = broadcaster.terminated(event.advertisingHandle, event.status, profile) {
                emit(ended)
            }
        case .leConnectionComplete(let event):
            connectionCompleted(
                event.status, event.connectionHandle, event.role, event.peerAddress,
                ParameterUnits(
                    interval: event.connectionInterval, latency: event.peripheralLatency,
                    timeout: event.supervisionTimeout), onAir: AddressesOnAir())
        case .leEnhancedConnectionComplete(let event):
            connectionCompleted(
                event.status, event.connectionHandle, event.role, event.peerAddress,
                ParameterUnits(
                    interval: event.connectionInterval, latency: event.peripheralLatency,
                    timeout: event.supervisionTimeout), onAir: AddressesOnAir(event))
        case .disconnectionComplete(let event):
            disconnected(event)
        case .leConnectionUpdateComplete, .leReadRemoteFeaturesComplete, .leLongTermKeyRequest,
            .leRemoteConnectionParameterRequest, .leDataLengthChange, .lePHYUpdateComplete,
            .encryptionChange, .encryptionKeyRefreshComplete:
            linkEvent(event, at: now)
        case .leReadLocalP256PublicKeyComplete(let event): received(event, at: now)
        case .leGenerateDHKeyComplete(let event): received(event, at: now)
        case .readRemoteVersionInformationComplete, .dataBufferOverflow,
            .authenticatedPayloadTimeoutExpired, .leScanTimeout,
            .leScanRequestReceived, .leChannelSelectionAlgorithm, .unknownLE, .unknown:
            break
        }
    }

    // MARK: Answers to commands

    private mutating func commandEnded(_ complete: HCI.CommandComplete, at now: Instant) {
        let purpose = commands.ended(complete.opcode, allowed: complete.numHCICommandPackets)
        guard let purpose else { return }
        commandEnded(
            complete.opcode, purpose, complete.status ?? .unspecifiedError, complete.returnParameters, at: now
        )
    }

    private mutating func commandEnded(_ status: HCI.CommandStatus, at now: Instant) {
        let purpose = commands.ended(status.opcode, allowed: status.numHCICommandPackets)
        guard let purpose else { return }
        commandEnded(status.opcode, purpose, status.status, [], at: now)
    }

    private mutating func commandEnded(
        _ opcode: HCI.Opcode, _ purpose: CommandQueue.Purpose, _ status: HCI.ErrorCode,
        _ parameters: [UInt8], at now: Instant
    ) {
        switch purpose {
        case .startup: startupEnded(opcode, status, parameters, at: now)
        case .observer: observer.ended(status)
        case .broadcaster:
            if let event = broadcaster.ended(status, profile) { emit(event) }
        case .initiator:
            let failed = initiator.ended(status, at: now)
            for peer in failed { emit(.connectFailed(peer, status)) }
            // Some controllers refuse to scan while they initiate.
            if opcode != .leCreateConnection, opcode != .leExtendedCreateConnection { observer.retry() }
        case .privacy: privacyEnded(status, parameters)
        case .link(let id, .encryptBlock):
            if let index = index(of: id) { blockEncrypted(index, status, parameters, at: now) }
        case .controllerKeys(let operation): keyCommandEnded(operation, status, at: now)
        case .link(let id, let operation):
            if let index = index(of: id) { linkCommandEnded(index, operation, status, at: now) }
        case .rssi(let id, let token): emit(.rssi(id, token, Self.rssi(status, parameters)))
        case .unanswered: break
        }
    }

    private static func rssi(_ status: HCI.ErrorCode, _ parameters: [UInt8]) -> Result<Int8, HCI.ErrorCode> {
        guard status == .success else { return .failure(status) }
        guard let values = try? HCI.ReadRSSI.ReturnParameters(bytes: parameters), values.rssi != 127 else {
            return .failure(.unspecifiedError)
        }
        return .success(values.rssi)
    }

    /// A command got no answer in time. Returns whether the host can continue without it.
    ///
    /// Simple controllers do not answer commands they do not know, even though they must. They are not asked
    /// again, because each time would delay what the app wants.
    mutating func forgive(
        _ opcode: HCI.Opcode, _ purpose: CommandQueue.Purpose, at now: Instant
    ) -> Bool {
        guard purpose.isOptional else { return false }
        guard case .link(_, let operation) = purpose else {
            commandEnded(opcode, purpose, .unknownHCICommand, [], at: now)
            return true
        }
        switch operation {
        case .setPHY: profile.abilities.remove(.setPHY)
        case .setDataLength: profile.abilities.remove(.setDataLength)
        case .readRemoteFeatures: profile.abilities.remove(.readRemoteFeatures)
        case .disconnect, .update, .parameterReply, .enableEncryption, .replyWithKey, .refuseEncryption,
            .encryptBlock:
            break
        }
        commandEnded(opcode, purpose, .unknownHCICommand, [], at: now)
        return true
    }
}

extension Host.ParameterUnits {
    /// The parameters that a controller reports: one interval.
    init(interval: UInt16, latency: UInt16, timeout: UInt16) {
        self.init(intervalMin: interval, intervalMax: interval, latency: latency, timeout: timeout)
    }
}
