import class BluetoothPort.Lock
import BluetoothTypes
import FaradayTesting

import enum BluetoothPort.ManagerState
import enum BluetoothPort.PortError
import struct BluetoothPort.AttributeIdentifier
import struct BluetoothPort.PeerIdentifier

@testable import FaradayClient

/// Drives one machine without a world, as its driver does, and with events that no system would send.
struct MachineBench {
    var machine = PeerMachine(peer: FakePeer.identifier, name: nil, radio: .poweredOn)
    private var draws: EntropyStream
    private let fake = FakePeer()
    private var commands: [PortCentral.Command] = []
    private var alarms: [Alarm] = []
    private var count: UInt64 = 0
    private(set) var problems: [String] = []
    private(set) var log: [String] = []
    private let ends = Ends()

    /// How often each request and each reader has ended.
    final class Ends: Sendable {
        let requests = Lock<[UInt64: Int]>([:])
        let readers = Lock<[UInt64: Int]>([:])
    }

    private var readers: [(id: UInt64, path: CharacteristicPath)] = []
    private var removed: Set<UInt64> = []
    private let policies = CallbackTable<ReconnectPolicy>()
    private var lastPolicy: UInt64 = 0

    private static let paths: [CharacteristicPath] = [
        CharacteristicPath("FF01", of: "FF00"), CharacteristicPath("FF02", of: "FF00"),
        CharacteristicPath("2A19", of: "180F"), CharacteristicPath("2A19", in: ServicePath("180F", index: 1)),
        CharacteristicPath("FFFF", of: "FF00"), CharacteristicPath("FF01", of: "FFF0"),
    ]

    init(seed: UInt64) {
        draws = Entropy(seed: seed).stream("machine")
        machine.isLogging = below(4) == 0
        if below(3) == 0 { machine.radio = .unknown }
        if below(10) == 0 { restore() }
    }

