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
        guard command.peerIdentity?.hasTypeOnAir ?? true else { return refusal(of: command) }
        switch command {
        case .leAddDeviceToResolvingList(let parameters):
            return answer(opcode, conditions) { $0.add(parameters, limit: conditions.limit) }
        case .leRemoveDeviceFromResolvingList(let parameters):
            return answer(opcode, conditions) {
                $0.remove(parameters.peerIdentityAddress) ? .success : .unknownConnectionIdentifier
            }
        case .leClearResolvingList:
            return answer(opcode, conditions) { list in
                list.removeAll()
                return .success
            }
        case .leSetPrivacyMode(let parameters):
            return answer(opcode, conditions) {
                $0.setMode(parameters.privacyMode, of: parameters.peerIdentityAddress)
                    ? .success : .unknownConnectionIdentifier
            }
        case .leSetAddressResolutionEnable(let parameters):
            // Not even to the value that it already has.
            guard !conditions.isUsingAddresses else {
                return Answer(event: .complete(opcode, .commandDisallowed))
            }
            isOn = parameters.addressResolutionEnable
            return Answer(event: .complete(opcode, .success))
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

    /// An identity address is public or random; other types are reserved.
    private func refusal(of command: HCI.Command) -> Answer {
        let status = HCI.ErrorCode.invalidHCICommandParameters
        let event: HCI.Event =
            switch command {
            case .leReadPeerResolvableAddress:
                .complete(
                    command.opcode,
                    HCI.LEReadPeerResolvableAddress.ReturnParameters(
                        status: status, peerResolvableAddress: nil))
            case .leReadLocalResolvableAddress:
                .complete(
                    command.opcode,
                    HCI.LEReadLocalResolvableAddress.ReturnParameters(
                        status: status, localResolvableAddress: nil))
            default: .complete(command.opcode, status)
            }
        return Answer(event: event)
    }

    /// Changes the list, which must stay as it is while addresses are resolved and in use.
    private func answer(
        _ opcode: HCI.Opcode, _ conditions: Conditions, _ change: (ResolvingList) -> HCI.ErrorCode
    ) -> Answer {
        let isFixed = isOn && conditions.isUsingAddresses
        return Answer(event: .complete(opcode, isFixed ? .commandDisallowed : change(self)))
    }
}

extension HCI.Command {
    /// The identity address of the peer that a command about the resolving list names.
    fileprivate var peerIdentity: DeviceAddress? {
        switch self {
        case .leAddDeviceToResolvingList(let parameters): parameters.peerIdentityAddress
        case .leRemoveDeviceFromResolvingList(let parameters): parameters.peerIdentityAddress
        case .leSetPrivacyMode(let parameters): parameters.peerIdentityAddress
        case .leReadPeerResolvableAddress(let parameters): parameters.peerIdentityAddress
        case .leReadLocalResolvableAddress(let parameters): parameters.peerIdentityAddress
        default: nil
        }
    }
}
