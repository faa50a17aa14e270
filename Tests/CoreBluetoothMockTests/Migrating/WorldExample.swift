import CoreBluetoothMock
import FaradayTesting
import Testing

@Suite struct ThermometerWorldTests {
    @Test(.simulated(seed: 7), arguments: [CBMProximity.immediate, .near, .far])
    func readsWhereverItIs(proximity: CBMProximity) async throws {
        let temperature = temperatureCharacteristic()
        let spec = thermometer(temperature, proximity: proximity)
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()

        let app = ThermometerApp()
        try await World.current.run(until: { app.temperatures == [20] })
        spec.simulateValueUpdate(Data([21]), for: temperature)
        try await World.current.run(until: { app.temperatures == [20, 21] })
    }
}
