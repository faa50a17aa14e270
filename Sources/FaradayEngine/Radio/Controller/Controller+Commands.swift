import BluetoothWire

/// Commands that concern the controller as a whole.
extension Controller {
    /// Carries out a command and answers it.
    func perform(_ command: HCI.Command) {
        let opcode = command.opcode
        let information = information
        guard information.implements(opcode) else { return answer(opcode, .unknownHCICommand) }
        // The opcode is known, but the parameters could not be decoded.
        if case .unknown(_, let parameters) = command {
            return emit(UndecodedCommand(opcode: opcode, parameters: parameters).answer)
        }
        if performBaseband(command, opcode) || performQuery(command, opcode, information)
            || performAdvertising(command, opcode) || performExtendedAdvertising(command, opcode)
            || performScanning(command, opcode) || performInitiating(command, opcode)
            || performLink(command) || performLinkProcedure(command) || performSecurity(command)
            || performPrivacy(command) || PayloadTimeoutCommands(controller: self).perform(command)
            || SoundingCommands(controller: self).perform(command)
        {
            return
        }
        preconditionFailure("\(opcode.name) is listed as implemented, but nothing handles it")
    }

    private func performBaseband(_ command: HCI.Command, _ opcode: HCI.Opcode) -> Bool {
        switch command {
        case .reset:
            reset()
            complete(opcode, .success)
        case .writeLEHostSupport:
            complete(opcode, .success)
        case .setControllerToHostFlowControl(let parameters): setHostFlowControl(parameters)
        case .hostBufferSize(let parameters): setHostBuffers(parameters)
        case .hostNumberOfCompletedPackets(let parameters): hostCompleted(parameters.completed)
        case .leSetRandomAddress(let parameters):
            guard legacySet?.isOn != true, scanner?.isOn != true, initiator == nil else {
                return reject(opcode, .commandDisallowed)
            }
            randomAddress = DeviceAddress(parameters.randomAddress.value, .random)
            complete(opcode, .success)
        case .leAddDeviceToFilterAcceptList(let parameters):
            let limit = Int(configuration.filterAcceptListSize)
            changeAcceptList(opcode) { $0.add(parameters.address, limit: limit) }
        case .leRemoveDeviceFromFilterAcceptList(let parameters):
            changeAcceptList(opcode) { $0.remove(parameters.address) }
        case .leClearFilterAcceptList:
            changeAcceptList(opcode) { list in
                list.removeAll()
                return .success
            }
        default:
            guard masks.take(command) else { return false }
            complete(opcode, .success)
        }
        return true
    }

    /// Nothing may change the list while something uses it (Core 6.0, Vol 4, Part E, 7.8.15).
    private func changeAcceptList(
        _ opcode: HCI.Opcode, _ change: (inout FilterAcceptList) -> HCI.ErrorCode
    ) {
        complete(opcode, isAcceptListInUse ? .commandDisallowed : change(&acceptList))
    }

    private func performQuery(
        _ command: HCI.Command, _ opcode: HCI.Opcode, _ information: ControllerInformation
    ) -> Bool {
        if case .leRand = command {
            complete(
                .leRand, HCI.LERand.ReturnParameters(status: .success, randomNumber: entropy.next()))
            return true
        }
        guard let reply = information.reply(to: command, opcode) else { return false }
        emit(reply)
        return true
    }

    /// Completes a command with an error; returns true, because the command has been answered.
    func reject(_ opcode: HCI.Opcode, _ status: HCI.ErrorCode) -> Bool {
        complete(opcode, status)
        return true
    }

    /// Records which command family the host uses, or refuses a command of the other family (Core 6.0, Vol 4, Part E,
    /// 3.1.1).
    func uses(_ wanted: CommandStyle) -> Bool {
        if style == .undecided { style = wanted }
        return style == wanted
    }
}
