import BluetoothTypes
import BluetoothWire

extension Host {
    /// One advertising set: what is wanted of it, and what the controller has been told.
    struct AdvertisingSet: Hashable, Sendable {
        /// One command of the way from what is to what is wanted.
        enum Step: Hashable, Sendable {
            case randomAddress(DeviceAddress)
            case parameters(AdvertisingParameters)
            /// `end` bytes of the data are there after this command.
            case data([UInt8], end: Int)
            case scanResponse([UInt8], end: Int)
            case enable
            case disable
            case remove
        }

        /// What the controller holds of a set; after a reset, nothing.
        struct Told: Hashable, Sendable {
            /// With the data taken out: they have commands of their own.
            var parameters: AdvertisingParameters?
            var randomAddress: DeviceAddress?
            var data: [UInt8]? = []
            var scanResponse: [UInt8]? = []
            var isEnabled = false
            init() {}
        }

        let id: AdvertisingSetID
        /// `nil` once it is to stop.
        var wanted: AdvertisingParameters?
        var told: Told
        /// Whether a start still waits for its end.
        var isStarting = false
        /// Whether a running set must stop before it goes on as wanted.
        var mustRestart = false
        /// How much of data that takes several commands has been sent.
        var progress = 0

        init(_ id: AdvertisingSetID, told: Told) {
            self.id = id
            self.told = told
        }

        /// The longest part of the data in one command (Core 6.0, Vol 4, Part E, 7.8.54).
        static let partLength = 251

        /// What to do next; `nil` when all is as wanted.
        func nextStep(_ profile: ControllerProfile) -> Step? {
            let isPaused = profile.pauses.contains(.advertising)
            if told.isEnabled, wanted == nil || mustRestart || isPaused || isOutdated(profile) {
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

        /// What must be discarded before a set becomes one of another kind: data that such events have no room for
        /// (Core 6.0, Vol 4, Part E, 7.8.53).
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

        /// Whether a set that runs has to go on under another address.
        private func isOutdated(_ profile: ControllerProfile) -> Bool {
            guard let random = wanted?.randomAddress(profile) else { return false }
            return random != told.randomAddress
        }

        /// The controller did as `step` says.
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

        /// Why the controller can't advertise like this; `nil` if it may.
        static func refusal(
            of parameters: AdvertisingParameters, _ profile: ControllerProfile
        ) -> HCI.ErrorCode? {
            if parameters.usesExtendedPDUs || parameters.maximumEvents > 0, !profile.usesExtendedCommands {
                return .unsupportedFeatureOrParameterValue
            }
            let limit = parameters.usesExtendedPDUs ? min(profile.maximumAdvertisingDataLength, 1650) : 31
            guard parameters.data.count <= limit, parameters.scanResponse.count <= limit else {
                return .invalidHCICommandParameters
            }
            return nil
        }
    }
}

extension Host.AdvertisingParameters {
    /// What the parameters commands carry.
    fileprivate var withoutData: Self {
        var copy = self
        copy.data = []
        copy.scanResponse = []
        return copy
    }

    /// The random address to advertise with; `nil` for the public one.
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
