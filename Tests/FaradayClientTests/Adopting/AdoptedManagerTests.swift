#if !canImport(Darwin)
import FaradayClient
import FaradayCoreBluetooth
import FaradayNative
import FaradayTesting
import Foundation
import Testing

/// A central on a manager that the app has made. On Apple's platforms the manager is Apple's, which has no world.
@Suite("A manager that the app hands over")
struct AdoptedManagerTests {
    /// The queue of the app's manager.
    enum Queue: CaseIterable {
        case own, main

        var queue: DispatchQueue? { self == .own ? DispatchQueue(label: "app") : nil }
    }

    private func app(on queue: DispatchQueue?) -> OwnManagerApp {
        World.current.addPhone().run { OwnManagerApp(queue: queue) }
    }

    /// In a world with one phone this is on it.
    private func central(_ app: OwnManagerApp, _ queue: DispatchQueue?) -> Central {
        Central(on: AdoptedManager(app.manager, queue: queue))
    }

    @Test(
        "The client finds, reads and is notified over it, and the app's delegates get each callback too",
        .simulated, arguments: Queue.allCases)
    func reads(_ kind: Queue) async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let queue = kind.queue
        let app = app(on: queue)
        try await world.sleep(for: .seconds(1))
        #expect(app.lines == ["state 5"])

