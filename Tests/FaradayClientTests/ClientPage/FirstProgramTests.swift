import FaradayClient
import FaradayTesting
import Testing

@Test("The battery and the beats are shown until the strap is out of range", .simulated(seed: 7))
func showsBeats() async throws {
    let world = World.current
    let device = world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
    let phone = world.addPhone()
    world.after(.seconds(10)) { device.move(to: .outOfRange) }

    var lines: [String] = []
    let error = await #expect(throws: ClientError.self) {
        try await phone.run { try await watchStrap { lines.append($0) } }
    }
    #expect(error?.reason == .disconnected)
    #expect(lines.first == "battery 87 %")
    #expect(lines.count >= 8)
}
