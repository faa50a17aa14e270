import FaradayClient
import FaradayTesting
import Testing

@Suite("A peripheral to which the central is connected is found")
struct FindingConnectedTests {
    @Test("By each kind of search, although it does not advertise", .simulated)
    func searches() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        try await strap.connect()
        let searches: [PeripheralSearch] = [
            .named("HR-1"), .namePrefix("HR"), .advertising([HeartRate.service]),
            .advertising([Battery.service]),
            .where { $0.name == "HR-1" }, .named("HR-1") && .advertising([HeartRate.service]),
            .rssiAtLeast(-127) && .namePrefix("HR"),
        ]
        for search in searches { #expect(try await central.find(search, within: .seconds(10)) == strap) }
        let chosen = try await central.find(
            .namePrefix("HR"),
            choosing: .asking {
                for await list in $0 { return list.first?.peripheral }; return nil
            },
            within: .seconds(10))
        #expect(chosen == strap)
        let none = await clientError { _ = try await central.find(.named("HR-2"), within: .seconds(10)) }
        #expect(none?.reason == .notFound)
        #expect(strap.connectionState == .connected)
    }

    @Test("If it was known by its identifier only, it is asked for its services", .simulated)
    func services() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let id = try await phone.run { Central() }.find(.named("HR-1")).id
        let central = phone.run { Central() }
        let strap = central.peripheral(id)
        try await strap.connect()
        #expect(try await central.find(.advertising([HeartRate.service]), within: .seconds(10)) == strap)
        let other = await clientError {
            _ = try await central.find(.advertising(["1809"]), within: .seconds(10))
        }
        #expect(other?.reason == .notFound)
    }

    @Test("If another task connects to it during the search", .simulated)
    func meanwhile() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let id = try await phone.run { Central() }.find(.named("HR-1")).id
        device.move(to: .outOfRange)
        let central = phone.run { Central() }
        let strap = central.peripheral(id)
        async let found = central.find(.named("HR-1"), within: .minutes(2))
        try await world.sleep(for: .seconds(1))
        strap.maintainConnection()
        device.move(to: .meters(2))
        #expect(try await found == strap)
    }

    @Test("By a loop that finds again at once after Bluetooth was off for a millisecond", .simulated)
    func loop() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let central = phone.run { Central() }
        world.after(.seconds(10)) { phone.setBluetooth(false) }
        world.after(.milliseconds(10_001)) { phone.setBluetooth(true) }
        let start = world.now
        var beats = 0
        while beats < 30 {
            do {
                let strap = try await central.find(.named("HR-1"))
                strap.maintainConnection()
                for try await _ in strap.notifications(of: HeartRate.measurement) {
                    beats += 1
                    if beats >= 30 { break }
                }
            } catch is ClientError {}
        }
        #expect(world.now - start < .minutes(1))
    }
}
