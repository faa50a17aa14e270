import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A scripted node: a host, a database and the behaviours of its definition.
///
/// The world's lock guards it, so that nothing has to check for exclusive access.
class DeviceNode: Node {
    @exclusivity(unchecked) var definition: DeviceDefinition
    /// The strict replay, if the definition has one.
    @exclusivity(unchecked) var replay: DeviceMachineDriver<ReplayMachine>?
    /// Counts the definitions that the device has had.
    @exclusivity(unchecked) var installation: UInt32 = 0
    @exclusivity(unchecked) var host: Host
    @exclusivity(unchecked) var database = DeviceDatabase()
    @exclusivity(unchecked) var links: [DeviceLink] = []
    @exclusivity(unchecked) var timers: DeviceTimers
    @exclusivity(unchecked) var sets: DeviceAdvertisingSets
    unowned let world: World
    @exclusivity(unchecked) var isOn = false
    @exclusivity(unchecked) var nextToken: UInt64 = 1
    /// State that only devices have that pair, use channels, or change while they run; one word until then. Most
    /// devices only advertise.
    @exclusivity(unchecked) private var extras: [Extras] = []
    @exclusivity(unchecked) private var outgoing = Fifo<HCI.Packet>()
    @exclusivity(unchecked) private var calls = Fifo<World.PendingCall>()

    private struct Extras {
        var pairings = DevicePairings()
        var channels = DeviceChannels()
        var client = DeviceClientWork<ClientStep>()
        var ranging = RangingServer()
        var draws: [(purpose: String, stream: EntropyStream)] = []
        var addressChanges: UInt32 = 0
        var refused: [Host.LinkID] = []
    }

    private var used: Extras {
        _read {
            if extras.isEmpty { yield Extras() } else { yield extras[0] }
        }
        _modify {
            if extras.isEmpty { extras.append(Extras()) }
            yield &extras[0]
        }
    }

    /// What pairings show and ask.
    var pairings: DevicePairings {
        _read { yield used.pairings }
        _modify { yield &used.pairings }
    }
    /// Its L2CAP channels.
    var channels: DeviceChannels {
        _read { yield used.channels }
        _modify { yield &used.channels }
    }
    /// The device's requests to its centrals' databases.
    var client: DeviceClientWork<ClientStep> {
        _read { yield used.client }
        _modify { yield &used.client }
    }
    /// The clients of its Ranging Service.
    var ranging: RangingServer {
        _read { yield used.ranging }
        _modify { yield &used.ranging }
    }
    /// Whether it waits for an answer or a value of a central.
    var isClient: Bool { !extras.isEmpty && !extras[0].client.isEmpty }
    /// How often the address was changed.
    var addressChanges: UInt32 {
        get { used.addressChanges }
        set { used.addressChanges = newValue }
    }

    /// The centrals for which a value had no room, and of which the script has not heard since.
    var refused: [Host.LinkID] {
        _read { yield used.refused }
        _modify { yield &used.refused }
    }
    var hasRefused: Bool { !extras.isEmpty && !extras[0].refused.isEmpty }

    /// The next 64 random bits for a purpose.
    func draw(_ purpose: String) -> UInt64 {
        if !extras.isEmpty, let place = extras[0].draws.firstIndex(where: { $0.purpose == purpose }) {
            return extras[0].draws[place].stream.next()
        }
        var stream = world.entropy.stream("node \(id.rawValue)/device/\(purpose)")
        defer { used.draws.append((purpose, stream)) }
        return stream.next()
    }

    init(
        id: NodeID, attachment: RuleAttachment, address: DeviceAddress, world: World,
        entropy: [UInt8]? = nil, identityResolvingKey: [UInt8]? = nil
    ) {
        let definition = attachment.definition
        self.definition = definition
        replay = attachment.replay
        self.world = world
        sets = DeviceAdvertisingSets(count: definition.advertising.count)
        timers = DeviceTimers(definition.behaviours)
        var configuration = definition.host(
            address, entropy: entropy ?? world.entropy.securityEntropy(of: id))
        configuration.security.identityResolvingKey = identityResolvingKey
        host = Host(configuration)
        super.init(id: id, name: definition.name.isEmpty ? "device \(id.rawValue)" : definition.name)
    }

    var device: Device { Device(world: world, id: id) }

    // MARK: Node methods

