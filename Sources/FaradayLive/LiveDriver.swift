import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import Foundation

/// Drives one phone's host and model in real time: a thread that reads HCI, keeps deadlines and posts
/// callbacks.
///
/// App threads call in through `perform`, which takes the lock, changes the machines and wakes the
/// thread; only the thread writes to the controller and hands out events, so their order is the
/// machines'.
final class LiveDriver: Sendable {
    let name: String
    private let connection: TCPConnection
    private let endpoint: HCIEndpoint
    private let onFailure: @Sendable (LiveError) -> Void
    private let start0: Int64
    private let state: Lock<State>

    private struct State {
        var stack: PhoneStack
        var parser = HCI.H4Parser()
        var outgoing: [UInt8] = []
        var centrals: [SessionID: WeakSink<any CentralSink>] = [:]
        var peripherals: [SessionID: WeakSink<any PeripheralSink>] = [:]
        var deliveries: [Delivery] = []
        var isStopped = false
    }

    private enum Delivery {
        case central(WeakSink<any CentralSink>, Central.Event)
        case peripheral(WeakSink<any PeripheralSink>, Peripheral.Event)
        case misuse(Misuse)
    }

    /// A sink that the port must not keep alive.
    private struct WeakSink<Sink> {
        private weak var object: AnyObject?
        var sink: Sink? { object as? Sink }
        init(_ sink: Sink) { object = sink as AnyObject }
    }

    init(
        _ connection: TCPConnection, endpoint: HCIEndpoint, profile: OSProfile, name: String,
        onFailure: @escaping @Sendable (LiveError) -> Void
    ) {
        self.connection = connection
        self.endpoint = endpoint
        self.name = name
        self.onFailure = onFailure
        start0 = Environment.monotonic
        // A random static address of its own: a virtual controller may have none.
        let seed = Environment.seed
        let address = DeviceAddress(seed &* 0x9E37_79B9_7F4A_7C15 >> 16 | 0xC000_0000_0000, .random)
        state = Lock(
            State(stack: PhoneStack(profile: profile, identifierSeed: seed, name: name, address: address)))
    }

    private var now: Instant { Instant(nanoseconds: Environment.monotonic - start0) }

    func start() {
        state.withLock { state in
            state.stack.start(at: now)
            Self.drain(&state)
        }
        Thread.detachNewThread { self.run() }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        connection.wake()
    }

    // MARK: Calls of the app

    func perform<Answer>(_ body: (inout PhoneStack, Instant) -> Answer) -> Answer {
        let answer = state.withLock { state in
            let answer = body(&state.stack, now)
            Self.drain(&state)
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
            Self.drain(&state)
        }
        connection.wake()
    }

    // MARK: The thread

    /// Runs until `stop`. When the connection fails the thread goes on without it: managers, also those
    /// that are made later, are still told that they have no radio.
    private func run() {
        var isConnected = true
        while true {
            deliver()
            let (isStopped, hasMore, deadline) = state.withLock {
                ($0.isStopped, !$0.outgoing.isEmpty, $0.stack.nextDeadline)
            }
            guard !isStopped else { break }
            connection.wait(
                forSocket: isConnected, wantsToWrite: hasMore, milliseconds: milliseconds(until: deadline))
            if isConnected {
                do {
                    try exchange()
                } catch {
                    isConnected = false
                    fail(error)
                }
            }
            state.withLock { state in
                state.stack.deadlineReached(at: now)
                Self.drain(&state)
                if !isConnected { state.outgoing = [] }
            }
        }
        connection.close()
    }

    private func exchange() throws(LiveError) {
        try write()
        try read()
        try write()
    }

    private func milliseconds(until deadline: Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = (deadline - now).count
        return left <= 0 ? 0 : Int32(clamping: left / 1_000_000 + 1)
    }

    private func write() throws(LiveError) {
        let bytes = state.withLock { $0.outgoing }
        let count = try connection.writeAvailable(bytes)
        if count > 0 { state.withLock { $0.outgoing.removeFirst(count) } }
    }

    private func read() throws(LiveError) {
        while true {
            let bytes = try connection.readAvailable()
            guard !bytes.isEmpty else { return }
            let problem = state.withLock { state -> DecodeError? in
                state.parser.append(bytes)
                return receive(&state)
            }
            if let problem { throw LiveError.malformed(endpoint, "\(problem)") }
        }
    }

    /// Hands whole packets to the stack; a malformed one is dropped, a lost packet boundary is the end.
    private func receive(_ state: inout State) -> DecodeError? {
        while true {
            do {
                guard let packet = try state.parser.next() else { return nil }
                state.stack.receive(packet, at: now)
                Self.drain(&state)
            } catch {
                guard !state.parser.hasLostSync else { return error }
            }
        }
    }

    private static func drain(_ state: inout State) {
        while let output = state.stack.nextOutput() {
            switch output {
            case .controller(let packet):
                state.outgoing.append(contentsOf: packet.h4Bytes)
            case .central(let session, let event):
                guard let sink = state.centrals[session] else { continue }
                state.deliveries.append(.central(sink, event))
            case .peripheral(let session, let event):
                guard let sink = state.peripherals[session] else { continue }
                state.deliveries.append(.peripheral(sink, event))
            case .misuse(_, let misuse):
                state.deliveries.append(.misuse(misuse))
            case .pairingAlert, .pairingAlertEnded: break
            case .hostCommand, .hostEvent: break
            }
        }
    }

    private func deliver() {
        let deliveries = state.withLock { state in
            defer { state.deliveries = [] }
            return state.deliveries
        }
        for delivery in deliveries {
            switch delivery {
            case .central(let sink, let event): sink.sink?.receive([event], .posting)
            case .peripheral(let sink, let event): sink.sink?.receive([event], .posting)
            case .misuse(let misuse): Environment.log("[CoreBluetooth] \(misuse.message)")
            }
        }
    }

    private func fail(_ error: LiveError) {
        state.withLock { state in
            state.stack.setRadio(.unsupported, at: now)
            Self.drain(&state)
        }
        deliver()
        onFailure(error)
    }
}
