import BluetoothPort
import BluetoothTypes

/// Runs one central: it gets the port's events, keeps the radio's state, the scans, and the table of peripherals.
final class CentralCore: CentralSink {
    /// An object, since a copy of a weak reference costs ten times what a copy of a strong one does.
    private final class WeakPeer: Sendable {
        weak let core: PeerCore?

        init(_ core: PeerCore) { self.core = core }
    }

    private struct State {
        var port: (any CentralPort)?
        /// Events may come before `openCentral` has returned.
        var early: [PortCentral.Event] = []
        var isOpen = false
        var radio = ManagerState.unknown
        var isClosed = false
        var peers: [PeerIdentifier: WeakPeer] = [:]
        /// Peripherals with a link, a request or a stream: they stay without a handle.
        var active: [PeerIdentifier: PeerCore] = [:]
        var waiting: [(id: UInt64, finish: Request.Finish)] = []
        var count: UInt64 = 0
        /// The size of the table at which peripherals that are gone are removed from it.
        var sweepSize = 64
        /// The peripheral of the last event, since the next one is nearly always for it too.
        var latest: (identifier: PeerIdentifier, peer: WeakPeer)?

        /// The peripheral of an event.
        mutating func live(_ identifier: PeerIdentifier) -> PeerCore? {
            if let latest, latest.identifier == identifier { return latest.peer.core }
            guard let peer = peers[identifier] else { return nil }
            latest = (identifier, peer)
            return peer.core
        }
    }

    let time: Timekeeper
    let log: ClientLog?
    let states = Broadcast<ManagerState>(latest: .unknown)
    let restorations = Broadcast<[PeerIdentifier]>()
    /// Peripherals to which a link has come up.
    let linked = Broadcast<PeerIdentifier>()
    /// The newest failures that took no time: when, and how many.
    private let quickFailures = Lock<(time: Instant, count: Int)>((.zero, 0))
    let channels = ChannelTable()
    private let state = Lock(State())
    private let scans = MachineDriver(ScanMachine())
    /// Who scans, by the number of the scan.
    private let scanners = CallbackTable<ScanMachine.Scan.Receive>()

    init(time: Timekeeper, log: ClientLog?) {
        self.time = time
        self.log = log
    }

    // MARK: The port

    /// Opens the port; called once, before anything else.
    func open(_ provider: (any PortProvider)?, _ options: ManagerOptions) {
        guard let provider else {
            log?.take(.error, .radio, nil) { "there is no Bluetooth here" }
            return radioChanged(to: .unsupported)
        }
        let port = provider.openCentral(options, sink: self)
        state.withLock { $0.port = port }
        var events: [PortCentral.Event] = []
        repeat {
            for event in events { receive(event, of: event.peer, event.peer.flatMap(live)) }
            events = state.withLock { state in
                state.isOpen = state.early.isEmpty
                defer { state.early = [] }
                return state.early
            }
        } while !events.isEmpty
    }

    var port: any CentralPort { state.withLock { $0.port } ?? Self.absentPort }

    /// The port of a central without a phone.
    private static let absentPort = AbsentPort()

    /// Ends everything; the app has released the central.
    func close() {
        let (peers, waiting, active) = state.withLock { state in
            defer { (state.active, state.waiting, state.isClosed) = ([:], [], true) }
            return (state.peers, state.waiting, state.active)
        }
        // Those without a link are kept by the readers of their streams, which end too.
        for identifier in peers.keys.sorted() { peers[identifier]?.core?.close() }
        withExtendedLifetime(active) {}
        for wait in waiting { wait.finish(.failure(ClientError(.closed, .waitForRadio))) }
        change { $0.close() }
        states.finish()
        restorations.finish()
        linked.finish()
        port.close()
        channels.close()
    }

    func receive(_ event: PortCentral.Event, _ delivery: Delivery) {
        let peer = event.peer
        let (isEarly, core) = state.withLock { state -> (Bool, PeerCore?) in
            if !state.isOpen { state.early.append(event) }
            return (!state.isOpen, state.isOpen ? peer.flatMap { state.live($0) } : nil)
        }
        if !isEarly { receive(event, of: peer, core) }
    }

