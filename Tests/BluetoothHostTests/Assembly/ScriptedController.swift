import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// A controller that answers commands as scripted, and does nothing by itself.
struct ScriptedController {
    var supported = Self.everything
    var features: HCI.LEFeatures = [
        .leEncryption, .connectionParametersRequestProcedure, .leDataPacketLengthExtension,
        .leExtendedAdvertising,
    ]
    /// What it can do in Channel Sounding; the features have a bit of their own.
    var sounding = ChannelSoundingCapabilities()
    var publicAddress = DeviceAddress(0x00_11_22_33_44_55, .public)
    /// What LE Read Buffer Size and Read Buffer Size tell.
    var leBuffers: (length: UInt16, count: UInt8) = (251, 8)
    var sharedBuffers: (length: UInt16, count: UInt16) = (27, 4)
    var filterAcceptListSize: UInt8 = 8
    var resolvingListSize: UInt8 = 4
    /// Statuses other than success, by command; how often each.
    var refusals: [HCI.Opcode: HCI.ErrorCode] = [:]
    /// Commands that get no answer.
    var silent: Set<HCI.Opcode> = []
    /// How many commands it reports that it accepts.
    var room: UInt8 = 1

    static let everything = HCI.SupportedCommands((0...0xFFFF).map(HCI.Opcode.init(rawValue:)))

    /// What commands with a Command Status answer, instead of Command Complete.
    static let asynchronous: Set<HCI.Opcode> = [
        .disconnect, .leCreateConnection, .leExtendedCreateConnection, .leConnectionUpdate,
        .leReadRemoteFeatures, .leSetPHY, .leCSReadRemoteSupportedCapabilities, .leCSReadRemoteFAETable,
        .leCSCreateConfig, .leCSRemoveConfig, .leCSSecurityEnable, .leCSProcedureEnable,
    ]

    func answer(_ command: HCI.Command) -> HCI.Event? {
        let opcode = command.opcode
        if silent.contains(opcode) { return nil }
        let status = refusals[opcode] ?? .success
        if Self.asynchronous.contains(opcode) {
            return .commandStatus(
                HCI.CommandStatus(status: status, numHCICommandPackets: room, opcode: opcode))
        }
        let bytes = status == .success ? parameters(for: command) : [status.rawValue]
        return .commandComplete(
            HCI.CommandComplete(numHCICommandPackets: room, opcode: opcode, returnParameters: bytes))
    }

    private func parameters(for command: HCI.Command) -> [UInt8] {
        switch command {
        case .readLocalSupportedCommands:
            HCI.ReadLocalSupportedCommands.ReturnParameters(status: .success, supportedCommands: supported)
                .bytes
        case .readLocalSupportedFeatures:
            HCI.ReadLocalSupportedFeatures.ReturnParameters(
                status: .success, lmpFeatures: [.brEDRNotSupported, .leSupportedController]
            ).bytes
        case .readBDADDR: HCI.ReadBDADDR.ReturnParameters(status: .success, bdADDR: publicAddress).bytes
        case .leReadBufferSize:
            HCI.LEReadBufferSize.ReturnParameters(
                status: .success, leACLDataPacketLength: leBuffers.length,
                totalNumLEACLDataPackets: leBuffers.count
            ).bytes
        case .readBufferSize:
            HCI.ReadBufferSize.ReturnParameters(
                status: .success, aclDataPacketLength: sharedBuffers.length, synchronousDataPacketLength: 0,
                totalNumACLDataPackets: sharedBuffers.count, totalNumSynchronousDataPackets: 0
            ).bytes
        case .leReadLocalSupportedFeatures:
            HCI.LEReadLocalSupportedFeatures.ReturnParameters(status: .success, leFeatures: features).bytes
        case .leCSReadLocalSupportedCapabilities:
            HCI.LECSReadLocalSupportedCapabilities.ReturnParameters(status: .success, capabilities: sounding)
                .bytes
        case .leCSReadLocalSupportedCapabilitiesV2:
            HCI.LECSReadLocalSupportedCapabilitiesV2.ReturnParameters(
                status: .success, capabilities: sounding
            ).bytes
        case .leReadFilterAcceptListSize:
            HCI.LEReadFilterAcceptListSize.ReturnParameters(
                status: .success, filterAcceptListSize: filterAcceptListSize
            ).bytes
        case .leReadResolvingListSize:
            HCI.LEReadResolvingListSize.ReturnParameters(
                status: .success, resolvingListSize: resolvingListSize
            ).bytes
        case .leReadMaximumDataLength:
            HCI.LEReadMaximumDataLength.ReturnParameters(
                status: .success, supportedMaxTxOctets: 251, supportedMaxTxTime: 2120,
                supportedMaxRxOctets: 251, supportedMaxRxTime: 2120
            ).bytes
        case .leReadMaximumAdvertisingDataLength:
            HCI.LEReadMaximumAdvertisingDataLength.ReturnParameters(
                status: .success, maxAdvertisingDataLength: 1650
            ).bytes
        case .leSetExtendedAdvertisingParameters:
            HCI.LESetExtendedAdvertisingParameters.ReturnParameters(status: .success, selectedTxPower: 0)
                .bytes
        case .readRSSI(let read):
            HCI.ReadRSSI.ReturnParameters(
                status: .success, connectionHandle: read.connectionHandle, rssi: -42
            ).bytes
        default: [0]
        }
    }
}

