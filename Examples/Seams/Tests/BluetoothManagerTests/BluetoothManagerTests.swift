import FaradayCoreBluetooth
import FaradayTesting
import Testing

@testable import BluetoothManager

/// With spies: what the app asks for, and what it does with each answer. The test says what CoreBluetooth does.
@Suite struct BluetoothManagerSpyTests {
    private let central = CentralManagerSpy()

    private func peripheral(_ name: String?) -> PeripheralSpy {
        let peripheral = PeripheralSpy()
        peripheral.onName.returns(name)
        return peripheral
    }

    private func find(_ peripheral: PeripheralSpy) {
        central.delegate?.centralManager(
            central, didDiscover: peripheral, advertisementData: [:], rssi: -50)
    }

    @Test func isTheDelegate() {
        let manager = BluetoothManager(centralManager: central)
        #expect(central.delegate === manager)
        #expect(!central.onScanForPeripherals.wasCalled)
    }

    @Test func scansWhenTheRadioIsOn() {
        let manager = BluetoothManager(centralManager: central)
        central.onState.returns(inOrder: [.unauthorized, .poweredOff, .poweredOn])
        for _ in 0..<3 { manager.centralManagerDidUpdateState(central) }
        #expect(central.onScanForPeripherals.calls.count == 1)
        #expect(central.calls.last?.description == "scanForPeripherals(withServices: nil, options: nil)")
    }

    @Test func connectsToTheFirstHeadset() {
        let manager = BluetoothManager(centralManager: central)
        let (watch, nameless, headset) = (peripheral("Watch"), peripheral(nil), peripheral("Headset"))
        for found in [watch, nameless, headset, peripheral("Headset")] { find(found) }
        #expect(manager.headset === headset)
        #expect(central.onConnect.calls.count == 1)
        #expect(central.onConnect.calls.first?.peripheral === headset)
    }
}

/// The same app in a world: CoreBluetooth does what CoreBluetooth does, through the proxy.
@Suite struct BluetoothManagerWorldTests {
    @Test(.simulated(seed: 7))
    func connectsToTheHeadset() async throws {
        let world = World.current
        let watch = world.add(.battery(name: "Watch"), at: .meters(1))
        let headset = world.add(.battery(name: "Headset"), at: .meters(3))
        let app = world.addPhone(.iOS(18)).run { BluetoothManager() }
        try await world.run(until: { headset.connectionCount == 1 })
        #expect(app.headset?.name == "Headset")
        #expect(watch.connectionCount == 0)
    }
}
