import BluetoothWire

/// The authenticated payload timeout and LE Ping (Core 6.0, Vol 6, Part B, 5.1.8 and 5.4).
///
/// As long as packets are known to arrive, pings would be answered, so none is sent.
extension LinkEnd {
    /// When a ping must be sent, or the timeout has passed.
    var payloadDue: Int64 {
        guard seals, let encryption, !isTerminating else { return .max }
        return encryption.payloads.due
    }

    /// A PDU with a MIC has arrived, or may arrive from now on.
    func notePayload() {
        encryption?.payloads.last = controller.now
        encryption?.payloads.hasAsked = false
    }

    /// It is time to send a ping, or to report the timeout to the host.
    func payloadDidExpire() {
        guard let encryption, controller.now >= payloadDue else { return }
        if encryption.payloads.hasAsked {
            notePayload()
            controller.emit(.authenticatedPayloadTimeoutExpired(.init(connectionHandle: handle)))
        } else {
            encryption.payloads.hasAsked = true
            queue(.pingReq)
        }
    }
}

/// The host's commands about the authenticated payload timeout.
struct PayloadTimeoutCommands {
    let controller: Controller

    /// Carries out a command; returns false if it is another one.
    func perform(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .readAuthenticatedPayloadTimeout(let parameters):
            let end = controller.end(parameters.connectionHandle)
            let timeout = end?.encryption?.payloads.timeout ?? AuthenticatedPayloads().timeout
            controller.complete(
                opcode,
                HCI.ReadAuthenticatedPayloadTimeout.ReturnParameters(
                    status: end == nil ? .unknownConnectionIdentifier : .success,
                    connectionHandle: parameters.connectionHandle, authenticatedPayloadTimeout: timeout))
        case .writeAuthenticatedPayloadTimeout(let parameters):
            controller.complete(opcode, parameters.connectionHandle, set(parameters))
        default:
            return false
        }
        return true
    }

    private func set(_ wanted: HCI.WriteAuthenticatedPayloadTimeout) -> HCI.ErrorCode {
        guard let end = controller.end(wanted.connectionHandle) else { return .unknownConnectionIdentifier }
        let time = Int64(wanted.authenticatedPayloadTimeout) * 10_000_000
        guard time > 0, time >= end.link.intervalTime * (Int64(end.link.latency) + 1) else {
            return .invalidHCICommandParameters
        }
        let encryption = end.encryption ?? LinkEncryption()
        end.encryption = encryption
        encryption.payloads.timeout = wanted.authenticatedPayloadTimeout
        end.notePayload()
        end.link.guardProcedures()
        return .success
    }
}
