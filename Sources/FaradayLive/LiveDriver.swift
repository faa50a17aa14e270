import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import Dispatch
// An import of all of Foundation would bring a second `Host`.
import class Foundation.Thread

/// Drives one phone's host and model in real time, with a thread that reads HCI, meets deadlines and posts callbacks.
///
/// App threads call `perform`, which takes the lock, changes the state machines and wakes the thread. Only the thread
/// writes to the controller and delivers events, so the state machines determine their order.
final class LiveDriver: Sendable {
    let name: String
    let connection: HCIConnection
    private let endpoint: HCIEndpoint
    private let onFailure: @Sendable (LiveError) -> Void
    private let memory: LiveMemory
    private let startTime: Int64
    let state: Lock<State>
    /// Entered while the thread runs.
    let running = DispatchGroup()
    let worker = Lock<Thread?>(nil)

    /// How many bytes may wait for the controller. A host sends only as much as the controller has room for, so more
    /// bytes wait only if the controller does not read at all.
    static let outgoingLimit = 1 << 20
    /// How often the thread reads before it does its other work.
    private static let readsInATurn = 16

    struct State {
        var stack: PhoneStack
        var stream = HCI.H4Resynchronizer(from: .controller)
        var outgoing: [UInt8] = []
        /// Whether there is a controller to send to.
        var isConnected = true
        fileprivate var centrals: [SessionID: WeakSink<any CentralSink>] = [:]
        fileprivate var peripherals: [SessionID: WeakSink<any PeripheralSink>] = [:]
        fileprivate var calls: [PendingCall] = []
        /// The present step of the phone's end.
        var ending = Ending.no
        var hasToldOfTrouble = false
        /// Whether the other end has sent any HCI packet.
        var hasHeardPackets = false
        /// The function that answers pairing alerts.
        var user: LiveUser.Agent
    }

    fileprivate enum PendingCall {
        case central(WeakSink<any CentralSink>, Central.Event)
        case peripheral(WeakSink<any PeripheralSink>, Peripheral.Event)
        case misuse(Misuse)
        case pairingAlert(PairingAlert, LiveUser.Agent)
        case controllerFailed(Host.ControllerFailure, stray: [UInt8])
        case log(String)
        case bondChanged(Host.Bond)
        case bondRemoved(DeviceAddress)
    }

    init(
        _ connection: HCIConnection, profile: OSProfile, name: String, memory: LiveMemory,
        onFailure: @escaping @Sendable (LiveError) -> Void
    ) {
        self.connection = connection
        self.endpoint = connection.endpoint
        self.name = name
        self.memory = memory
        self.onFailure = onFailure
        startTime = Environment.monotonic
        let known = memory.contents
        var stack = PhoneStack(
            profile: profile, identifierSeed: known.identifierSeed, name: name, address: known.identityAddress
        ) { configuration in
            configuration.security.entropy = Environment.randomBytes(16)
            // The key of its private addresses, by which its bonded peers recognise it.
            configuration.security.identityResolvingKey = known.identityResolvingKey
        }
        // The host's messages about bonds and its controller are needed here too.
        stack.tracesHost = true
        state = Lock(State(stack: stack, user: LiveUser.fromEnvironment()))
    }

    var now: Instant { Instant(nanoseconds: Environment.monotonic - startTime) }

    func start() {
        state.withLock { state in
            setWallClock(&state)
            let bonds = memory.contents.bonds
            if !bonds.isEmpty { state.stack.setBonds(bonds, at: now) }
            state.stack.start(at: now)
            Self.drain(&state, at: now)
        }
        running.enter()
        LiveDrivers.add(self)
        let worker = Thread {
            self.run()
            self.worker.withLock { $0 = nil }
            self.running.leave()
        }
        self.worker.withLock { $0 = worker }
        worker.name = "faraday.live"
        worker.start()
    }

    /// Sets the stack's date from the wall clock; called again and again, because the wall clock may be changed.
    private func setWallClock(_ state: inout State) {
        state.stack.model.startTime = Environment.absoluteTime - Nanoseconds(now.nanoseconds).seconds
    }

    // MARK: Calls of the app

