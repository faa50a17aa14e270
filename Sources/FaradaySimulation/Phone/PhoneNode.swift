import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayAppTime
import FaradayEngine

/// Updates of an app in the peripheral role that were not sent.
struct RefusedUpdates {
    /// The manager and the characteristic of the first one, and when it was.
    let session: SessionID
    let characteristic: AttributeIdentifier
    let since: Instant
    /// Where the app has called.
    let caller: CallPlace?
    var count = 0
}

/// A node that runs app code: Apple's stack, and the managers that app code opened on it.
class PhoneNode: Node {
    @exclusivity(unchecked) var stack: PhoneStack
    /// By the number of their session. Both roles share one count, so each list has gaps.
    @exclusivity(unchecked) private var centrals: ContiguousArray<CentralRecipient?> = []
    @exclusivity(unchecked) private var peripherals: ContiguousArray<PeripheralRecipient?> = []
    @exclusivity(unchecked) private var calls = Fifo<World.PendingCall>()
    unowned let world: World
    /// What the user does where none of the closures below answers.
    @exclusivity(unchecked) var user = PhoneUser.agrees
    /// The pairing alerts on the screen.
    @exclusivity(unchecked) var alerts: [PairingAlert] = []
    /// The test's closure that answers them.
    var pairingAgent: (@Sendable (PairingAlert) -> PairingReply)?
    var systemAlerts: [SystemAlert] = []
    var alertAgent: (@Sendable (SystemAlert) -> SystemAlertReply)?
    /// What the picker of AccessorySetupKit asks, and the test's closure that answers.
    var picker: AccessoryPicker?
    var pickerAgent: (@Sendable (AccessoryPicker) -> AccessoryPickerReply)?
    /// Who is told of questions that nobody answers by itself.
    @exclusivity(unchecked) var screenWatch: ScreenWatch?
    @exclusivity(unchecked) private var setups: ContiguousArray<AccessoryRecipient?> = []
    @exclusivity(unchecked) private var nearbys: ContiguousArray<NearbyRecipient?> = []
    /// Where the camera looks, in radians, clockwise as seen from above.
    var heading = 0.0
    /// How many managers were opened.
    private(set) var openedCount = 0
    /// Whether a manager was opened whose app code must run on the main queue.
    private(set) var servesMainQueue = false
    /// When an app last released a manager, and whether any of those released then had work open.
    private(set) var lastClosed: (time: Instant, hadWork: Bool)?
    /// When an app last released a peripheral while its manager had work: an object that goes away releases its
    /// peripherals, and then its manager.
    private var lastReleased: Instant?
    /// Callbacks that nobody heard, the first ones.
    private(set) var unheard: [UnheardCallback] = []
    /// Updates of an app in the peripheral role for which there was no room.
    private(set) var refusedUpdates: RefusedUpdates?
    /// Who is told when an app runs, is suspended or ends.
    var appWatcher: (@Sendable (UInt32, AppState) -> Void)?
    /// How apps start, by app.
    var launchers: [(app: AppID, run: @Sendable (AppLaunch) -> Void)] = []

    /// The layers of faults, while the world has any.
    @exclusivity(unchecked) final var faults: (any InjectedFaults)?
    /// Whether callbacks come in the order and with the delays of a schedule.
    private let isScheduled: Bool

    init(id: NodeID, name: String, stack: PhoneStack, world: World) {
        self.stack = stack
        self.world = world
        isScheduled = !world.configuration.schedule.isPlain
        super.init(id: id, name: name)
    }

    /// Answers a question about the stack where it is. A method of a property of an object gets a copy of the property, which
    /// is 9,000 instructions, made and destroyed.
    final func ask<Answer>(_ question: (inout PhoneStack) -> Answer) -> Answer { question(&stack) }

    // MARK: Node methods

