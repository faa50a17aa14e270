import BluetoothWire

/// The legacy advertising commands (Core 6.0, Vol 4, Part E, 7.8.5 to 7.8.9).
extension Controller {
    func performAdvertising(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leSetAdvertisingParameters(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, set(parameters))
        case .leSetAdvertisingData(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            guard parameters.advertisingData.count <= 31 else {
                return reject(opcode, .invalidHCICommandParameters)
            }
            let set = madeLegacySet()
            set.data = parameters.advertisingData
            set.dataDidChange()
            complete(opcode, .success)
        case .leSetScanResponseData(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            guard parameters.scanResponseData.count <= 31 else {
                return reject(opcode, .invalidHCICommandParameters)
            }
            let set = madeLegacySet()
            set.response = parameters.scanResponseData
            set.dataDidChange()
            complete(opcode, .success)
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

    private func set(_ parameters: HCI.LESetAdvertisingParameters) -> HCI.ErrorCode {
        let set = madeLegacySet()
        guard !set.isOn else { return .commandDisallowed }
        guard !parameters.advertisingChannelMap.intersection(.all).isEmpty else {
            return .invalidHCICommandParameters
        }
        let isHighDuty = parameters.advertisingType == .advDirectIndHighDutyCycle
        // The intervals are ignored with a high duty cycle.
        let (least, most) = (parameters.advertisingIntervalMin, parameters.advertisingIntervalMax)
        guard isHighDuty || 0x20 <= least && least <= most && most <= 0x4000 else {
            return .invalidHCICommandParameters
        }
        guard isOffered(parameters.ownAddressType) else { return .unsupportedFeatureOrParameterValue }
        set.properties = Self.properties(parameters.advertisingType)
        set.interval = Int64(least) * 625_000
        set.channels = parameters.advertisingChannelMap
        set.ownAddressType = parameters.ownAddressType
        set.peer = parameters.peerAddress
        // Directed advertising filters only by its target.
        set.filterPolicy = set.isDirected ? .unfiltered : parameters.advertisingFilterPolicy
        return .success
    }

    /// Whether the controller has this type of address.
    func isOffered(_ type: HCI.OwnAddressType) -> Bool {
        !type.isResolvable || configuration.usedFeatures.contains(.llPrivacy)
    }

    private static func properties(_ type: HCI.AdvertisingType) -> HCI.AdvertisingEventProperties {
        switch type {
        case .advInd: [.useLegacyPDUs, .connectable, .scannable]
        case .advDirectIndHighDutyCycle: [.useLegacyPDUs, .connectable, .directed, .highDutyCycleDirected]
        case .advScanInd: [.useLegacyPDUs, .scannable]
        case .advNonconnInd: .useLegacyPDUs
        case .advDirectIndLowDutyCycle: [.useLegacyPDUs, .connectable, .directed]
        }
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
