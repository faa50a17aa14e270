import BluetoothTypes
import BluetoothWire

extension Host {
    /// Whether the controller can be used.
    enum Power: Sendable {
        /// Every packet is ignored. Goes to `starting` with `powerOn`.
        case off
        /// Only answers to the start's commands count. Goes to `on`, or to `off` when the controller fails.
        ///
        /// One value, in a list: it is large, and a box of its own would be made anew with every answer.
        case starting([Startup])
        /// Goes to `off` with `powerOff` or when the controller fails.
        case on

        /// What follows from an answer of the controller.
        enum Progress: Hashable, Sendable {
            case command(HCI.Command)
            case started(ControllerProfile)
            case failed(ControllerFailure)
        }

        var isOn: Bool {
            if case .on = self { return true }
            return false
        }

        var isOff: Bool {
            if case .off = self { return true }
            return false
        }

        /// Begins the start; returns its first command, or `nil` if it has begun already.
        mutating func turnOn(_ configuration: Configuration) -> HCI.Command? {
            guard isOff else { return nil }
            let startup = Startup(configuration)
            self = .starting([startup])
            return startup.first
        }

        /// Whatever was begun has no end; returns whether there was anything.
        mutating func turnOff() -> Bool {
            defer { self = .off }
            return !isOff
        }

        /// The controller answered a command of the start; `nil` if there is no start.
        mutating func answered(
            _ opcode: HCI.Opcode, _ status: HCI.ErrorCode, _ parameters: [UInt8]
        ) -> Progress? {
            guard case .starting(var startup) = self else { return nil }
            // The list has one owner while it changes.
            self = .off
            let progress = startup[0].ended(opcode, status, parameters)
            self = .starting(startup)
            switch progress {
            case .next(let command): return .command(command)
            case .failed(let failure): return .failed(failure)
            case .done:
                self = .on
                return .started(startup[0].profile)
            }
        }
    }

    /// Resets the controller and reads its features, one command after the other.
    ///
    /// Commands that the controller does not list are left out. A command that only reads optional features
    /// may fail: simple controllers answer it with Unknown HCI Command. If a controller accepts no random
    /// address, the host uses the controller's public one.
    struct Startup: Hashable, Sendable {
        /// The commands in their order.
        enum Step: UInt8, Hashable, Sendable, CaseIterable {
            case reset, supportedCommands, lmpFeatures, address, eventMask, leHostSupport, leEventMask
            case leBufferSize, bufferSize, leFeatures, randomAddress, filterAcceptListSize
            case maximumDataLength, suggestedDataLength, advertisingDataLength
            case channelSounding, channelSoundingHostSupport
        }

        /// What follows from an answer.
        enum Progress: Hashable, Sendable {
            case next(HCI.Command)
            case done
            case failed(ControllerFailure)
        }

        private(set) var profile = ControllerProfile()
        private var step = Step.reset
        private var supported: HCI.SupportedCommands?
        private var isDualMode = false
        private var dataLength: HCI.LEWriteSuggestedDefaultDataLength?
        /// The host's own address, unless the controller refuses it.
        private var configured: DeviceAddress?
        private let prefersExtendedCommands: Bool
        private let usesChannelSounding: Bool

        init(_ configuration: Configuration) {
            configured = configuration.address?.onAir
            prefersExtendedCommands = configuration.prefersExtendedCommands
            usesChannelSounding = configuration.ranging != nil
        }

        /// The command to begin with.
        var first: HCI.Command { .reset }

        /// The controller answered the last command.
        mutating func ended(_ opcode: HCI.Opcode, _ status: HCI.ErrorCode, _ parameters: [UInt8]) -> Progress
        {
            if status == .success {
                do throws(DecodeError) {
                    try learn(parameters)
                } catch {
                    if isRequired { return .failed(.malformed(opcode, error)) }
                }
            } else if isRequired {
                return .failed(.refused(opcode, status))
            } else if step == .randomAddress {
                configured = nil
            } else if step == .channelSoundingHostSupport {
                // No peer would know that this host has it.
                profile.channelSounding = nil
            }
            while let next = Step(rawValue: step.rawValue + 1) {
                step = next
                if let command = command(for: next) { return .next(command) }
            }
            if profile.aclPacketCount == 0 {
                return .failed(.refused(.leReadBufferSize, .memoryCapacityExceeded))
            }
            finish()
            return .done
        }

        /// Whether the host cannot start without this step.
        private var isRequired: Bool {
            switch step {
            case .reset, .eventMask, .leEventMask, .leBufferSize: true
            case .address: configured == nil
            case .randomAddress: profile.identity.value == 0
            case .bufferSize: profile.aclPacketCount == 0
            case .supportedCommands, .lmpFeatures, .leHostSupport, .leFeatures, .filterAcceptListSize,
                .maximumDataLength, .suggestedDataLength, .advertisingDataLength, .channelSounding,
                .channelSoundingHostSupport:
                false
            }
        }

