import BluetoothWire

/// What the host of this end is told.
extension SoundingEnd {
    func tellCapabilities(_ status: HCI.ErrorCode) {
        let remote = settings.remote ?? ChannelSoundingCapabilities()
        let isExtended =
            radio.capabilities.additions != nil && remote.additions != nil
            && end.controller.masks.pass(.leCSReadRemoteSupportedCapabilitiesCompleteV2)
        if isExtended {
            emit(
                .leCSReadRemoteSupportedCapabilitiesCompleteV2(
                    .init(status: status, connectionHandle: end.handle, capabilities: remote)))
        } else {
            emit(
                .leCSReadRemoteSupportedCapabilitiesComplete(
                    .init(status: status, connectionHandle: end.handle, capabilities: remote)))
        }
    }

    func tellErrors(_ status: HCI.ErrorCode) {
        let table = settings.remoteErrors ?? [Int8](repeating: 0, count: 72)
        emit(
            .leCSReadRemoteFAETableComplete(
                .init(status: status, connectionHandle: end.handle, remoteFAETable: table)))
    }

    func tellRemoved(_ configID: UInt8, _ status: HCI.ErrorCode) {
        emit(
            .leCSConfigComplete(
                .init(status: status, connectionHandle: end.handle, removed: configID)))
    }

    func tellProcedures(_ configID: UInt8, _ status: HCI.ErrorCode, isEnabled: Bool) {
        var report = HCI.LECSProcedureEnableComplete(
            status: status, connectionHandle: end.handle, configID: configID, isEnabled: isEnabled)
        if status == .success, isEnabled, let run = shared.run {
            let timing = run.timing
            report.toneAntennas = run.signal.toneAntennas
            report.selectedTXPower = end.soundingPower
            report.subeventLength = timing.subevents.subeventLength
            report.subeventsPerEvent = timing.subevents.subeventsPerEvent
            report.subeventInterval = timing.subevents.subeventInterval
            report.eventInterval = timing.subevents.eventInterval
            report.procedureInterval = timing.procedureInterval
            report.procedureCount = timing.procedureCount
            report.maxProcedureLength = timing.maxProcedureLength
        }
        emit(.leCSProcedureEnableComplete(report))
    }
}
