import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// Breaks a rule on purpose: what passes between a manager and its phone is changed.
struct Breakage: Sendable {
    /// What becomes of an event: it, another one, several, or none.
    var event: @Sendable (Central.Event) -> [Central.Event] = { [$0] }
    /// What becomes of a command; `nil` if the phone does not get it, and says that it did.
    var command: @Sendable (Central.Command) -> Central.Command? = { $0 }
    /// What the phone says of a command that it has dropped.
    var dropped = CommandResult.ignored
    /// What questions are answered with.
    var mtu: @Sendable (Int) -> Int = { $0 }
    var peers: @Sendable ([Central.Peer]) -> [Central.Peer] = { $0 }
    var length: @Sendable (Int) -> Int = { $0 }
    var canSend: @Sendable (Bool) -> Bool = { $0 }
    /// Whether the first state comes while the manager is made.
    var tellsAtOnce = false
    /// The same of a peripheral manager.
    var hostEvent: @Sendable (Peripheral.Event) -> [Peripheral.Event] = { [$0] }
    var hostCommand: @Sendable (Peripheral.Command) -> Peripheral.Command? = { $0 }
    var update: @Sendable (Bool) -> Bool = { $0 }
    var hostAfter: (@Sendable (Peripheral.Command, any PeripheralSink, World) -> Void)?
    /// Does more after a command.
    var after: (@Sendable (Central.Command, any CentralSink, World) -> Void)?
}

/// A phone behind which rules are broken.
final class BreakingProvider: PortProvider {
    private let phone: Phone
    private let breakage: Breakage

    init(_ phone: Phone, _ breakage: Breakage) { (self.phone, self.breakage) = (phone, breakage) }

    var portName: String { phone.portName }
    var authorization: Authorization { phone.authorization }
    var simulation: (any PortSimulation)? { phone.simulation }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        if breakage.tellsAtOnce { sink.receive(.stateChanged(.poweredOn), .posting) }
        let between = BreakingSink(sink, breakage)
        return BreakingPort(phone.openCentral(options, sink: between), between, breakage, phone.world)
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        let between = BreakingHostSink(sink, breakage)
        return BreakingHostPort(phone.openPeripheral(options, sink: between), between, breakage, phone.world)
    }
}

private final class BreakingSink: CentralSink {
    let sink: any CentralSink
    private let breakage: Breakage

    init(_ sink: any CentralSink, _ breakage: Breakage) { (self.sink, self.breakage) = (sink, breakage) }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        for event in breakage.event(event) { sink.receive(event, delivery) }
    }
}

private final class BreakingPort: CentralPort {
    private let port: any CentralPort
    private let sink: BreakingSink
    private let breakage: Breakage
    private let world: World

    init(_ port: any CentralPort, _ sink: BreakingSink, _ breakage: Breakage, _ world: World) {
        (self.port, self.sink, self.breakage, self.world) = (port, sink, breakage, world)
    }

    func send(_ command: Central.Command) -> CommandResult {
        guard let changed = breakage.command(command) else { return .accepted }
        let result = port.send(changed)
        breakage.after?(command, sink.sink, world)
        return result == .ignored ? breakage.dropped : result
    }

    func close() { port.close() }
    var authorization: Authorization { port.authorization }
    var traits: Central.Traits { port.traits }
    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { breakage.peers(port.retrieve(peers)) }
    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        breakage.peers(port.retrieveConnected(with: services))
    }
    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        breakage.canSend(port.canSendWriteWithoutResponse(to: peer))
    }
    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        breakage.length(port.maximumWriteLength(to: peer, type))
    }
    func mtu(of peer: PeerIdentifier) -> Int { breakage.mtu(port.mtu(of: peer)) }
    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool { false }
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { port.hasOpenRequests(to: peer) }
}

private final class BreakingHostSink: PeripheralSink {
    let sink: any PeripheralSink
    private let breakage: Breakage

    init(_ sink: any PeripheralSink, _ breakage: Breakage) { (self.sink, self.breakage) = (sink, breakage) }

    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {
        for event in breakage.hostEvent(event) { sink.receive(event, delivery) }
    }
}

private final class BreakingHostPort: PeripheralPort {
    private let port: any PeripheralPort
    private let sink: BreakingHostSink
    private let breakage: Breakage
    private let world: World

    init(
        _ port: any PeripheralPort, _ sink: BreakingHostSink, _ breakage: Breakage, _ world: World
    ) {
        (self.port, self.sink, self.breakage, self.world) = (port, sink, breakage, world)
    }

    func send(_ command: Peripheral.Command) -> CommandResult {
        guard let changed = breakage.hostCommand(command) else { return .accepted }
        let result = port.send(changed)
        breakage.hostAfter?(command, sink.sink, world)
        return result == .ignored ? breakage.dropped : result
    }

    func update(_ update: Peripheral.Update) -> Bool { breakage.update(port.update(update)) }
    func close() { port.close() }
    var authorization: Authorization { port.authorization }
}
