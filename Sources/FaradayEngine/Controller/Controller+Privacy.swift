import BluetoothWire

/// The resolving list (Core 6.0, Vol 4, Part E, 7.8.38 to 7.8.45 and 7.8.77).
extension Controller {
    static let privacyCommands: [HCI.Opcode] = [
        .leAddDeviceToResolvingList, .leRemoveDeviceFromResolvingList, .leClearResolvingList,
        .leReadResolvingListSize, .leReadPeerResolvableAddress, .leReadLocalResolvableAddress,
        .leSetAddressResolutionEnable, .leSetResolvablePrivateAddressTimeout, .leSetPrivacyMode,
    ]

    func performPrivacy(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leAddDeviceToResolvingList(let parameters): complete(opcode, add(parameters))
        case .leRemoveDeviceFromResolvingList(let parameters):
            complete(opcode, removeFromResolvingList(parameters.peerIdentityAddress))
        case .leClearResolvingList:
            guard mayChangeResolvingList else { return reject(opcode, .commandDisallowed) }
            resolvingList?.removeAll()
            complete(opcode, .success)
        case .leSetAddressResolutionEnable(let parameters):
            // Not even to the value that it already has.
            guard !isUsingAddresses else { return reject(opcode, .commandDisallowed) }
            madeResolvingList().isOn = parameters.addressResolutionEnable
            complete(opcode, .success)
        case .leSetResolvablePrivateAddressTimeout(let parameters):
            guard 1...3600 ~= parameters.rpaTimeout else {
                return reject(opcode, .invalidHCICommandParameters)
            }
            madeResolvingList().timeout = Int64(parameters.rpaTimeout) * 1_000_000_000
            legacySet?.scheduleAddressChange()
            for set in extendedSets { set.scheduleAddressChange() }
            complete(opcode, .success)
        case .leSetPrivacyMode(let parameters): complete(opcode, set(parameters))
        default:
            return performPrivacyQuery(command)
        }
        return true
    }

    private func performPrivacyQuery(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leReadResolvingListSize:
            complete(
                opcode,
                HCI.LEReadResolvingListSize.ReturnParameters(
                    status: .success, resolvingListSize: configuration.resolvingListSize))
        case .leReadPeerResolvableAddress(let parameters):
            let entry = entry(of: parameters.peerIdentityAddress)
            complete(
                opcode,
                HCI.LEReadPeerResolvableAddress.ReturnParameters(
                    status: entry == nil ? .unknownConnectionIdentifier : .success,
                    peerResolvableAddress: entry?.peerAddress))
        case .leReadLocalResolvableAddress(let parameters):
            let entry = entry(of: parameters.peerIdentityAddress)
            complete(
                opcode,
                HCI.LEReadLocalResolvableAddress.ReturnParameters(
                    status: entry == nil ? .unknownConnectionIdentifier : .success,
                    localResolvableAddress: entry?.local?.address))
        default:
            return false
        }
        return true
    }

    // Changes

    private func madeResolvingList() -> ResolvingList {
        if let resolvingList { return resolvingList }
        let list = ResolvingList()
        resolvingList = list
        return list
    }

    /// Whether the controller advertises, scans or initiates.
    private var isUsingAddresses: Bool {
        legacySet?.isOn == true || extendedSets.contains { $0.isOn } || scanner?.isOn == true
            || initiator != nil
    }

    /// The list must not change while addresses are resolved and in use.
    private var mayChangeResolvingList: Bool { resolvingList?.isOn != true || !isUsingAddresses }

    private func add(_ parameters: HCI.LEAddDeviceToResolvingList) -> HCI.ErrorCode {
        guard mayChangeResolvingList else { return .commandDisallowed }
        guard parameters.peerIdentityAddress.kind == parameters.peerIdentityAddress.kind.onAir else {
            return .invalidHCICommandParameters
        }
        return madeResolvingList().add(parameters, limit: Int(configuration.resolvingListSize))
    }

    private func removeFromResolvingList(_ identity: DeviceAddress) -> HCI.ErrorCode {
        guard mayChangeResolvingList else { return .commandDisallowed }
        return resolvingList?.remove(identity) == true ? .success : .unknownConnectionIdentifier
    }

    private func set(_ parameters: HCI.LESetPrivacyMode) -> HCI.ErrorCode {
        guard mayChangeResolvingList else { return .commandDisallowed }
        guard let list = resolvingList, let index = list.index(of: parameters.peerIdentityAddress) else {
            return .unknownConnectionIdentifier
        }
        list.setMode(parameters.privacyMode, at: index)
        return .success
    }

    private func entry(of identity: DeviceAddress) -> ResolvingList.Entry? {
        guard let list = resolvingList, let index = list.index(of: identity) else { return nil }
        return list.entries[index]
    }
}
