import FaradayEngine
import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A scripted node: a host, a database and the behaviours of its definition.
class DeviceNode: Node {
    var definition: DeviceDefinition
    /// Counts the definitions that the device has had.
    var installation: UInt32 = 0
    @exclusivity(unchecked) var host: Host
    /// The characteristics in handle order.
    @exclusivity(unchecked) var characteristics: [Characteristic] = []
    var links: [DeviceLink] = []
    @exclusivity(unchecked) var timers: [Timer] = []
    /// The state of each set of the definition, as far as the host has reported it.
    var sets: [AdvertisingState]
    /// The host's answer to the service published last.
    var lastAddition: Result<ATT.HandleRange, GATT.DatabaseError>?
    unowned let world: World
    var isOn = false
    /// Whether the test stopped advertising, so that it does not restart by itself.
    var isSilenced = false
    /// Whether centrals may connect.
    var isConnectable = true
    /// Whether the services of the definition are in the database.
    var isPublished = false
    var nextToken: UInt64 = 1
    /// State that only devices have that pair, use channels, or change while they run; one word until then. Most
    /// devices only advertise.
    private var rare: [Rare] = []
    @exclusivity(unchecked) private var outgoing = Fifo<HCI.Packet>()
    @exclusivity(unchecked) private var deliveries = Fifo<World.Delivery>()

    private struct Rare {
        var outOfBandReceivers: [@Sendable (OutOfBandData) -> Void] = []
        var display: UInt32?
        var promptCount: UInt32 = 0
        var prompts: [(number: UInt32, link: Host.LinkID)] = []
        var pairings: [(link: Host.LinkID, count: Int)] = []
        var channels: [ChannelState] = []
        var openings: [(token: Host.Token, psm: UInt16, link: DeviceLink)] = []
        var addressChanges: UInt32 = 0
        var descriptors: [Descriptor] = []
        var services: [ATT.Handle] = []
        var draws: [(purpose: String, stream: EntropyStream)] = []
        var client = ClientWork()
    }

    private var used: Rare {
        _read {
            if rare.isEmpty { yield Rare() } else { yield rare[0] }
        }
        _modify {
            if rare.isEmpty { rare.append(Rare()) }
            yield &rare[0]
        }
    }

    /// The closures that wait for out-of-band data.
    var outOfBandReceivers: [@Sendable (OutOfBandData) -> Void] {
        get { used.outOfBandReceivers }
        set { used.outOfBandReceivers = newValue }
    }
    /// The passkey that a pairing shows.
    var display: UInt32? {
        get { used.display }
        set { if newValue != used.display { used.display = newValue } }
    }
    /// How many prompts pairings have shown so far, and those shown now.
    var promptCount: UInt32 {
        get { used.promptCount }
        set { used.promptCount = newValue }
    }
    var prompts: [(number: UInt32, link: Host.LinkID)] {
        _read { yield used.prompts }
        _modify { yield &used.prompts }
    }
    /// How many pairings on each link were announced; a link without a pairing is not in it.
    var pairings: [(link: Host.LinkID, count: Int)] {
        _read { yield used.pairings }
        _modify { yield &used.pairings }
    }
    /// Channels that are open.
    var channels: [ChannelState] {
        _read { yield used.channels }
        _modify { yield &used.channels }
    }
    /// Channels that the device itself has requested.
    var openings: [(token: Host.Token, psm: UInt16, link: DeviceLink)] {
        _read { yield used.openings }
        _modify { yield &used.openings }
    }

    /// How often the address was changed.
    var addressChanges: UInt32 {
        get { used.addressChanges }
        set { used.addressChanges = newValue }
    }
    /// The descriptors with handlers.
    var descriptors: [Descriptor] {
        _read { yield used.descriptors }
        _modify { yield &used.descriptors }
    }
    /// The handles of the definition's services after they were changed; before that, services are in handle order.
    var services: [ATT.Handle] {
        get { used.services }
        set { used.services = newValue }
    }

    /// The random streams that were used.
    var draws: [(purpose: String, stream: EntropyStream)] {
        _read { yield used.draws }
        _modify { yield &used.draws }
    }
    /// The device's requests to its centrals' databases.
    var client: ClientWork {
        _read { yield used.client }
        _modify { yield &used.client }
    }
    /// Whether it has ever sent a request.
    var isClient: Bool { !rare.isEmpty && rare[0].client.isUsed }

