import BluetoothPort
import BluetoothTypes
import Foundation

@testable import FaradayCoreBluetooth

/// A phone without any radio: it records the requests of managers, and sends the events that a test
/// specifies.
final class FakePhone: PortProvider {
    private struct Opened {
        var centrals: [FakeCentralPort] = []
        var peripherals: [FakePeripheralPort] = []
        var options: [ManagerOptions] = []
    }

    let portName = "fake phone"
    let authorization: Authorization
    private let opened = Lock(Opened())
    /// Handed to the sink while the manager's initialiser still runs.
    let earlyEvents: [Central.Event]

    init(authorization: Authorization = .allowedAlways, earlyEvents: [Central.Event] = []) {
        self.authorization = authorization
        self.earlyEvents = earlyEvents
    }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        let port = FakeCentralPort(sink)
        opened.withLock { opened in
            opened.centrals.append(port)
            opened.options.append(options)
        }
        for event in earlyEvents { sink.receive(event, .posting) }
        return port
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        let port = FakePeripheralPort(sink)
        opened.withLock { opened in
            opened.peripherals.append(port)
            opened.options.append(options)
        }
        return port
    }

    var central: FakeCentralPort { opened.withLock { $0.centrals.last! } }
    var peripheral: FakePeripheralPort { opened.withLock { $0.peripherals.last! } }
    var centralCount: Int { opened.withLock { $0.centrals.count } }
    var options: [ManagerOptions] { opened.withLock { $0.options } }
}

/// A central manager's port without a radio.
final class FakeCentralPort: CentralPort {
    /// What the port answers; a test sets it.
    struct Answers {
        var authorization = Authorization.notDetermined
        var traits = Central.Traits()
        var retrieved: [[PeerIdentifier]: [Central.Peer]] = [:]
        var connected: [[BluetoothUUID]: [Central.Peer]] = [:]
        var room: Set<PeerIdentifier> = []
        var writeLengths: [PeerIdentifier: [Central.WriteType: Int]] = [:]
        var mtus: [PeerIdentifier: Int] = [:]
    }

    private struct State {
        weak var sink: (any CentralSink)?
        var commands: [Central.Command] = []
        var answers = Answers()
        var refuses = false
        var isClosed = false
    }

    private let state = Lock(State())

    init(_ sink: any CentralSink) { state.withLock { $0.sink = sink } }

    func send(_ command: Central.Command) -> CommandResult {
        state.withLock { state in
            state.commands.append(command)
            return state.refuses ? .ignored : .accepted
        }
    }

    func close() { state.withLock { $0.isClosed = true } }

    private var answers: Answers { state.withLock { $0.answers } }
    var authorization: Authorization { answers.authorization }
    var traits: Central.Traits { answers.traits }
    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { answers.retrieved[peers] ?? [] }
    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        answers.connected[services] ?? []
    }
    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool { answers.room.contains(peer) }
    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        answers.writeLengths[peer]?[type] ?? 0
    }
    func mtu(of peer: PeerIdentifier) -> Int { answers.mtus[peer] ?? 0 }
    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool { false }
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { false }

    /// Hands over events and waits for the app; without any, only waits.
    func tell(_ events: Central.Event..., delivery: Delivery = .waiting) {
        let sink = state.withLock { $0.sink }
        for event in events { sink?.receive(event, delivery) }
        if events.isEmpty { sink?.settle() }
    }

    /// Changes what the port answers from now on.
    func answer(_ change: (inout Answers) -> Void) { state.withLock { change(&$0.answers) } }

    var commands: [Central.Command] { state.withLock { $0.commands } }
    var misuses: [Misuse] {
        commands.compactMap { if case .reportMisuse(let misuse) = $0 { misuse } else { nil } }
    }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var hasSink: Bool { state.withLock { $0.sink } != nil }
    func refuseAll(_ refuses: Bool = true) { state.withLock { $0.refuses = refuses } }
}

/// A peripheral manager's port without a radio.
final class FakePeripheralPort: PeripheralPort {
    /// A call of the manager.
    enum Call: Hashable, Sendable {
        case command(Peripheral.Command)
        case update(Peripheral.Update)
    }

    private struct State {
        weak var sink: (any PeripheralSink)?
        var calls: [Call] = []
        var refuses = false
        var isClosed = false
    }

    private let state = Lock(State())

    init(_ sink: any PeripheralSink) { state.withLock { $0.sink = sink } }

    func send(_ command: Peripheral.Command) -> CommandResult {
        take(.command(command)) ? .accepted : .ignored
    }
    func update(_ update: Peripheral.Update) -> Bool { take(.update(update)) }

    private func take(_ call: Call) -> Bool {
        state.withLock { state in
            state.calls.append(call)
            return !state.refuses
        }
    }

    var authorization: Authorization { .allowedAlways }

    func close() { state.withLock { $0.isClosed = true } }

    func tell(_ events: Peripheral.Event..., delivery: Delivery = .waiting) {
        let sink = state.withLock { $0.sink }
        for event in events { sink?.receive(event, delivery) }
        if events.isEmpty { sink?.settle() }
    }

    func refuseAll(_ refuses: Bool = true) { state.withLock { $0.refuses = refuses } }
    /// Commands and updates, in their order.
    var calls: [Call] { state.withLock { $0.calls } }
    var commands: [Peripheral.Command] {
        calls.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }
    var updates: [Peripheral.Update] {
        calls.compactMap { if case .update(let update) = $0 { update } else { nil } }
    }
    var misuses: [Misuse] {
        commands.compactMap { if case .reportMisuse(let misuse) = $0 { misuse } else { nil } }
    }
    var added: [Peripheral.Service] {
        commands.compactMap { if case .add(let service) = $0 { service } else { nil } }
    }
    var isClosed: Bool { state.withLock { $0.isClosed } }
}

let peerA = PeerIdentifier(high: 0x0B65_2640_0000_4000, low: 0x8000_0000_0000_000A)
let peerB = PeerIdentifier(high: 0x0B65_2640_0000_4000, low: 0x8000_0000_0000_000B)

func attribute(_ number: UInt64) -> AttributeIdentifier { AttributeIdentifier(rawValue: number) }

func service(_ number: UInt64, _ uuid: UInt16, isPrimary: Bool = true) -> Central.Service {
    Central.Service(identifier: attribute(number), uuid: BluetoothUUID(uuid), isPrimary: isPrimary)
}

func characteristic(
    _ number: UInt64, _ uuid: UInt16, properties: UInt = 0x12, cached: [UInt8]? = nil
) -> Central.Characteristic {
    Central.Characteristic(
        identifier: attribute(number), uuid: BluetoothUUID(uuid), properties: properties,
        cachedValue: cached)
}

func descriptor(_ number: UInt64, _ uuid: UInt16) -> Central.Descriptor {
    Central.Descriptor(identifier: attribute(number), uuid: BluetoothUUID(uuid))
}
