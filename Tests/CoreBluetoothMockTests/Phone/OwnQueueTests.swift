#if canImport(XCTest)
import CoreBluetoothMock
import FaradayTesting
import XCTest

/// Managers with queues of their own that need the main one, on the phone of the process and in virtual time.
final class OwnQueueCoreBluetoothTests: OwnQueueTests {
    override func setUp() {
        CBMCentralManagerMock.simulateCoreBluetooth()
        super.setUp()
    }

    override func tearDown() {
        super.tearDown()
        CBMCentralManagerMock.simulateCoreBluetooth(false)
    }

    func testReportsComeOnTheQueueToo() {
        let queue = DispatchQueue(label: "own")
        connect(queue, inReports: { dispatchPrecondition(condition: .onQueue(queue)) }) {
            dispatchPrecondition(condition: .onQueue(queue))
        }
    }
}

/// The same with CoreBluetoothMock's behaviour, whose advertisements are handled on the main thread.
class OwnQueueTests: XCTestCase {
    /// Accepts connections and refuses discovery.
    private final class Refuser: CBMPeripheralSpecDelegate {
        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?
        ) -> Result<Void, Error> { .failure(CBMError(.operationNotSupported)) }
    }

    override func setUp() {
        CBMCentralManagerMock.simulateVirtualTime()
        CBMCentralManagerMock.simulatePeripherals([
            thermometer(temperatureCharacteristic(), delegate: Refuser())
        ])
        CBMCentralManagerMock.simulatePowerOn()
    }

    override func tearDown() { CBMCentralManagerMock.tearDownSimulation() }

    /// Connects, is refused, disconnects, and calls `inReports` in reports and `inCallback` in all other callbacks.
    fileprivate func connect(
        _ queue: DispatchQueue, inReports: @escaping @Sendable () -> Void,
        inCallback: @escaping @Sendable () -> Void
    ) {
        let refused = expectation(description: "refused")
        let disconnected = expectation(description: "disconnected")
        let proxy = CBMCentralManagerDelegateProxy()
        let delegate = CBMPeripheralDelegateProxy()
        nonisolated(unsafe) var found: CBMPeripheral?
        proxy.didUpdateState = { manager in
            inCallback()
            if manager.state == .poweredOn { manager.scanForPeripherals(withServices: nil) }
        }
        proxy.didDiscoverPeripheral = { manager, peripheral, _, _ in
            inReports()
            found = peripheral
            manager.connect(peripheral)
        }
        proxy.didConnect = { manager, peripheral in
            inCallback()
            peripheral.delegate = delegate
            peripheral.discoverServices(nil)
        }
        nonisolated(unsafe) weak var central: CBMCentralManager?
        delegate.didDiscoverServices = { peripheral, error in
            inCallback()
            if (error as? CBMError)?.code == .operationNotSupported { refused.fulfill() }
            central?.cancelPeripheralConnection(peripheral)
        }
        proxy.didDisconnect = { _, _, _, _, _ in
            inCallback()
            disconnected.fulfill()
        }
        let manager = CBMCentralManagerMock(delegate: proxy, queue: queue)
        central = manager
        wait(for: [refused, disconnected], timeout: 60)
        XCTAssertEqual(manager.state, .poweredOn)
        XCTAssertEqual(found?.state, .disconnected)
        proxy.didUpdateState = nil
    }

    func testCallbacksMayWaitForTheMainQueue() {
        nonisolated(unsafe) var onMain = 0
        connect(DispatchQueue(label: "own"), inReports: {}) { DispatchQueue.main.sync { onMain += 1 } }
        XCTAssertEqual(onMain, 4)
    }

    func testTheQueueMayTargetTheMainOne() {
        let queue = DispatchQueue(label: "on main", target: .main)
        connect(queue, inReports: { dispatchPrecondition(condition: .onQueue(.main)) }) {
            dispatchPrecondition(condition: .onQueue(queue))
            dispatchPrecondition(condition: .onQueue(.main))
        }
    }
}
#endif
