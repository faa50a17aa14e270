import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

@testable import FaradaySimulation

/// A host on the air that connects to a device, pairs, and measures the distance, as a phone's system does.
final class RangingCentral: Node {
    private var host: Host
    private var outgoing: [HCI.Packet] = []
    private let parameters: Host.RangingParameters
    private let peer: DeviceAddress
    /// What happened, in order.
    private(set) var events: [Host.RangingEvent] = []
    private(set) var link: Host.LinkID?
    private(set) var hasStarted = false
    var measurements: [Host.RangingMeasurement] {
        events.compactMap { if case .measured(let measurement) = $0 { measurement } else { nil } }
    }

    init(id: NodeID, peer: DeviceAddress, _ parameters: Host.RangingParameters, seed: UInt8 = 1) {
        var configuration = Host.Configuration(
            deviceName: "Finder", ranging: Host.RangingConfiguration())
        configuration.security.entropy = [UInt8](repeating: seed, count: 16)
        host = Host(configuration)
        (self.peer, self.parameters) = (peer, parameters)
        super.init(id: id, name: "finder")
    }

    /// Adds a central to a world, where a phone would be.
    static func add(
        to world: World, for device: Device, _ parameters: Host.RangingParameters = Host.RangingParameters(),
        at position: Position = .meters(0)
    ) -> NodeID {
        let address = device.address
        return world.addNode(
            name: "finder", txPower: 0, at: position,
            configure: { $0.channelSounding = ChannelSoundingRadio() },
            { RangingCentral(id: $0, peer: address, parameters) })
    }

    func ask(_ command: Host.Command, at now: Instant) {
        host.handle(command, at: now)
        drain(at: now)
    }

    override func start(at now: Instant) { ask(.powerOn, at: now) }

    override func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        host.handle(packet, at: now)
        drain(at: now)
    }

    override var nextDeadline: Instant? { host.nextDeadline }

    override func deadlineReached(at now: Instant) {
        host.deadlineReached(at: now)
        drain(at: now)
    }

    override func nextHCI() -> HCI.Packet? { outgoing.isEmpty ? nil : outgoing.removeFirst() }

    private func drain(at now: Instant) {
        while let output = host.nextOutput() {
            switch output {
            case .controller(let packet): outgoing.append(packet)
            case .event(let event): handle(event, at: now)
            }
        }
    }

    private func handle(_ event: Host.Event, at now: Instant) {
        switch event {
        case .ready: host.handle(.gap(.connect(peer)), at: now)
        case .connected(let id, _):
            link = id
            host.handle(.security(.secure(id, .encrypted)), at: now)
            host.handle(.gatt(.procedure(id, Host.Token(1), .exchangeMTU(247))), at: now)
        case .securityEnded(let id, .success) where !hasStarted:
            hasStarted = true
            host.handle(.ranging(.start(id, parameters)), at: now)
        case .ranging(_, let event): events.append(event)
        default: break
        }
    }
}

extension World {
    /// What a central of this kind knows now.
    func ranging<Result>(_ id: NodeID, _ body: (RangingCentral, Instant) -> Result) -> Result {
        perform(on: id) { node, now in
            guard let central = node as? RangingCentral else { preconditionFailure("no central") }
            return body(central, now)
        }
    }
}
