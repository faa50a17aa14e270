import BluetoothWire

/// What becomes of the commands of this end's host that ask for a procedure.
extension SoundingEnd {
    /// What becomes of a command.
    enum Decision {
        case refused(HCI.ErrorCode)
        case starts(SoundingProcedure)
        /// Something else happens after the answer.
        case runs(() -> Void)
    }

    /// Whether this end makes or removes a configuration.
    var isConfiguring: Bool {
        has {
            switch $0 {
            case .create, .remove: true
            default: false
            }
        }
    }

    /// The central starts security. The peripheral waits for it, unless it is there.
    func securityWanted() -> Decision {
        guard isEncrypted else { return .refused(.connectionRejectedDueToSecurityReasons) }
        guard settings.enabled == nil, !has({ $0 == .security }) else { return .refused(.commandDisallowed) }
        guard !end.isCentral else { return .starts(.security) }
        return .runs { [self] in
            guard shared.seed != nil else { return }
            end.controller.emit(
                .leCSSecurityEnableComplete(.init(status: .success, connectionHandle: end.handle)))
        }
    }

    func enableWanted(_ configID: UInt8) -> Decision {
        guard configID <= ChannelSounding.maximumConfigID else {
            return .refused(.invalidHCICommandParameters)
        }
        let isPending = has {
            switch $0 {
            case .enable, .terminate: true
            default: false
            }
        }
        guard settings.parameters[configID] != nil, shared.seed != nil, isEncrypted,
            settings.enabled == nil, !isPending
        else { return .refused(.commandDisallowed) }
        return .starts(.enable(configID))
    }

    func disableWanted(_ configID: UInt8) -> Decision {
        guard configID <= ChannelSounding.maximumConfigID else {
            return .refused(.invalidHCICommandParameters)
        }
        guard settings.enabled == configID, !has({ $0 == .terminate(configID) }) else {
            return .refused(.commandDisallowed)
        }
        return .starts(.terminate(configID))
    }
}
