import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Runs a device's definition in the peripheral role of a phone: the port's events go in, commands and updates come out.
///
/// It has no clock and no port. CoreBluetooth says of centrals only what they ask (behaviour 6.14). So a central is
/// *connected* with its first request or subscription. When its last subscription has ended and nothing comes from it for
/// `farewell`, it is *disconnected*; one that never subscribes stays connected until the radio is off.
struct PublicationMachine: Sendable {
    enum Output: Hashable {
        case command(Peripheral.Command)
        /// Sends what `nextUpdate` has, until there is no room.
        case sendUpdates
        case news(PublishedDevice.News)
    }

    /// A central of which something was heard.
    struct Central {
        let link: DeviceLink
        var updateLength: Int
        var subscriptions: Set<DeviceCharacteristicPlace> = []
        /// What it read last: the rest of a long value is not another read.
        var lastRead: [DeviceCharacteristicPlace: [UInt8]] = [:]
        /// When it counts as disconnected.
        var farewell: Instant?
        /// Orders centrals by when they were heard last.
        var heard: UInt64 = 0
    }

    /// What waits for the machine of the rules.
    enum Request {
        case read(RequestIdentifier, DeviceCharacteristicPlace, PeerIdentifier, offset: Int)
        /// One value of a transaction.
        case write(UInt64, part: Int)
    }

    /// The values of one event, of which all are stored or none.
    struct Transaction {
        let identifier: RequestIdentifier
        let central: PeerIdentifier
        var values: [Written]
        var open: Set<Int>
    }

    struct Written {
        let place: DeviceCharacteristicPlace
        let value: [UInt8]
        /// Its place among the requests of the event.
        let part: Int
    }

    /// How long a central without subscriptions may be silent before it counts as disconnected.
    static let farewell = Nanoseconds.seconds(2)
    /// How many centrals are remembered. Addresses change, so there may be any number in the long run.
    static let mostCentrals = 256
    /// How many updates wait at most: a central that never reads must not take all memory.
    static let mostUpdates = 1 << 16

    let definition: DeviceDefinition
    let plan: PublicationPlan
    var machine: any DeviceMachine
    var values: [DeviceCharacteristicPlace: [UInt8]]
    var sets: [DeviceAdvertising]
    /// Whether the services are there and the rules run.
    private(set) var isRunning = false
    private var isOn = false
    private var wantsAdvertising = true
    private var hasStarted = false
    private var isToldOfRunning = false
    /// The services that are still to be added, and those that the system has.
    private var waiting: [Peripheral.Service] = []
    private var added: Set<AttributeIdentifier>?
    /// When the rules start again after a reset.
    private var restart: Instant?

    var centrals: [PeerIdentifier: Central] = [:]
    var lastLink: UInt32 = 0
    var lastHeard: UInt64 = 0
    var requests: [UInt64: Request] = [:]
    var transactions: [UInt64: Transaction] = [:]
    var lastRequest: UInt64 = 0
    var updates: [Peripheral.Update] = []
    /// How many of `updates` are sent already.
    var sentUpdates = 0
    var hasRoom = true
    var hasOverflowed = false
    var outputs: [Output] = []
    private var saidLimits: Set<String> = []

    init(_ definition: DeviceDefinition, seed: UInt64) {
        self.definition = definition
        plan = PublicationPlan(definition.services)
        values = plan.values
        sets = definition.advertising
        let random = Entropy(seed: seed).stream("published device/rules")
        machine = (definition.rules ?? DeviceRules()).machine(for: definition.services, random: random)
    }

    /// When something happens by itself next.
    var nextDue: Instant? {
        ([isRunning ? machine.nextDue : nil, restart] + centrals.values.map(\.farewell)).compactMap { $0 }
            .min()
    }

