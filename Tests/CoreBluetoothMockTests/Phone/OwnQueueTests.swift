#if canImport(XCTest)
import CoreBluetoothMock
import FaradayTesting
import XCTest

/// Managers with queues of their own that need the main one, on the phone of the process and in virtual time.
final class OwnQueueTests: XCTestCase {
    override func setUp() {
        CBMCentralManagerMock.simulateVirtualTime()
        CBMCentralManagerMock.simulatePeripherals([thermometer(temperatureCharacteristic())])
        CBMCentralManagerMock.simulatePowerOn()
    }

    override func tearDown() { CBMCentralManagerMock.tearDownSimulation() }

    /// Connects, and calls `inCallback` in each callback on the way.
    private func connect(_ queue: DispatchQueue, inCallback: @escaping @Sendable () -> Void) {
        let connected = expectation(description: "connected")
        let disconnected = expectation(description: "disconnected")
        let proxy = CBMCentralManagerDelegateProxy()
        nonisolated(unsafe) var found: CBMPeripheral?
        proxy.didUpdateState = { manager in
            inCallback()
            if manager.state == .poweredOn { manager.scanForPeripherals(withServices: nil) }
        }
        proxy.didDiscoverPeripheral = { manager, peripheral, _, _ in
            inCallback()
            found = peripheral
            manager.connect(peripheral)
        }
        proxy.didConnect = { manager, peripheral in
            inCallback()
            connected.fulfill()
            manager.cancelPeripheralConnection(peripheral)
        }
        proxy.didDisconnect = { _, _, _, _, _ in
            inCallback()
            disconnected.fulfill()
        }
        let manager = CBMCentralManagerMock(delegate: proxy, queue: queue)
        wait(for: [connected, disconnected], timeout: 60)
        XCTAssertEqual(manager.state, .poweredOn)
        XCTAssertEqual(found?.state, .disconnected)
        proxy.didUpdateState = nil
    }

    func testCallbacksMayWaitForTheMainQueue() {
        nonisolated(unsafe) var onMain = 0
        connect(DispatchQueue(label: "own")) { DispatchQueue.main.sync { onMain += 1 } }
        XCTAssertEqual(onMain, 4)
    }

    func testTheQueueMayTargetTheMainOne() {
        let queue = DispatchQueue(label: "on main", target: .main)
        connect(queue) {
            dispatchPrecondition(condition: .onQueue(queue))
            dispatchPrecondition(condition: .onQueue(.main))
        }
    }
}
#endif
