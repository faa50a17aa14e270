import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// Links that are lost right after `didConnect`, before a packet has arrived.
@Suite struct EarlyLossTests {
    enum Loss: CaseIterable {
        case reset, outOfRange, timeout

        func happen(to spec: CBMPeripheralSpec) {
            switch self {
            case .reset: spec.simulateReset()
            case .outOfRange: spec.simulateProximityChange(.outOfRange)
            case .timeout: spec.simulateDisconnection(withError: CBMError(.connectionTimeout))
            }
        }
    }

    @Test(
        "A peripheral that is lost inside didConnect is lost by the supervision timeout of 4 s",
        .simulated(seed: 1), .coreBluetooth, arguments: Loss.allCases)
    func insideDidConnect(loss: Loss) async throws {
        let spec = CBMPeripheralSpec.simulatePeripheral(proximity: .near)
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [TestBoard().service], delegate: TestBoard())
            .build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        var (kept, start, end): (CBMPeripheral?, Instant?, Instant?)
        let proxy = CBMCentralManagerDelegateProxy()
        proxy.didUpdateState = { $0.scanForPeripherals(withServices: nil) }
        proxy.didDiscoverPeripheral = { manager, peripheral, _, _ in
            kept = peripheral
            manager.connect(peripheral)
        }
        proxy.didConnect = { manager, _ in
            manager.stopScan()
            start = CBMCentralManagerMock.simulatedPhone.world.now
            loss.happen(to: spec)
        }
        proxy.didDisconnect = { _, _, _, _, error in
            #expect((error as? CBMError)?.code == .connectionTimeout)
            end = CBMCentralManagerMock.simulatedPhone.world.now
        }
        let manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
        try await World.current.run(until: { end != nil })
        let time = try #require(end) - (try #require(start))
        #expect(time > .milliseconds(3900) && time < .milliseconds(4200))
        #expect(kept?.state == .disconnected && manager.state == .poweredOn)
    }
}
