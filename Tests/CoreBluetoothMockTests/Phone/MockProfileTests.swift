import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// What a mock peripheral says of its links is what links are like.
@Suite struct MockProfileTests {
    final class Firmware: CBMPeripheralSpecDelegate {
        private(set) var end: Instant?

        func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?) {
            end = CBMCentralManagerMock.simulatedPhone.world.now
        }
    }

    private func spec(_ firmware: Firmware) -> CBMPeripheralSpec {
        CBMPeripheralSpec
            .simulatePeripheral(proximity: .near)
            .advertising(advertisementData: [CBMAdvertisementDataIsConnectable: true as NSNumber])
            .connectable(
                name: "Fast", services: [], delegate: firmware, connectionInterval: 0,
                supervisionTimeout: 0.5, mtu: 517
            )
            .build()
    }

    /// Connects, and hands over the manager and what it connected to.
    private func connect(
        _ proxy: CBMCentralManagerDelegateProxy
    ) async throws -> (CBMCentralManager, CBMPeripheral) {
        var found: CBMPeripheral?
        proxy.didUpdateState = { $0.scanForPeripherals(withServices: nil) }
        proxy.didDiscoverPeripheral = { manager, peripheral, _, _ in
            found = peripheral
            manager.connect(peripheral)
        }
        CBMCentralManagerMock.simulatePowerOn()
        let manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
        try await World.current.run(until: { found?.state == .connected })
        return (manager, try #require(found))
    }

    @Test(
        "The MTU is the spec's, and writes without response find room from the start", .simulated(seed: 1),
        .coreBluetooth)
    func mtu() async throws {
        CBMCentralManagerMock.simulatePeripherals([spec(Firmware())])
        let (manager, peripheral) = try await connect(CBMCentralManagerDelegateProxy())
        #expect(peripheral.canSendWriteWithoutResponse)
        try await World.current.run(until: {
            peripheral.maximumWriteValueLength(for: .withoutResponse) == 514
        })
        #expect(manager.state == .poweredOn)
    }

    @Test("A cancelled link ends at once at the peripheral too", .simulated(seed: 2), .coreBluetooth)
    func cancel() async throws {
        let firmware = Firmware()
        CBMCentralManagerMock.simulatePeripherals([spec(firmware)])
        let (manager, peripheral) = try await connect(CBMCentralManagerDelegateProxy())
        try await World.current.run(for: .seconds(1))
        let start = World.current.now
        manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(until: { firmware.end != nil })
        #expect(try #require(firmware.end) - start < .milliseconds(20))
    }

    @Test("A connect always uses the next advertisement", .simulated(seed: 4), .coreBluetooth)
    func connecting() async throws {
        CBMCentralManagerMock.simulatePeripherals([spec(Firmware())])
        let (manager, peripheral) = try await connect(CBMCentralManagerDelegateProxy())
        for _ in 0..<20 {
            manager.cancelPeripheralConnection(peripheral)
            try await World.current.run(until: { peripheral.state == .disconnected })
            try await World.current.run(for: .milliseconds(200))
            let start = World.current.now
            manager.connect(peripheral)
            try await World.current.run(until: { peripheral.state == .connected })
            // The interval, what Bluetooth adds to it, and the set-up.
            #expect(World.current.now - start < .milliseconds(100 + 10 + 10))
        }
    }

    @Test("A link is as fast as in CoreBluetoothMock from the start", .simulated(seed: 5), .coreBluetooth)
    func firstRequests() async throws {
        CBMCentralManagerMock.simulatePeripherals([thermometer(temperatureCharacteristic())])
        let (manager, peripheral) = try await connect(CBMCentralManagerDelegateProxy())
        let start = World.current.now
        let proxy = CBMPeripheralDelegateProxy()
        var isDone = false
        proxy.didDiscoverServices = { peripheral, _ in
            peripheral.discoverCharacteristics(nil, for: peripheral.services![0])
        }
        proxy.didDiscoverCharacteristics = { _, _, _ in isDone = true }
        peripheral.delegate = proxy
        peripheral.discoverServices(nil)
        try await World.current.run(until: { isDone })
        // An interval of 45 ms for each of the two, and one interval of tolerance.
        #expect(World.current.now - start < .milliseconds(3 * 45))
        #expect(manager.state == .poweredOn)
    }

    @Test("The supervision timeout is the spec's", .simulated(seed: 3), .coreBluetooth)
    func timeout() async throws {
        let spec = spec(Firmware())
        CBMCentralManagerMock.simulatePeripherals([spec])
        let proxy = CBMCentralManagerDelegateProxy()
        var error: (any Error)?
        proxy.didDisconnect = { error = $4 }
        let (manager, _) = try await connect(proxy)
        try await World.current.run(for: .seconds(2))
        let start = World.current.now
        spec.simulateReset()
        try await World.current.run(until: { error != nil })
        #expect((error as? CBMError)?.code == .connectionTimeout)
        #expect(World.current.now - start > .milliseconds(450))
        #expect(World.current.now - start < .milliseconds(600))
        #expect(manager.state == .poweredOn)
    }
}
