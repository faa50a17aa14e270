import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradaySimulation

/// A host that asks its controller again as soon as it has an answer.
private final class CuriousNode: Node {
    private var isAsking = true

    override func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        if case .event = packet { isAsking = true }
    }

    override func nextHCI() -> HCI.Packet? {
        guard isAsking else { return nil }
        isAsking = false
        return .command(.readBDADDR)
    }
}

@Suite struct EndlessExchangeTests {
    private func world() -> World {
        let world = World(configuration: .init(bounds: .init(packetRounds: 1000)))
        _ = world.addNode(name: "curious", txPower: 0, at: .meters(1)) {
            CuriousNode(id: $0, name: "curious")
        }
        return world
    }

    @Test("A host and a controller that answer each other without end end the run with the bound")
    func boundOfARun() throws {
        let world = world()
        let error = #expect(throws: World.RunError.self) { try world.run(for: .seconds(1)) }
        guard case .boundReached(.packetRounds(1000), _) = error else {
            Issue.record("ended with \(String(describing: error))")
            return
        }
        #expect(
            "\(try #require(error))".hasPrefix(
                "the world was stopped: hosts and controllers answered each other more than 1000 times while the "
                    + "clock stood still"))
    }

    @Test("The world goes on with other nodes' events, and each run says again what is wrong")
    func otherNodes() {
        let world = world()
        let ran = Recorder()
        world.after(.seconds(1)) { ran.add("action") }
        var failures = 0
        while ran.lines.isEmpty, failures < 10 {
            if case .failed(.boundReached(.packetRounds, _)) = world.attempt(until: { !ran.lines.isEmpty }) {
                failures += 1
            }
        }
        #expect(ran.lines == ["action"])
        #expect(failures > 0)
    }
}
