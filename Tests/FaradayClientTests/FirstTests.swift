import FaradayClient
import FaradayTesting
import Testing

@Suite("A client reads, writes and listens")
struct FirstTests {
    @Test("Asking for a value connects, discovers and reads", .simulated)
    func reads() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let phone = world.addPhone()
        let central = phone.run { Central() }
        for try await sighting in central.scan(for: [HeartRate.service]) {
            #expect(sighting.name == "HR-1")
            let strap = sighting.peripheral
            let level = try await strap.read(TypedCharacteristic<UInt8>("2A19", of: "180F"))
            #expect(level == 87)
            break
        }
    }

    @Test("Notifications are typed and end with the link", .simulated)
    func listens() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let central = phone.run { Central() }
        let strap = try await firstPeripheral(of: central)
        var beats: [HeartRate.Measurement] = []
        do {
            for try await beat in strap.notifications(of: HeartRate.measurement) {
                beats.append(beat)
                if beats.count == 3 { device.move(to: .outOfRange) }
            }
            Issue.record("the sequence ended without a reason")
        } catch let error as ClientError {
            #expect(error.reason == .disconnected)
        }
        #expect(beats.count >= 3)
        device.move(to: .meters(1))
        try await strap.write(.resetEnergyExpended, to: HeartRate.controlPoint, within: .seconds(5))
    }

    private func firstPeripheral(of central: Central) async throws -> Peripheral {
        for try await sighting in central.scan() { return sighting.peripheral }
        throw CancellationError()
    }
}
