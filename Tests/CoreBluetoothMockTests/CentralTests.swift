import BluetoothPort
@testable import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// Managers of mock phones, over devices of a world.
@Suite struct CentralTests {
    @Test(
        "The state is unknown until its callback; later changes are visible at once, before their callback",
        .simulated(seed: 1), .coreBluetooth)
    func states() async throws {
        let app = App()
        #expect(app.manager.state == .unknown)
        try await World.current.run(until: { app.log == ["poweredOff"] })
        for state in [CBMManagerState.poweredOn, .resetting, .unsupported, .unauthorized, .poweredOff] {
            CBMCentralManagerMock.simulateInitialState(state)
            #expect(app.manager.state == state)
            CBMCentralManagerMock.simulateInitialState(state)
            try await World.current.run(until: { app.log.last == "\(state)" })
        }
        #expect(app.log.count == 6)
    }

    @Test(
        "A scan that is started before the power-on callback runs", .simulated(seed: 2),
        .coreBluetooth)
    func commandsBetween() async throws {
        let app = App()
        try await World.current.run(until: { !app.log.isEmpty })
        CBMCentralManagerMock.simulatePowerOn()
        World.current.add(.battery())
        app.manager.scanForPeripherals(withServices: nil)
        #expect(app.manager.isScanning)
        #expect(app.manager.retrieveConnectedPeripherals(withServices: []).isEmpty)
        try await World.current.run(until: { app.log.last == "discovered" })
        app.manager.stopScan()
        #expect(!app.manager.isScanning)
    }

