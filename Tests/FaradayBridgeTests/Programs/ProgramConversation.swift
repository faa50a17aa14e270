import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import PortProtocol

@testable import FaradayBridge
@testable import FaradayLive

/// What passes between a program and the server of its phone, without a socket; it can be cut at any frame.
final class ProgramWire: Sendable {
    private struct State {
        var frames = 0
        var isCut = false
        var program: RemoteSession?
        var server: ProgramSession?
    }

    /// At which frame, of both directions, and how much of that frame still passes.
    struct Cut: Hashable, Sendable {
        let frame: Int
        let passes: Double
    }

    private let cut: Cut?
    private let state = Lock(State())

    init(cut: Cut? = nil) { self.cut = cut }

    /// How many frames have passed.
    var frames: Int { state.withLock { $0.frames } }
    var isCut: Bool { state.withLock { $0.isCut } }

    /// Connects a program. Returns its phone.
    func connect(_ app: String, to desk: any ProgramDesk) -> RemotePhone {
        let program = RemoteSession(
            .init(phone: "", app: app),
            .init { [weak self] bytes in self?.carry(bytes) { $0.server?.receive($1) } })
        let server = ProgramSession(desk) { [weak self] bytes, delivery in
            self?.carry(bytes) { try? $0.program?.receive($1, delivery) }
        }
        state.withLock { ($0.program, $0.server) = (program, server) }
        program.begin()
        return RemotePhone(program)
    }

    private func carry(_ bytes: [UInt8], _ deliver: (State, [UInt8]) -> Void) {
        let (ends, isLast) = state.withLock { state -> (State?, Bool) in
            guard !state.isCut else { return (nil, false) }
            state.frames += 1
            state.isCut = state.frames == cut?.frame
            return (state, state.isCut)
        }
        // A call of a process that has ended waits for nothing.
        guard let ends else { return state.withLock { $0.program }?.lose() ?? () }
        guard isLast, let cut else { return deliver(ends, bytes) }
        deliver(ends, Array(bytes.prefix(Int(Double(bytes.count) * cut.passes))))
        ends.server?.close()
        ends.program?.lose()
    }

    /// The process ends.
    func end() {
        let ends = state.withLock { state in
            state.isCut = true
            return state
        }
        ends.server?.close()
        ends.program?.lose()
    }
}

/// An app that does everything once: it finds a device, connects, discovers, reads, writes, pairs, subscribes, opens a channel
/// and sends over it; it publishes a service and a channel, and advertises.
final class ProgramConversation: CentralSink, PeripheralSink {
    struct Story: Hashable, Sendable {
        var values: [[UInt8]] = []
        var hasSent = false
        var isAdvertising = false
        var isPublished = false
        /// Events that only trouble brings.
        var troubles: [String] = []

        var isDone: Bool { hasSent && isAdvertising && isPublished }
    }

    private struct State {
        var story = Story()
        var peer: PeerIdentifier?
        var central: (any CentralPort)?
        var peripheral: (any PeripheralPort)?
    }

    private let service: BluetoothUUID
    private let state = Lock(State())

    static func device(_ name: String, _ service: BluetoothUUID) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: [service])
            DeviceService(service) {
                DeviceCharacteristic("FF01", [.read, .write, .notify], value: [1], requires: .encrypted)
            }
            DeviceChannel(psm: 0x80)
        }
    }

    /// Begins, for the device that has a service.
    init(_ phone: any PortProvider, service: BluetoothUUID) {
        self.service = service
        let central = phone.openCentral(ManagerOptions(), sink: self)
        state.withLock { $0.central = central }
        let peripheral = phone.openPeripheral(ManagerOptions(), sink: self)
        state.withLock { $0.peripheral = peripheral }
    }

    var story: Story { state.withLock { $0.story } }

    private func tell(_ change: (inout Story) -> Void) { state.withLock { change(&$0.story) } }

    private func send(_ command: Central.Command) { _ = state.withLock { $0.central }?.send(command) }

    private func send(_ command: Peripheral.Command) { _ = state.withLock { $0.peripheral }?.send(command) }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        switch event {
        case .stateChanged(.poweredOn): send(.scan(.init(services: [service])))
        case .discovered(let peer, _, _):
            let isNew = state.withLock { state in
                defer { state.peer = peer.identifier }
                return state.peer == nil
            }
            guard isNew else { return }
            send(.stopScan)
            send(.connect(peer.identifier, .init()))
        case .connected(let peer): send(.discoverServices(peer.identifier, [service]))
        case .servicesDiscovered(let peer, let found, _):
            guard let first = found.first else { return tell { $0.troubles.append("no service") } }
            send(.discoverCharacteristics(peer, nil, service: first.identifier))
        case .characteristicsDiscovered(let peer, _, let found, _):
            guard let first = found.first else { return tell { $0.troubles.append("no characteristic") } }
            send(.readCharacteristic(peer, first.identifier))
        case .characteristicValue(let peer, let item, .success(let value)):
            let isFirst = state.withLock { state in
                state.story.values.append(value)
                return state.story.values.count == 1
            }
            if isFirst { send(.writeCharacteristic(peer, item, [2], .withResponse)) }
        case .characteristicWritten(let peer, let item, nil): send(.setNotify(peer, item, true))
        case .notifyStateChanged(let peer, _, true, nil): send(.openChannel(peer, psm: 0x80))
        case .channelOpened(_, .success(let channel)):
            let bytes = [UInt8](repeating: 7, count: 500)
            send(Central.Command.channel(channel.identifier, .send(bytes)))
        case .channel(_, .sent): tell { $0.hasSent = true }
        case .attributesKnown, .servicesModified, .readyToWriteWithoutResponse, .stateChanged, .nameChanged:
            break
        default: tell { $0.troubles.append("\(event)") }
        }
    }

    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {
        switch event {
        case .stateChanged(.poweredOn):
            let item = Peripheral.Characteristic(
                identifier: .init(rawValue: 2), uuid: "AB01", properties: 0x12, permissions: 1, value: nil,
                descriptors: [])
            send(
                .add(
                    Peripheral.Service(
                        identifier: .init(rawValue: 1), uuid: "AA00", isPrimary: true, includedServices: [],
                        characteristics: [item])))
        case .serviceAdded:
            send(.publishChannel(isEncrypted: false))
            send(
                .startAdvertising(
                    .init(localName: "app", serviceUUIDs: ["AA00"], beacon: nil, refusedKeys: [])))
        case .advertisingStarted(nil): tell { $0.isAdvertising = true }
        case .channelPublished(_, nil): tell { $0.isPublished = true }
        case .stateChanged, .updateLengthChanged: break
        default: tell { $0.troubles.append("\(event)") }
        }
    }

    var isAtHomeOnMainQueue: Bool { false }
}
