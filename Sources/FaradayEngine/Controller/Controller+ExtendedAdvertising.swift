import BluetoothWire

/// The extended advertising commands (Core 6.0, Vol 4, Part E, 7.8.52 to 7.8.60).
extension Controller {
    func performExtendedAdvertising(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leSetExtendedAdvertisingParameters(let parameters):
            let status = uses(.extended) ? set(parameters) : .commandDisallowed
            complete(
                opcode,
                HCI.LESetExtendedAdvertisingParameters.ReturnParameters(
                    status: status,
                    selectedTxPower: advertisingSet(parameters.advertisingHandle)?.txPower
                        ?? configuration.txPower))
        case .leSetAdvertisingSetRandomAddress(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            guard let set = advertisingSet(parameters.advertisingHandle) else {
                return reject(opcode, .unknownAdvertisingIdentifier)
            }
            guard !set.isOn || !set.isConnectable else { return reject(opcode, .commandDisallowed) }
            set.randomAddress = DeviceAddress(parameters.randomAddress.value, .random)
            complete(opcode, .success)
        case .leSetExtendedAdvertisingData(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, set(parameters))
        case .leSetExtendedScanResponseData(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, set(parameters))
        case .leSetExtendedAdvertisingEnable(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, parameters.enable ? enable(parameters.sets) : disable(parameters.sets))
        case .leRemoveAdvertisingSet(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, remove(parameters.advertisingHandle))
        case .leClearAdvertisingSets:
            guard uses(.extended), !extendedSets.contains(where: \.isOn) else {
                return reject(opcode, .commandDisallowed)
            }
            for set in extendedSets { set.discard() }
            extendedSets = []
            complete(opcode, .success)
        default:
            return false
        }
        return true
    }

    func advertisingSet(_ handle: UInt8) -> Advertiser? { extendedSets.first { $0.handle == handle } }

    // Parameters

    private func set(_ parameters: HCI.LESetExtendedAdvertisingParameters) -> HCI.ErrorCode {
        let properties = parameters.advertisingEventProperties
        guard parameters.advertisingHandle <= 0xEF, Self.isPossible(properties),
            !parameters.primaryAdvertisingChannelMap.intersection(.all).isEmpty,
            parameters.primaryAdvertisingPHY != .le2M
        else { return .invalidHCICommandParameters }
        let (least, most) = (
            parameters.primaryAdvertisingIntervalMin, parameters.primaryAdvertisingIntervalMax
        )
        guard
            properties.contains(.highDutyCycleDirected) || 0x20 <= least && least <= most && most <= 0xFF_FFFF
        else {
            return .invalidHCICommandParameters
        }
        let phys = configuration.phys
        guard isOffered(parameters.ownAddressType),
            phys.contains(LL.PHYSet(parameters.primaryAdvertisingPHY.onAir)),
            phys.contains(LL.PHYSet(parameters.secondaryAdvertisingPHY.onAir))
        else { return .unsupportedFeatureOrParameterValue }
        let known = advertisingSet(parameters.advertisingHandle)
        if known?.isOn == true { return .commandDisallowed }
        if known == nil, extendedSets.count >= Int(configuration.maximumAdvertisingSets) {
            return .memoryCapacityExceeded
        }
        if let known, known.hasData(beyond: properties) { return .invalidHCICommandParameters }
        let set = known ?? Advertiser(controller: self, handle: parameters.advertisingHandle)
        if known == nil { extendedSets.append(set) }
        set.properties = properties
        set.interval = Int64(least) * 625_000
        set.channels = parameters.primaryAdvertisingChannelMap
        set.ownAddressType = parameters.ownAddressType
        set.peer = parameters.peerAddress
        set.filterPolicy = set.isDirected ? .unfiltered : parameters.advertisingFilterPolicy
        // 127 means no preference; the power can only be lowered.
        set.txPower = min(configuration.txPower, parameters.advertisingTxPower)
        set.primaryPHY = set.isLegacy ? .le1M : parameters.primaryAdvertisingPHY.onAir
        set.secondaryPHY = set.isLegacy ? .le1M : parameters.secondaryAdvertisingPHY.onAir
        set.sid = parameters.advertisingSID & 0x0F
        set.notifiesScanRequests = parameters.scanRequestNotificationEnable
        return .success
    }

    /// Whether the specification allows this combination (7.8.53).
    private static func isPossible(_ properties: HCI.AdvertisingEventProperties) -> Bool {
        guard properties.rawValue & ~0x7F == 0 else { return false }
        if properties.contains(.useLegacyPDUs) {
            return [0x10, 0x12, 0x13, 0x15, 0x1D].contains(properties.rawValue)
        }
        if properties.isSuperset(of: [.connectable, .scannable]) { return false }
        if properties.contains(.highDutyCycleDirected) { return false }
        return !properties.contains(.anonymous) || properties.isDisjoint(with: [.connectable, .scannable])
    }

    // Data

    /// LE Set Extended Advertising Data (7.8.54).
    private func set(_ parameters: HCI.LESetExtendedAdvertisingData) -> HCI.ErrorCode {
        guard let set = advertisingSet(parameters.advertisingHandle) else {
            return .unknownAdvertisingIdentifier
        }
        let (operation, bytes) = (parameters.operation, parameters.advertisingData)
        guard set.properties.carryData else { return .invalidHCICommandParameters }
        if operation == .unchanged {
            guard set.isOn, !set.isLegacy, !set.data.isEmpty, bytes.isEmpty else {
                return .invalidHCICommandParameters
            }
            set.dataDidChange()
            return .success
        }
        return fill(set, \.data, \.partialData, operation, bytes)
    }