    func isAtHomeOnMainQueue(_ event: PortCentral.Event) -> Bool { true }

    /// - Parameter core: What the event's peripheral is here, if anybody has it.
    private func receive(_ event: PortCentral.Event, of peer: PeerIdentifier?, _ core: PeerCore?) {
        if case .channelOpened(_, .success(let channel)) = event { channels.expect(channel.identifier) }
        if peer != nil {
            core?.handle(event)
            return
        }
        switch event {
        case .stateChanged(let state): radioChanged(to: state)
        case .discovered(let peer, let advertisement, let rssi):
            change { $0.discovered(peer, advertisement, rssi: rssi) }
        case .willRestoreState(let restored): restore(restored)
        case .channel(let channel, let event): channels.handle(event, of: channel)
        default: break
        }
    }

    // MARK: The radio

    var radio: ManagerState { state.withLock { $0.radio } }

    private func radioChanged(to new: ManagerState) {
        log?.take(.info, .radio, nil) { "\(new)" }
        let (peers, waiting) = state.withLock { state in
            state.radio = new
            let isDecided = new == .poweredOn || ClientError(new, .waitForRadio) != nil
            defer { if isDecided { state.waiting = [] } }
            return (state.peers, isDecided ? state.waiting : [])
        }
        change { $0.radioChanged(to: new) }
        for identifier in peers.keys.sorted() {
            peers[identifier]?.core?.perform { $0.radioChanged(to: new) }
        }
        let result: Result<Reply, any Error> =
            ClientError(new, .waitForRadio).map { .failure($0) } ?? .success(.done)
        for wait in waiting { wait.finish(result) }
        states.send(new)
        // The system tells of a restoration before the first state (behaviour 7.6).
        if new != .unknown { restorations.finish() }
    }

    /// Returns when the radio is on; throws if it will not be without the user.
    func ready(within limit: Nanoseconds?) async throws {
        try Task.checkCancellation()
        let id = nextNumber()
        do {
            _ = try await withTaskCancellationHandler {
                try await withUnsafeThrowingContinuation {
                    (continuation: UnsafeContinuation<Reply, any Error>) in
                    wait(id, within: limit) { continuation.resume(with: $0) }
                    if Task.isCancelled { endWait(id, CancellationError()) }
                }
            } onCancel: {
                endWait(id, CancellationError())
            }
        } catch {
            await rest(after: error)
            throw error
        }
    }

