import BluetoothTypes
import BluetoothWire

extension Host {
    /// Brings the controller's advertising sets to their wanted states, one command at a time.
    ///
    /// With legacy commands there is one set. A start gets no event if another start or a stop comes before
    /// its result.
    struct Broadcaster: Hashable, Sendable {
        private(set) var sets: [AdvertisingSetState] = []
        private var flight: Flight?
        /// What the controller has while there is no set: one value with legacy commands, else none.
        private var legacy: [AdvertisingSetState.Told] = []

        private struct Flight: Hashable, Sendable {
            var set: AdvertisingSetID
            var step: AdvertisingSetState.Step
        }

        init() {}

        /// Starts again after a reset. The controller's random address is then the host's identity.
        init(_ profile: ControllerProfile) {
            guard !profile.usesExtendedCommands else { return }
            var told = AdvertisingSetState.Told()
            told.randomAddress = profile.identity.onAir.kind == .random ? profile.identity.onAir : nil
            legacy = [told]
        }

        /// Starts a set; returns an error if that is not possible.
        mutating func start(
            _ id: AdvertisingSetID, _ parameters: AdvertisingParameters, _ profile: ControllerProfile
        ) -> HCI.ErrorCode? {
            if id.rawValue > 0xEF { return .invalidHCICommandParameters }
            if let refusal = AdvertisingSetState.refusal(of: parameters, profile) { return refusal }
            if let index = index(of: id) {
                sets[index].wanted = parameters
                sets[index].isStarting = true
                sets[index].mustRestart = sets[index].told.isEnabled
                sets[index].progress = 0
                return nil
            }
            if !profile.usesExtendedCommands, sets.contains(where: { $0.wanted != nil }) {
                return .memoryCapacityExceeded
            }
            var set = AdvertisingSetState(id, told: AdvertisingSetState.Told())
            if !profile.usesExtendedCommands {
                if let old = sets.first {
                    // The last set is being stopped: this one takes its place in the controller.
                    set = AdvertisingSetState(id, told: old.told)
                    set.mustRestart = old.told.isEnabled
                    sets = []
                    flight?.set = id
                } else {
                    set = AdvertisingSetState(id, told: legacy.first ?? AdvertisingSetState.Told())
                }
            }
            set.wanted = parameters
            set.isStarting = true
            sets.insert(set, at: sets.firstIndex { $0.id > id } ?? sets.count)
            return nil
        }

        /// Replaces the data of a set that runs or is about to run.
        mutating func update(
            _ id: AdvertisingSetID, data: [UInt8], scanResponse: [UInt8], _ profile: ControllerProfile
        ) {
            guard let index = index(of: id), var parameters = sets[index].wanted else { return }
            parameters.data = data
            parameters.scanResponse = scanResponse
            guard AdvertisingSetState.refusal(of: parameters, profile) == nil else { return }
            sets[index].wanted = parameters
            sets[index].progress = 0
            // Data in several parts can't change while the set runs (Core 6.0, Vol 4, Part E, 7.8.54).
            if sets[index].told.isEnabled,
                max(data.count, scanResponse.count) > AdvertisingSetState.partLength
            {
                sets[index].mustRestart = true
            }
        }

        mutating func stop(_ id: AdvertisingSetID, _ profile: ControllerProfile) {
            guard let index = index(of: id) else { return }
            sets[index].wanted = nil
            sets[index].isStarting = false
            forgetIfDone(index, profile)
        }

        /// Whether no set is on air or about to be. It changes nothing, but works in place: hosts ask after every input.
        mutating func isIdle() -> Bool {
            if case .some = flight { return false }
            for index in sets.indices where sets[index].told.isEnabled { return false }
            return true
        }

        /// The place of the connectable set on air, if there is just one. It changes nothing, but works in place.
        mutating func onlyConnectable() -> Int? {
            var only: Int?
            for place in sets.indices where sets[place].told.isEnabled {
                switch sets[place].told.parameters?.kind {
                case .connectable, .directed:
                    if only != nil { return nil }
                    only = place
                case .scannable, .nonConnectable, nil: break
                }
            }
            return only
        }

        /// The controller's random address has changed; legacy commands use it for advertising too.
        mutating func randomAddressChanged(_ address: DeviceAddress, _ profile: ControllerProfile) {
            guard !profile.usesExtendedCommands else { return }
            for index in legacy.indices { legacy[index].randomAddress = address }
            for index in sets.indices { sets[index].told.randomAddress = address }
        }

