import BluetoothPort
import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// Where managers' callbacks come, when they end, and whose links they hear of.
@Suite struct ManagerRows {
    @Test("CoreBluetooth too: managers after tearDownSimulation()", .simulated(seed: 1), .coreBluetooth)
    func end() async throws {
        let queue = MarkedQueue()
        let delegate = CBMCentralManagerDelegateProxy()
        let states = Lock<[CBMManagerState]>([])
        delegate.didUpdateState = { manager in
            states.withLock { $0.append(queue.isCurrent ? manager.state : .unsupported) }
        }
        CBMCentralManagerMock.simulatePowerOn()
        let manager = CBMCentralManagerMock(delegate: delegate, queue: queue.queue)
        try await World.current.run(until: { states.withLock { $0 == [.poweredOn] } })
        CBMCentralManagerMock.tearDownSimulation()
        try await World.current.run(until: { states.withLock { $0.count == 2 } })
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        CBMCentralManagerMock.simulatePowerOn()
        let next = App()
        _ = try await next.discover()
        CBMCentralManagerMock.simulatePowerOff()
        try await World.current.run(until: { next.log.last == "poweredOff" })
        #expect(states.withLock { $0 } == [.poweredOn, .unknown])
        #expect(manager.state == .unknown)
    }

    /// Tells whether code runs on it.
    private struct MarkedQueue {
        let queue = DispatchQueue(label: "app")
        private let key = DispatchSpecificKey<Bool>()
        init() { queue.setSpecific(key: key, value: true) }
        var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
    }

    /// With a queue of its own, and on the main queue.
    @Test(
        "With the line: the queue of callbacks", .simulated(seed: 2), .coreBluetooth,
        arguments: [true, false])
    func queue(isOwn: Bool) async throws {
        let queue = MarkedQueue()
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        CBMCentralManagerMock.simulatePowerOn()
        let calls = Lock<[String]>([])
        func note(_ call: String) {
            let isRight = isOwn ? queue.isCurrent && !MainQueue.isCurrent : MainQueue.isCurrent
            calls.withLock { $0.append(isRight ? call : "\(call), elsewhere") }
        }
        let delegate = CBMCentralManagerDelegateProxy()
        let peripheralDelegate = CBMPeripheralDelegateProxy()
        var found: CBMPeripheral?
        delegate.didUpdateState = { manager in
            note("state")
            manager.scanForPeripherals(withServices: nil)
        }
        delegate.didDiscoverPeripheral = { manager, peripheral, _, _ in
            note("discovered")
            found = peripheral
            peripheral.delegate = peripheralDelegate
            manager.connect(peripheral)
        }
        delegate.didConnect = { _, peripheral in
            note("connected")
            peripheral.discoverServices(nil)
        }
        peripheralDelegate.didDiscoverServices = { _, _ in note("services") }
        let manager = CBMCentralManagerMock(delegate: delegate, queue: isOwn ? queue.queue : nil)
        try await World.current.run(until: { calls.withLock { $0.count == 4 } })
        #expect(calls.withLock { $0 } == ["state", "discovered", "connected", "services"])
        #expect(found?.state == .connected && manager.state == .poweredOn)
    }

    #if !os(macOS)
    @Test("With the line: registerForConnectionEvents", .simulated(seed: 3), .coreBluetooth)
    func connectionEvents() async throws {
        let spec = TestBoard().spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        _ = try await app.discover()
        spec.simulateConnection()
        try await World.current.run(for: .seconds(5))
        spec.simulateDisconnection()
        try await World.current.run(for: .seconds(5))
        #expect(app.log.last == "discovered")

        app.manager.registerForConnectionEvents(options: [.peripheralUUIDs: [spec.identifier]])
        spec.simulateConnection()
        try await World.current.run(until: { app.log.last == "event 1" })
        spec.simulateDisconnection()
        try await World.current.run(until: { app.log.last == "event 0" })
    }
    #endif
}