    /// Lets virtual time pass after failures that take none. Code that asks again as soon as it has failed would otherwise
    /// ask for ever while Bluetooth is off: on a phone it goes on when Bluetooth is back, but the time of a world waits for it.
    func rest(after error: any Error) async {
        guard time.simulation != nil, let error = error as? ClientError,
            error.reason == .poweredOff || error.reason == .unauthorized
        else { return }
        let now = time.now
        let isTooQuick = quickFailures.withLock { failures in
            failures = failures.time == now ? (now, failures.count + 1) : (now, 1)
            return failures.count >= 20
        }
        guard isTooQuick else { return }
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            time.wake(after: .milliseconds(1)) { continuation.resume() }
        }
    }

    private func wait(_ id: UInt64, within limit: Nanoseconds?, _ finish: @escaping Request.Finish) {
        let now = state.withLock { state -> Result<Reply, any Error>? in
            if state.isClosed { return .failure(ClientError(.closed, .waitForRadio)) }
            if state.radio == .poweredOn { return .success(.done) }
            if let problem = ClientError(state.radio, .waitForRadio) { return .failure(problem) }
            state.waiting.append((id, finish))
            return nil
        }
        if let now { return finish(now) }
        guard let left = Deadline.timeLeft(limit, time) else { return }
        time.wake(after: left) { [weak self] in
            self?.endWait(id, ClientError(.deadlineExceeded, .waitForRadio))
        }
    }

    private func endWait(_ id: UInt64, _ error: any Error) {
        let wait = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
        wait?.finish(.failure(error))
    }

    func nextNumber() -> UInt64 {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    // MARK: Peripherals

    private func live(_ identifier: PeerIdentifier) -> PeerCore? {
        state.withLock { $0.live(identifier) }
    }

    /// The peripheral with this identifier: the same object as long as anybody has it.
    func peer(_ identifier: PeerIdentifier, name: String? = nil) -> PeerCore {
        let core = state.withLock { state -> PeerCore in
            if let core = state.peers[identifier]?.core { return core }
            let core = PeerCore(
                identifier, name: name, radio: state.radio, central: self, port: state.port ?? Self.absentPort
            )
            state.peers[identifier] = WeakPeer(core)
            state.latest = nil
            if state.peers.count >= state.sweepSize {
                state.peers = state.peers.filter { $0.value.core != nil }
                state.sweepSize = max(64, 2 * state.peers.count)
            }
            return core
        }
        if let name { core.setName(name) }
        return core
    }

    /// The peripherals to which there is a link of this central, in an order that does not depend on a hash.
    var connected: [PeerCore] {
        let active = state.withLock { $0.active }
        return active.keys.sorted().compactMap { active[$0] }.filter { $0.connectionState == .connected }
    }

    func setActive(_ core: PeerCore, _ isActive: Bool) {
        _ = state.withLock { state -> PeerCore? in
            guard !state.isClosed else { return nil }
            if isActive {
                return state.active.updateValue(core, forKey: core.identifier)
            } else {
                return state.active.removeValue(forKey: core.identifier)
            }
        }
    }

    private func restore(_ restored: PortCentral.RestoredState) {
        for peripheral in restored.peripherals {
            let core = peer(peripheral.peer.identifier, name: peripheral.peer.name)
            core.perform { $0.restore(peripheral) }
        }
        restorations.send(restored.peripherals.map(\.peer.identifier))
    }

    // MARK: Scans

    /// Begins a scan; `receive` gets its reports on any thread, and its end.
    func addScan(_ scan: ScanMachine.Scan, _ receive: @escaping ScanMachine.Scan.Receive) {
        scanners.add(receive, for: scan.id)
        change { $0.add(scan) }
    }

    func removeScan(_ id: UInt64) {
        scanners.callback(id, isLast: true)
        change { $0.remove(id) }
    }

    private func deliver(_ output: ScanMachine.ScanOutput, to scan: UInt64) {
        var isEnd = false
        if case .ended = output { isEnd = true }
        scanners.callback(scan, isLast: isEnd)?(output)
    }

    /// Changes the scans, then carries out what they want.
    private func change(_ body: (inout ScanMachine) -> Void) {
        scans.perform(body) { output in
            switch output {
            case .command(let command):
                log?.take(.info, .scan, nil) { command.scanText }
                port.send(command)
            case .deliver(let scan, let output): deliver(output, to: scan)
            }
        }
    }
}

extension PortCentral.Command {
    /// What a log says of a scan.
    fileprivate var scanText: String {
        guard case .scan(let request) = self else { return "ended" }
        return request.services.isEmpty
            ? "for all services" : "for \(request.services.map(\.label).joined(separator: ", "))"
    }
}

extension PortCentral.Event {
    /// The peripheral that an event is about.
    fileprivate var peer: PeerIdentifier? {
        switch self {
        case .characteristicValue(let peer, _, _), .characteristicWritten(let peer, _, _),
            .notifyStateChanged(let peer, _, _, _), .descriptorValue(let peer, _, _),
            .descriptorWritten(let peer, _, _), .rssi(let peer, _), .readyToWriteWithoutResponse(let peer),
            .channelOpened(let peer, _), .servicesDiscovered(let peer, _, _),
            .includedServicesDiscovered(let peer, _, _, _), .characteristicsDiscovered(let peer, _, _, _),
            .descriptorsDiscovered(let peer, _, _, _), .servicesModified(let peer, _),
            .nameChanged(let peer, _),
            .attributesKnown(let peer, _), .ranging(let peer, _), .failedToConnect(let peer, _),
            .disconnected(let peer, _, _, _):
            peer
        case .connected(let peer): peer.identifier
        case .willRestoreState, .stateChanged, .discovered, .connectionEvent, .notificationSharingChanged,
            .channel:
            nil
        }
    }
}