    mutating func handle(_ event: Peripheral.Event, at now: Instant) -> [Output] {
        pass(to: now)
        switch event {
        case .stateChanged(let state): change(to: state, at: now)
        case .serviceAdded(let identifier, let error): finishAdding(identifier, error, at: now)
        case .advertisingStarted(let error): advertisingAnswered(error)
        case .subscribed(let central, let characteristic): subscribe(central, to: characteristic, at: now)
        case .unsubscribed(let central, let characteristic):
            unsubscribe(central, from: characteristic, at: now)
        case .updateLengthChanged(let central):
            centrals[central.identifier]?.updateLength = central.maximumUpdateLength
        case .readRequest(let request): read(request, at: now)
        case .writeRequests(let identifier, let parts): write(identifier, parts, at: now)
        case .readyToUpdateSubscribers:
            hasRoom = true
            outputs.append(.sendUpdates)
        case .willRestoreState, .channelPublished, .channelUnpublished, .channelOpened, .channel: break
        }
        defer { outputs = [] }
        return outputs
    }

    /// Time has passed.
    mutating func handleTime(at now: Instant) -> [Output] {
        pass(to: now)
        defer { outputs = [] }
        return outputs
    }

    /// The device ends: nothing of it stays at the system.
    mutating func stop(at now: Instant) -> [Output] {
        cease(at: now)
        if isOn { outputs += [.command(.stopAdvertising), .command(.removeAllServices)] }
        isOn = false
        defer { outputs = [] }
        return outputs
    }

    private mutating func pass(to now: Instant) {
        if let restart, restart <= now { startRules(at: restart) }
        let gone = centrals.filter { $0.value.farewell.map { $0 <= now } ?? false }
        for peer in gone.sorted(by: { $0.value.heard < $1.value.heard }).map(\.key) { leave(peer, at: now) }
        if isRunning, machine.nextDue.map({ $0 <= now }) ?? false { tell(.time, at: now) }
    }

    // MARK: The radio

    private mutating func change(to state: ManagerState, at now: Instant) {
        guard state != .poweredOn else { return begin(at: now) }
        cease(at: now)
        isOn = false
        // Below, the system has removed all services (behaviour 6.13).
        if state.rawValue < ManagerState.poweredOff.rawValue { added = nil }
        outputs.append(.news(state.isFinal ? .failed(state) : .waiting(state)))
    }

    private mutating func begin(at now: Instant) {
        guard !isOn else { return }
        isOn = true
        guard added == nil else { return run(at: now) }
        added = []
        waiting = plan.services
        addNext(at: now)
    }

    private mutating func addNext(at now: Instant) {
        guard isOn, let added else { return }
        guard var service = waiting.first else { return run(at: now) }
        service.includedServices.removeAll { !added.contains($0) }
        outputs.append(.command(.add(service)))
    }

    private mutating func finishAdding(
        _ identifier: AttributeIdentifier, _ error: PortError?, at now: Instant
    ) {
        guard let service = waiting.first, service.identifier == identifier, added != nil else { return }
        waiting.removeFirst()
        if let error {
            let reason =
                error == .uuidNotAllowed
                ? "the system keeps it for itself" : "the system refuses it (\(error))"
            limit("service \(service.uuid) is left out: \(reason)")
        } else {
            added?.insert(identifier)
        }
        addNext(at: now)
    }

    private mutating func run(at now: Instant) {
        guard waiting.isEmpty else { return addNext(at: now) }
        startRules(at: now)
    }

    private mutating func startRules(at now: Instant) {
        (restart, isRunning, wantsAdvertising) = (nil, true, true)
        advertise()
        tell(.started, at: now)
        if !hasStarted, !isToldOfRunning {
            outputs.append(.news(.happened("is published, and does not advertise")))
        }
        // After a reset, those who listened still do.
        for (peer, central) in centrals.sorted(by: { $0.value.heard < $1.value.heard }) {
            tell(.event(.connected, central.link, mtu: central.updateLength), at: now)
            for place in central.subscriptions.sorted(by: Self.isBefore) {
                tellListeners(of: place, peer, at: now)
            }
        }
    }

    /// The rules and all that centrals wait for end; what is published stays.
    private mutating func cease(at now: Instant) {
        let wasRunning = isRunning
        endRules(at: now)
        if wasRunning { tell(.stopped, at: now) }
        centrals = [:]
        (isRunning, hasStarted, restart) = (false, false, nil)
    }

