import BluetoothPort
@testable import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// Managers and their state with the default behaviour.
@Suite struct DefaultManagerTests {
    @Test("By default: simulateAuthorization(.notDetermined)", .simulated(seed: 1)) func permission()
        async throws
    {
        let stage = Stage()
        stage.makeManager()
        #expect(CBMCentralManagerMock.authorization == .allowedAlways)
        try await stage.hear()
        let heard = try await stage.hear { CBMCentralManagerMock.simulateAuthorization(.notDetermined) }
        #expect(heard == ["0 state unauthorized"])
        #expect(CBMCentralManagerMock.authorization == .notDetermined)
    }

    @Test(
        "By default: peripherals after Bluetooth was off; isScanning, and a peripheral's state, after simulatePowerOff()",
        .simulated(seed: 2))
    func powerCycle() async throws {
        let stage = try await Stage().explore()
        stage.manager.scanForPeripherals(withServices: nil)
        let old = stage.peripheral
        let heard = try await stage.hear {
            CBMCentralManagerMock.simulatePowerOff()
            #expect(!stage.manager.isScanning && old.state == .disconnected && old.services == nil)
            #expect(!stage.spec.isConnected)
        }
        #expect(heard == ["0 state poweredOff"], "neither the app nor the spec hears of the link")
        CBMCentralManagerMock.simulatePowerOn()
        try await stage.hear()
        #expect(try await stage.hear { stage.manager.connect(old) } == [], "it is nobody's")
        let new = try #require(
            stage.manager.retrievePeripherals(withIdentifiers: [stage.spec.identifier]).first)
        #expect(new !== old)
        #expect(
            try await stage.hear { stage.manager.connect(new) }.last?.hasSuffix("connected Device") == true)
    }

    @Test("By default: state in centralManagerDidUpdateState", .simulated(seed: 3)) func latest() async throws
    {
        let stage = Stage()
        stage.makeManager()
        try await stage.hear()
        let heard = try await stage.hear {
            CBMCentralManagerMock.simulatePowerOff()
            CBMCentralManagerMock.simulatePowerOn()
        }
        #expect(heard == ["0 state poweredOn", "0 state poweredOn"])
    }

    @Test(
        "By default: states below .poweredOff", .simulated(seed: 4),
        arguments: [CBMManagerState.resetting, .unsupported, .unknown, .unauthorized])
    func below(state: CBMManagerState) async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear { CBMCentralManagerMock.simulateInitialState(state) }
        #expect(heard == ["0 state \(state)"])
        #expect(stage.manager.state == state && stage.peripheral.state == .disconnected)
        #expect(stage.manager.retrievePeripherals(withIdentifiers: [stage.spec.identifier]).isEmpty)
    }

    @Test("By default: simulateInitialState(.unauthorized)", .simulated(seed: 5)) func forbidden()
        async throws
    {
        let stage = Stage()
        stage.makeManager()
        try await stage.hear()
        CBMCentralManagerMock.simulateInitialState(.unauthorized)
        #expect(stage.manager.state == .unauthorized)
        #expect(CBMCentralManagerMock.authorization == .allowedAlways)
    }

    @Test("By default: simulateInitialState(_:) with the state there is", .simulated(seed: 6))
    func again() async throws {
        let stage = Stage()
        stage.makeManager()
        try await stage.hear()
        #expect(
            try await stage.hear { CBMCentralManagerMock.simulateInitialState(.poweredOn) } == [
                "0 state poweredOn"
            ])
        #expect(try await stage.hear { CBMCentralManagerMock.simulatePowerOn() } == [])
    }

    @Test("By default: simulateInitialState(.unknown) before a manager is made", .simulated(seed: 7))
    func unknown() async throws {
        let stage = Stage(isOn: false)
        CBMCentralManagerMock.simulateInitialState(.unknown)
        #expect(try await stage.hear { stage.makeManager() } == ["0 state unknown"])
    }

    #if !os(macOS)
    @Test("By default: CBMCentralManagerMock.supports(_:) without a closure", .simulated(seed: 8))
    func features() async throws {
        let stage = Stage()
        stage.makeManager()
        try await stage.hear()
        #expect(!CBMCentralManagerMock.supports(.extendedScanAndConnect))
        CBMCentralManagerMock.simulateFeaturesSupport = { _ in true }
        #expect(CBMCentralManagerMock.supports(.extendedScanAndConnect))
        CBMCentralManagerMock.simulateFeaturesSupport = nil
    }

    @Test("By default: registerForConnectionEvents", .simulated(seed: 9)) func events() async throws {
        let stage = try await Stage().discover()
        stage.manager.registerForConnectionEvents(options: nil)
        let heard = try await stage.hear { stage.spec.simulateConnection() }
        #expect(heard == [], "nothing is told, and nothing traps")
    }
    #endif

    @Test("A scan before the first state has no effect", .simulated(seed: 15)) func tooEarly() async throws {
        let stage = Stage()
        let heard = try await stage.hear {
            stage.makeManager()
            stage.manager.scanForPeripherals(withServices: nil)
            #expect(!stage.manager.isScanning)
        }
        #expect(heard == ["0 state poweredOn"])
    }

    @Test(
        "The environment can select the behaviour",
        arguments: [("CoreBluetooth", true), ("corebluetooth", true), ("", false), ("other", false)])
    func environment(name: String, isCoreBluetooth: Bool) {
        #expect(MockBehaviour.named(name) == (isCoreBluetooth ? .coreBluetooth : .library))
        #expect(MockBehaviour.named(nil) == .library)
    }

    @Test("By default: commands while not powered on", .simulated(seed: 10)) func off() async throws {
        let stage = try await Stage().discover()
        CBMCentralManagerMock.simulatePowerOff()
        try await stage.hear()
        let heard = try await stage.hear {
            stage.manager.scanForPeripherals(withServices: nil)
            stage.manager.connect(stage.peripheral)
            stage.manager.cancelPeripheralConnection(stage.peripheral)
            #expect(stage.manager.retrievePeripherals(withIdentifiers: [stage.spec.identifier]).isEmpty)
            #expect(stage.manager.retrieveConnectedPeripherals(withServices: []).isEmpty)
        }
        #expect(heard == [] && !stage.manager.isScanning)
    }

    @Test("By default: the queue of callbacks", .simulated(seed: 11)) func queues() async throws {
        let stage = Stage()
        let places = Lock<[String]>([])
        let queue = DispatchQueue(label: "app")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        nonisolated(unsafe) let unsafe = stage
        stage.onLine = { line in
            let place =
                DispatchQueue.getSpecific(key: key) == true ? "app" : MainQueue.isCurrent ? "main" : "none"
            places.withLock { $0.append("\(line.split(separator: " ")[0]) \(place)") }
            if line == "state poweredOn" { unsafe.manager.scanForPeripherals(withServices: nil) }
            if line.hasPrefix("found") { unsafe.manager.connect(unsafe.peripheral) }
        }
        stage.makeManager(queue: queue)
        try await stage.world.run(for: .seconds(2))
        #expect(places.withLock { $0 } == ["state app", "found main", "spec main", "connected app"])
    }

    @Test("Managers that are torn down report unknown once more, and then nothing", .simulated(seed: 12))
    func end()
        async throws
    {
        let stage = try await Stage().explore()
        let heard = try await stage.hear {
            CBMCentralManagerMock.tearDownSimulation()
            #expect(stage.manager.state == .unknown)
        }
        #expect(heard == ["0 state unknown"])
        #expect(stage.peripheral.state == .disconnected && !stage.spec.isConnected)
        #expect(try await stage.hear { CBMCentralManagerMock.simulatePowerOn() } == [])
    }

    @Test("A released manager releases its links", .simulated(seed: 13)) func managerGoes()
        async throws
    {
        let firmware = StageFirmware()
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: Stage.advertisement)
            .connectable(name: "Device", services: [firmware.service], delegate: firmware).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let proxy = CBMCentralManagerDelegateProxy()
        proxy.didUpdateState = { $0.scanForPeripherals(withServices: nil) }
        proxy.didDiscoverPeripheral = { manager, peripheral, _, _ in manager.connect(peripheral) }
        var manager: CBMCentralManager? = CBMCentralManagerMock(delegate: proxy, queue: nil)
        weak let kept = manager
        try await World.current.run(until: { spec.isConnected })
        manager = nil
        try await World.current.run(for: .seconds(1))
        #expect(kept == nil && !spec.isConnected)
    }

    @Test(
        "simulateCoreBluetooth() with existing managers is a mistake and has no effect",
        .simulated(seed: 14))
    func switching() async throws {
        let stage = Stage()
        CBMCentralManagerMock.simulateCoreBluetooth()
        #expect(
            CBMCentralManagerMock.simulatedDevice(for: stage.spec) != nil,
            "peripherals that are there come along")
        CBMCentralManagerMock.simulateCoreBluetooth(false)
        #expect(CBMCentralManagerMock.simulatedDevice(for: stage.spec) == nil)
        stage.makeManager()
        CBMCentralManagerMock.simulateCoreBluetooth()
        #expect(CBMCentralManagerMock.simulationErrors.map(\.kind) == [.behaviourSetWhileInUse])
        #expect(CBMCentralManagerMock.simulatedDevice(for: stage.spec) == nil)
        try await stage.discover()
    }
}