    /// A characteristic of the definition, in the database.
    struct Characteristic {
        let handle: ATT.Handle
        /// The places in the definition; there can be as many as handles.
        var service: UInt16
        let index: UInt16
        let isDynamic: Bool
        /// The answer to a read without handler, if the stack does not answer by itself.
        var value: [UInt8]
        var subscribers: [Subscriber] = []

        init(handle: ATT.Handle, service: Int, index: Int, value: [UInt8], isDynamic: Bool) {
            (self.handle, self.isDynamic, self.value) = (handle, isDynamic, value)
            (self.service, self.index) = (UInt16(service), UInt16(index))
        }
    }

    struct Subscriber {
        let link: Host.LinkID
        var kinds: GATT.Subscription
    }

    /// What the device does by itself at a given time.
    struct Timer {
        enum Work {
            /// A `notifying` behaviour.
            case notify(BluetoothUUID, every: Nanoseconds, @Sendable (Device) -> [UInt8]?)
            /// The delay of an advertising set; such a timer exists only while the delay runs.
            case startSet(Int)
        }
        let work: Work
        var due: Instant?
    }

    /// The state of an advertising set.
    enum AdvertisingState: UInt8 {
        case off
        case delayed
        case running
        /// Has sent its one advertisement.
        case spent
    }

    init(
        id: NodeID, definition: DeviceDefinition, address: DeviceAddress, world: World,
        entropy: [UInt8]? = nil, identityResolvingKey: [UInt8]? = nil
    ) {
        self.definition = definition
        self.world = world
        sets = definition.advertising.map { _ in .off }
        var configuration = definition.host(address, entropy: entropy ?? world.securityEntropy(of: id))
        configuration.security.identityResolvingKey = identityResolvingKey
        host = Host(configuration)
        super.init(id: id, name: definition.name.isEmpty ? "device \(id.rawValue)" : definition.name)
        timers = Self.timers(of: definition)
    }

    static func timers(of definition: DeviceDefinition) -> [Timer] {
        definition.behaviours.compactMap { behaviour in
            guard case .notifying(let uuid, let interval, let value) = behaviour.kind else { return nil }
            return Timer(work: .notify(uuid, every: interval, value))
        }
    }

    var device: Device { Device(world: world, id: id) }

    // MARK: Node methods

    override func start(at now: Instant) {
        if !isPublished { publishServices(at: now) }
        serveChannels(at: now)
        isOn = true
        host.handle(.powerOn, at: now)
        drainHost(at: now)
    }

    override func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        host.handle(packet, at: now)
        drainHost(at: now)
    }

    override var nextDeadline: Instant? {
        var earliest = host.nextDeadline
        for timer in timers {
            guard let due = timer.due else { continue }
            earliest = min(earliest ?? due, due)
        }
        return earliest
    }

    override func deadlineReached(at now: Instant) {
        host.deadlineReached(at: now)
        runTimers(at: now)
        drainHost(at: now)
    }

    override var shownPasskey: UInt32? { display }

    override func answerPairing(_ answer: Host.PairingAnswer, to number: UInt32, at now: Instant) {
        guard let prompt = prompts.first(where: { $0.number == number }) else { return }
        ask(.security(.answerPairing(prompt.link, answer)), at: now)
    }

    override func nextHCI() -> HCI.Packet? { outgoing.popFirst() }

    override func takeDeliveries(into all: inout Fifo<World.Delivery>) {
        all.take(&deliveries)
    }

    /// The host gave up its controller; simulated controllers give no reason to.
    func controllerFailed(_ failure: Host.ControllerFailure, at now: Instant) {}

    /// The controller has enabled an advertising set, or refused to.
    func advertisingAnswered(_ status: HCI.ErrorCode) {}

    // MARK: The host

    /// Sends a command to the host and handles the results.
    func ask(_ command: Host.Command, at now: Instant) {
        host.handle(command, at: now)
        drainHost(at: now)
    }

    func drainHost(at now: Instant) {
        while let output = host.nextOutput() {
            switch consume output {
            case .controller(let packet): outgoing.append(packet)
            case .event(let event): handle(event, at: now)
            }
        }
    }

    /// Runs `body` outside the world's lock, when the current event has been handled.
    func later(_ body: @escaping @Sendable () -> Void) { deliveries.append(.call(body)) }

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
