#if canImport(XCTest)
@testable import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import XCTest

#if !canImport(Darwin)
import FaradayBridge
import FaradayLive
#endif

/// Rows of the page for those who move over that are about the phone of the process.
final class ProcessRowTests: XCTestCase {
    /// Publishes nothing, and writes down what it is told of the radio.
    private final class Publisher: NSObject, CBPeripheralManagerDelegate {
        private(set) var states: [CBManagerState] = []
        var told: () -> Void = {}
        private(set) var manager: CBPeripheralManager?

        override init() {
            super.init()
            manager = CBPeripheralManager(delegate: self, queue: nil)
        }

        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            states.append(peripheral.state)
            told()
        }
    }

    private func wait(for publisher: Publisher, toSay state: CBManagerState) {
        let said = expectation(description: "\(state)")
        publisher.told = { [unowned publisher] in if publisher.states.last == state { said.fulfill() } }
        if publisher.states.last != state { wait(for: [said], timeout: 600) }
        publisher.told = {}
    }

    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        super.tearDown()
    }

    func testAPeripheralManagerBelongsToThePhoneThatWasThere() {
        CBMCentralManagerMock.simulateVirtualTime()
        CBMCentralManagerMock.simulatePowerOn()
        let old = Publisher()
        wait(for: old, toSay: .poweredOn)
        CBMCentralManagerMock.tearDownSimulation()

        CBMCentralManagerMock.simulateVirtualTime()
        let new = Publisher()
        wait(for: new, toSay: .poweredOff)
        CBMCentralManagerMock.simulatePowerOn()
        wait(for: new, toSay: .poweredOn)
        XCTAssertEqual(
            old.states, [.poweredOn], "Migrating: a CBPeripheralManager after tearDownSimulation()")
        XCTAssertEqual(new.states, [.poweredOff, .poweredOn])
    }

    #if !canImport(Darwin)
    func testAPeripheralManagerTakesTheControllerThatIsNamed() throws {
        let server = try HCIServer(
            World(seed: 1), listeningOn: [.tcpServer(host: "127.0.0.1", port: 0)])
        defer { server.stop() }
        setenv("FARADAY_HCI", "\(server.endpoints[0])", 1)
        defer {
            unsetenv("FARADAY_HCI")
            // The phone on that controller goes, and later managers find none.
            PortEnvironment.setAttachment { LivePhone.fromEnvironment() }
        }
        // As when the process begins.
        PortEnvironment.setAttachment { LivePhone.fromEnvironment() }

        let simulated = CBMCentralManagerMock.simulatedPhone.run { Publisher() }
        wait(for: simulated, toSay: .poweredOff)
        let publisher = Publisher()
        wait(for: publisher, toSay: .poweredOn)
        CBMCentralManagerMock.simulatePowerOn()
        wait(for: simulated, toSay: .poweredOn)
        CBMCentralManagerMock.simulatePowerOff()
        wait(for: simulated, toSay: .poweredOff)
        XCTAssertEqual(
            publisher.states, [.poweredOn], "Migrating: a CBPeripheralManager while FARADAY_HCI is set")
        XCTAssertEqual(server.clients.count, 1)
    }
    #endif
}
#endif
