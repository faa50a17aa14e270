import BluetoothWire

/// The commands that create links (Core 6.0, Vol 4, Part E, 7.8.12, 7.8.13, 7.8.66).
extension Controller {
    func performInitiating(_ command: HCI.Command, _ opcode: HCI.Opcode) -> Bool {
        switch command {
        case .leCreateConnection(let wanted):
            answer(
                opcode,
                initiate(.legacy) { () throws(HCI.ErrorCode) in try InitiatingSettings(wanted) })
        case .leExtendedCreateConnection(let wanted):
            answer(
                opcode,
                initiate(.extended) { () throws(HCI.ErrorCode) in
                    try InitiatingSettings(wanted, phys: configuration.phys)
                })
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

    private func initiate(
        _ style: CommandStyle, _ settings: () throws(HCI.ErrorCode) -> InitiatingSettings
    ) -> HCI.ErrorCode {
        guard uses(style) else { return .commandDisallowed }
        do {
            return initiate(try settings())
        } catch {
            return error
        }
    }

    private func initiate(_ settings: InitiatingSettings) -> HCI.ErrorCode {
        guard initiator == nil else { return .commandDisallowed }
        if let problem = settings.problem(for: configuration) { return problem }
        let own = settings.ownAddressType
        // A peer with its own entry needs no other address.
        let isPrivate = own.isResolvable && settings.peer.map { resolvingList?.hasLocalKey(for: $0) } == true
        guard let address = ownAddress(own, random: randomAddress) ?? (isPrivate ? .zero : nil) else {
            return .invalidHCICommandParameters
        }
        guard hasRoomForLink else { return .connectionLimitExceeded }
        if let peer = settings.peer, isConnected(to: peer) { return .connectionAlreadyExists }
        initiator = Initiator(controller: self, address: address, settings)
        return .success
    }
}
