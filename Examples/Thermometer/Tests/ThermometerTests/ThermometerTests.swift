import CoreBluetooth
import FaradayTesting
import Testing

@testable import Thermometer

@Suite struct ThermometerTests {
    private func thermometer() -> DeviceDefinition {
        DeviceDefinition(name: "T-1") {
            DeviceAdvertising(services: ["1809"])
            DeviceService("1809") { DeviceCharacteristic("2A1C", .indicate) }
        }
    }

    @Test(.simulated(seed: 7))
    func measuresAndFindsTheThermometerAgain() async throws {
        let world = World.current
        let device = world.add(thermometer(), at: .meters(2))
        let temperatures = World.Lock<[Double]>([])
        let app = world.addPhone(.iOS(18)).run { Thermometer() }
        app.onTemperature = { heard in temperatures.withLock { $0.append(heard.celsius) } }
        try await world.run(until: { device.subscriberCount(of: "2A1C") == 1 })
        #expect(app.radioState == CoreBluetooth.CBManagerState.poweredOn)
        device.update("2A1C", [0, 0x6E, 1, 0, 0xFF])
        try await world.run(until: { temperatures.withLock { $0.count } == 1 })

        device.move(to: .outOfRange, for: .seconds(30))
        try await world.run(until: { !app.isConnected })
        #expect((app.lastError as? CoreBluetooth.CBError)?.code == .connectionTimeout)
        try await world.run(until: { device.subscriberCount(of: "2A1C") == 0 })
        try await world.run(until: { device.subscriberCount(of: "2A1C") == 1 })
        device.update("2A1C", [1, 0x6E, 1, 0, 0xFF])
        try await world.run(until: { temperatures.withLock { $0.count } == 2 })
        #expect(temperatures.withLock { $0 }.map { Int($0 * 10) } == [366, 25])
    }

    @Test func shortMeasurementsAreNone() {
        #expect(Temperature(measurement: Data([0, 1, 2, 3])) == nil)
        #expect(Temperature(measurement: Data([0, 1, 0, 0, 0])) == Temperature(celsius: 1))
    }
}
