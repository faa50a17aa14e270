import BluetoothWire

/// The resolving list, which only a controller has whose host uses it.
extension Controller {
    func performPrivacy(_ command: HCI.Command) -> Bool {
        guard ControllerInformation.privacyCommands.contains(command.opcode) else { return false }
        let list = resolvingList ?? ResolvingList()
        let conditions = ResolvingList.Conditions(
            limit: Int(configuration.resolvingListSize), isUsingAddresses: isUsingAddresses)
        guard let answer = list.take(command, conditions) else { return false }
        if list.isUsed { resolvingList = list }
        if answer.hasNewTimeout {
            resolvingList = list
            legacySet?.scheduleAddressChange()
            for set in extendedSets { set.scheduleAddressChange() }
        }
        emit(answer.event)
        return true
    }

    /// Whether the controller advertises, scans or initiates.
    private var isUsingAddresses: Bool {
        if legacySet?.isOn == true || scanner?.isOn == true || initiator != nil { return true }
        return Advertiser.first(from: firstExtendedSet) { $0.isOn } != nil
    }
}