    func perform<Answer>(_ body: (inout PhoneStack, Instant) -> Answer) -> Answer {
        let answer = state.withLock { state in
            let answer = body(&state.stack, now)
            Self.drain(&state, at: now)
            return answer
        }
        connection.wake()
        return answer
    }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> SessionID {
        let session = state.withLock { state in
            let session = state.stack.openCentral(options, app: AppID(1), at: now)
            state.centrals[session] = WeakSink(sink)
            return session
        }
        connection.wake()
        return session
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> SessionID {
        let session = state.withLock { state in
            let session = state.stack.openPeripheral(options, app: AppID(1), at: now)
            state.peripherals[session] = WeakSink(sink)
            return session
        }
        connection.wake()
        return session
    }

    func close(_ session: SessionID) {
        state.withLock { state in
            state.stack.close(session, at: now)
            state.centrals[session] = nil
            state.peripherals[session] = nil
            Self.drain(&state, at: now)
        }
        connection.wake()
    }

    // MARK: The thread

    /// Runs until `stop`. If the connection fails, the thread continues without it, so that all managers, also later
    /// ones, get the callback that they have no radio.
    private func run() {
        var hasMore = false
        while true {
            deliver()
            let (isOver, isConnected, wantsToWrite, deadline) = state.withLock { state in
                proceedEnding(&state)
                return (state.ending == .over, state.isConnected, !state.outgoing.isEmpty, state.deadline)
            }
            guard !isOver else { break }
            connection.wait(
                reading: isConnected, writing: isConnected && wantsToWrite,
                milliseconds: hasMore ? 0 : milliseconds(until: deadline))
            if isConnected {
                do {
                    hasMore = try exchange()
                } catch {
                    hasMore = false
                    fail(error)
                }
            }
            state.withLock { state in
                setWallClock(&state)
                state.stack.deadlineReached(at: now)
                Self.drain(&state, at: now)
            }
        }
        deliver()
        connection.close()
    }

    /// Transfers bytes in both directions for a limited time; returns whether there may be more to read.
    private func exchange() throws(LiveError) -> Bool {
        try write()
        let hasMore = try read()
        try write()
        return hasMore
    }

    private func milliseconds(until deadline: Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = (deadline - now).count
        return left <= 0 ? 0 : Int32(clamping: left / 1_000_000 + 1)
    }

    private func write() throws(LiveError) {
        let bytes = state.withLock { $0.outgoing }
        guard !bytes.isEmpty else { return }
        let count = try connection.writeAvailable(bytes)
        if count > 0 { state.withLock { $0.outgoing.removeFirst(count) } }
        let left = bytes.count - count
        if left > Self.outgoingLimit { throw LiveError.doesNotRead(endpoint, left) }
    }

    private func read() throws(LiveError) -> Bool {
        for _ in 0..<Self.readsInATurn {
            let bytes = try connection.readAvailable()
            guard !bytes.isEmpty else { return false }
            let isSound = state.withLock { state in
                setWallClock(&state)
                state.stream.append(bytes)
                return receive(&state)
            }
            guard isSound else {
                throw LiveError.malformed(endpoint, "the boundaries of its packets are lost")
            }
            deliver()
        }
        return true
    }

    /// Hands complete packets to the stack; `false` when the stream cannot be decoded any more.
    ///
    /// Lost bytes are an error of the transport: it is logged once, and work continues. If an answer was lost, the host
    /// notices it by its deadlines.
    private func receive(_ state: inout State) -> Bool {
        while let finding = state.stream.next() {
            switch finding {
            case .packet(let packet):
                state.hasHeardPackets = true
                state.stack.receive(packet, at: now)
                Self.drain(&state, at: now)
            case .malformed(let error):
                tellOnce("sent a malformed packet, which is dropped: \(error)", &state)
            case .ignored(let data): tellOnce("sent \(data), which is dropped", &state)
            case .skipped(let count): tellOnce("sent \(count) bytes that belong to no packet", &state)
            case .givenUp: return false
            }
        }
        return true
    }

    private func tellOnce(_ what: String, _ state: inout State) {
        guard !state.hasToldOfTrouble else { return }
        state.hasToldOfTrouble = true
        state.calls.append(
            .log("Faraday: the controller at \(endpoint) \(what); further errors of this kind are not logged")
        )
    }

    static func drain(_ state: inout State, at now: Instant) {
        while let output = state.stack.nextOutput() {
            switch output {
            case .controller(let packet):
                guard state.isConnected, state.ending != .over else { continue }
                state.outgoing.append(contentsOf: packet.h4Bytes)
            case .model(.central(let session, let event)):
                guard state.ending == .no, let sink = state.centrals[session] else { continue }
                state.calls.append(.central(sink, event))
            case .model(.peripheral(let session, let event)):
                guard state.ending == .no, let sink = state.peripherals[session] else { continue }
                state.calls.append(.peripheral(sink, event))
            case .model(.misuse(_, let misuse)):
                state.calls.append(.misuse(misuse))
            case .model(.pairingAlert(let alert)): state.calls.append(.pairingAlert(alert, state.user))
            case .model(.systemAlert(let alert)):
                // The user is not asked here: the person who runs the program has already agreed.
                if alert.isQuestion { state.stack.answerAlert(alert.number, allows: true, at: now) }
            case .hostEvent(.controllerFailed(let failure)):
                guard state.isConnected, state.ending == .no else { continue }
                state.calls.append(.controllerFailed(failure, stray: state.strayBytes))
            case .hostEvent(.bondChanged(let bond)): state.calls.append(.bondChanged(bond))
            case .model(.host(.security(.removeBond(let peer)))): state.calls.append(.bondRemoved(peer))
            // A real radio has no user for a picker: no accessory session is opened, and none of Nearby Interaction.
            case .model(.accessory), .model(.accessoryPicker), .model(.accessoryPickerEnded), .model(.nearby):
                break
            // The app of this process runs and never ends.
            case .model(.launch), .model(.appEnded), .model(.appStateChanged), .model(.pairingAlertEnded):
                break
            case .model(.host), .hostEvent: break
            }
        }
    }

    private func deliver() {
        let calls = state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
        for call in calls {
            switch call {
            case .central(let sink, let event): sink.sink?.receive(event, .posting)
            case .peripheral(let sink, let event): sink.sink?.receive(event, .posting)
            case .misuse(let misuse): Environment.log("[CoreBluetooth] \(misuse.message)")
            case .pairingAlert(let alert, let user): ask(user, alert)
            case .log(let line): Environment.log(line)
            case .controllerFailed(let failure, let stray):
                // If the other end does not send H4 at all, the error shows its bytes instead of reporting that it is
                // silent.
                onFailure(
                    stray.isEmpty
                        ? .unusable(endpoint, "\(failure)")
                        : .malformed(endpoint, HexText.quoting(stray)))
            case .bondChanged(let bond): remember { $0.add(bond) }
            case .bondRemoved(let peer): remember { $0.remove(peer) }
            }
        }
    }

    /// Lets the user answer an alert; a later answer comes from another thread.
    private func ask(_ user: LiveUser.Agent, _ alert: PairingAlert) {
        LiveUser.carryOut(user(alert), to: alert.prompt) { [weak self] answer in
            self?.perform { stack, now in stack.answerPairing(alert.number, answer, at: now) }
        }
    }

    /// Makes `user` answer the alerts to come.
    func setUser(_ user: @escaping LiveUser.Agent) { state.withLock { $0.user = user } }

    /// Stores a change for the next run.
    private func remember(_ change: (inout LiveStore) -> Void) {
        do throws(LiveError) {
            try memory.change(change)
        } catch {
            onFailure(error)
        }
    }

    /// The controller is lost. Managers get two states: `.resetting`, which ends links without a disconnect callback
    /// (behaviour 1.18, 1.22), as when a controller fails during work; then `.unsupported` (behaviour 1.25), because
    /// there is no controller.
    private func fail(_ error: LiveError) {
        let isLeaving = state.withLock { state in
            (state.isConnected, state.outgoing) = (false, [])
            // A phone that is ending does not report to anyone.
            guard state.ending == .no else { return true }
            state.stack.setRadio(.resetting, at: now)
            Self.drain(&state, at: now)
            state.stack.setRadio(.unsupported, at: now)
            Self.drain(&state, at: now)
            return false
        }
        deliver()
        if !isLeaving { onFailure(error) }
    }
}