        // The manager does not tell its state again.
        let central = central(app, queue)
        #expect(central.state == .poweredOn)
        let strap = try await central.find(.named("HR-1"), within: .seconds(10))
        #expect(try await strap.read(Battery.level) == 87)
        var beats = 0
        for try await _ in strap.notifications(of: HeartRate.measurement) {
            beats += 1
            if beats == 3 { break }
        }
        #expect(app.count(of: "didConnect") == 1)
        #expect(app.lines.contains("didDiscover"))
        #expect(app.lines.contains("didDiscoverServices"))
        #expect(app.lines.contains("didDiscoverCharacteristics 180F"))
        #expect(app.count(of: "value of 2A19") == 1)
        #expect(app.count(of: "notifying true") == 1)
        #expect(app.count(of: "value of 2A37") == 3)
        await strap.disconnect()
        #expect(app.count(of: "didDisconnect") == 1)
    }

    @Test("It may be handed over before its first callback", .simulated)
    func early() async throws {
        World.current.add(.heartRateMonitor(name: "HR-1", battery: 12), at: .meters(2))
        let queue = Queue.own.queue
        let app = app(on: queue)
        let central = central(app, queue)
        #expect(central.state == .unknown)
        #expect(try await central.find(.named("HR-1")).read(Battery.level) == 12)
        #expect(app.count(of: "state 5") == 1)
    }

    @Test(
        "After the client's end the app's delegates are set again, and what the client has begun has ended",
        .simulated)
    func ends() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let queue = Queue.own.queue
        let app = app(on: queue)
        var central: Central? = central(app, queue)
        var strap: Peripheral? = try await central?.find(.named("HR-1"))
        try await strap?.connect()
        let scan = Task { [central] in for try await _ in central!.scan() {} }
        try await world.sleep(for: .seconds(1))
        #expect(app.manager.isScanning && app.manager.delegate !== app)
        scan.cancel()
        _ = try? await scan.value
        (central, strap) = (nil, nil)
        // A phone keeps an unused link for some seconds (behaviour 3.8).
        try await world.sleep(for: .seconds(30))
        #expect(app.manager.delegate === app)
        #expect(!app.manager.isScanning)
        #expect(app.peripherals.map(\.state) == [.disconnected])
        #expect(app.peripherals[0].delegate === app)
        #expect(app.count(of: "didDisconnect") == 1)
        #expect(device.links.isEmpty)

        // The app goes on by itself, and may hand its manager over again.
        app.manager.connect(app.peripherals[0])
        try await world.sleep(for: .seconds(1))
        #expect(app.peripherals[0].state == .connected)
        let other = self.central(app, queue)
        #expect(try await other.peripheral(app.peripherals[0].identifier).read(Battery.level) == 87)
    }

    @Test("A link of the app's is used by the client, and outlives it", .simulated)
    func linkOfTheApp() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let queue = Queue.own.queue
        let app = app(on: queue)
        app.whenOn = { $0.scanForPeripherals(withServices: nil) }
        try await world.run(until: { !app.peripherals.isEmpty })
        let peripheral = app.peripherals[0]
        app.manager.stopScan()
        app.manager.connect(peripheral)
        try await world.run(until: { peripheral.state == .connected })

        var central: Central? = central(app, queue)
        #expect(peripheral.delegate === app, "the client does not use it yet")
        #expect(try await central?.peripheral(peripheral.identifier).read(Battery.level) == 87)
        // The app uses it at the same time.
        queue?.sync { peripheral.readRSSI() }
        try await world.run(until: { app.count(of: "didReadRSSI") == 1 })
        #expect(app.count(of: "value of 2A19") == 1)
        central = nil
        try await world.sleep(for: .seconds(5))
        #expect(peripheral.state == .connected && peripheral.delegate === app)
        #expect(app.count(of: "didDisconnect") == 0)
    }

    @Test("A manager has one client at a time; another one has no Bluetooth", .simulated)
    func once() async throws {
        let queue = Queue.own.queue
        let app = app(on: queue)
        try await World.current.sleep(for: .seconds(1))
        var first: Central? = central(app, queue)
        #expect(first?.state == .poweredOn)
        #expect(central(app, queue).state == .unsupported)
        first = nil
        #expect(central(app, queue).state == .poweredOn)
    }

    /// Who has asked for a channel gets it.
    @Test("A channel goes to the one who has opened it", .simulated)
    func channels() async throws {
        let world = World.current
        var definition = DeviceDefinition(name: "Logger") { DeviceAdvertising(services: ["FFF0"]) }
        definition.channels = [DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }]
        world.add(definition, at: .meters(2))
        let queue = Queue.own.queue
        let app = app(on: queue)
        let central = central(app, queue)
        let logger = try await central.find(.named("Logger"))
        let channel = try await logger.openChannel(psm: 0x80)
        try await channel.send([1, 2, 3])
        for try await bytes in channel.incoming {
            #expect(bytes == [1, 2, 3])
            break
        }
        #expect(app.count(of: "didOpen a channel") == 0)
        channel.close()
        app.peripherals[0].openL2CAPChannel(0x80)
        try await world.run(until: { app.count(of: "didOpen a channel") == 1 })
    }

    @Test("A manager without a delegate has none again afterwards", .simulated)
    func noDelegate() async throws {
        World.current.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let queue = Queue.own.queue
        let app = app(on: queue)
        app.manager.delegate = nil
        var central: Central? = central(app, queue)
        #expect(try await central?.find(.named("HR-1")).read(Battery.level) == 87)
        #expect(app.lines.isEmpty && app.manager.delegate != nil)
        central = nil
        #expect(app.manager.delegate == nil)
    }

    /// Behaviour 3.18.
    @Test(
        "Of two disconnect methods the older one is called", .simulated,
        arguments: DisconnectNotes.Methods.allCases)
    func disconnectMethods(_ methods: DisconnectNotes.Methods) async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let (notes, queue) = (DisconnectNotes(), Queue.own.queue)
        let delegate = notes.delegate(methods)
        let manager = world.addPhone().run { CBCentralManager(delegate: delegate, queue: queue) }
        let central = Central(on: AdoptedManager(manager, queue: queue))
        try await central.find(.named("HR-1")).connect()
        device.move(to: .outOfRange)
        try await world.run(until: { !notes.calls.isEmpty })
        try await world.sleep(for: .seconds(1))
        #expect(notes.calls == [methods == .newer ? "newer" : "older"])
        withExtendedLifetime(delegate) {}
    }
}
#endif
