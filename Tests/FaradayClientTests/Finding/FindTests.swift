import BluetoothTypes
import FaradayClient
import FaradayTesting
import Foundation
import Testing

@Suite("A peripheral is found by what it says, or by what the system knows")
struct FindTests {
    /// A device with a service, a name that is only in the scan response, and data of a company.
    private static func tag(_ name: String, _ company: [UInt8]) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(
                services: ["6B650001-0000-4000-8000-00805F9B34FB"],
                manufacturerData: company)
            DeviceService("6B650001-0000-4000-8000-00805F9B34FB")
        }
    }

    @Test("By name and by the beginning of a name", .simulated)
    func names() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        world.add(.heartRateMonitor(name: "HR-12"), at: .meters(2))
        world.add(.battery(name: "Lamp"), at: .meters(1))
        let central = world.addPhone().run { Central() }
        #expect(try await central.find(.named("HR-12")).name == "HR-12")
        #expect(try await central.find(.named("HR-1")).name == "HR-1")
        #expect(try await central.find(.namePrefix("La")).name == "Lamp")
    }

    @Test("The radio filters by services if every peripheral that can match advertises one", .simulated)
    func filters() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = ScanNotingPhone(world.addPhone())
        let central = Central(on: phone)
        let searches: [PeripheralSearch] = [
            .advertising([HeartRate.service]),
            .advertising([HeartRate.service]) && .named("HR-1"),
            .any([.advertising([HeartRate.service]), .advertising(["180F"])]),
            .all([.advertising(["180F", HeartRate.service]), .advertising([HeartRate.service])]),
            .advertising([HeartRate.service]) || .named("HR-1"),
            .namePrefix("HR"),
        ]
        for search in searches { #expect(try await central.find(search).name == "HR-1") }
        let filters: [[BluetoothUUID]] = [
            [HeartRate.service], [HeartRate.service], [HeartRate.service, "180F"], [HeartRate.service], [],
            [],
        ]
        #expect(phone.notes == filters.flatMap { [.scan($0), .stop] })
    }

    @Test(
        "By manufacturer data, lower byte of the company first; together with a name of the scan response",
        .simulated)
    func manufacturerData() async throws {
        let world = World.current
        world.add(Self.tag("Tag-1", [0x59, 0x00, 0x01]), at: .meters(1))
        world.add(Self.tag("Tag-2", [0x59, 0x00, 0x02, 0x15]), at: .meters(2))
        world.add(Self.tag("Tag-3", [0x00, 0x59, 0x02, 0x15]), at: .meters(1))
        let central = world.addPhone().run { Central() }
        let found = try await central.find(
            .manufacturer(0x0059, prefix: [0x02, 0x15]) && .namePrefix("Tag")
                && .advertising(["6B650001-0000-4000-8000-00805F9B34FB"]))
        #expect(found.name == "Tag-2")
        await #expect(throws: ClientError.self) {
            try await central.find(.manufacturer(0x0259), within: .seconds(5))
        }
    }

    @Test("By a closure, which gets all that was heard so far", .simulated)
    func closures() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "far"), at: .meters(2)).setRSSI(-80)
        world.add(.heartRateMonitor(name: "near"), at: .meters(2)).setRSSI(-45)
        let central = world.addPhone().run { Central() }
        let found = try await central.find(.where { $0.rssi > -50 && $0.advertisement.localName != nil })
        #expect(found.name == "near")
    }

    // MARK: Known peripherals

    @Test(
        "A peripheral that the system knows is found by its identifier, without a scan and out of range",
        .simulated)
    func knownIdentifier() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let id = try await phone.run { Central() }.find(.named("HR-1")).id
        device.move(to: .outOfRange)
        let recorder = ScanNotingPhone(phone)
        let central = Central(on: recorder)
        let start = world.now
        let found = try await central.find(.identified(by: [UUID(), id]))
        #expect(found.id == id)
        #expect(recorder.notes.isEmpty)
        #expect(world.now - start < .seconds(1))
        device.move(to: .meters(1), for: .minutes(1))
        #expect(try await found.read(Battery.level) == 87)
    }

    @Test("An identifier that the system does not know is found when the peripheral is seen", .simulated)
    func unknownIdentifier() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let central = phone.run { Central() }
        let id = try await central.find(.named("HR-1")).id
        let identifier = try #require(phone.identifier(of: device))
        phone.forget(known: device)
        device.move(to: .outOfRange)
        await #expect(throws: ClientError.self) {
            try await central.find(.identified(by: [id]), within: .seconds(2))
        }
        world.after(.seconds(3)) {
            device.move(to: .meters(1))
            phone.setIdentifier(identifier, of: device)
        }
        #expect(try await central.find(.identified(by: [id])).id == id)
    }

    @Test(
        "A peripheral with a link of another app is found by its service, although it does not advertise",
        .simulated)
    func connectedElsewhere() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        phone.app(2).hold(device)
        try await world.sleep(for: .seconds(1))
        let central = phone.run { Central() }
        let found = try await central.find(.advertising([HeartRate.service]), within: .seconds(5))
        #expect(try await found.read(Battery.level) == 87)
        await #expect(throws: ClientError.self) {
            try await central.find(.advertising(["181D"]), within: .seconds(5))
        }
    }

    // MARK: Failures

    @Test(
        "Nothing is found in time: the error comes with the limit, says what was searched for, and what to check",
        .simulated)
    func notFound() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = ScanNotingPhone(world.addPhone())
        let central = Central(on: phone)
        try await central.ready()
        let start = world.now
        let error = await #expect(throws: ClientError.self) {
            try await central.find(
                .namePrefix("Lamp") && .manufacturer(0x59, prefix: [1, 0xAB]), within: .seconds(4))
        }
        #expect(world.now - start == .seconds(4))
        #expect(error?.reason == .notFound)
        #expect(
            error?.description
                == "could not find a peripheral with a name that begins with \"Lamp\" and with manufacturer data of company 0x0059 that begins with 0x01 0xAB: none was found. Is it on, near, advertising, and not connected to another phone? Many devices don't advertise while connected"
        )
        #expect(phone.notes.last == .stop)
    }

    @Test("A deadline of the task is a limit too", .simulated)
    func deadline() async throws {
        let world = World.current
        let central = world.addPhone().run { Central() }
        let error = await #expect(throws: ClientError.self) {
            try await withDeadline(.seconds(3)) {
                try await central.find(.named("HR-1"), within: .minutes(1))
            }
        }
        #expect(error?.reason == .notFound)
        #expect(world.now == .zero + .seconds(3))
    }

    @Test("With Bluetooth off it fails at once, and when Bluetooth is switched off meanwhile", .simulated)
    func poweredOff() async throws {
        let world = World.current
        let phone = world.addPhone()
        let central = phone.run { Central() }
        world.after(.seconds(2)) { phone.setBluetooth(false) }
        for _ in 0..<2 {
            let error = await #expect(throws: ClientError.self) { try await central.find(.named("HR-1")) }
            #expect(error?.reason == .poweredOff)
            #expect(
                error?.description.hasPrefix("could not find a peripheral named \"HR-1\": Bluetooth is off")
                    == true)
        }
        #expect(world.now < .zero + .seconds(3))
    }

    @Test("A search goes on after a reset of the Bluetooth system", .simulated)
    func reset() async throws {
        let world = World.current
        let phone = world.addPhone()
        let central = phone.run { Central() }
        world.after(.seconds(2)) { phone.restartBluetooth() }
        world.after(.seconds(5)) { world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2)) }
        #expect(try await central.find(.named("HR-1")).name == "HR-1")
    }

    @Test("A cancelled search ends its scan", .simulated)
    func cancelled() async throws {
        let world = World.current
        let phone = ScanNotingPhone(world.addPhone())
        let central = Central(on: phone)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: CancellationError.self) { try await central.find(.named("HR-1")) }
            }
            try? await world.sleep(for: .seconds(2))
            group.cancelAll()
        }
        #expect(phone.notes == [.scan([]), .stop])
    }
}
