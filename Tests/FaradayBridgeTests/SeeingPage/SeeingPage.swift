import BluetoothPort
import Foundation
import Testing

@testable import FaradayBridge

/// The blocks of Documentation/Seeing.md.
@Suite struct SeeingPage {
    @Test("A world is shown, and its server stops")
    func inspects() throws {
        let world = World(seed: 7)
        let inspection = try world.inspect(title: "HeartRateTests.reconnects")
        #expect(inspection.address.hasPrefix("http://127.0.0.1:"))
        inspection.stop()
    }

    @Test("A test pauses, and somebody continues it")
    func pauses() async throws {
        let world = World(seed: 7)
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let desk = WorldDesk.of(world)
        // The one who would sit before the page.
        Thread.detachNewThread {
            var left = ["device HR-1 away", "run 2s", "continue"][...]
            while let command = left.first {
                if case .success = desk.tell(command) { left.removeFirst() }
            }
        }
        try await world.run(until: { strap.isAdvertising })
        await world.pause()
        #expect(world.position(of: strap.id) == .outOfRange)
        #expect(world.now >= .zero + .seconds(2))
    }

    @Test("A UI test tells the app's world what happens")
    func tells() throws {
        let stage = Scenario("strap") { stage in
            stage.world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        }.set(in: World(seed: 7))
        let server = try ControlServer(stage.steps, port: 0, world: stage.world)
        defer { server.stop() }
        let remote = RemoteControl(port: server.port)
        try remote.tell("device HR-1 away")
        try remote.tell("phone phone bluetooth off")
        #expect(stage.world.position(of: NodeID(1)) == .outOfRange)
    }
}
