import CoreBluetoothMock
import FaradayTesting
import Testing

@Suite struct WrapperTests {
    @Test("Mocks retain their delegates, but not beyond the test of their world")
    func goWithTheirTest() throws {
        weak var wrapper: Wrapper?
        try withWorld { world in
            CBMCentralManagerMock.simulatePeripherals([thermometer(temperatureCharacteristic())])
            CBMCentralManagerMock.simulatePowerOn()
            do {
                let made = Wrapper()
                wrapper = made
                try world.run(until: { made.peripheral != nil })
            }
            #expect(wrapper != nil)
        }
        #expect(wrapper == nil)
    }
}
