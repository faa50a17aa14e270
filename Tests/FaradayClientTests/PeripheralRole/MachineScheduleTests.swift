import BluetoothPort
import RandomCases
import Testing

@testable import FaradayClient

@Suite("The machine of the peripheral role under random schedules")
struct PeripheralMachineScheduleTests {
    @Test("Every request ends once, whoever made it, and nothing of the app stays with the driver")
    func schedules() {
        for seed in 0..<UInt64(randomCases(400)) {
            var run = ScheduleRun(seed: seed)
            for _ in 0..<200 { run.step() }
            run.settle()
            if let problem = run.problem {
                Issue.record("seed \(seed): \(problem)")
                return
            }
        }
    }
}

/// A machine with a system that answers late, in another order, or not at all when the radio ends.
private struct ScheduleRun {
    private var machine = PeripheralMachine()
    private var random: SeededNumbers
    private var radio = ManagerState.unknown
    private var nextRequest: UInt64 = 0
    private let ends = Notes<UInt64>()
    private let watcherEnds = Notes<UInt64>()
    private var lastWatcher: UInt64 = 0
    /// What the driver keeps for the app.
    private let callbacks = RoleCallbacks()
    /// What the system will say.
    private var later: [PortPeripheral.Event] = []
    /// Handlers that run.
    private var running: [UInt64] = []
    private var attributeRequests: UInt64 = 0
    private var lastPSM: UInt16 = 191
    /// Requests of centrals without an answer.
    private var open: Set<RequestIdentifier> = []
    private(set) var problem: String?

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private mutating func draw(_ count: Int) -> Int { random.below(count) }

    private static let service = LocalService(Bench.service) {
        LocalCharacteristic(Bench.stream, .notify)
        LocalCharacteristic(Bench.number, [.read, .write, .notify], value: 1)
        LocalCharacteristic(Bench.text, [.read, .write]).onRead { _ in "" }.onWrite { _, _ in }
    }

    mutating func step() {
        switch draw(16) {
        case 0, 1: begin(.publish(ServiceDefinition(Self.service)))
        case 2: begin(.advertise(.init(localName: "x")))
        case 3, 4: begin(.update(.first(Bench.stream.uuid, of: Bench.service), [1], centrals: nil))
        case 5: begin(draw(2) == 0 ? .ready : .publishChannel(isEncrypted: false))
        case 6:
            let id = UInt64(draw(Int(nextRequest) + 1))
            machine.cancel(id) { _ in .cancelled }
        case 7 where draw(3) == 0: changeRadio()
        case 8 where draw(2) == 0:
            if let service = machine.services.pick(draw(1 << 20)) { machine.remove(service.identifier) }
        case 9 where draw(6) == 0: machine.removeAll()
        case 10: machine.stopAdvertising()
        case 11, 12: ask()
        case 13 where draw(5) == 0: watch()
        case 13: subscribe()
        default: advance()
        }
        carryOut()
    }

    private mutating func begin(_ kind: RoleRequest.Kind) {
        nextRequest += 1
        let (id, ends) = (nextRequest, ends)
        callbacks.add(request: id, companion(of: kind)) { _ in ends.add(id) }
        machine.begin(RoleRequest(id: id, kind: kind))
    }

    private func companion(of kind: RoleRequest.Kind) -> RoleCallbacks.Companion? {
        switch kind {
        case .publish: .handlers(Self.service.characteristics.map(\.handlers))
        case .advertise: .onAir {}
        case .publishChannel: .listener { _ in }
        case .ready, .update: nil
        }
    }

    private mutating func changeRadio() {
        let states: [ManagerState] = [
            .poweredOn, .poweredOn, .poweredOff, .resetting, .unknown, .unauthorized,
        ]
        let new = states[draw(states.count)]
        guard new != radio else { return }
        radio = new
        if radio != .poweredOn { (open, later) = ([], []) }
        machine.handle(.stateChanged(new))
    }

    private mutating func characteristic() -> AttributeIdentifier? {
        machine.services.filter { $0.stage == .published }.pick(draw(1 << 20))?
            .characteristics.pick(draw(1 << 20))?.handle.identifier
    }

    private mutating func central() -> PortPeripheral.Subscriber {
        PortPeripheral.Subscriber(
            identifier: PeerIdentifier(high: 0, low: UInt64(draw(3))), maximumUpdateLength: 20)
    }

    private mutating func ask() {
        guard radio == .poweredOn, let characteristic = characteristic() else { return }
        attributeRequests += 1
        let id = RequestIdentifier(rawValue: attributeRequests)
        open.insert(id)
        let central = central()
        if draw(2) == 0 {
            machine.handle(
                .readRequest(
                    .init(
                        identifier: id, central: central, characteristic: characteristic,
                        offset: draw(3) == 0 ? draw(5) : 0)))
        } else {
            let parts = (0...draw(2)).map { _ in
                PortPeripheral.WriteRequest(
                    central: central, characteristic: characteristic, offset: draw(2),
                    value: [UInt8](repeating: 65, count: 1 + draw(3)))
            }
            machine.handle(.writeRequests(id, parts))
        }
    }

