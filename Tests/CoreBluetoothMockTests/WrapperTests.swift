import CoreBluetoothMock
import FaradayTesting
import Testing

@Suite struct WrapperTests {
    /// Has its manager and its peripheral, and is the delegate that the peripheral keeps.
    private final class Wrapper: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
        private let manager = CBMCentralManagerFactory.instance(forceMock: true)
        private(set) var peripheral: CBMPeripheral?

        override init() {
            super.init()
            manager.delegate = self
        }

        func centralManagerDidUpdateState(_ central: CBMCentralManager) {
            if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
        }

        func centralManager(
            _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            self.peripheral = peripheral
            peripheral.delegate = self
        }
    }

    @Test("Mocks keep their delegates, but not beyond the test whose world they are in")
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
