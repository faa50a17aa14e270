import BluetoothPort
@testable import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// What the static members say of the phone and its app, and where native managers find theirs.
@Suite struct PhoneStateTests {
    @Test(
        "The app may use Bluetooth unless the test sets another authorization", .simulated(seed: 1),
        .coreBluetooth)
    func authorization() async throws {
        #expect(CBMCentralManagerMock.authorization == .allowedAlways)
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOn"] })
        for authorization in [CBMManagerAuthorization.denied, .restricted] {
            CBMCentralManagerMock.simulateAuthorization(authorization)
            #expect(CBMCentralManagerMock.authorization == authorization)
            #expect(app.manager.authorization == authorization)
            #expect(app.manager.state == .unauthorized)
        }
        try await World.current.run(until: { app.log == ["poweredOn", "unauthorized"] })
        CBMCentralManagerMock.simulateAuthorization(.allowedAlways)
        try await World.current.run(until: { app.log == ["poweredOn", "unauthorized", "poweredOn"] })
    }

    @Test("Power on does not restore a permission that was withdrawn", .simulated(seed: 2), .coreBluetooth)
    func powerWithoutPermission() async throws {
        CBMCentralManagerMock.simulateAuthorization(.denied)
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.log == ["unauthorized"] })
        CBMCentralManagerMock.simulateInitialState(.unauthorized)
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
        #expect(app.manager.state == .unauthorized)
    }

    @Test("Managers get one callback for each state that is set", .simulated(seed: 3), .coreBluetooth)
    func oneCallbackEach() async throws {
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOff"] })
        let states: [CBMManagerState] = [
            .unauthorized, .poweredOn, .unsupported, .unauthorized, .poweredOff, .unknown, .poweredOn,
        ]
        for state in states {
            CBMCentralManagerMock.simulateInitialState(state)
            try await World.current.run(for: .milliseconds(20))
        }
        #expect(app.log == ["poweredOff"] + states.map { "\($0)" })
    }

    @Test("With the line: state in centralManagerDidUpdateState", .simulated(seed: 8), .coreBluetooth)
    func stateInCallbacks() async throws {
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOn"] })
        CBMCentralManagerMock.simulatePowerOff()
        #expect(app.manager.state == .poweredOff)
        CBMCentralManagerMock.simulatePowerOn()
        #expect(app.manager.state == .poweredOn)
        try await World.current.run(until: { app.log.count == 3 })
        #expect(app.log == ["poweredOn", "poweredOff", "poweredOn"])
    }

    @Test(
        "With the line: simulateInitialState(.unknown) before a manager is made", .simulated(seed: 4),
        .coreBluetooth)
    func unknown() async throws {
        CBMCentralManagerMock.simulateInitialState(.unknown)
        let app = App()
        try await World.current.run(for: .seconds(1))
        #expect(app.log.isEmpty)
        CBMCentralManagerMock.simulatePowerOn()
        try await World.current.run(until: { app.log == ["poweredOn"] })
    }

    #if !os(macOS)
    @Test(
        "Behaviour 2.34: a feature is supported once a manager has reported power on, unless a closure answers",
        .simulated(seed: 5), .coreBluetooth)
    func features() async throws {
        CBMCentralManagerMock.simulatePowerOn()
        let delegate = CBMCentralManagerDelegateProxy()
        let answer = Lock<Bool?>(nil)
        delegate.didUpdateState = { _ in
            let isThere = CBMCentralManagerMock.supports(.extendedScanAndConnect)
            answer.withLock { $0 = isThere }
        }
        let manager = CBMCentralManagerMock(delegate: delegate, queue: nil)
        try await World.current.run(until: { answer.withLock { $0 == false } })
        #expect(CBMCentralManagerMock.supports(.extendedScanAndConnect))
        #expect(manager.state == .poweredOn)
        CBMCentralManagerMock.simulateFeaturesSupport = { _ in false }
        #expect(!CBMCentralManagerMock.supports(.extendedScanAndConnect))
    }
    #endif

    #if !canImport(Darwin)
    @Test("A native manager belongs to the phone of the current code", .simulated(seed: 6), .coreBluetooth)
    func nativeOnAPhone() async throws {
        World.current.add(.battery())
        let phone = World.current.addPhone()
        let app = phone.run { App { CBMCentralManagerNative(delegate: $0, queue: nil) } }
        let peripheral = try await app.connect()
        #expect(peripheral is CBMPeripheralNative)
        #expect(peripheral.state == .connected)
        phone.run { #expect(CBMCentralManagerNative.authorization == .allowedAlways) }
    }

    @Test("A native manager never finds the mock phone of the process; plain managers do")
    func nativeNowhere() {
        _ = MockPhone.current
        #expect(PortEnvironment.resolve() != nil)
        let queue = DispatchQueue(label: "native")
        let manager = CBMCentralManagerNative(delegate: nil, queue: queue)
        queue.sync {}
        #expect(manager.state == .unsupported)
        #expect(CBMCentralManagerNative.authorization == .notDetermined)
        #expect(CBMCentralManagerFactory.instance() is CBMCentralManagerMock)
    }
    #endif
}
