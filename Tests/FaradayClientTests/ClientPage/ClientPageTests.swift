import BluetoothTypes
import Dispatch
import FaradayClient
import FaradayTesting
import Testing

/// The examples of Documentation/Client.md do what the page says.
@Suite("The page of the client")
struct ClientPageTests {
    private let lines = World.Lock<[String]>([])

    private var shown: [String] { lines.withLock { $0 } }

    private func page(_ phone: Phone, log: ClientLog? = nil) -> ClientPageExamples {
        let lines = lines
        return ClientPageExamples(central: phone.run { Central(log: log) }) { line in
            lines.withLock { $0.append(line) }
        }
    }

    private func strap(of page: ClientPageExamples) async throws -> Peripheral {
        try await page.central.find(.advertising([HeartRate.service]))
    }

    /// Runs `body` until it ends or the time is over.
    private func run(_ time: Nanoseconds, _ body: @escaping @Sendable () async throws -> Void) async {
        let world = World.current
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await body() }
            group.addTask { try? await world.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }

    @Test("Connecting and disconnecting, with events", .simulated)
    func connection() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let page = page(world.addPhone())
        let strap = try await strap(of: page)
        await run(.seconds(20)) {
            async let events: Void = page.showConnection(of: strap)
            try await page.connect(to: strap)
            await events
        }
        #expect(shown == ["connected", "connected", "disconnected: disconnectedByApp"])
    }

    @Test("A maintained connection comes back with a growing delay", .simulated)
    func maintenance() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let page = page(world.addPhone())
        let strap = try await strap(of: page)
        page.keepConnection(to: strap)
        try await strap.connect()
        device.move(to: .outOfRange, for: .seconds(30))
        try await world.sleep(for: .minutes(1))
        #expect(strap.isConnectionMaintained && strap.connectionState == .connected)
    }

    @Test("Requests of one turn share discoveries", .simulated)
    func discovery() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let discoveries = World.Lock<[String]>([])
        let log = ClientLog(upTo: .debug, categories: [.discovery]) { entry in
            discoveries.withLock { $0.append(entry.message) }
        }
        let page = page(world.addPhone(), log: log)
        try await page.describe(try await strap(of: page))
        #expect(shown == ["Faraday HR-1, battery 87 %"])
        let services = discoveries.withLock { $0 }.filter { $0.hasPrefix("discover services") }
        #expect(services.count == 1)
    }

    @Test("Everything can be listed, and the second service of a type has a path", .simulated)
    func paths() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Board") {
                DeviceAdvertising(services: [NordicUART.service])
                DeviceService(Battery.service) { DeviceCharacteristic(Battery.level, .read, value: 50) }
                DeviceService(Battery.service) {
                    DeviceCharacteristic(Battery.level, [.read, .notify], value: 60)
                }
            }, at: .meters(1))
        let page = page(world.addPhone())
        let board = try await page.central.find(.named("Board"))
        #expect(try await page.secondBattery(of: board) == 60)
        try await page.list(board)
        let levels = shown.filter { $0.contains("2A19") }
        #expect(levels == ["180F 2A19", "180F 2A19 notifies"])
    }

    @Test("Values are typed, or bytes; long ones go in pieces", .simulated)
    func values() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let received = World.Lock<Int>(0)
        world.add(
            .uart(name: "Board") { _, bytes in
                received.withLock { $0 += bytes.count }
                return nil
            }, at: .meters(1))
        let page = page(world.addPhone())
        try await page.values(of: try await strap(of: page))
        #expect(shown == ["chest [87]"])
        let board = try await page.central.find(.named("Board"))
        try await page.sendFirmware([UInt8](repeating: 7, count: 10_000), to: board)
        #expect(shown.last == "10000 of 10000 bytes")
        try await world.sleep(for: .seconds(5))
        #expect(received.withLock { $0 } == 10_000)
    }

    @Test("Notifications end with the link, or survive it", .simulated, arguments: [false, true])
    func notifications(_ survives: Bool) async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let page = page(world.addPhone())
        let strap = try await strap(of: page)
        world.after(.seconds(10)) { device.move(to: .outOfRange, for: .seconds(20)) }
        await run(.minutes(1)) {
            if survives { try await page.record(strap) } else { try await page.draw(strap) }
        }
        #expect(survives ? shown.count > 30 : shown.count < 15 && shown.count > 5)
    }

    @Test("A deadline covers the whole chain", .simulated)
    func deadlines() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let page = page(world.addPhone())
        let strap = try await strap(of: page)
        #expect(try await page.readSoon(strap) == 87)
        await strap.disconnect()
        try await world.sleep(for: .seconds(5))
        device.move(to: .outOfRange)
        let start = world.now
        let error = await #expect(throws: ClientError.self) { _ = try await page.readSoon(strap) }
        #expect(error?.reason == .deadlineExceeded)
        #expect(world.now - start == .seconds(5))
        #expect(strap.connectionState == .disconnected)
    }

    @Test("Errors say what failed, where, why, and what to do", .simulated)
    func errors() async throws {
        let world = World.current
        let phone = world.addPhone()
        world.add(
            DeviceDefinition(name: "HR-2") {
                DeviceAdvertising(services: [HeartRate.service])
                DeviceService(HeartRate.service) { DeviceCharacteristic(HeartRate.measurement, .notify) }
            }, at: .meters(1))
        let page = page(phone)
        let strap = try await strap(of: page)
        #expect(await page.level(of: strap) == nil)
        let error = await #expect(throws: ClientError.self) { _ = try await strap.read(Battery.level) }
        #expect(
            error?.description == """
                could not read characteristic 2A19 (Battery Level) of service 180F (Battery) on "HR-2": there is no service \
                180F (Battery). Compare with `services()` and `characteristics(of:)` of the peripheral
                """)
        phone.setBluetooth(false)
        #expect(await page.level(of: strap) == nil)
        #expect(shown == ["this strap has no battery level", "Bluetooth is off for this app"])
    }

    @Test("States are a stream that begins with the one of now", .simulated)
    func states() async throws {
        let world = World.current
        let phone = world.addPhone()
        let page = page(phone)
        try await page.central.ready()
        world.after(.seconds(1)) { phone.setBluetooth(false) }
        await run(.seconds(2)) { await page.showBluetooth() }
        #expect(shown == ["Bluetooth: poweredOn", "Bluetooth: poweredOff"])
    }

    @Test("Scanning, losing, finding and choosing", .simulated)
    func finding() async throws {
        let world = World.current
        let first = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(5))
        world.add(.heartRateMonitor(name: "HR-2"), at: .meters(1))
        let page = page(world.addPhone())
        #expect(try await page.find().map(\.name) == ["HR-1", "HR-2"])
        #expect(["HR-1", "HR-2"].contains(try await page.choose().name))
        await run(.seconds(2)) { try await page.scan() }
        #expect(Set(shown.map { $0.prefix(4) }) == ["HR-1", "HR-2"])
        world.after(.seconds(2)) { first.move(to: .outOfRange) }
        await run(.seconds(20)) { try await page.showWhoIsThere() }
        #expect(shown.contains("HR-1 is there") && shown.last { $0.hasPrefix("HR-1") } == "HR-1 is gone")
    }

    #if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A model has the latest values", .simulated)
    @MainActor func observation() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let model = ClientPageExamples.observe(try await central.find(.named("HR-1")))
        try await world.sleep(for: .seconds(5))
        #expect(model.value(of: Battery.level) == 87 && model.value(of: HeartRate.measurement) != nil)
        #expect(model.connectionState == .connected)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("What a preview shows is in a world, with devices that answer", .simulated)
    @MainActor func preview() async throws {
        let world = World.current
        let model = Previews.straps(in: world)
        try await world.sleep(for: .seconds(2))
        #expect(model.sightings.map(\.name) == ["HR-1"])
        #expect(try await model.sightings[0].peripheral.read(Battery.level) == 87)
    }
    #endif

    @Test("Values of one's own have no Bluetooth", .simulated)
    func ownValues() async throws {
        let rows = page(World.current.addPhone()).rows()
        #expect(rows.map(\.name) == ["HR-1"] && rows[0].rssi == -50)
        let error = await clientError { try await rows[0].peripheral.connect() }
        #expect(error?.reason == .unsupported)
    }

    #if !canImport(Darwin)
    @Test("A manager of the app's is lent", .simulated)
    func ownManager() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let queue = DispatchQueue(label: "app")
        let app = world.addPhone().run { OwnManagerApp(queue: queue) }
        #expect(try await battery(over: app.manager, queue) == 87)
    }
    #endif

    @Test("A phone is a strap for another phone", .simulated)
    func role() async throws {
        let world = World.current
        let watch = world.addPhone(at: .meters(2))
        let page = page(watch)
        let central = page.central
        let server = ClientPageExamples(central: central, show: page.show)
        let (sensor, beats) = AsyncStream<HeartRate.Measurement>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let phone = world.addPhone()
            group.addTask { try await phone.run { try await server.beStrap(sensor) } }
            let strap = try await strap(of: page)
            #expect(try await strap.read(HeartRate.bodySensorLocation) == .chest)
            try await strap.write(.resetEnergyExpended, to: HeartRate.controlPoint)
            #expect(shown == ["resetEnergyExpended"])
            world.after(.seconds(1)) { beats.yield(HeartRate.Measurement(beatsPerMinute: 72)) }
            for try await beat in strap.notifications(of: HeartRate.measurement) {
                #expect(beat.beatsPerMinute == 72)
                break
            }
            beats.finish()
            try await group.waitForAll()
        }
    }

    @Test("What the system kept is restored", .simulated)
    func restoration() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let lines = lines
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let central = phone.run { Central(restoreIdentifier: "straps") }
        try await central.find(.named("HR-1")).connect()
        phone.terminate(.memoryPressure)
        phone.launch()
        await run(.seconds(5)) {
            try await phone.run {
                try await ClientPageExamples.afterRelaunch { line in lines.withLock { $0.append(line) } }
            }
        }
        #expect(shown == ["HR-1 is still connected"])
    }

    @Test("A control point answers after the records", .simulated)
    func requests() async throws {
        let world = World.current
        world.add(.glucoseMeter(name: "Meter"), at: .meters(1))
        let page = page(world.addPhone())
        let meter = try await page.central.find(.named("Meter"))
        #expect(try await page.countRecords(of: meter) > 0)
        #expect(shown.count == 1)
    }

    @Test("Frames are requests over a serial service", .simulated)
    func serialRequests() async throws {
        let world = World.current
        world.add(
            .uart(name: "Modem") { _, bytes in
                bytes == Array("ATDT 112\r\n".utf8) ? Array("CONNECT\r\n".utf8) : nil
            }, at: .meters(1))
        let page = page(world.addPhone())
        try await page.dial(try await page.central.find(.named("Modem")))
        #expect(shown == ["CONNECT"])
    }

    @Test("A transfer tells its progress, and messages are put together", .simulated)
    func transfers() async throws {
        let world = World.current
        world.add(.uart(name: "Board") { _, bytes in bytes }, at: .meters(1))
        let page = page(world.addPhone())
        let board = try await page.central.find(.named("Board"))
        try await page.update(board, to: [UInt8](repeating: 7, count: 10_000))
        #expect(shown.last?.hasPrefix("100 %, ") == true)
        try await world.sleep(for: .seconds(5))
        await run(.seconds(5)) {
            async let messages: Void = page.listen(to: board)
            try await world.sleep(for: .seconds(1))
            try await board.write(
                [UInt8](repeating: 1, count: 300), to: NordicUART.rx, framed: .lengthPrefixed(.uint16))
            try await messages
        }
        #expect(shown.last == "300 bytes")
    }

    @Test("A channel carries bytes both ways", .simulated)
    func channels() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Logger") {
                DeviceAdvertising(services: ["FFF0"])
                DeviceChannel(psm: 0x80).onReceive { channel, bytes in
                    if bytes == Array("dump".utf8) { channel.send([UInt8](repeating: 9, count: 10_000)) }
                }
            }, at: .meters(1))
        let page = page(world.addPhone())
        let logger = try await page.central.find(.named("Logger"))
        #expect(try await page.dump(logger) == [UInt8](repeating: 9, count: 10_000))
    }
}