        /// The next command, if there is something to do and none is in flight.
        mutating func next(_ profile: ControllerProfile) -> HCI.Command? {
            if case .some = flight { return nil }
            if sets.isEmpty { return nil }
            for index in sets.indices {
                guard let step = sets[index].nextStep(profile) else { continue }
                let id = sets[index].id
                flight = Flight(set: id, step: step)
                guard profile.usesExtendedCommands else { return Self.legacyCommand(for: step, profile) }
                let (progress, maximum) = (sets[index].progress, sets[index].wanted?.maximumEvents)
                return Self.extendedCommand(for: step, id, progress, maximumEvents: maximum ?? 0, profile)
            }
            return nil
        }

        /// The controller answered the command in flight; returns the result of a start, if it ended one.
        mutating func ended(_ status: HCI.ErrorCode, _ profile: ControllerProfile) -> Event? {
            guard let flight else { return nil }
            self.flight = nil
            guard let index = index(of: flight.set) else { return nil }
            defer { forgetIfDone(index, profile) }
            let wasStarting = sets[index].isStarting
            let isStopping = flight.step == .disable || flight.step == .remove
            if status == .success || isStopping {
                // If the controller refuses to stop a set, the set does not run.
                sets[index].did(flight.step)
                return wasStarting && flight.step == .enable ? .advertisingStarted(flight.set, status) : nil
            }
            sets[index].progress = 0
            if sets[index].told.isEnabled, let told = sets[index].told.parameters {
                // The controller refused new data for a running set: the set keeps its old data.
                var parameters = told
                parameters.data = sets[index].told.data ?? []
                parameters.scanResponse = sets[index].told.scanResponse ?? []
                if !wasStarting { sets[index].wanted = parameters }
                return nil
            }
            guard sets[index].wanted != nil else { return nil }
            sets[index].wanted = nil
            sets[index].isStarting = false
            return wasStarting
                ? .advertisingStarted(flight.set, status) : .advertisingEnded(flight.set, status)
        }

        /// A central connected, or high duty cycle directed advertising reached its time limit. With legacy
        /// commands this ends the connectable set without an event of its own.
        mutating func connectionEnded(_ status: HCI.ErrorCode, _ profile: ControllerProfile) -> Event? {
            guard !profile.usesExtendedCommands, let set = sets.first, set.told.isEnabled else { return nil }
            switch set.told.parameters?.kind {
            case .connectable, .directed: return terminated(set.id.rawValue, status, profile)
            case .scannable, .nonConnectable, nil: return nil
            }
        }

        /// The controller ended a set.
        mutating func terminated(
            _ handle: UInt8, _ status: HCI.ErrorCode, _ profile: ControllerProfile
        ) -> Event? {
            let id = AdvertisingSetID(handle)
            guard let index = index(of: id), sets[index].told.isEnabled else { return nil }
            sets[index].told.isEnabled = false
            defer { forgetIfDone(index, profile) }
            // Already restarting or stopping: the upper layer has given up the run that ended.
            if sets[index].mustRestart, sets[index].isStarting {
                sets[index].mustRestart = false
                return nil
            }
            guard sets[index].wanted != nil else { return nil }
            sets[index].wanted = nil
            return .advertisingEnded(id, status)
        }

        private func index(of id: AdvertisingSetID) -> Int? { sets.firstIndex { $0.id == id } }

        private mutating func forgetIfDone(_ index: Int, _ profile: ControllerProfile) {
            if let flight, flight.set == sets[index].id { return }
            guard !sets[index].told.isEnabled, !sets[index].isWanted() else { return }
            if profile.usesExtendedCommands {
                guard sets[index].nextStep(profile) == nil else { return }
            } else {
                legacy = [sets[index].told]
            }
            sets.remove(at: index)
        }
    }
}

// MARK: - Commands

extension Host.Broadcaster {
    private static func legacyCommand(
        for step: Host.AdvertisingSetState.Step, _ profile: Host.ControllerProfile
    ) -> HCI.Command {
        switch step {
        case .randomAddress(let address):
            return .leSetRandomAddress(HCI.LESetRandomAddress(randomAddress: address))
        case .parameters(let parameters):
            let interval = UInt16(clamping: Self.interval(parameters))
            let (type, peer) = legacyType(parameters.kind)
            return .leSetAdvertisingParameters(
                HCI.LESetAdvertisingParameters(
                    advertisingIntervalMin: interval, advertisingIntervalMax: interval,
                    advertisingType: type, ownAddressType: ownAddressType(parameters, profile),
                    peerAddress: peer))
        case .data(let data, _):
            return .leSetAdvertisingData(HCI.LESetAdvertisingData(advertisingData: data))
        case .scanResponse(let data, _):
            return .leSetScanResponseData(HCI.LESetScanResponseData(scanResponseData: data))
        case .enable: return .leSetAdvertisingEnable(HCI.LESetAdvertisingEnable(advertisingEnable: true))
        case .disable, .remove:
            return .leSetAdvertisingEnable(HCI.LESetAdvertisingEnable(advertisingEnable: false))
        }
    }

