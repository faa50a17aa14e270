import class BluetoothPort.Lock
import FaradayTesting

import enum BluetoothPort.Authorization
import enum BluetoothPort.CommandResult
import enum BluetoothPort.Delivery
import enum BluetoothPort.ManagerState
import protocol BluetoothPort.CentralPort
import protocol BluetoothPort.CentralSink
import protocol BluetoothPort.PeripheralPort
import protocol BluetoothPort.PeripheralSink
import protocol BluetoothPort.PortProvider
import protocol BluetoothPort.PortSimulation
import struct BluetoothPort.ManagerOptions
import struct BluetoothPort.PeerIdentifier

@testable import FaradayClient

/// A phone whose every event a test writes. Time is the world's.
final class ScriptedPhone: PortProvider, CentralPort {
    private struct Weak {
        weak var sink: (any CentralSink)?
    }

    private struct State {
        var sink = Weak()
        var commands: [PortCentral.Command] = []
        var unanswered: [PortCentral.Command] = []
        var peer = FakePeer()
        var refuses: @Sendable (PortCentral.Command) -> Bool = { _ in false }
        var hasRoom = true
        var knowsLength = true
    }

    private let state = Lock(State())
    private let world: World

    init(_ world: World) { self.world = world }

    // MARK: What a test does

    /// All commands so far.
    var commands: [PortCentral.Command] { state.withLock { $0.commands } }

    func count(_ isCounted: (PortCentral.Command) -> Bool) -> Int { commands.filter(isCounted).count }

    func setRefusals(_ refuses: @escaping @Sendable (PortCentral.Command) -> Bool) {
        state.withLock { $0.refuses = refuses }
    }

    func setLengthIsKnown(_ isKnown: Bool) { state.withLock { $0.knowsLength = isKnown } }
    func setRoom(_ hasRoom: Bool) { state.withLock { $0.hasRoom = hasRoom } }
    func change(_ body: (inout FakePeer) -> Void) { state.withLock { body(&$0.peer) } }

    func receive(_ event: PortCentral.Event) {
        state.withLock { $0.sink.sink }?.receive(event, .waiting)
    }

    func turn(_ radio: ManagerState) { receive(.stateChanged(radio)) }

    /// The link is lost.
    func lose() {
        receive(.disconnected(FakePeer.identifier, .connectionTimeout, timestamp: 0, isReconnecting: false))
    }

    /// Answers the oldest command without an answer; returns whether there was one.
    @discardableResult func answer() -> Bool {
        let (command, peer) = state.withLock { state in
            (state.unanswered.isEmpty ? nil : state.unanswered.removeFirst(), state.peer)
        }
        guard let command else { return false }
        if let event = peer.answer(to: command) { receive(event) }
        return true
    }

    /// The oldest command without an answer was answered by hand.
    func dropAnswer() { state.withLock { _ = $0.unanswered.removeFirst() } }

    /// Lets the turn end.
    func settle() async throws { try await world.sleep(for: .milliseconds(1)) }

    /// Answers every command, until there are no more.
    func answerAll() async throws {
        repeat {
            try await settle()
        } while answer()
    }

    /// Answers commands until the newest one is such a command, and leaves that one without an answer.
    func answer(until isReached: (PortCentral.Command) -> Bool) async throws {
        try await settle()
        while let next = state.withLock({ $0.unanswered.first }), !isReached(next) {
            answer()
            try await settle()
        }
    }

    // MARK: Port

    var portName: String { "scripted phone" }
    var authorization: Authorization { .allowedAlways }
    var simulation: (any PortSimulation)? { world }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        state.withLock { $0.sink = Weak(sink: sink) }
        return self
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        preconditionFailure("a central's tests open no peripheral manager")
    }

    @discardableResult func send(_ command: PortCentral.Command) -> CommandResult {
        state.withLock { state in
            if state.refuses(command) { return .ignored }
            state.commands.append(command)
            state.unanswered.append(command)
            return .accepted
        }
    }

    func close() {}

    var traits: PortCentral.Traits { PortCentral.Traits() }
    func retrieve(_ peers: [PeerIdentifier]) -> [PortCentral.Peer] { [] }
    func retrieveConnected(with services: [BluetoothUUID]) -> [PortCentral.Peer] { [] }
    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool { state.withLock { $0.hasRoom } }
    func maximumWriteLength(to peer: PeerIdentifier, _ type: PortCentral.WriteType) -> Int {
        state.withLock { $0.knowsLength ? 20 : 0 }
    }
    func mtu(of peer: PeerIdentifier) -> Int { 0 }
    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool { false }
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { false }
}

extension PortCentral.Command {
    var isDiscoverServices: Bool { if case .discoverServices = self { true } else { false } }
    var isRead: Bool { if case .readCharacteristic = self { true } else { false } }
    var isConnect: Bool { if case .connect = self { true } else { false } }
    var isCancelConnection: Bool { if case .cancelConnection = self { true } else { false } }
    var isNotify: Bool { if case .setNotify = self { true } else { false } }
}

/// The reason why a request failed; `nil` if it did not, or for another kind of error.
func reason<Value: Sendable>(_ body: () async throws -> Value) async -> ClientError.Reason? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? ClientError)?.reason
    }
}