/// A host and its controller; the packets and events of both are kept until a test takes them.
struct HostRig {
    var host: Host
    var controller: ScriptedController
    var now = Instant.zero
    /// Whether commands are answered as they come.
    var answers = true
    private(set) var commands: [HCI.Command] = []
    private(set) var data: [HCI.ACLData] = []
    private(set) var events: [Host.Event] = []

    init(
        _ configuration: Host.Configuration = HostRig.configuration(),
        controller: ScriptedController = ScriptedController()
    ) {
        host = Host(configuration)
        self.controller = controller
    }

    static let identity = DeviceAddress(0xC0FF_EE00_0001, .random)

    static func configuration(
        extended: Bool = false, requests: Host.ParameterRequestPolicy = .accept, features: Bool = false
    ) -> Host.Configuration {
        Host.Configuration(
            deviceName: "Rig", address: identity, prefersExtendedCommands: extended,
            connection: Host.ConnectionDefaults(readsRemoteFeatures: features), parameterRequests: requests)
    }

    // MARK: States

    /// A host that is on, with nothing left of its start.
    static func ready(
        _ configuration: Host.Configuration = HostRig.configuration(),
        controller: ScriptedController = ScriptedController()
    ) -> HostRig {
        var rig = HostRig(configuration, controller: controller)
        rig.perform(.powerOn)
        rig.forget()
        return rig
    }

    /// A host with one link, handle 1.
    static func connected(
        _ role: Host.Link.Role, _ configuration: Host.Configuration = HostRig.configuration(),
        controller: ScriptedController = ScriptedController()
    ) -> HostRig {
        var rig = ready(configuration, controller: controller)
        rig.open(1, role, peer: HostRig.peer(1))
        rig.forget()
        return rig
    }

    static func peer(_ number: UInt64) -> DeviceAddress { DeviceAddress(0xC000_0000_0000 + number, .random) }

    // MARK: Doing

    mutating func perform(_ command: Host.Command) {
        host.handle(command, at: now)
        drain()
    }

    mutating func receive(_ event: HCI.Event) {
        host.handle(.event(event), at: now)
        drain()
    }

    mutating func receive(
        _ bytes: [UInt8], on handle: UInt16 = 1, _ boundary: HCI.ACLData.PacketBoundary = .firstFlushable
    ) {
        host.handle(
            .acl(HCI.ACLData(connectionHandle: handle, packetBoundary: boundary, data: bytes)), at: now)
        drain()
    }

    /// A whole L2CAP frame from the peer.
    mutating func receive(frame payload: [UInt8], on channel: L2CAP.ChannelID, handle: UInt16 = 1) {
        receive(L2CAP.BasicFrame(channel: channel, payload: payload).bytes, on: handle)
    }

    mutating func open(_ handle: UInt16, _ role: Host.Link.Role, peer: DeviceAddress) {
        if role == .central { perform(.gap(.connect(peer))) }
        receive(Self.connectionComplete(handle, role == .central ? .central : .peripheral, peer))
    }

    mutating func completePackets(_ handle: UInt16, _ count: UInt16) {
        receive(
            .numberOfCompletedPackets(
                HCI.NumberOfCompletedPackets(
                    completed: [.init(connectionHandle: handle, numCompletedPackets: count)])))
    }

    mutating func advance(by time: Nanoseconds) {
        now += time
        host.deadlineReached(at: now)
        drain()
    }

    mutating func answer(_ command: HCI.Command) {
        if let event = controller.answer(command) { receive(event) }
    }

    private mutating func drain() {
        while let output = host.nextOutput() {
            switch output {
            case .controller(.command(let command)):
                commands.append(command)
                if answers, let event = controller.answer(command) { host.handle(.event(event), at: now) }
            case .controller(.acl(let packet)): data.append(packet)
            case .controller(.event): preconditionFailure("a host sent an event to its controller")
            case .event(let event): events.append(event)
            }
        }
        if let broken = host.brokenInvariant { Issue.record("\(broken)") }
    }

    // MARK: Looking

    /// What was said since the last look.
    mutating func takeEvents() -> [Host.Event] {
        defer { events = [] }
        return events
    }

    mutating func takeCommands() -> [HCI.Command] {
        defer { commands = [] }
        return commands
    }

    mutating func takeOpcodes() -> [HCI.Opcode] { takeCommands().map(\.opcode) }

    mutating func takeData() -> [HCI.ACLData] {
        defer { data = [] }
        return data
    }

    mutating func forget() { (commands, data, events) = ([], [], []) }

    /// The first link, or one that never was.
    var link: Host.LinkID { host.linkIDs.first ?? Host.LinkID(0) }

    // MARK: Events

    static func connectionComplete(
        _ handle: UInt16, _ role: HCI.Role, _ peer: DeviceAddress, status: HCI.ErrorCode = .success
    ) -> HCI.Event {
        .leConnectionComplete(
            HCI.LEConnectionComplete(
                status: status, connectionHandle: handle, role: role, peerAddress: peer,
                connectionInterval: 24, peripheralLatency: 0, supervisionTimeout: 72))
    }

    static func disconnection(_ handle: UInt16, _ reason: HCI.ErrorCode = .connectionTimeout) -> HCI.Event {
        .disconnectionComplete(
            HCI.DisconnectionComplete(status: .success, connectionHandle: handle, reason: reason))
    }
}
