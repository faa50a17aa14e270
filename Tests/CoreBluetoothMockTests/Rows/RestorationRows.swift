import BluetoothPort
import CoreBluetoothMock
import FaradayTesting
import Testing

/// Managers that are restored, by the page for those who move over.
@Suite struct RestorationRows {
    private let board = TestBoard()

    /// A manager that is restored with these peripherals.
    private func restored(
        _ specs: [CBMPeripheralSpec], _ proxy: CBMCentralManagerDelegateProxy, queue: DispatchQueue? = nil
    ) -> CBMCentralManager {
        CBMCentralManagerMock.simulateStateRestoration = { _ in
            [CBMCentralManagerRestoredStatePeripheralsKey: specs]
        }
        return CBMCentralManagerMock(
            delegate: proxy, queue: queue, options: [CBMCentralManagerOptionRestoreIdentifierKey: "app"])
    }

    private func peripherals(_ state: [String: Any]) -> [CBMPeripheral] {
        state[CBMCentralManagerRestoredStatePeripheralsKey] as? [CBMPeripheral] ?? []
    }

    /// A peripheral that the phone is linked to on account of the app's earlier life.
    private func held() -> CBMPeripheralSpec {
        CBMPeripheralSpec.simulatePeripheral(proximity: .near)
            .advertising(advertisementData: TestBoard.advertisement)
            .connected(name: "Board", services: [board.service], delegate: board).build()
    }

    @Test("With the line: willRestoreState", .simulated(seed: 1), .coreBluetooth, arguments: [true, false])
    func order(isOn: Bool) async throws {
        let spec = held()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulateInitialState(isOn ? .poweredOn : .poweredOff)
        let queue = DispatchQueue(label: "app")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let proxy = CBMCentralManagerDelegateProxy()
        let calls = Lock<[String]>([])
        func note(_ call: String) {
            let isThere = DispatchQueue.getSpecific(key: key) == true
            calls.withLock { $0.append(isThere ? call : "\(call), elsewhere") }
        }
        let kept = Lock<[CBMPeripheral]>([])
        proxy.willRestoreState = { manager, state in
            note("restored \(manager.state == .unknown)")
            nonisolated(unsafe) let found = peripherals(state)
            kept.withLock { $0 = found }
        }
        proxy.didUpdateState = { note("\($0.state)") }
        let manager = restored([spec], proxy, queue: queue)
        #expect(calls.withLock { $0 } == [])
        try await World.current.run(until: { calls.withLock { $0.count == 2 } })
        #expect(calls.withLock { $0 } == ["restored true", isOn ? "poweredOn" : "poweredOff"])
        #expect(manager.state == (isOn ? .poweredOn : .poweredOff))
    }

    @Test("With the line: restored peripherals", .simulated(seed: 2), .coreBluetooth)
    func links() async throws {
        let (held, missed) = (held(), TestBoard().spec(proximity: .outOfRange))
        CBMCentralManagerMock.simulatePeripherals([held, missed])
        CBMCentralManagerMock.simulatePowerOn()
        let proxy = CBMCentralManagerDelegateProxy()
        var (found, states): ([CBMPeripheral], [CBMPeripheralState]) = ([], [])
        var (connected, ends): (Int, [Bool]) = (0, [])
        proxy.willRestoreState = { _, state in
            found = peripherals(state)
            states = found.map(\.state)
        }
        proxy.didConnect = { _, _ in connected += 1 }
        proxy.didDisconnect = { _, _, _, isReconnecting, _ in ends.append(isReconnecting) }
        let manager = restored([held, missed], proxy)
        try await World.current.run(until: { manager.state == .poweredOn && !found.isEmpty })
        #expect(states == [.connected, .connecting] && !missed.isConnected)
        missed.simulateProximityChange(.near)
        try await World.current.run(until: { connected == 1 })
        #expect(found[1].state == .connected && missed.isConnected, "the link counts")

        for spec in [held, missed] { spec.simulateDisconnection() }
        try await World.current.run(until: { ends.count == 2 })
        try await World.current.run(for: .seconds(20))
        #expect(ends == [false, false] && connected == 1)
        #expect(found.map(\.state) == [.disconnected, .disconnected])
        #expect(!held.isConnected && !missed.isConnected)
    }

    @Test(
        "CoreBluetooth too: commands before .poweredOn", .simulated(seed: 3), .coreBluetooth,
        arguments: [true, false])
    func early(isRefused: Bool) async throws {
        let asked = AskedBoard()
        if isRefused { asked.answer = .failure(CBMError(.unknown)) }
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .connected(name: "Board", services: [asked.service, asked.other], delegate: asked).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let proxy = CBMCentralManagerDelegateProxy()
        let log = PeripheralLog()
        var found: CBMPeripheral?
        proxy.willRestoreState = { manager, state in
            found = peripherals(state).first
            found?.delegate = log
            found?.discoverServices(nil)
            found?.readRSSI()
            manager.scanForPeripherals(withServices: nil)
        }
        let manager = restored([spec], proxy)
        let misuses = try await World.current.expectMisuse(.notPoweredOn) {
            try await World.current.run(until: { manager.state == .poweredOn && found != nil })
            try await World.current.run(for: .seconds(5))
        }
        #expect(misuses.count == 3 && log.lines.isEmpty && asked.calls.isEmpty && !manager.isScanning)
        #expect(found?.state == .connected)
        found?.discoverServices(nil)
        try await World.current.run(until: { !log.lines.isEmpty })
        #expect(asked.calls == ["services []"] && log.lines == [isRefused ? "services failed" : "services"])
    }
}
