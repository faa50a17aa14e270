#if canImport(Observation)
import FaradayClient
import FaradayTesting
import Testing

@MainActor @Suite struct KettleModelTests {
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test(.simulated) func showsTheTemperature() async throws {
        let world = World.current
        world.add(.kettle(), at: .meters(3))
        world.addPhone()
        let kettle = try await Central().find(.advertising([Kettle.service]))
        let model = PeripheralModel(kettle)
        model.observe(Kettle.status)
        try await kettle.write(.heat, to: Kettle.control)
        try await world.sleep(for: .seconds(10))
        let status = try #require(model.value(of: Kettle.status))
        #expect(status.isHeating && status.celsius > 25)
    }
}
#endif