    /// Every link has ended, for the rules.
    private mutating func endRules(at now: Instant) {
        // What the rules do about it reaches nobody.
        isRunning = false
        (requests, transactions, updates, sentUpdates, hasRoom) = ([:], [:], [], 0, true)
        var counts = listenerCounts
        for (_, central) in centrals.sorted(by: { $0.value.heard < $1.value.heard }) {
            for place in central.subscriptions.sorted(by: Self.isBefore) {
                counts[place, default: 1] -= 1
                let count = counts[place] ?? 0
                tell(.heard(place, count, central.link, mtu: central.updateLength, isByEnd: true), at: now)
            }
            tell(.event(.disconnected, central.link, mtu: central.updateLength), at: now)
        }
    }

    /// The order of characteristics in the definition.
    private static func isBefore(_ one: DeviceCharacteristicPlace, _ other: DeviceCharacteristicPlace) -> Bool
    {
        (one.service, one.characteristic) < (other.service, other.characteristic)
    }

    // MARK: Advertising

    private mutating func advertise() {
        if hasStarted { outputs.append(.command(.stopAdvertising)) }
        hasStarted = false
        let request = PublishedAdvertisement(sets, name: definition.name).request
        guard isRunning, wantsAdvertising, let request else { return }
        hasStarted = true
        outputs.append(.command(.startAdvertising(request)))
    }

    private mutating func advertisingAnswered(_ error: PortError?) {
        switch error {
        case nil where isRunning:
            if !isToldOfRunning { outputs.append(.news(.advertising)) }
            isToldOfRunning = true
        // It went on while Bluetooth was off (behaviour 6.9, 6.13).
        case nil, .alreadyAdvertising: break
        case let error?: limit("the system refuses to advertise (\(error))")
        }
    }

    // MARK: The rules

    mutating func tell(_ input: DeviceInput, at now: Instant) {
        for output in machine.handle(input, at: now) { perform(output, at: now) }
    }

    mutating func perform(_ output: DeviceOutput, at now: Instant) {
        switch output {
        case .accept(let request): accept(request)
        case .answer(let request, let value): answer(request, value)
        case .answerStored(let request, let place): answer(request, values[place] ?? [])
        case .refuse(let request, let code): refuse(request, code)
        case .set(let place, let value): values[place] = value
        case .notify(let place, let value):
            values[place] = value
            send(value, at: place, to: nil)
        case .send(let place, let value, let link): send(value, at: place, to: link)
        case .advertise(let sets):
            let (good, problems) = DefinitionCheck.checked(sets, name: definition.name)
            for problem in problems { limit(problem) }
            (self.sets, wantsAdvertising) = (good, true)
            advertise()
        case .startAdvertising, .stopAdvertising:
            wantsAdvertising = output == .startAdvertising
            advertise()
        case .reset(let delay): reset(after: delay, at: now)
        case .disconnect:
            limit("its rules end a connection, which the system does not do")
        case .requestSecurity:
            limit("its rules ask for security, which the system does not do")
        case .problem(let text): outputs.append(.news(.problem(text)))
        }
    }

    /// Says once what the system does not do.
    private mutating func limit(_ text: String) {
        if saidLimits.insert(text).inserted { outputs.append(.news(.limit(text))) }
    }

    /// The rules end, and start again later; the system keeps the links.
    private mutating func reset(after delay: Nanoseconds, at now: Instant) {
        guard isRunning else { return }
        for (identifier, request) in requests {
            if case .read(let waiting, _, _, _) = request { respond(waiting, .unlikelyError) }
            requests[identifier] = nil
        }
        for transaction in transactions.values { respond(transaction.identifier, .unlikelyError) }
        endRules(at: now)
        tell(.stopped, at: now)
        advertise()
        restart = now + max(delay, .zero)
        outputs.append(.news(.happened("resets: its rules start again in \(max(delay, .zero).seconds) s")))
    }
}

extension ManagerState {
    /// Whether waiting does not help.
    fileprivate var isFinal: Bool { self == .unsupported || self == .unauthorized }
}