    /// LE Set Extended Scan Response Data (7.8.55).
    private func set(_ parameters: HCI.LESetExtendedScanResponseData) -> HCI.ErrorCode {
        guard let set = advertisingSet(parameters.advertisingHandle) else {
            return .unknownAdvertisingIdentifier
        }
        let (operation, bytes) = (parameters.operation, parameters.scanResponseData)
        // *Unchanged data* is not allowed here. A set that is not scannable has no response, except an old one to
        // discard.
        guard operation != .unchanged, set.isScannable || operation == .complete && bytes.isEmpty else {
            return .invalidHCICommandParameters
        }
        // An enabled scannable extended set must have a response.
        if bytes.isEmpty, operation == .complete, set.isOn, set.isScannable, !set.isLegacy {
            return .commandDisallowed
        }
        return fill(set, \.response, \.partialResponse, operation, bytes)
    }

    /// Stores data in a set, complete or in fragments.
    private func fill(
        _ set: Advertiser, _ data: ReferenceWritableKeyPath<Advertiser, [UInt8]>,
        _ partial: ReferenceWritableKeyPath<Advertiser, [UInt8]?>, _ operation: HCI.DataOperation,
        _ bytes: [UInt8]
    ) -> HCI.ErrorCode {
        // An empty fragment is invalid; only complete data may be empty.
        guard operation == .complete || !set.isLegacy && !bytes.isEmpty else {
            return .invalidHCICommandParameters
        }
        guard operation == .complete || !set.isOn else { return .commandDisallowed }
        let whole: [UInt8]
        switch operation {
        case .complete, .firstFragment, .unchanged: whole = bytes
        case .intermediateFragment, .lastFragment:
            guard let begun = set[keyPath: partial] else { return .commandDisallowed }
            whole = begun + bytes
        }
        if set.isOn, set.isConnectable, !set.isLegacy, whole.count > Advertiser.bytesPerAuxiliaryPacket {
            return .packetTooLong
        }
        guard whole.count <= (set.isLegacy ? 31 : Int(configuration.maximumAdvertisingDataLength)) else {
            set[keyPath: partial] = nil
            return set.isLegacy ? .invalidHCICommandParameters : .memoryCapacityExceeded
        }
        switch operation {
        case .firstFragment, .intermediateFragment: set[keyPath: partial] = whole
        case .complete, .lastFragment, .unchanged:
            set[keyPath: partial] = nil
            set[keyPath: data] = whole
            set.dataDidChange()
        }
        return .success
    }

    // On and off

    private func enable(_ wanted: [HCI.LESetExtendedAdvertisingEnable.AdvertisingSet]) -> HCI.ErrorCode {
        guard !wanted.isEmpty else { return .invalidHCICommandParameters }
        var found: [(Advertiser, Advertiser.Guise, Int64, UInt8)] = []
        for entry in wanted {
            guard let set = advertisingSet(entry.advertisingHandle) else {
                return .unknownAdvertisingIdentifier
            }
            guard !found.contains(where: { $0.0 === set }) else { return .invalidHCICommandParameters }
            guard let guise = guise(of: set, random: set.randomAddress) else {
                return .invalidHCICommandParameters
            }
            guard set.partialData == nil, set.partialResponse == nil else { return .commandDisallowed }
            if !set.isLegacy {
                guard !set.isScannable || !set.response.isEmpty else { return .commandDisallowed }
                // The data of a connectable set must fit into one packet, without a chain (Vol 6, Part B, 2.3.4).
                if set.isConnectable, set.data.count > Advertiser.bytesPerAuxiliaryPacket {
                    return .invalidHCICommandParameters
                }
            }
            // High duty cycle advertising lasts at most 1.28 s, and the duration must be given.
            if set.isHighDuty, entry.duration == 0 || entry.duration > 128 {
                return .invalidHCICommandParameters
            }
            if set.isConnectable, !hasRoomForLink { return .connectionLimitExceeded }
            found.append(
                (set, guise, Int64(entry.duration) * 10_000_000, entry.maxExtendedAdvertisingEvents))
        }
        for (set, guise, duration, events) in found {
            set.stop()
            set.start(as: guise, duration: duration, maximumEvents: events)
        }
        return .success
    }

    private func disable(_ wanted: [HCI.LESetExtendedAdvertisingEnable.AdvertisingSet]) -> HCI.ErrorCode {
        for entry in wanted where advertisingSet(entry.advertisingHandle) == nil {
            return .unknownAdvertisingIdentifier
        }
        guard Set(wanted.map(\.advertisingHandle)).count == wanted.count else {
            return .invalidHCICommandParameters
        }
        for set in extendedSets
        where wanted.isEmpty || wanted.contains(where: { $0.advertisingHandle == set.handle }) { set.stop() }
        return .success
    }

    private func remove(_ handle: UInt8) -> HCI.ErrorCode {
        guard let index = extendedSets.firstIndex(where: { $0.handle == handle }) else {
            return .unknownAdvertisingIdentifier
        }
        guard !extendedSets[index].isOn else { return .commandDisallowed }
        extendedSets.remove(at: index).discard()
        return .success
    }
}
