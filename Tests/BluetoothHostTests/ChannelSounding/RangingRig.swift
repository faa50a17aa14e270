import BluetoothTypes
import BluetoothWire

@testable import BluetoothHost

/// A host with a controller that has Channel Sounding, and a peer that agrees to everything unless a test says otherwise.
struct RangingRig {
    var rig: HostRig
    /// What the peer's controller can do.
    var peer: ChannelSoundingCapabilities
    /// The features of the peer's controller.
    var features: HCI.LEFeatures = [.channelSounding, .channelSoundingHostSupport]
    /// The status of the event that ends a step.
    var failures: [HCI.Opcode: HCI.ErrorCode] = [:]
    /// Commands after which no event comes.
    var silent: Set<HCI.Opcode> = []
    /// How often procedures are done.
    var procedureCount: UInt16 = 0
    /// All commands since the last look.
    private var commands: [HCI.Command] = []
    private var configuration: ChannelSoundingConfiguration?

    static let full: ChannelSoundingCapabilities = {
        var all = ChannelSoundingCapabilities()
        all.subfeatures = [.inlinePhaseCorrection, .noFrequencyActuationError]
        all.rttAccessAddressOnlySteps = 30
        return all
    }()

    init(
        _ ranging: Host.RangingConfiguration? = Host.RangingConfiguration(),
        _ role: Host.Link.Role = .central, peer: ChannelSoundingCapabilities = RangingRig.full,
        own: ChannelSoundingCapabilities = RangingRig.full, isEncrypted: Bool = true
    ) {
        var controller = ScriptedController()
        controller.features.insert(.channelSounding)
        controller.sounding = own
        var configuration = HostRig.configuration()
        configuration.ranging = ranging
        self.peer = peer
        rig = HostRig.connected(role, configuration, controller: controller)
        if isEncrypted { encrypt() }
        rig.forget()
    }

    /// Encrypts the link with the key of a bond.
    private mutating func encrypt() {
        let key = Host.Bond.Key(value: [UInt8](repeating: 7, count: 16))
        rig.perform(
            .security(
                .setBonds([
                    Host.Bond(
                        peer: HostRig.peer(1), keyAsCentral: key, keyAsPeripheral: key,
                        usesSecureConnections: true)
                ])))
        rig.perform(.security(.secure(rig.link, .encrypted)))
        if rig.host.link(rig.link)?.role == .peripheral {
            rig.receive(
                .leLongTermKeyRequest(
                    .init(connectionHandle: 1, randomNumber: 0, encryptedDiversifier: 0)))
        }
        rig.receive(EncryptingPair.encryptionChange(.success, .on))
    }

    var link: Host.LinkID { rig.link }

    // MARK: Doing

    mutating func perform(_ command: Host.RangingCommand) {
        rig.perform(.ranging(command))
        run()
    }

    mutating func start(_ parameters: Host.RangingParameters = Host.RangingParameters()) {
        perform(.start(link, parameters))
    }

    mutating func receive(_ event: HCI.Event) {
        rig.receive(event)
        run()
    }

    /// Ends steps with their events until nothing is left to do.
    mutating func run() {
        while true {
            let new = rig.takeCommands()
            if new.isEmpty { return }
            commands += new
            for command in new
            where !silent.contains(command.opcode) && rig.controller.refusals[command.opcode] == nil {
                if let event = outcome(of: command) { rig.receive(event) }
            }
        }
    }

    /// The event that ends a command's step.
    mutating func outcome(of command: HCI.Command) -> HCI.Event? {
        let status = failures[command.opcode] ?? .success
        switch command {
        case .leReadRemoteFeatures:
            return .leReadRemoteFeaturesComplete(
                .init(status: status, connectionHandle: 1, leFeatures: features))
        case .leCSReadRemoteSupportedCapabilities:
            return .leCSReadRemoteSupportedCapabilitiesComplete(
                .init(status: status, connectionHandle: 1, capabilities: peer))
        case .leCSReadRemoteFAETable:
            return .leCSReadRemoteFAETableComplete(
                .init(
                    status: status, connectionHandle: 1, remoteFAETable: [Int8](repeating: 0, count: 72)))
        case .leCSSecurityEnable:
            return .leCSSecurityEnableComplete(.init(status: status, connectionHandle: 1))
        case .leCSCreateConfig(let create):
            guard status == .success else {
                return .leCSConfigComplete(
                    .init(status: status, connectionHandle: 1, removed: create.configID))
            }
            configuration = create.configuration
            return .leCSConfigComplete(
                .init(connectionHandle: 1, configID: create.configID, created: .init(create.configuration)))
        case .leCSRemoveConfig(let remove):
            return .leCSConfigComplete(.init(connectionHandle: 1, removed: remove.configID))
        case .leCSProcedureEnable(let enable):
            return .leCSProcedureEnableComplete(
                .init(
                    status: status, connectionHandle: 1, configID: enable.configID,
                    isEnabled: enable.enable, selectedTXPower: 4, subeventLength: 7500,
                    subeventsPerEvent: 1, eventInterval: 1, procedureInterval: 2,
                    procedureCount: procedureCount, maxProcedureLength: 100))
        default: return nil
        }
    }

    /// The controller reports a procedure, in as many events as it needs.
    mutating func procedure(
        _ counter: UInt16, _ steps: [ChannelSounding.Step], subevents: Int = 1,
        progress: ChannelSounding.Progress = .init()
    ) {
        let size = max(1, (steps.count + subevents - 1) / subevents)
        for number in 0..<subevents {
            let part = steps.dropFirst(number * size).prefix(size)
            let isLast = number == subevents - 1
            let result = HCI.LECSSubeventResult(
                connectionHandle: 1, configID: 0, startACLConnectionEvent: 10 + UInt16(number),
                procedureCounter: counter,
                progress: isLast ? progress : .init(procedure: .partial, subevent: .complete),
                numAntennaPaths: 1, steps: Array(part))
            for event in result.packets() { receive(event) }
        }
    }

    // MARK: Looking

    mutating func takeEvents() -> [Host.Event] { rig.takeEvents() }

    mutating func takeCommands() -> [HCI.Command] {
        defer { commands = [] }
        return commands
    }

    mutating func takeOpcodes() -> [HCI.Opcode] { takeCommands().map(\.opcode) }

    /// The events of Channel Sounding since the last look.
    mutating func takeRanging() -> [Host.RangingEvent] {
        takeEvents().compactMap { if case .ranging(_, let event) = $0 { event } else { nil } }
    }
}

extension [Host.RangingEvent] {
    var measurements: [Host.RangingMeasurement] {
        compactMap { if case .measured(let measurement) = $0 { measurement } else { nil } }
    }
    var gaps: [Host.RangingGap] { compactMap { if case .missed(let gap) = $0 { gap } else { nil } } }
    /// One value for each end: the reason, or nil.
    var ends: [Host.RangingFailure?] {
        reduce(into: []) { if case .ended(let failure) = $1 { $0.append(failure) } }
    }
    var reflections: [Host.RangingReflection] {
        compactMap { if case .reflected(let reflection) = $0 { reflection } else { nil } }
    }
    var sessions: [Host.RangingSession] {
        compactMap { if case .started(let session) = $0 { session } else { nil } }
    }
}
