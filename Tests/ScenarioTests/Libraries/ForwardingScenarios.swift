import FaradayTesting
import Testing

/// Libraries that insert themselves between CoreBluetooth and an app.
@Suite struct ForwardingScenarios {
    @Test(
        "Regression 95: optional calls reach the methods that the forwarding target has",
        .simulated(seed: 31))
    func optionalCallsAreForwarded() async throws {
        let world = World.current
        let publisher = world.addPhone(name: "publisher").run { TappedPublisher() }
        let counter = ConnectionCounter()
        let reader = world.addPhone(name: "reader").run { TappedReader(beside: counter) }
        try await world.run(until: { reader.value != nil })
        #expect(reader.value.map(Array.init) == [4, 2])
        #expect(publisher.heard == ["added FF00", "advertising true"])
        // The callback that there is room for writes comes in between (5.18).
        let passed = reader.tap.passed.filter { !$0.hasPrefix("peripheralIsReady") }
        #expect(passed.first == "peripheral(_:didDiscoverServices:)")
        #expect(passed.last == "peripheral(_:didUpdateValueFor:error:)")

        reader.letGo()
        try await world.run(until: { counter.losses == 1 })
        #expect(counter.states == [.poweredOn] && reader.connections == 1)
    }
}
