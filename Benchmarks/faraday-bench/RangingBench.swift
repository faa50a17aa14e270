import BluetoothHost
import BluetoothTypes
import FaradaySimulation

/// A host on a world's air that measures the distance to a device, as a phone's system does: it knows what its controller
/// reports, and nothing of positions.
final class RangingBench {
    let world: World
    private let tag: Device
    private let controller: AttachedController
    private var host: Host
    /// What procedures gave since the tag was moved, oldest first: metres, or nil for a procedure without a distance.
    private var results: [Double?] = []
    private var failure: String?

    /// - Parameter clockOffsets: How far the crystals of the host's controller and of the tag are off, in parts per million.
    init(seed: UInt64, clockOffsets: (host: Double, tag: Double)) throws {
        world = World(seed: seed)
        tag = world.add(
            DeviceDefinition(name: "Tag") {
                DeviceAdvertising(services: ["FD01"], interval: .milliseconds(100))
                DeviceChannelSounding(clockOffset: clockOffsets.tag)
            }, at: .meters(1))
        controller = world.attachController(
            name: "host", at: .origin, channelSounding: .init(clockOffset: clockOffsets.host))
        var configuration = Host.Configuration(deviceName: "Host", ranging: Host.RangingConfiguration())
        configuration.security.entropy = (0..<16).map { UInt8(truncatingIfNeeded: Int(seed) &* 31 &+ $0) }
        host = Host(configuration)
        host.handle(.powerOn, at: world.now)
        try run(for: .seconds(10)) { !$0.results.isEmpty }
    }

    /// Moves both ends, and measures once with inline phase correction; nil if that procedure gave no distance.
    func measure(from observer: Position, to target: Position) throws -> Double? {
        controller.move(to: observer)
        tag.move(to: target)
        results = []
        // The first procedure may have begun before the move.
        try run(for: .seconds(2)) { $0.results.count >= 2 }
        return results[1]
    }

    /// Carries packets between the host and its controller until the condition holds.
    private func run(for limit: Nanoseconds, until isDone: (RangingBench) -> Bool) throws {
        let end = world.now + limit
        while !isDone(self) {
            if let failure { throw BenchmarkError("no distances any more: \(failure)") }
            guard world.now < end else { throw BenchmarkError("no distance within \(limit)") }
            drain()
            try world.run(for: .milliseconds(10))
            for packet in controller.takePackets() { host.handle(packet, at: world.now) }
            if let deadline = host.nextDeadline, deadline <= world.now {
                host.deadlineReached(at: world.now)
            }
            drain()
        }
    }

    private func drain() {
        while let output = host.nextOutput() {
            switch output {
            case .controller(let packet): controller.send(packet)
            case .event(let event): handle(event)
            }
        }
    }

    private func handle(_ event: Host.Event) {
        switch event {
        case .ready: host.handle(.gap(.connect(tag.address)), at: world.now)
        case .connected(let link, _): host.handle(.security(.secure(link, .encrypted)), at: world.now)
        case .securityEnded(let link, .success):
            host.handle(.ranging(.start(link, Host.RangingParameters())), at: world.now)
        case .ranging(_, .measured(let measurement)): results.append(measurement.distance)
        case .ranging(_, .missed): results.append(nil)
        case .ranging(_, .ended(let reason)): failure = "\(String(describing: reason))"
        default: break
        }
    }
}