    @Test("CoreBluetooth too: two managers", .simulated(seed: 3), .coreBluetooth)
    func identity() async throws {
        World.current.add(.battery())
        let (app, other) = (App(), App())
        let peripheral = try await app.discover()
        let identifiers = [peripheral.identifier, UUID()]
        #expect(
            app.manager.retrievePeripherals(withIdentifiers: identifiers).map(ObjectIdentifier.init)
                == [ObjectIdentifier(peripheral)])
        try await World.current.run(until: { other.manager.state == .poweredOn && !other.log.isEmpty })
        let theirs = try #require(other.manager.retrievePeripherals(withIdentifiers: identifiers).first)
        #expect(theirs !== peripheral)
        World.current.expectMisuse(.foreignObject)
        other.manager.connect(peripheral)
        other.manager.cancelPeripheralConnection(peripheral)
        #expect(peripheral.state == .disconnected)
    }

    @Test(
        "A peripheral of a manager lives as long as the app retains it", .simulated(seed: 4), .coreBluetooth)
    func lifetime() async throws {
        World.current.add(.battery())
        let app = App()
        weak var peripheral: CBMPeripheral?
        let identifier: UUID
        do {
            let kept = try await app.discover()
            (peripheral, identifier) = (kept, kept.identifier)
            app.forget()
        }
        #expect(peripheral == nil)
        #expect(app.manager.retrievePeripherals(withIdentifiers: [identifier]).count == 1)
    }

    @Test(
        "With the line: a CBMPeripheral of the test's own, passed to a mock manager", .simulated(seed: 6),
        .coreBluetooth)
    func foreign() async throws {
        let app = App()
        World.current.expectMisuse(.foreignObject)
        let stranger = Stranger()
        app.manager.connect(stranger)
        app.manager.cancelPeripheralConnection(stranger)
        #expect(World.current.misuses.count == 2)
    }

    @Test(
        "Links begin and end; the older disconnect method is called if there is no newer one, on old phones too",
        .simulated(seed: 7), .coreBluetooth, arguments: [15, 18])
    func links(version: Int) async throws {
        let world = World.current
        let device = world.add(.battery())
        world.addPhone(.iOS(version))
        let app = App()
        let peripheral = try await app.connect()
        #expect(peripheral.state == .connected)
        app.manager.cancelPeripheralConnection(peripheral)
        #expect(peripheral.state == .disconnecting)
        try await world.run(until: { app.log.last == "disconnected" })
        #expect(peripheral.state == .disconnected)
        app.manager.connect(peripheral)
        #expect(peripheral.state == .connecting)
        try await world.run(until: { app.log.last == "connected" })
        device.disconnect()
        try await world.run(until: { app.log.last?.hasPrefix("disconnected ") == true })
    }

    @Test(
        "Callbacks come on the manager's queue, with its phone at hand", .simulated(seed: 8), .coreBluetooth)
    func queue() async throws {
        let world = World.current
        let first = world.addPhone()
        _ = world.addPhone(name: "other")
        let queue = DispatchQueue(label: "app")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let delegate = CBMCentralManagerDelegateProxy()
        let heard = Lock<(isOnQueue: Bool, phone: NodeID)?>(nil)
        delegate.didUpdateState = { _ in
            let phone = CBMCentralManagerMock.simulatedPhone.id
            heard.withLock { $0 = (DispatchQueue.getSpecific(key: key) == true, phone) }
        }
        let manager = first.run { CBMCentralManagerMock(delegate: delegate, queue: queue) }
        try await world.run(until: { heard.withLock { $0 != nil } })
        #expect(heard.withLock { $0?.isOnQueue } == true)
        #expect(heard.withLock { $0?.phone } == first.id)
        #expect(manager.state == .poweredOn)
    }

    @Test("CoreBluetooth too: disconnections when Bluetooth goes off", .simulated(seed: 9), .coreBluetooth)
    func powerOff() async throws {
        World.current.add(.battery())
        let app = App()
        let peripheral = try await app.connect()
        CBMCentralManagerMock.simulatePowerOff()
        #expect(app.manager.state == .poweredOff)
        try await World.current.run(until: { app.log.last == "poweredOff" })
        #expect(peripheral.state == .disconnected)
        try await World.current.run(for: .seconds(2))
        #expect(app.log.last == "poweredOff")
    }

    @Test(
        "A manager that is torn down reports unknown once more, and then nothing", .simulated(seed: 10),
        .coreBluetooth)
    func end() async throws {
        World.current.add(.battery())
        let app = App()
        let peripheral = try await app.connect()
        let count = app.log.count
        try #require(app.manager.engine).end()
        #expect(app.manager.state == .unknown)
        #expect(peripheral.state == .disconnected)
        try await World.current.run(until: { app.log.count > count })
        #expect(app.log.last == "unknown")
        app.manager.scanForPeripherals(withServices: nil)
        app.manager.connect(peripheral)
        #expect(app.manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).isEmpty)
        #expect(!app.manager.isScanning)
        try await World.current.run(for: .seconds(2))
        #expect(app.log.count == count + 1)
    }

    @Test("A released manager gets no callbacks", .simulated(seed: 11), .coreBluetooth)
    func release() async throws {
        let delegate = CBMCentralManagerDelegateProxy()
        let count = Lock(0)
        delegate.didUpdateState = { _ in count.withLock { $0 += 1 } }
        weak var manager: CBMCentralManager?
        do {
            let made = CBMCentralManagerMock(delegate: delegate, queue: nil)
            manager = made
            try await World.current.run(until: { count.withLock { $0 == 1 } })
        }
        #expect(manager == nil)
        CBMCentralManagerMock.simulatePowerOn()
        try await World.current.run(for: .seconds(1))
        #expect(count.withLock { $0 } == 1)
    }

    @Test("Previews come alone and connect at once, without a radio", .simulated(seed: 12), .coreBluetooth)
    func previews() async throws {
        World.current.add(.battery())
        let app = App()
        let real = try await app.discover()
        CBMCentralManagerMock.simulatePowerOff()
        try await World.current.run(until: { app.log.last == "poweredOff" })
        // Of a type that no other test's preview has: those of no world are found here too.
        let uuid = CBMUUID(nsuuid: UUID())
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .connectable(
                name: "preview", services: [CBMServiceMock(type: uuid, primary: true)], delegate: nil
            ).build()
        let preview = CBMPeripheralPreview(spec)
        let wanted = [real.identifier, preview.identifier]
        #expect(
            app.manager.retrievePeripherals(withIdentifiers: wanted).map(\.identifier) == [preview.identifier]
        )
        app.manager.connect(preview)
        #expect(preview.state == .connected)
        #expect(app.manager.retrieveConnectedPeripherals(withServices: [uuid]).first === preview)
        try await World.current.run(until: { app.log.last == "connected" })
        app.manager.connect(preview)
        app.manager.cancelPeripheralConnection(preview)
        #expect(preview.state == .disconnected)
        try await World.current.run(until: { app.log.last == "disconnected" })
        #expect(app.log.suffix(2) == ["connected", "disconnected"])
    }

    #if !os(macOS)
    @Test(
        "Links of other apps, and the user's sharing of notifications, are reported", .simulated(seed: 13),
        .coreBluetooth)
    func eventsOfOthers() async throws {
        let world = World.current
        let device = world.add(.battery())
        let app = App()
        let peripheral = try await app.discover()
        app.manager.registerForConnectionEvents(options: [.peripheralUUIDs: [peripheral.identifier]])
        let phone = CBMCentralManagerMock.simulatedPhone
        phone.app(2).hold(device)
        try await world.run(until: { app.log.last == "event 1" })
        #expect(
            app.manager.retrieveConnectedPeripherals(withServices: [CBMUUID(string: "1800")]).first
                === peripheral)
        phone.setNotificationSharing(true, with: device)
        app.manager.connect(peripheral)
        try await world.run(until: { app.log.last == "connected" })
        phone.setNotificationSharing(false, with: device)
        try await world.run(until: { app.log.last == "sharing false" })
        device.disconnect()
        try await world.run(until: { app.log.contains("event 0") })
    }
    #endif
}