    private mutating func watch() {
        lastWatcher += 1
        let (id, watcherEnds) = (lastWatcher, watcherEnds)
        callbacks.add(
            watcher: id, SubscriberWatcher.Receiver(send: { _ in }, finish: { watcherEnds.add(id) }))
        machine.watch(SubscriberWatcher(id: id, target: .first(Bench.stream.uuid, of: Bench.service)))
    }

    private mutating func subscribe() {
        guard radio == .poweredOn, let characteristic = characteristic() else { return }
        let central = central()
        machine.handle(
            draw(2) == 0
                ? .subscribed(central, characteristic: characteristic)
                : .unsubscribed(central, characteristic: characteristic))
    }

    /// The system or a handler goes on.
    private mutating func advance() {
        if !later.isEmpty, draw(2) == 0 { return machine.handle(later.removeFirst()) }
        guard !running.isEmpty else { return }
        let number = running.remove(at: draw(running.count))
        let results: [HandlerResult] = [.value([1]), .written([]), .refused(.valueNotAllowed)]
        let isRead = if case .read? = machine.inbox.open[number]?.kind { true } else { false }
        machine.handled(number, draw(3) == 0 ? results[2] : results[isRead ? 0 : 1])
    }

    private mutating func carryOut() {
        while !machine.outputs.isEmpty {
            let outputs = machine.outputs
            machine.outputs = []
            for output in outputs { carryOut(output) }
        }
    }

    private mutating func carryOut(_ output: RoleOutput) {
        switch output {
        case .finish(let request, let result): callbacks.finish(request, result)
        case .unpublished(let request), .unlistened(let request): callbacks.forget(companion: request)
        case .subscribers(let watcher, let centrals): callbacks.tell(watcher: watcher, centrals)
        case .watcherEnded(let watcher): callbacks.end(watcher: watcher)
        case .listener(let request, let event): callbacks.tell(listener: request, event)
        case .run(let number, _): running.append(number)
        case .update(let ticket, _):
            guard radio == .poweredOn else { return note("an update while Bluetooth is \(radio)") }
            let isTaken = draw(3) > 0
            if !isTaken, draw(3) == 0 {
                // Another thread was faster than the answer.
                machine.handle(.readyToUpdateSubscribers)
            } else if !isTaken {
                later.append(.readyToUpdateSubscribers)
            }
            machine.updateAnswered(ticket, isTaken: isTaken)
        case .command(let command):
            guard radio == .poweredOn else { return note("\(command) while Bluetooth is \(radio)") }
            answer(command)
        default: break
        }
    }

    private mutating func answer(_ command: PortPeripheral.Command) {
        switch command {
        case .add(let service):
            later.append(.serviceAdded(service.identifier, draw(8) == 0 ? .uuidNotAllowed : nil))
        case .startAdvertising: later.append(.advertisingStarted(draw(8) == 0 ? .unknown : nil))
        case .publishChannel:
            // The system gives no number twice while it is published.
            lastPSM += 1
            later.append(.channelPublished(psm: lastPSM, nil))
        case .respond(let id, _, _, _):
            if open.remove(id) == nil { note("request \(id.rawValue) was answered twice") }
        default: break
        }
    }

    private mutating func note(_ text: String) { problem = problem ?? text }

    /// Lets everything come to its end, then closes.
    mutating func settle() {
        if radio != .poweredOn {
            radio = .poweredOn
            machine.handle(.stateChanged(.poweredOn))
        }
        carryOut()
        while !later.isEmpty || !running.isEmpty {
            advance()
            carryOut()
        }
        if !open.isEmpty { note("\(open.count) requests of centrals have no answer") }
        if machine.updates.first != nil { note("updates wait for nothing") }
        machine.close()
        carryOut()
        let all = ends.all
        if Set(all).count != all.count { note("a request ended twice") }
        if Set(all).count != Int(nextRequest) { note("\(Int(nextRequest) - all.count) requests did not end") }
        let ended = watcherEnds.all.sorted()
        if ended != Array(1..<lastWatcher + 1) {
            note("of \(lastWatcher) watchers, these have ended: \(ended)")
        }
        let kept = callbacks.kept
        if !kept.requests.isEmpty { note("the driver keeps requests \(kept.requests)") }
        if !kept.watchers.isEmpty { note("the driver keeps watchers \(kept.watchers)") }
        if !kept.companions.isEmpty { note("the driver keeps what belongs to requests \(kept.companions)") }
    }
}

extension Array {
    fileprivate func pick(_ number: Int) -> Element? { isEmpty ? nil : self[number % count] }
}
