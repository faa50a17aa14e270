import BluetoothWire

/// The commands about the list (Core 6.0, Vol 4, Part E, 7.8.38 to 7.8.44 and 7.8.77).
extension ResolvingList {
    /// What the list may rely on when it gets a command.
    struct Conditions {
        /// How many entries fit.
        let limit: Int
        /// Whether the controller advertises, scans or initiates.
        let isUsingAddresses: Bool
    }

    /// The answer to a command, and what it means for the advertising sets.
    struct Answer {
        let event: HCI.Event
        /// The timeout is new: private addresses on air change at another time.
        var hasNewTimeout = false
    }

    /// Takes a command and answers it; `nil` if the command is none about the list.
    func take(_ command: HCI.Command, _ conditions: Conditions) -> Answer? {
        let opcode = command.opcode
        switch command {
        case .leAddDeviceToResolvingList, .leRemoveDeviceFromResolvingList, .leClearResolvingList,
            .leSetPrivacyMode, .leSetAddressResolutionEnable:
            return Answer(event: .complete(opcode, change(command, conditions)))
        case .leSetResolvablePrivateAddressTimeout(let parameters):
            guard 1...3600 ~= parameters.rpaTimeout else {
                return Answer(event: .complete(opcode, .invalidHCICommandParameters))
            }
            timeout = Int64(parameters.rpaTimeout) * 1_000_000_000
            return Answer(event: .complete(opcode, .success), hasNewTimeout: true)
        case .leReadPeerResolvableAddress(let parameters):
            let entry = index(of: parameters.peerIdentityAddress).map { entries[$0] }
            return Answer(
                event: .complete(
                    opcode,
                    HCI.LEReadPeerResolvableAddress.ReturnParameters(
                        status: entry == nil ? .unknownConnectionIdentifier : .success,
                        peerResolvableAddress: entry?.peerAddress)))
        case .leReadLocalResolvableAddress(let parameters):
            let entry = index(of: parameters.peerIdentityAddress).map { entries[$0] }
            return Answer(
                event: .complete(
                    opcode,
                    HCI.LEReadLocalResolvableAddress.ReturnParameters(
                        status: entry == nil ? .unknownConnectionIdentifier : .success,
                        localResolvableAddress: entry?.local?.address)))
        default: return nil
        }
    }

    private func change(_ command: HCI.Command, _ conditions: Conditions) -> HCI.ErrorCode {
        if case .leSetAddressResolutionEnable(let parameters) = command {
            // Not even to the value that it already has.
            guard !conditions.isUsingAddresses else { return .commandDisallowed }
            isOn = parameters.addressResolutionEnable
            return .success
        }
        // The list must not change while addresses are resolved and in use.
        guard !isOn || !conditions.isUsingAddresses else { return .commandDisallowed }
        switch command {
        case .leAddDeviceToResolvingList(let parameters):
            let kind = parameters.peerIdentityAddress.kind
            return kind == kind.onAir
                ? add(parameters, limit: conditions.limit) : .invalidHCICommandParameters
        case .leRemoveDeviceFromResolvingList(let parameters):
            return remove(parameters.peerIdentityAddress) ? .success : .unknownConnectionIdentifier
        case .leSetPrivacyMode(let parameters):
            return setMode(parameters.privacyMode, of: parameters.peerIdentityAddress)
                ? .success : .unknownConnectionIdentifier
        case .leClearResolvingList:
            removeAll()
            return .success
        default: preconditionFailure("\(command.opcode.name) does not change the resolving list")
        }
    }
}
