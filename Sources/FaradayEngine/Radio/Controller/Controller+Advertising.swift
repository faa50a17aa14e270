import BluetoothWire

/// The legacy advertising commands (Core 6.0, Vol 4, Part E, 7.8.5 to 7.8.9).
extension Controller {
    func performAdvertising(_ command: HCI.Command, _ opcode: HCI.Opcode) -> Bool {
        switch command {
        case .leSetAdvertisingParameters(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            let set = madeLegacySet()
            complete(
                opcode, set.isOn ? .commandDisallowed : set.settings.take(parameters, configuration))
        case .leSetAdvertisingData(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            let change = madeLegacySet().change { $0.takeLegacy(data: parameters.advertisingData) }
            complete(opcode, change.status)
        case .leSetScanResponseData(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            let change = madeLegacySet().change { $0.takeLegacy(response: parameters.scanResponseData) }
            complete(opcode, change.status)
        case .leSetAdvertisingEnable(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, parameters.advertisingEnable ? enableLegacy() : disableLegacy())
        default:
            return false
        }
        return true
    }

    private func madeLegacySet() -> Advertiser {
        if let legacySet { return legacySet }
        let set = Advertiser(controller: self, handle: nil)
        legacySet = set
        return set
    }

    private func enableLegacy() -> HCI.ErrorCode {
        let set = madeLegacySet()
        guard let guise = guise(of: set, random: randomAddress) else { return .invalidHCICommandParameters }
        if set.isConnectable, !hasRoomForLink { return .connectionLimitExceeded }
        // Enabling an enabled set changes only its address, if that is new.
        if set.isOn, set.address == guise.address { return .success }
        set.stop()
        set.start(as: guise, duration: 0, maximumEvents: 0)
        return .success
    }

    private func disableLegacy() -> HCI.ErrorCode {
        legacySet?.stop()
        return .success
    }

    /// A set has reached its duration or its number of events.
    func advertisingEnded(_ set: Advertiser, _ status: HCI.ErrorCode) {
        let events = medium.beats[set.beat].events
        set.stop()
        guard let handle = set.handle else {
            // Only high duty cycle advertising ends by itself.
            connectionCompleted(.advertisingTimeout, nil, role: .peripheral)
            return
        }
        emit(
            .leAdvertisingSetTerminated(
                .init(
                    status: status, advertisingHandle: handle, connectionHandle: 0,
                    numCompletedExtendedAdvertisingEvents: UInt8(truncatingIfNeeded: events))))
    }
}
