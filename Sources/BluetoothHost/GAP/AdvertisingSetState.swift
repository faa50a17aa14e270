import BluetoothTypes
import BluetoothWire

extension Host {
    /// One advertising set: its wanted state, and the state that the controller has.
    struct AdvertisingSetState: Hashable, Sendable {
        /// One command on the way to the wanted state.
        enum Step: Hashable, Sendable {
            case randomAddress(DeviceAddress)
            /// Indirect, since every host has room for a step.
            indirect case parameters(AdvertisingParameters)
            /// After this command the controller has `end` bytes of the data.
            case data([UInt8], end: Int)
            case scanResponse([UInt8], end: Int)
            case enable
            case disable
            case remove
        }

        /// What the controller has of a set; after a reset, nothing.
        struct Told: Hashable, Sendable {
            /// Without the data, which have commands of their own.
            var parameters: AdvertisingParameters?
            var randomAddress: DeviceAddress?
            var data: [UInt8]? = []
            var scanResponse: [UInt8]? = []
            var isEnabled = false
            init() {}
        }

        let id: AdvertisingSetID
        /// `nil` when the set should stop.
        var wanted: AdvertisingParameters?
        var told: Told
        /// Whether a start still waits for its result.
        var isStarting = false
        /// Whether a running set must stop before it can change as wanted.
        var mustRestart = false
        /// How many bytes have been sent of data that takes several commands.
        var progress = 0

        init(_ id: AdvertisingSetID, told: Told) {
            self.id = id
            self.told = told
        }

        /// The longest part of the data in one command (Core 6.0, Vol 4, Part E, 7.8.54).
        static let partLength = 251

        /// Whether the set should run. It changes nothing, but works in place, where a comparison would copy the parameters.
        mutating func isWanted() -> Bool { if case .some = wanted { true } else { false } }

        /// The next step; `nil` when the wanted state is reached. It changes nothing, either: hosts ask after every input.
        mutating func nextStep(_ profile: ControllerProfile) -> Step? {
            let isPaused = profile.pauses.contains(.advertising)
            if told.isEnabled, mustRestart || isPaused || !isWanted() || isOutdated(profile) {
                return .disable
            }
            guard let wanted else {
                return profile.abilities.contains(.removeAdvertisingSet) && profile.usesExtendedCommands
                    && told.parameters != nil ? .remove : nil
            }
            if isPaused { return nil }
            let random = wanted.randomAddress(profile)
            if !told.isEnabled {
                // A set must exist before it can have an address; the legacy one always exists.
                if !profile.usesExtendedCommands, let random, random != told.randomAddress {
                    return .randomAddress(random)
                }
                let parameters = wanted.withoutData
                if told.parameters != parameters {
                    return profile.usesExtendedCommands
                        ? discarding(for: wanted) ?? .parameters(parameters) : .parameters(parameters)
                }
                if profile.usesExtendedCommands, let random, random != told.randomAddress {
                    return .randomAddress(random)
                }
            }
            if wanted.carriesData, told.data != wanted.data {
                return .data(wanted.data, end: min(progress + Self.partLength, wanted.data.count))
            }
            if wanted.carriesScanResponse, told.scanResponse != wanted.scanResponse {
                return .scanResponse(
                    wanted.scanResponse, end: min(progress + Self.partLength, wanted.scanResponse.count))
            }
            return told.isEnabled ? nil : .enable
        }

        /// What must be removed before a set changes its kind: data that events of the new kind cannot
        /// contain (Core 6.0, Vol 4, Part E, 7.8.53).
        private func discarding(for wanted: AdvertisingParameters) -> Step? {
            guard told.parameters != nil else { return nil }
            let limit = wanted.usesExtendedPDUs ? Int.max : 31
            func stays(_ data: [UInt8]?, _ isCarried: Bool) -> Bool {
                guard let data else { return false }
                return data.isEmpty || isCarried && data.count <= limit
            }
            if !stays(told.data, wanted.carriesData) { return .data([], end: 0) }
            return stays(told.scanResponse, wanted.carriesScanResponse) ? nil : .scanResponse([], end: 0)
        }

        /// Whether a running set has to change its address.
        private func isOutdated(_ profile: ControllerProfile) -> Bool {
            guard let random = wanted?.randomAddress(profile) else { return false }
            return random != told.randomAddress
        }

        /// The controller executed `step`.
        mutating func did(_ step: Step) {
            switch step {
            case .randomAddress(let address): told.randomAddress = address
            case .parameters(let parameters):
                told.parameters = parameters
                progress = 0
            case .data(let data, let end):
                // Until all parts are there, the controller has neither the old nor the new data.
                told.data = end == data.count ? data : nil
                progress = end < data.count && wanted?.data == data ? end : 0
            case .scanResponse(let data, let end):
                told.scanResponse = end == data.count ? data : nil
                progress = end < data.count && wanted?.scanResponse == data ? end : 0
            case .enable:
                told.isEnabled = true
                isStarting = false
            case .disable:
                told.isEnabled = false
                mustRestart = false
            case .remove: told = Told()
            }
        }

        /// Why the controller cannot advertise like this; `nil` if it can.
        static func refusal(
            of parameters: AdvertisingParameters, _ profile: ControllerProfile
        ) -> HCI.ErrorCode? {
            if parameters.usesExtendedPDUs || parameters.maximumEvents > 0, !profile.usesExtendedCommands {
                return .unsupportedFeatureOrParameterValue
            }
            let limit =
                parameters.usesExtendedPDUs ? min(Int(profile.maximumAdvertisingDataLength), 1650) : 31
            guard parameters.data.count <= limit, parameters.scanResponse.count <= limit else {
                return .invalidHCICommandParameters
            }
            return nil
        }
    }
}

extension Host.AdvertisingParameters {
    /// The values that the parameters commands contain.
    fileprivate var withoutData: Self {
        var copy = self
        copy.data = []
        copy.scanResponse = []
        return copy
    }

    /// The random address of the set; `nil` for the public one.
    fileprivate func randomAddress(_ profile: Host.ControllerProfile) -> DeviceAddress? {
        let own = (ownAddress ?? profile.ownAddress).onAir
        return own.kind == .random ? own : nil
    }

    /// Directed PDUs have no data; extended scannable ones have them in the scan response only (Core 6.0,
    /// Vol 4, Part E, 7.8.53).
    fileprivate var carriesData: Bool {
        switch kind {
        case .connectable, .nonConnectable: true
        case .scannable: !usesExtendedPDUs
        case .directed: usesExtendedPDUs
        }
    }

    fileprivate var carriesScanResponse: Bool {
        switch kind {
        case .connectable: !usesExtendedPDUs
        case .scannable: true
        case .nonConnectable, .directed: false
        }
    }
}
