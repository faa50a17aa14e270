import BluetoothPort
import BluetoothTypes

@testable import FaradaySimulation

/// A phone's app as managers see it, with rules between managers and phone.
final class WatchedPhone: PortProvider {
    let phone: Phone
    let chaos: Chaos
    let number: UInt32
    /// Only this list holds the ports, and weakly: ports of freed managers are freed.
    private let ports = Lock<[Place]>([])
    private let opened = Lock(0)

    private struct Place {
        weak var central: WatchedCentral?
        weak var peripheral: WatchedPeripheral?
    }

    init(_ phone: Phone, app: UInt32, _ chaos: Chaos) {
        self.phone = phone.app(app)
        self.chaos = chaos
        number = app
    }

    /// Whether the app is running: a suspended app makes no calls.
    var runs: Bool { phone.appState == .foreground || phone.appState == .background }

    var portName: String { phone.name }
    var authorization: Authorization { phone.authorization }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        let port = WatchedCentral(options, sink: sink, self)
        ports.withLock { $0.append(Place(central: port)) }
        return port
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        let port = WatchedPeripheral(options, sink: sink, self)
        ports.withLock { $0.append(Place(peripheral: port)) }
        return port
    }

    func label(_ role: String) -> String {
        let count = opened.withLock { count in
            count += 1
            return count
        }
        return "\(phone.name)/\(number)/\(role)-\(count)"
    }

    /// The app has ended: no event may come any more.
    func ended() {
        for place in ports.withLock({ $0 }) {
            place.central?.end()
            place.peripheral?.end()
        }
        ports.withLock { $0.removeAll() }
    }

    var openPorts: Int { ports.withLock { $0.filter { $0.central != nil || $0.peripheral != nil }.count } }

    /// Requests that were never answered.
    var unanswered: [String] {
        ports.withLock { $0 }.flatMap { ($0.central?.unanswered ?? []) + ($0.peripheral?.unanswered ?? []) }
    }
}

/// A watched central manager's port: its app's commands and events.
final class WatchedCentral: ForwardingPort, CentralSink {
    private let rules = Lock(CentralRules())
    private let inner = Lock<(any CentralPort)?>(nil)
    private let sink: Lock<Weak>
    private let chaos: Chaos
    private let label: String
    private let answersCommands: Bool
    private let world: World

    private struct Weak {
        weak var sink: (any CentralSink)?
    }

    init(_ options: ManagerOptions, sink: any CentralSink, _ owner: WatchedPhone) {
        self.sink = Lock(Weak(sink: sink))
        chaos = owner.chaos
        label = owner.label("central")
        world = owner.phone.world
        answersCommands = owner.phone.profile.answersWritesWithoutResponse
        let port = owner.phone.openCentral(options, sink: self)
        inner.withLock { $0 = port }
    }

    var port: any CentralPort { inner.withLock { $0 } ?? AbsentPort() }

    @discardableResult func send(_ command: Central.Command) -> CommandResult {
        let answer = port.send(command)
        if case .reportMisuse(let misuse) = command {
            chaos.note(misuse.kind, label)
        } else {
            chaos.note(command, label)
        }
        chaos.note(answer, label)
        if let broken = watch({ $0.sent(command, answer) }) { chaos.violate("\(label): \(broken)") }
        return answer
    }

    private func watch(_ body: (inout CentralRules) -> String?) -> String? {
        let (now, slack, isBehind) = (world.now, world.longestDelay, world.hasLateCallbacks)
        return rules.withLock { rules in
            (rules.now, rules.slack, rules.isBehind) = (now, slack, isBehind)
            return body(&rules)
        }
    }

    func close() {
        end()
        port.close()
    }

    func end() { rules.withLock { $0.isClosed = true } }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        chaos.note(event, label)
        if let broken = watch({ $0.received(event, answersCommands) }) {
            chaos.violate("\(label): \(broken)")
        }
        sink.withLock { $0.sink }?.receive(event, delivery)
    }

    func settle() { sink.withLock { $0.sink }?.settle() }

    var unanswered: [String] {
        rules.withLock { $0.isClosed ? [] : $0.unanswered.map { "\(label): \($0)" } }
    }
}

/// A watched peripheral manager's port.
final class WatchedPeripheral: PeripheralPort, PeripheralSink {
    private let rules = Lock(PeripheralRules())
    private let inner = Lock<(any PeripheralPort)?>(nil)
    private let sink: Lock<Weak>
    private let chaos: Chaos
    private let label: String
    private let world: World

    private struct Weak {
        weak var sink: (any PeripheralSink)?
    }

    init(_ options: ManagerOptions, sink: any PeripheralSink, _ owner: WatchedPhone) {
        self.sink = Lock(Weak(sink: sink))
        chaos = owner.chaos
        world = owner.phone.world
        label = owner.label("peripheral")
        let port = owner.phone.openPeripheral(options, sink: self)
        inner.withLock { $0 = port }
    }

    private var port: any PeripheralPort { inner.withLock { $0 } ?? AbsentPort() }

    @discardableResult func send(_ command: Peripheral.Command) -> CommandResult {
        let answer = port.send(command)
        if case .reportMisuse(let misuse) = command {
            chaos.note(misuse.kind, label)
        } else {
            chaos.note(command, label)
        }
        chaos.note(answer, label)
        if let broken = watch({ $0.sent(command, answer) }) { chaos.violate("\(label): \(broken)") }
        return answer
    }

    private func watch(_ body: (inout PeripheralRules) -> String?) -> String? {
        let (now, slack) = (world.now, world.longestDelay)
        return rules.withLock { rules in
            (rules.now, rules.slack) = (now, slack)
            return body(&rules)
        }
    }

    @discardableResult func update(_ update: Peripheral.Update) -> Bool {
        let isSent = port.update(update)
        chaos.note(update, label)
        chaos.note(isSent, label)
        if let broken = watch({ $0.updated(isSent: isSent) }) { chaos.violate("\(label): \(broken)") }
        return isSent
    }

    var authorization: Authorization { port.authorization }

    func close() {
        end()
        port.close()
    }

    func end() { rules.withLock { $0.isClosed = true } }

    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {
        chaos.note(event, label)
        if let broken = watch({ $0.received(event) }) { chaos.violate("\(label): \(broken)") }
        sink.withLock { $0.sink }?.receive(event, delivery)
    }

    func settle() { sink.withLock { $0.sink }?.settle() }

    var unanswered: [String] {
        rules.withLock { $0.isClosed ? [] : $0.unanswered.map { "\(label): \($0)" } }
    }
}

extension World {
    /// How long a callback is on its way at most.
    fileprivate var longestDelay: Nanoseconds {
        configuration.schedule.parts.contains(.delays) ? .milliseconds(250) : .zero
    }

    /// Whether callbacks are on their way.
    fileprivate var hasLateCallbacks: Bool { lock.withLock { ($0.deliveries?.waiting ?? 0) > 0 } }
}