    private mutating func below(_ bound: Int) -> Int { Int(draws.below(UInt64(bound))) }
    private mutating func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }

    // MARK: Steps

    mutating func step() {
        switch below(20) {
        case 0..<5: begin()
        case 5..<11: answer()
        case 11: nonsense()
        case 12: cancel()
        case 13: addReader()
        case 14: removeReader()
        case 15: ring()
        case 16: happen()
        case 17: changeRadio()
        case 18: maintain()
        default: machine.pump(hasRoom: below(2) == 0, limit: below(30))
        }
        drain()
        check()
    }

    private mutating func begin() {
        count += 1
        let id = count
        ends.requests.withLock { $0[id] = 0 }
        machine.begin(Request(id: id, kind: kind()))
    }

    private mutating func kind() -> Request.Kind {
        let path = pick(Self.paths)
        let types: [[BluetoothUUID]?] = [nil, ["180F"], ["FF00", "FFF0"], []]
        switch below(15) {
        case 0: return .connect(PortCentral.ConnectOptions())
        case 1: return .disconnect
        case 2: return .services(pick(types))
        case 3: return .includedServices(path.service, pick(types))
        case 4: return .characteristics(path.service, below(2) == 0 ? nil : ["FF01", "2A19"])
        case 5: return .descriptors(path)
        case 6, 7: return .read(path)
        case 8: return .write(path, [1, 2])
        case 9, 10:
            let bytes = [UInt8](repeating: 1, count: below(50))
            return .send(path, OutgoingBytes(bytes: bytes, pieceLength: nil))
        case 11: return .readDescriptor(DescriptorPath("2901", of: path))
        case 12: return .writeDescriptor(DescriptorPath("2901", of: path), [1])
        case 13: return .readRSSI
        default: return below(2) == 0 ? .maximumWriteLength(.withResponse) : .openChannel(psm: 5)
        }
    }

    private mutating func cancel() {
        guard count > 0 else { return }
        machine.cancel(1 + UInt64(below(Int(count)))) { _, _ in CancellationError() }
    }

    private mutating func addReader() {
        count += 1
        let (id, path) = (count, pick(Self.paths))
        ends.readers.withLock { $0[id] = 0 }
        readers.append((id, path))
        machine.addReader(Reader(id: id, survivesDisconnection: below(3) == 0), of: path)
    }

    private mutating func removeReader() {
        guard !readers.isEmpty else { return }
        let (id, path) = pick(readers)
        removed.insert(id)
        machine.removeReader(id, of: path)
    }

    /// The answer to a command that waits for one, sometimes an error or twice.
    private mutating func answer() {
        guard !commands.isEmpty else { return }
        let command = commands.remove(at: below(3) == 0 ? below(commands.count) : 0)
        guard let event = fake.answer(to: command) else { return }
        handle(below(8) == 0 ? failing(event) : event)
        if below(20) == 0 { handle(event) }
    }

    private func failing(_ event: PortCentral.Event) -> PortCentral.Event {
        let peer = FakePeer.identifier
        switch event {
        case .connected: return .failedToConnect(peer, .connectionFailed)
        case .servicesDiscovered(_, let services, _): return .servicesDiscovered(peer, services, .unknown)
        case .characteristicsDiscovered(_, let service, _, _):
            return .characteristicsDiscovered(peer, service: service, [], .att(code: 1))
        case .descriptorsDiscovered(_, let characteristic, _, _):
            return .descriptorsDiscovered(peer, characteristic: characteristic, [], .unknown)
        case .characteristicValue(_, let id, _):
            return .characteristicValue(peer, id, .failure(.att(code: 2)))
        case .characteristicWritten(_, let id, _): return .characteristicWritten(peer, id, .att(code: 3))
        case .notifyStateChanged(_, let id, _, _):
            return .notifyStateChanged(peer, id, isNotifying: false, .att(code: 3))
        case .descriptorValue(_, let id, _): return .descriptorValue(peer, id, .failure(.att(code: 2)))
        case .descriptorWritten(_, let id, _): return .descriptorWritten(peer, id, .att(code: 2))
        case .rssi: return .rssi(peer, .failure(.unknown))
        case .channelOpened: return .channelOpened(peer, .failure(.unknown))
        default: return event
        }
    }

    /// An event that nobody has asked for, about anything.
    private mutating func nonsense() {
        let peer = FakePeer.identifier
        let id = AttributeIdentifier(rawValue: UInt64(below(40)))
        let events: [PortCentral.Event] = [
            .connected(FakePeer.peer), .failedToConnect(peer, nil),
            .disconnected(peer, nil, timestamp: 0, isReconnecting: false),
            .disconnected(peer, .connectionTimeout, timestamp: 0, isReconnecting: below(2) == 0),
            .servicesDiscovered(peer, [], nil), .servicesModified(peer, invalidated: [id]),
            .characteristicsDiscovered(peer, service: id, [], nil),
            .descriptorsDiscovered(peer, characteristic: id, [], nil),
            .characteristicValue(peer, id, .success([9])), .characteristicValue(peer, id, .failure(.unknown)),
            .characteristicWritten(peer, id, nil), .descriptorValue(peer, id, .success([])),
            .notifyStateChanged(peer, id, isNotifying: below(2) == 0, below(2) == 0 ? .unknown : nil),
            .descriptorWritten(peer, id, nil), .rssi(peer, .success(0)), .readyToWriteWithoutResponse(peer),
            .channelOpened(peer, .failure(.unknown)), .nameChanged(peer, "other"),
            .includedServicesDiscovered(peer, service: id, [], .unknown),
        ]
        handle(pick(events))
    }

    /// What happens to links and services.
    private mutating func happen() {
        let peer = FakePeer.identifier
        switch below(4) {
        case 0:
            handle(.servicesModified(peer, invalidated: [AttributeIdentifier(rawValue: pick([10, 20, 30]))]))
        case 1: handle(.readyToWriteWithoutResponse(peer))
        case 2: handle(.disconnected(peer, .peripheralDisconnected, timestamp: 0, isReconnecting: false))
        default: handle(.characteristicValue(peer, AttributeIdentifier(rawValue: 11), .success([8])))
        }
    }

    private mutating func handle(_ event: PortCentral.Event) {
        log.append("> \(event)")
        if case .disconnected = event { commands = commands.filter { !$0.isOfLink } }
        machine.handle(event)
    }

    private mutating func changeRadio() {
        let states: [ManagerState] = [
            .poweredOn, .poweredOn, .poweredOn, .resetting, .poweredOff, .unknown, .unauthorized,
            .unsupported,
        ]
        let state = pick(states)
        if state != .poweredOn { commands = [] }
        machine.radioChanged(to: state)
    }

    private mutating func maintain() {
        let all: [ReconnectPolicy] = [.immediately, .exponential(attempts: 2), .custom { _ in nil }]
        if below(3) == 0 { return machine.endMaintenance() }
        let policy = pick(all)
        lastPolicy += 1
        policies.add(policy, for: lastPolicy)
        let maintenance = Maintenance(policy: lastPolicy, attemptLength: policy.attemptLength)
        machine.maintain(maintenance, PortCentral.ConnectOptions())
    }

    private mutating func ring() {
        guard !alarms.isEmpty else { return }
        ring(alarms.remove(at: below(alarms.count)))
    }

    private mutating func ring(_ alarm: Alarm) {
        switch alarm {
        case .turn(let generation): machine.turnEnded(generation: generation)
        case .deadline(let id): machine.cancel(id) { $0.error(.deadlineExceeded, $1) }
        case .reconnect(let attempt, let generation):
            machine.reconnectionIsDue(attempt: attempt, generation: generation)
        case .cancelled(let number): machine.cancellationIsOverdue(number: number)
        case .attempt(let number): machine.attemptIsOverdue(number: number)
        case .outdated(let id): machine.changeIsOverdue(of: id)
        }
    }

    private mutating func restore() {
        let states: [PortCentral.RestoredPeripheral.State] = [.connected, .connecting, .disconnected]
        machine.radio = .unknown
        machine.restore(PortCentral.RestoredPeripheral(peer: FakePeer.peer, state: pick(states)))
    }

    // MARK: Outputs

    /// Carries out what the machine wants; some commands are refused.
    private mutating func drain() {
        var rounds = 0
        while !machine.outputs.isEmpty {
            rounds += 1
            if rounds > 1000 { return problems.append("the machine never comes to rest") }
            let outputs = machine.outputs
            machine.outputs = []
            for output in outputs { carryOut(output) }
        }
    }

    private mutating func carryOut(_ output: Output) {
        log.append("\(output)")
        switch output {
        case .command(let command):
            if machine.radio != .poweredOn {
                problems.append("\(command) in state \(machine.radio)")
            }
            if below(25) == 0 { return machine.refused(command) }
            commands.append(command)
        case .piece(_, let id):
            let isTaken = below(25) != 0
            machine.pieceSent(of: id, isTaken: isTaken)
        case .finish(let id, _): ends.requests.withLock { $0[id, default: 0] += 1 }
        case .maximumWriteLength(_, let request):
            ends.requests.withLock { $0[request.id, default: 0] += 1 }
        case .yield(let id, .ended): ends.readers.withLock { $0[id, default: 0] += 1 }
        case .verifyLink: machine.linkVerified(below(2) == 0)
        case .pump: machine.pump(hasRoom: below(3) > 0, limit: 20)
        case .wake(let alarm, _): alarms.append(alarm)
        case .askPolicy(let number, let attempt):
            let range = policies.callback(number, isLast: false)?.range(attempt)
            machine.reconnect(attempt: attempt, after: range?.lowerBound)
        case .policyEnded(let number): policies.callback(number, isLast: true)
        case .connectionEvent, .servicesChanged, .activity, .status, .discard, .log, .progress, .yield: break
        }
    }

    private mutating func check() {
        for rule in machine.brokenRules(toleratesRefusals: true) { problems.append(rule) }
        ends.requests.withLock { ends in
            for (id, count) in ends where count > 1 { problems.append("request \(id) ended \(count) times") }
            for (id, count) in ends where count == 1 && machine.index(of: id) != nil {
                problems.append("request \(id) has ended, and goes on")
            }
        }
    }

    // MARK: The end

    /// Lets go of everything: the machine then needs no link that is not there.
    mutating func letGo() {
        for id in 1...max(1, count) { machine.cancel(id) { _, _ in CancellationError() } }
        for (id, path) in readers {
            removed.insert(id)
            machine.removeReader(id, of: path)
        }
        machine.endMaintenance()
        drain()
        check()
        if machine.link == .connecting, !machine.isSystemConnecting {
            problems.append("it connects, and nobody wants a link")
        }
        // A command to subscribe is under way until it is answered.
        let left = machine.requests.filter { !($0.kind.isSubscribe && $0.isIssued) }
        if !left.isEmpty { problems.append("\(left.count) requests are left") }
        if !policies.numbers.isEmpty { problems.append("the driver keeps policies \(policies.numbers)") }
    }

    /// Closes the machine: everything has ended once.
    mutating func close() {
        machine.close()
        drain()
        machine.begin(Request(id: .max, kind: .readRSSI))
        drain()
        let isOver = ends.requests.withLock { $0[.max] } == 1
        if !isOver { problems.append("a request of a closed machine did not end") }
        for (id, count) in ends.requests.withLock({ $0 }) where count != 1 {
            problems.append("request \(id) ended \(count) times by the end")
        }
        for (id, count) in ends.readers.withLock({ $0 }) {
            if count > 1 { problems.append("reader \(id) ended \(count) times") }
            if count == 0, !removed.contains(id) { problems.append("reader \(id) did not end") }
        }
        if machine.isActive { problems.append("a closed machine is active") }
    }
}

extension PortCentral.Command {
    fileprivate var isOfLink: Bool {
        switch self {
        case .connect, .cancelConnection: false
        default: true
        }
    }
}