    override func start(at now: Instant) {
        if !database.isPublished { publishServices(at: now) }
        serveChannels(at: now)
        isOn = true
        host.handle(.powerOn, at: now)
        drainHost(at: now)
    }

    func powerOff(at now: Instant) {
        isOn = false
        pairings.endPrompts()
        endClientWork(on: nil)
        for index in sets.indices { sets.forget(index) }
        ask(.powerOff, at: now)
        dropLinks()
    }

    override func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        if host.handle(packet, at: now) { drainHost(at: now) } else { isUnmoved = true }
    }

    override var nextDeadline: Instant? {
        var earliest = host.nextDeadline
        if let due = timers.nextDue { earliest = min(earliest ?? due, due) }
        if let due = sets.nextDue { earliest = min(earliest ?? due, due) }
        return earliest
    }

    override func deadlineReached(at now: Instant) {
        host.deadlineReached(at: now)
        runTimers(at: now)
        drainHost(at: now)
    }

    override var shownPasskey: UInt32? { pairings.passkey }

    override func describe(in description: inout NodeDescription) {
        description.setDevice(database.listed(host.serviceListings), address, host.bonds)
    }

    override func answerPairing(_ answer: Host.PairingAnswer, to number: UInt32, at now: Instant) {
        guard let link = pairings.link(ofPrompt: number) else { return }
        ask(.security(.answerPairing(link, answer)), at: now)
    }

    override func nextHCI() -> HCI.Packet? {
        if let packet = outgoing.popFirst() { return packet }
        // A device that only advertises keeps no queue. An answer brings the next packet.
        if links.isEmpty, !host.awaitsAnswer() { outgoing.releaseStorage() }
        return nil
    }

    override func takeCalls(into all: inout Fifo<World.PendingCall>) {
        all.take(&calls)
    }

    override func attributePlace(_ handle: ATT.Handle) -> AttributePlace? { ask { $0.place(of: handle) } }
    override func mtu(ofConnection handle: UInt16) -> UInt16 { ask { $0.mtu(ofConnection: handle) } }

    override func isPresent(as address: DeviceAddress) -> Bool { isOn && self.address == address }

    override func retire() -> Any? { takeHandlers() }

    /// The host gave up its controller; simulated controllers give no reason to.
    func controllerFailed(_ failure: Host.ControllerFailure, at now: Instant) {}

    /// The controller has enabled an advertising set, or refused to.
    func advertisingAnswered(_ status: HCI.ErrorCode) {}

    // MARK: The host

    /// Answers a question about the host where it is. A method of a property of an object gets a copy of the property, which
    /// is 1,600 instructions, made and destroyed.
    final func ask<Answer>(_ question: (inout Host) -> Answer) -> Answer { question(&host) }

    /// Sends a command to the host and handles the results.
    func ask(_ command: Host.Command, at now: Instant) {
        host.handle(command, at: now)
        drainHost(at: now)
    }

    func drainHost(at now: Instant) { while let output = host.nextOutput() { take(output, at: now) } }

    /// A function of its own, so that it owns the output: a loop would copy each one.
    @inline(never) private func take(_ output: consuming Host.Output, at now: Instant) {
        switch consume output {
        case .controller(let packet): outgoing.append(packet)
        case .event(let event): handle(event, at: now)
        }
    }

    /// Runs `body` outside the world's lock, when the current event has been handled.
    func later(_ body: @escaping @Sendable () -> Void) { calls.append(.call(body)) }

    func announce(_ event: DeviceBehaviour.Event) {
        for behaviour in definition.behaviours {
            guard case .onEvent(let action) = behaviour.kind else { continue }
            let device = device
            later { action(device, event) }
        }
    }

    /// Records in the timeline what the test or the device's script does with the device.
    func note(_ action: @autoclosure () -> DeviceAction) {
        if let trace, trace.isOn { trace.record(id, .none, .world(.device(action()))) }
    }

    func makeToken() -> Host.Token {
        defer { nextToken += 1 }
        return Host.Token(nextToken)
    }
}

extension WorldState {
    /// The device with this number; the number comes from a device's own handle.
    func device(_ id: NodeID) -> DeviceNode {
        guard let device = nodes[id.index] as? DeviceNode else {
            preconditionFailure("node \(id) is not a device")
        }
        return device
    }
}
