import CoreBluetoothMock
import FaradayTesting
import Testing

/// Managers of an app's own classes.
@Suite struct SubclassTests {
    private final class Counting: CBMCentralManagerMock {
        var scans = 0

        override func scanForPeripherals(withServices serviceUUIDs: [CBMUUID]?, options: [String: Any]? = nil)
        {
            scans += 1
            super.scanForPeripherals(withServices: serviceUUIDs, options: options)
        }
    }

    @Test("A subclass of the mock manager has all its initialisers", .simulated(seed: 1), .coreBluetooth)
    func initialisers() async throws {
        CBMCentralManagerMock.simulatePowerOn()
        let managers = [
            Counting(), Counting(delegate: nil, queue: nil),
            Counting(delegate: nil, queue: nil, options: nil),
        ]
        try await World.current.run(until: { managers.allSatisfy { $0.state == .poweredOn } })
        for manager in managers { manager.scanForPeripherals(withServices: nil) }
        #expect(managers.map { $0.scans } == [1, 1, 1])
        #expect(managers.allSatisfy { $0.isScanning })
    }

    @Test(
        "In the disconnect callback, the spec no longer has the link", .simulated(seed: 2), .coreBluetooth)
    func endSeenFromTheApp() async throws {
        let board = TestBoard()
        let spec = board.spec()
        let app = try await CentralApp.ready(with: spec)
        var seen: [String] = []
        let proxy = CBMCentralManagerDelegateProxy()
        proxy.didDisconnect = { _, _, _, _, _ in seen = board.calls + ["\(spec.isConnected)"] }
        app.central.delegate = proxy
        app.cancel()
        try await World.current.run(until: { !seen.isEmpty })
        #expect(seen == ["connect", "disconnect -1", "false"])
        try await World.current.run(for: .seconds(1))
        #expect(board.calls == ["connect", "disconnect -1"])
    }
}
