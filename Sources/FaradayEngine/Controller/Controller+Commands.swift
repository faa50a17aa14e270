import BluetoothWire

/// Commands that concern the controller as a whole.
extension Controller {
    /// Carries out a command and answers it.
    func perform(_ command: HCI.Command) {
        let opcode = command.opcode
        guard implements(opcode) else { return answer(opcode, .unknownHCICommand) }
        // The opcode is known, but the parameters could not be decoded.
        if case .unknown = command { return complete(opcode, .invalidHCICommandParameters) }
        if performBaseband(command) || performInformation(command) || performAdvertising(command)
            || performExtendedAdvertising(command) || performScanning(command) || performInitiating(command)
            || performLink(command) || performLinkProcedure(command) || performSecurity(command)
            || performPrivacy(command) || performPayloadTimeout(command)
        {
            return
        }
        preconditionFailure("\(opcode.name) is listed as implemented, but nothing handles it")
    }

    private func performBaseband(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .reset:
            reset()
            complete(opcode, .success)
        case .setEventMask(let mask):
            eventMask = mask.eventMask
            complete(opcode, .success)
        case .setEventMaskPage2(let mask):
            eventMaskPage2 = mask.eventMaskPage2
            complete(opcode, .success)
        case .leSetEventMask(let mask):
            leEventMask = mask.leEventMask
            complete(opcode, .success)
        case .writeLEHostSupport:
            complete(opcode, .success)
        case .setControllerToHostFlowControl, .hostBufferSize, .hostNumberOfCompletedPackets:
            performHostFlow(command)
        case .leSetRandomAddress(let parameters):
            guard legacySet?.isOn != true, scanner?.isOn != true, initiator == nil else {
                return reject(opcode, .commandDisallowed)
            }
            randomAddress = DeviceAddress(parameters.randomAddress.value, .random)
            complete(opcode, .success)
        case .leReadFilterAcceptListSize, .leClearFilterAcceptList, .leAddDeviceToFilterAcceptList,
            .leRemoveDeviceFromFilterAcceptList:
            performAcceptList(command)
        default:
            return false
        }
        return true
    }

    /// Completes a command with an error; returns true, because the command has been answered.
    func reject(_ opcode: HCI.Opcode, _ status: HCI.ErrorCode) -> Bool {
        complete(opcode, status)
        return true
    }

    private func performAcceptList(_ command: HCI.Command) {
        let opcode = command.opcode
        if case .leReadFilterAcceptListSize = command {
            return complete(
                opcode,
                HCI.LEReadFilterAcceptListSize.ReturnParameters(
                    status: .success, filterAcceptListSize: configuration.filterAcceptListSize))
        }
        guard !isAcceptListInUse else { return complete(opcode, .commandDisallowed) }
        switch command {
        case .leAddDeviceToFilterAcceptList(let parameters):
            if !acceptList.contains(parameters.address) {
                guard acceptList.count < Int(configuration.filterAcceptListSize) else {
                    return complete(opcode, .memoryCapacityExceeded)
                }
                acceptList.append(parameters.address)
            }
        case .leRemoveDeviceFromFilterAcceptList(let parameters):
            acceptList.removeAll { $0 == parameters.address }
        default:
            acceptList = []
        }
        complete(opcode, .success)
    }

    /// Records which command family the host uses, or refuses a command of the other family (Core 6.0, Vol 4, Part E,
    /// 3.1.1).
    func uses(_ wanted: CommandStyle) -> Bool {
        if style == .undecided { style = wanted }
        return style == wanted
    }
}