    private static func extendedCommand(
        for step: Host.AdvertisingSetState.Step, _ id: Host.AdvertisingSetID, _ progress: Int,
        maximumEvents: UInt8, _ profile: Host.ControllerProfile
    ) -> HCI.Command {
        let handle = id.rawValue
        switch step {
        case .randomAddress(let address):
            return .leSetAdvertisingSetRandomAddress(
                HCI.LESetAdvertisingSetRandomAddress(advertisingHandle: handle, randomAddress: address))
        case .parameters(let parameters):
            let (properties, peer) = self.properties(parameters)
            let interval = Self.interval(parameters)
            return .leSetExtendedAdvertisingParameters(
                HCI.LESetExtendedAdvertisingParameters(
                    advertisingHandle: handle, advertisingEventProperties: properties,
                    primaryAdvertisingIntervalMin: interval, primaryAdvertisingIntervalMax: interval,
                    ownAddressType: ownAddressType(parameters, profile), peerAddress: peer,
                    secondaryAdvertisingPHY: parameters.auxiliaryPHY, advertisingSID: handle & 0x0F))
        case .data(let data, let end):
            return .leSetExtendedAdvertisingData(
                HCI.LESetExtendedAdvertisingData(
                    advertisingHandle: handle, operation: operation(data, progress, end),
                    advertisingData: Array(data[progress..<end])))
        case .scanResponse(let data, let end):
            return .leSetExtendedScanResponseData(
                HCI.LESetExtendedScanResponseData(
                    advertisingHandle: handle, operation: operation(data, progress, end),
                    scanResponseData: Array(data[progress..<end])))
        case .enable:
            return .leSetExtendedAdvertisingEnable(
                HCI.LESetExtendedAdvertisingEnable(
                    enable: true,
                    sets: [
                        .init(advertisingHandle: handle, maxExtendedAdvertisingEvents: maximumEvents)
                    ]))
        case .disable:
            return .leSetExtendedAdvertisingEnable(
                HCI.LESetExtendedAdvertisingEnable(enable: false, sets: [.init(advertisingHandle: handle)]))
        case .remove:
            return .leRemoveAdvertisingSet(HCI.LERemoveAdvertisingSet(advertisingHandle: handle))
        }
    }

    /// 20 ms to 10.24 s in units of 0.625 ms.
    private static func interval(_ parameters: Host.AdvertisingParameters) -> UInt32 {
        UInt32(min(max(parameters.interval.inUnits(of: HCI.slot), 0x0020), 0x4000))
    }

    private static func ownAddressType(
        _ parameters: Host.AdvertisingParameters, _ profile: Host.ControllerProfile
    ) -> HCI.OwnAddressType {
        Host.ControllerProfile.ownAddressType(of: parameters.ownAddress ?? profile.ownAddress)
    }

    private static func legacyType(
        _ kind: Host.AdvertisingParameters.Kind
    ) -> (HCI.AdvertisingType, DeviceAddress) {
        switch kind {
        case .connectable: (.advInd, .zero)
        case .scannable: (.advScanInd, .zero)
        case .nonConnectable: (.advNonconnInd, .zero)
        case .directed(let peer, let isHigh):
            (isHigh ? .advDirectIndHighDutyCycle : .advDirectIndLowDutyCycle, peer.onAir)
        }
    }

    private static func properties(
        _ parameters: Host.AdvertisingParameters
    ) -> (HCI.AdvertisingEventProperties, DeviceAddress) {
        let legacy: HCI.AdvertisingEventProperties = parameters.usesExtendedPDUs ? [] : .useLegacyPDUs
        switch parameters.kind {
        case .connectable:
            // A legacy connectable PDU is scannable too, an extended one can't be.
            return (
                legacy.union(parameters.usesExtendedPDUs ? .connectable : [.connectable, .scannable]), .zero
            )
        case .scannable: return (legacy.union(.scannable), .zero)
        case .nonConnectable: return (legacy, .zero)
        case .directed(let peer, let isHigh):
            let high: HCI.AdvertisingEventProperties =
                isHigh && !parameters.usesExtendedPDUs ? .highDutyCycleDirected : []
            return (legacy.union([.connectable, .directed]).union(high), peer.onAir)
        }
    }

    private static func operation(_ data: [UInt8], _ start: Int, _ end: Int) -> HCI.DataOperation {
        switch (start == 0, end == data.count) {
        case (true, true): .complete
        case (true, false): .firstFragment
        case (false, true): .lastFragment
        case (false, false): .intermediateFragment
        }
    }
}
