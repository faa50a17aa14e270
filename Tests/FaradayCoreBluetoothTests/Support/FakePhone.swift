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
        if !earlyEvents.isEmpty { sink.receive(earlyEvents, .posting) }
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
    private struct State {
        weak var sink: (any CentralSink)?
        var commands: [Central.Command] = []
        var answers: [Central.Query: Central.Answer] = [:]
        var refuses = false
        var isClosed = false
    }

    private let state = Lock(State())

    init(_ sink: any CentralSink) { state.withLock { $0.sink = sink } }

    func send(_ command: Central.Command) -> Central.Answer {
        state.withLock { state in
            state.commands.append(command)
            return state.refuses ? .ignored : .accepted
        }
    }

    func query(_ query: Central.Query) -> Central.Answer {
        state.withLock { $0.answers[query] ?? .ignored }
    }

    func close() { state.withLock { $0.isClosed = true } }

    /// Hands over events and waits for the app.
    func tell(_ events: Central.Event..., delivery: Delivery = .waiting) {
        state.withLock { $0.sink }?.receive(events, delivery)
    }

    func answer(_ query: Central.Query, _ answer: Central.Answer) {
        state.withLock { $0.answers[query] = answer }
    }

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
    private struct State {
        weak var sink: (any PeripheralSink)?
        var commands: [Peripheral.Command] = []
        var answer = Peripheral.Answer.accepted
        var isClosed = false
    }

    private let state = Lock(State())

    init(_ sink: any PeripheralSink) { state.withLock { $0.sink = sink } }

    func send(_ command: Peripheral.Command) -> Peripheral.Answer {
        state.withLock { state in
            state.commands.append(command)
            return state.answer
        }
    }

    func query(_ query: Peripheral.Query) -> Peripheral.Answer { .authorization(.allowedAlways) }

    func close() { state.withLock { $0.isClosed = true } }

    func tell(_ events: Peripheral.Event..., delivery: Delivery = .waiting) {
        state.withLock { $0.sink }?.receive(events, delivery)
    }

    func answerAll(_ answer: Peripheral.Answer) { state.withLock { $0.answer = answer } }
    var commands: [Peripheral.Command] { state.withLock { $0.commands } }
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
