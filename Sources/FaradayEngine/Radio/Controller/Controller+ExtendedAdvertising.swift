import BluetoothWire

/// The extended advertising commands (Core 6.0, Vol 4, Part E, 7.8.52 to 7.8.60).
extension Controller {
    func performExtendedAdvertising(_ command: HCI.Command, _ opcode: HCI.Opcode) -> Bool {
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
            complete(opcode, set(parameters))
        case .leSetExtendedAdvertisingData(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(
                opcode,
                change(parameters.advertisingHandle) { $0.take(parameters, isOn: $1, limit: $2) })
        case .leSetExtendedScanResponseData(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(
                opcode,
                change(parameters.advertisingHandle) { $0.take(parameters, isOn: $1, limit: $2) })
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

    func advertisingSet(_ handle: UInt8) -> Advertiser? {
        Advertiser.first(from: firstExtendedSet) { $0.handle == handle }
    }

    /// Why there is no set of a handle.
    private func absence(of handle: UInt8) -> HCI.ErrorCode {
        handle.namesAdvertisingSet ? .unknownAdvertisingIdentifier : .invalidHCICommandParameters
    }

    private func set(_ parameters: HCI.LESetAdvertisingSetRandomAddress) -> HCI.ErrorCode {
        let handle = parameters.advertisingHandle
        guard let set = advertisingSet(handle) else { return absence(of: handle) }
        guard !set.isOn || !set.isConnectable else { return .commandDisallowed }
        set.settings.randomAddress = DeviceAddress(parameters.randomAddress.value, .random)
        return .success
    }

    private func set(_ parameters: HCI.LESetExtendedAdvertisingParameters) -> HCI.ErrorCode {
        if let problem = parameters.problem(for: configuration) { return problem }
        let known = advertisingSet(parameters.advertisingHandle)
        if known?.isOn == true { return .commandDisallowed }
        if known == nil, extendedSets.count >= Int(configuration.maximumAdvertisingSets) {
            return .memoryCapacityExceeded
        }
        let set = known ?? Advertiser(controller: self, handle: parameters.advertisingHandle)
        if known == nil { extendedSets.append(set) }
        return set.settings.take(parameters, configuration)
    }

    /// Changes the data of the set with `handle`; `take` gets the longest data that the controller holds.
    private func change(
        _ handle: UInt8,
        _ take: (inout AdvertisingSettings, _ isOn: Bool, _ limit: Int) -> AdvertisingSettings.DataChange
    ) -> HCI.ErrorCode {
        guard let set = advertisingSet(handle) else { return absence(of: handle) }
        let (isOn, limit) = (set.isOn, Int(configuration.maximumAdvertisingDataLength))
        return set.change { take(&$0, isOn, limit) }.status
    }

    // On and off

    private func enable(_ wanted: [HCI.LESetExtendedAdvertisingEnable.AdvertisingSet]) -> HCI.ErrorCode {
        guard !wanted.isEmpty else { return .invalidHCICommandParameters }
        var found: [(Advertiser, Advertiser.Guise, Int64, UInt8)] = []
        for entry in wanted {
            guard let set = advertisingSet(entry.advertisingHandle) else {
                return absence(of: entry.advertisingHandle)
            }
            guard !found.contains(where: { $0.0 === set }) else { return .invalidHCICommandParameters }
            guard let guise = guise(of: set, random: set.randomAddress) else {
                return .invalidHCICommandParameters
            }
            if let problem = set.settings.enablingProblem(duration: entry.duration) { return problem }
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
            return absence(of: entry.advertisingHandle)
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
            return absence(of: handle)
        }
        guard !extendedSets[index].isOn else { return .commandDisallowed }
        extendedSets.remove(at: index).discard()
        return .success
    }
}