    override func start(at now: Instant) { stack.start(at: now) }
    override func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        if !stack.take(packet, at: now) { isUnmoved = true }
    }
    override func deadlineReached(at now: Instant) { stack.deadlineReached(at: now) }
    override var nextDeadline: Instant? { stack.nextDeadline }

    /// Processes the stack's outputs up to the next packet.
    override func nextHCI() -> HCI.Packet? {
        while let output = stack.nextOutput() {
            switch consume output {
            case .controller(let packet): return packet
            case .model(let output): take(output)
            case .hostEvent: break  // The stack's own layer, not traced here.
            }
        }
        if screenWatch != nil { updateScreen() }
        return nil
    }

    private func take(_ output: consuming PhoneModel.Output) {
        switch consume output {
        case .central(let session, let event):
            // What the picker itself does with an accessory is no app's event. Managers come first, because the
            // question to the stack copies it, which would be a tenth of what a short test costs.
            if Self.session(session, in: centrals) == nil, stack.pickerSession == session { return }
            deliver(event, to: session)
        case .peripheral(let session, let event): deliver(event, to: session)
        case .misuse(let session, let misuse):
            take(misuse, of: session)
        case .pairingAlert(let alert): show(alert)
        case .pairingAlertEnded(let link): endAlert(on: link)
        case .systemAlert(let alert): show(alert)
        case .accessory(let session, let event): give(event, to: session)
        case .nearby(let session, let event): give(event, to: session)
        case .accessoryPicker(let view): show(view)
        case .accessoryPickerEnded: picker = nil
        case .launch(let app, let launch): self.launch(app, launch)
        case .appEnded(_, let sessions): end(sessions)
        case .appStateChanged(let app, let state):
            note(.appState(app, state))
            // No callback comes while an app is suspended, not even one that is on its way.
            if state == .suspended { isHurried = true }
            if let appWatcher { later { appWatcher(app.rawValue, state) } }
        case .host: break  // The stack's own layer, not traced here.
        }
    }

    override var shownPasskey: UInt32? {
        for alert in alerts {
            if case .display(let passkey) = alert.prompt { return passkey }
        }
        return nil
    }

    override func answerPairing(_ answer: Host.PairingAnswer, to number: UInt32, at now: Instant) {
        if let trace, trace.isOn { trace.record(id, .down, .world(.pairingAnswer(answer))) }
        screenWatch?.isAnswered(number, answer.words)
        stack.answerPairing(number, answer, at: now)
    }

    override func takeCalls(into all: inout Fifo<World.PendingCall>) {
        all.take(&calls)
    }

    override func describe(in description: inout NodeDescription) {
        description.kind = .phone
        description.system = stack.model.profile.name
        description.services = stack.host.serviceListings
        description.identity = stack.host.identity
        description.bonds = stack.host.bonds
        description.remembered = stack.model.router.rememberedPeers
        description.apps = stack.apps.map { stack.identifier(of: $0) ?? "\($0.rawValue)" }
        description.questions = questions
        description.user = user == .agrees ? nil : user.rawValue
    }

    override func attributePlace(_ handle: ATT.Handle) -> AttributePlace? {
        ask { $0.host.place(of: handle) }
    }
    override func mtu(ofConnection handle: UInt16) -> UInt16 { ask { $0.host.mtu(ofConnection: handle) } }

    override func requestDescriptions(_ names: TraceNames) -> [String] { requests(names) }
    override func addNames(to names: inout TraceNames, _ nodes: ContiguousArray<Node>) {
        teach(&names, nodes)
    }
    override func identifier(of peer: DeviceAddress) -> PeerIdentifier? {
        ask { $0.model.identifier(of: peer) }
    }

    override func expects(_ device: DeviceAddress) -> Bool {
        ask { $0.model.router.holdCount(of: device) > 0 }
    }

    override func met(_ device: Node, at address: DeviceAddress) {
        guard let device = device as? DeviceNode else { return }
        // The phone's host does not know about the link yet.
        let services = device.host.primaryServices().map(\.uuid)
        stack.setHeldServices(services, of: address)
    }

    /// Records in the timeline what happened to the phone or to its apps.
    func note(_ happening: TraceRecord.Happening) {
        if let trace, trace.isOn { trace.record(id, .none, .world(happening)) }
    }

    /// Runs `body` outside the world's lock, when the current event has been handled.
    func later(_ body: @escaping @Sendable () -> Void) { calls.append(.call(body)) }

    private func deliver(_ event: consuming Central.Event, to id: SessionID) {
        if let faults, !faults.passes(event, to: id, on: self) { return }
        give(event, to: id)
    }

    private func deliver(_ event: consuming Peripheral.Event, to id: SessionID) {
        if let faults, !faults.passes(event, to: id, on: self) { return }
        give(event, to: id)
    }

    /// Gives an app an event, without asking the layers of faults.
    func give(_ event: consuming Central.Event, to id: SessionID) {
        // With a schedule, the world records an event when the app gets it.
        if let trace, trace.isOn, !isScheduled { trace.record(self.id, .up, .centralEvent(id, event)) }
        guard let session = Self.session(id, in: centrals) else { return }
        if event.isEnd { session.unseenEnds += 1 }
        calls.append(.central(session, event))
    }

    /// Gives an app an event, without asking the layers of faults.
    func give(_ event: consuming Peripheral.Event, to id: SessionID) {
        if let trace, trace.isOn, !isScheduled { trace.record(self.id, .up, .peripheralEvent(id, event)) }
        guard let session = Self.session(id, in: peripherals) else { return }
        if event.isEnd { session.unseenEnds += 1 }
        calls.append(.peripheral(session, event))
    }

    /// Gives an accessory session's app an event.
    private func give(_ event: Accessories.Event, to id: SessionID) {
        if let trace, trace.isOn, !isScheduled { trace.record(self.id, .up, .accessoryEvent(id, event)) }
        if let session = Self.session(id, in: setups) { calls.append(.accessory(session, event)) }
    }

    /// Gives the app of a session of Nearby Interaction an event. The camera adds its part when the app gets it.
    private func give(_ event: Nearby.Event, to id: SessionID) {
        if let session = Self.session(id, in: nearbys) { calls.append(.nearby(session, event)) }
    }

    // MARK: Managers

    func openAccessorySession(
        app: AppID, sink: any AccessorySink, _ context: AppContext, at now: Instant
    ) -> SessionID {
        let id = stack.openAccessorySession(app: app, at: now)
        Self.insert(AccessoryRecipient(node: self.id, id: id, context: context, sink: sink), id, in: &setups)
        if let trace, trace.isOn { trace.recordOpened(id, .accessory, by: app, on: self.id) }
        return id
    }

    func handle(_ command: Accessories.Command, from id: SessionID, at now: Instant) {
        if let trace, trace.isOn { trace.record(self.id, .down, .accessoryCommand(id, command)) }
        stack.handle(command, from: id, at: now)
    }

    func openNearbySession(
        app: AppID, sink: any NearbySink, _ context: AppContext, at now: Instant
    ) -> SessionID {
        let id = stack.openNearbySession(app: app, at: now)
        Self.insert(NearbyRecipient(node: self.id, id: id, context: context, sink: sink), id, in: &nearbys)
        if let trace, trace.isOn { trace.recordOpened(id, .nearby, by: app, on: self.id) }
        return id
    }

    func handle(_ command: Nearby.Command, from id: SessionID, at now: Instant) {
        if let trace, trace.isOn { trace.record(self.id, .down, .nearbyCommand(id, command)) }
        if case .run(let configuration) = command {
            Self.session(id, in: nearbys)?.usesCamera = configuration.usesCamera
        }
        stack.handle(command, from: id, at: now)
    }

    func openCentral(
        _ options: ManagerOptions, app: AppID, sink: any CentralSink, _ context: AppContext, at now: Instant
    ) -> SessionID {
        let id = stack.openCentral(options, app: app, at: now)
        Self.insert(CentralRecipient(node: self.id, id: id, context: context, sink: sink), id, in: &centrals)
        noteOpened(sink)
        if let trace, trace.isOn { trace.recordOpened(id, .central, by: app, on: self.id) }
        return id
    }

    func openPeripheral(
        _ options: ManagerOptions, app: AppID, sink: any PeripheralSink, _ context: AppContext,
        at now: Instant
    ) -> SessionID {
        let id = stack.openPeripheral(options, app: app, at: now)
        Self.insert(
            PeripheralRecipient(node: self.id, id: id, context: context, sink: sink), id, in: &peripherals)
        noteOpened(sink)
        if let trace, trace.isOn { trace.recordOpened(id, .peripheral, by: app, on: self.id) }
        return id
    }

    private func noteOpened(_ sink: any ManagerSink) {
        openedCount += 1
        if sink.isOnMainQueue { servesMainQueue = true }
    }

    func handle(_ command: Central.Command, from id: SessionID, at now: Instant) -> CommandResult {
        if let trace, trace.isOn { trace.record(self.id, .down, .centralCommand(id, command)) }
        if let faults, faults.isSwallowed(command, from: id, on: self) { return .accepted }
        if case .release = command, stack.hasWork(of: id) { lastReleased = now }
        return stack.handle(command, from: id, at: now)
    }

    func handle(_ command: Peripheral.Command, from id: SessionID, at now: Instant) -> CommandResult {
        if let trace, trace.isOn { trace.record(self.id, .down, .peripheralCommand(id, command)) }
        if let faults, faults.isSwallowed(command, from: id, on: self) { return .accepted }
        return stack.handle(command, from: id, at: now)
    }

    func update(_ update: Peripheral.Update, from id: SessionID, at now: Instant) -> Bool {
        if let trace, trace.isOn { trace.record(self.id, .down, .peripheralUpdate(id, update)) }
        let isSent = stack.update(update, from: id, at: now)
        if !isSent { noteRefused(update, from: id, at: now) }
        return isSent
    }

    private func noteRefused(_ update: Peripheral.Update, from session: SessionID, at now: Instant) {
        if refusedUpdates == nil {
            refusedUpdates = RefusedUpdates(
                session: session, characteristic: update.characteristic, since: now, caller: CallPlace.here)
        }
        refusedUpdates?.count += 1
    }

    func noteUnheard(_ callback: UnheardCallback) {
        if unheard.count < 10, !unheard.contains(callback) { unheard.append(callback) }
    }

    /// Ends a manager. It gets no further events, not even those that already wait.
    func close(_ id: SessionID, at now: Instant) {
        if Self.detach(id, from: &setups) {
            if let trace, trace.isOn { trace.record(self.id, .down, .closed(id)) }
            return stack.closeAccessorySession(id, at: now)
        }
        if Self.detach(id, from: &nearbys) {
            if let trace, trace.isOn { trace.record(self.id, .down, .closed(id)) }
            return stack.closeNearbySession(id, at: now)
        }
        guard forget(id) else { return }
        let hadWork = stack.hasWork(of: id) || lastReleased == now
        lastClosed = (now, hadWork || lastClosed?.time == now && lastClosed?.hadWork == true)
        if let trace, trace.isOn { trace.record(self.id, .down, .closed(id)) }
        stack.close(id, at: now)
    }

    /// Detaches managers whose app has ended; the phone has already ended them.
    private func end(_ sessions: [SessionID]) {
        for id in sessions where forget(id) {
            if let trace, trace.isOn { trace.record(self.id, .up, .closed(id)) }
        }
    }

    /// Returns whether the manager was open.
    private func forget(_ id: SessionID) -> Bool {
        Self.detach(id, from: &centrals) || Self.detach(id, from: &peripherals)
            || Self.detach(id, from: &setups) || Self.detach(id, from: &nearbys)
    }

    /// Takes a recipient out of its table: it gets no events any more. Returns whether it was there.
    private static func detach<R: Recipient>(_ id: SessionID, from table: inout ContiguousArray<R?>) -> Bool {
        guard let recipient = session(id, in: table) else { return false }
        recipient.isClosed = true
        table[Int(id.rawValue)] = nil
        return true
    }

    /// A command may be wrong only because of an event that its app has not got. On a phone the framework in the app's
    /// process judges a call by what that process knows (1.7, 1.10, 4.14).
    private func take(_ misuse: Misuse, of session: SessionID) {
        switch misuse.kind {
        case .notPoweredOn, .notConnected, .foreignObject: break
        default: return misuses.append((misuse, isCrossing: false))
        }
        // The app is suspended: the event waits until the app runs.
        guard !stack.status.holds(where: { $0.isEnd(for: session) }) else { return }
        let recipient: Recipient? =
            Self.session(session, in: centrals) ?? Self.session(session, in: peripherals)
        misuses.append((misuse, isCrossing: (recipient?.unseenEnds ?? 0) > 0))
    }

    /// The open managers, in words, in the order in which they were opened.
    var openManagers: [String] {
        let open: [(SessionID, String)] =
            centrals.compactMap { $0.map { ($0.id, "CBCentralManager") } }
            + peripherals.compactMap { $0.map { ($0.id, "CBPeripheralManager") } }
        return open.sorted { $0.0.rawValue < $1.0.rawValue }
            .map { "the \($0.1) that was opened as number \($0.0.rawValue) still exists" }
    }

    /// The sinks of the open central managers.
    var centralSinks: [any CentralSink] { centrals.compactMap { $0?.sink } }
    /// The sinks of the open accessory sessions.
    var accessorySinks: [any AccessorySink] { setups.compactMap { $0?.sink } }
    /// The sinks of the open sessions of Nearby Interaction.
    var nearbySinks: [any NearbySink] { nearbys.compactMap { $0?.sink } }
    /// The sinks of the open peripheral managers.
    var peripheralSinks: [any PeripheralSink] { peripherals.compactMap { $0?.sink } }

    private static func session<S>(_ id: SessionID, in sessions: ContiguousArray<S?>) -> S? {
        let index = Int(id.rawValue)
        return index < sessions.count ? sessions[index] : nil
    }

    private static func insert<S>(_ session: S, _ id: SessionID, in sessions: inout ContiguousArray<S?>) {
        while sessions.count <= Int(id.rawValue) { sessions.append(nil) }
        sessions[Int(id.rawValue)] = session
    }
}