        /// Without a list of commands, the controller is assumed to have those of every LE controller.
        private func knows(_ opcode: HCI.Opcode, otherwise: Bool = false) -> Bool {
            supported?.contains(opcode) ?? otherwise
        }

        private func command(for step: Step) -> HCI.Command? {
            switch step {
            case .reset: return .reset
            case .supportedCommands: return .readLocalSupportedCommands
            case .lmpFeatures:
                return knows(.readLocalSupportedFeatures, otherwise: true) ? .readLocalSupportedFeatures : nil
            case .address:
                return configured == nil || knows(.readBDADDR, otherwise: true) ? .readBDADDR : nil
            case .eventMask: return .setEventMask(HCI.SetEventMask(eventMask: Self.eventMask))
            case .leHostSupport:
                guard isDualMode, knows(.writeLEHostSupport) else { return nil }
                return .writeLEHostSupport(HCI.WriteLEHostSupport(leSupportedHost: true))
            case .leEventMask: return .leSetEventMask(HCI.LESetEventMask(leEventMask: leEventMask))
            case .leBufferSize: return .leReadBufferSize
            case .bufferSize: return profile.aclPacketCount == 0 ? .readBufferSize : nil
            case .leFeatures: return .leReadLocalSupportedFeatures
            case .randomAddress:
                guard let configured, configured.kind == .random else { return nil }
                return .leSetRandomAddress(HCI.LESetRandomAddress(randomAddress: configured))
            case .filterAcceptListSize:
                return knows(.leReadFilterAcceptListSize, otherwise: true) ? .leReadFilterAcceptListSize : nil
            case .maximumDataLength:
                guard profile.features.contains(.leDataPacketLengthExtension),
                    knows(.leReadMaximumDataLength), knows(.leWriteSuggestedDefaultDataLength)
                else { return nil }
                return .leReadMaximumDataLength
            case .suggestedDataLength:
                return dataLength.map(HCI.Command.leWriteSuggestedDefaultDataLength)
            case .advertisingDataLength:
                guard canUseExtendedCommands, knows(.leReadMaximumAdvertisingDataLength) else { return nil }
                return .leReadMaximumAdvertisingDataLength
            case .channelSounding: return channelSoundingCommand
            case .channelSoundingHostSupport:
                guard profile.channelSounding != nil, knows(.leSetHostFeature) else { return nil }
                return .leSetHostFeature(.init(bitNumber: Self.channelSoundingBit, bitValue: true))
            }
        }

        private mutating func learn(_ bytes: [UInt8]) throws(DecodeError) {
            switch step {
            case .reset, .eventMask, .leHostSupport, .leEventMask, .randomAddress, .suggestedDataLength,
                .channelSoundingHostSupport:
                break
            case .supportedCommands:
                supported = try HCI.ReadLocalSupportedCommands.ReturnParameters(bytes: bytes)
                    .supportedCommands
            case .lmpFeatures:
                let features = try HCI.ReadLocalSupportedFeatures.ReturnParameters(bytes: bytes).lmpFeatures
                isDualMode = !features.contains(.brEDRNotSupported)
            case .address:
                profile.identity = try HCI.ReadBDADDR.ReturnParameters(bytes: bytes).bdADDR
            case .leBufferSize:
                let size = try HCI.LEReadBufferSize.ReturnParameters(bytes: bytes)
                // No length means that LE shares the buffers of BR/EDR (Part E, 7.8.2).
                guard size.leACLDataPacketLength > 0 else { break }
                profile.aclPacketLength = size.leACLDataPacketLength
                profile.aclPacketCount = UInt16(size.totalNumLEACLDataPackets)
            case .bufferSize:
                let size = try HCI.ReadBufferSize.ReturnParameters(bytes: bytes)
                guard size.aclDataPacketLength > 0 else { break }
                profile.aclPacketLength = size.aclDataPacketLength
                profile.aclPacketCount = size.totalNumACLDataPackets
            case .leFeatures:
                profile.features = try HCI.LEReadLocalSupportedFeatures.ReturnParameters(bytes: bytes)
                    .leFeatures
            case .filterAcceptListSize:
                profile.filterAcceptListSize = UInt16(
                    try HCI.LEReadFilterAcceptListSize.ReturnParameters(bytes: bytes).filterAcceptListSize)
            case .maximumDataLength:
                let maximum = try HCI.LEReadMaximumDataLength.ReturnParameters(bytes: bytes)
                guard maximum.supportedMaxTxOctets > 27 else { break }
                dataLength = HCI.LEWriteSuggestedDefaultDataLength(
                    suggestedMaxTxOctets: min(maximum.supportedMaxTxOctets, 251),
                    suggestedMaxTxTime: min(max(maximum.supportedMaxTxTime, 0x0148), 0x4290))
            case .advertisingDataLength:
                let maximum = try HCI.LEReadMaximumAdvertisingDataLength.ReturnParameters(bytes: bytes)
                profile.maximumAdvertisingDataLength = maximum.maxAdvertisingDataLength
            case .channelSounding:
                profile.channelSounding =
                    knows(.leCSReadLocalSupportedCapabilitiesV2)
                    ? try HCI.LECSReadLocalSupportedCapabilitiesV2.ReturnParameters(bytes: bytes).capabilities
                    : try HCI.LECSReadLocalSupportedCapabilities.ReturnParameters(bytes: bytes).capabilities
            }
        }

        /// The bit of the features by which a host says that it knows Channel Sounding (Core 6.0, Vol 6, Part B, 4.6).
        private static let channelSoundingBit: UInt8 = 47

        private var channelSoundingCommand: HCI.Command? {
            guard usesChannelSounding, profile.features.contains(.channelSounding) else { return nil }
            if knows(.leCSReadLocalSupportedCapabilitiesV2) { return .leCSReadLocalSupportedCapabilitiesV2 }
            return knows(.leCSReadLocalSupportedCapabilities) ? .leCSReadLocalSupportedCapabilities : nil
        }

        private var canUseExtendedCommands: Bool {
            prefersExtendedCommands && profile.features.contains(.leExtendedAdvertising)
                && Self.extendedCommands.allSatisfy { knows($0) }
        }

        private mutating func finish() {
            if let configured { profile.identity = configured }
            func has(_ ability: ControllerProfile.Abilities, if condition: Bool) {
                if condition { profile.abilities.insert(ability) }
            }
            has(.extendedCommands, if: canUseExtendedCommands)
            has(
                .connectionParametersRequest,
                if: profile.features.contains(.connectionParametersRequestProcedure))
            has(
                .filterAcceptList,
                if: profile.filterAcceptListSize > 0 && knows(.leClearFilterAcceptList, otherwise: true)
                    && knows(.leAddDeviceToFilterAcceptList, otherwise: true))
            has(.readRemoteFeatures, if: knows(.leReadRemoteFeatures, otherwise: true))
            has(.removeAdvertisingSet, if: knows(.leRemoveAdvertisingSet))
            has(.setDataLength, if: knows(.leSetDataLength))
            has(.setPHY, if: knows(.leSetPHY))
            has(
                .resolvingList,
                if: profile.features.contains(.llPrivacy) && knows(.leAddDeviceToResolvingList)
                    && knows(.leRemoveDeviceFromResolvingList) && knows(.leReadResolvingListSize)
                    && knows(.leSetAddressResolutionEnable))
            has(.setPrivacyMode, if: knows(.leSetPrivacyMode))
            has(.encryptsBlocks, if: knows(.leEncrypt))
            has(.makesKeys, if: makesKeys)
        }

        private static let extendedCommands: [HCI.Opcode] = [
            .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingParameters,
            .leSetExtendedAdvertisingData, .leSetExtendedScanResponseData, .leSetExtendedAdvertisingEnable,
            .leSetExtendedScanParameters, .leSetExtendedScanEnable, .leExtendedCreateConnection,
        ]

        private static let eventMask: HCI.EventMask = [
            .disconnectionComplete, .encryptionChange, .readRemoteVersionInformationComplete, .hardwareError,
            .dataBufferOverflow, .encryptionKeyRefreshComplete, .leMeta,
        ]

        private var leEventMask: HCI.LEEventMask {
            var mask = Self.leEventMask
            if makesKeys { mask.formUnion([.leReadLocalP256PublicKeyComplete, .leGenerateDHKeyComplete]) }
            if usesChannelSounding, knows(.leCSReadLocalSupportedCapabilities) {
                mask.formUnion(Self.channelSoundingEvents)
            }
            return mask
        }

        private static let channelSoundingEvents: HCI.LEEventMask = [
            .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteFAETableComplete,
            .leCSSecurityEnableComplete, .leCSConfigComplete, .leCSProcedureEnableComplete,
            .leCSSubeventResult, .leCSSubeventResultContinue, .leCSReadRemoteSupportedCapabilitiesCompleteV2,
        ]

        /// Whether the controller makes P-256 keys.
        private var makesKeys: Bool { knows(.leReadLocalP256PublicKey) && knows(.leGenerateDHKey) }

        private static let leEventMask: HCI.LEEventMask = [
            .leConnectionComplete, .leAdvertisingReport, .leConnectionUpdateComplete,
            .leReadRemoteFeaturesComplete, .leLongTermKeyRequest, .leRemoteConnectionParameterRequest,
            .leDataLengthChange, .leEnhancedConnectionComplete, .lePHYUpdateComplete,
            .leExtendedAdvertisingReport, .leAdvertisingSetTerminated,
        ]
    }
}
