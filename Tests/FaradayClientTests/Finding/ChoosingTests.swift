import BluetoothTypes
import class BluetoothPort.Lock
import FaradayClient
import FaradayTesting
import Testing

@Suite("One of several peripherals is chosen")
struct ChoosingTests {
    @Test(
        "The strongest on average, of those that are seen in a time that begins with the first one",
        .simulated)
    func strongest() async throws {
        let world = World.current
        world.after(.seconds(10)) {
            world.add(.heartRateMonitor(name: "first"), at: .meters(2)).setRSSI(-30, -90)
            world.add(.heartRateMonitor(name: "strong"), at: .meters(2)).setRSSI(-50)
        }
        world.after(.seconds(11)) {
            world.add(.heartRateMonitor(name: "stronger"), at: .meters(2)).setRSSI(-45)
        }
        world.after(.seconds(13)) {
            world.add(.heartRateMonitor(name: "too late"), at: .meters(2)).setRSSI(-20)
        }
        let central = world.addPhone().run { Central() }
        let found = try await central.find(
            .advertising([HeartRate.service]), choosing: .strongest(after: .seconds(2)))
        #expect(found.name == "stronger")
        #expect(world.now > .zero + .seconds(12) && world.now < .zero + .seconds(13))
    }

    @Test("The limit ends the comparison: the strongest so far is returned", .simulated)
    func strongestUntilTheLimit() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "weak"), at: .meters(2)).setRSSI(-80)
        world.add(.heartRateMonitor(name: "unknown"), at: .meters(2)).setRSSI(127)
        let central = world.addPhone().run { Central() }
        let found = try await central.find(
            .advertising([HeartRate.service]), choosing: .strongest(after: .minutes(1)), within: .seconds(3))
        #expect(found.name == "weak")
        #expect(world.now == .zero + .seconds(3))
    }

    // MARK: Asking

    @Test("Whoever is asked gets a list that grows and shrinks, and chooses", .simulated)
    func asking() async throws {
        let world = World.current
        let phone = ScanNotingPhone(world.addPhone())
        let central = Central(on: phone)
        let first = world.add(.heartRateMonitor(name: "A"), at: .meters(2))
        world.after(.seconds(2)) { world.add(.heartRateMonitor(name: "B"), at: .meters(2)) }
        world.after(.seconds(4)) { first.move(to: .outOfRange) }
        let seen = Lock<[[String]]>([])
        let found = try await central.find(
            .advertising([HeartRate.service]),
            choosing: .asking(losingAfter: .seconds(3)) { lists in
                for await list in lists {
                    let names = list.map { $0.name ?? "?" }
                    seen.withLock { if $0.last != names { $0.append(names) } }
                    if names == ["B"] { return list[0].peripheral }
                }
                return nil
            })
        #expect(found.name == "B")
        #expect(seen.withLock { $0 } == [["A"], ["A", "B"], ["B"]])
        #expect(world.now > .zero + .milliseconds(6_800) && world.now <= .zero + .seconds(7))
        #expect(phone.notes.last == .stop)
    }

    @Test("None is wanted, or the closure throws", .simulated)
    func refusing() async throws {
        struct Closed: Error {}
        let world = World.current
        world.add(.heartRateMonitor(name: "A"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let error = await #expect(throws: ClientError.self) {
            try await central.find(.named("A"), choosing: .asking { _ in nil })
        }
        #expect(error?.reason == .notChosen)
        #expect(error?.description == "could not find a peripheral named \"A\": none was chosen")
        await #expect(throws: Closed.self) {
            try await central.find(.named("A"), choosing: .asking { _ in throw Closed() })
        }
    }

    @Test(
        "The limit ends the lists; the reason says whether there was a choice", .simulated,
        arguments: [true, false])
    func limit(_ isThere: Bool) async throws {
        let world = World.current
        if isThere { world.add(.heartRateMonitor(name: "A"), at: .meters(2)) }
        let central = world.addPhone().run { Central() }
        let hasEnded = Lock(false)
        let error = await #expect(throws: ClientError.self) {
            try await central.find(
                .named("A"),
                choosing: .asking { lists in
                    for await _ in lists {}
                    hasEnded.withLock { $0 = true }
                    return nil
                }, within: .seconds(5))
        }
        #expect(error?.reason == (isThere ? .deadlineExceeded : .notFound))
        #expect(hasEnded.withLock { $0 })
        #expect(world.now == .zero + .seconds(5))
    }

    @Test("Bluetooth is switched off while somebody is asked", .simulated)
    func poweredOff() async throws {
        let world = World.current
        let phone = world.addPhone()
        world.add(.heartRateMonitor(name: "A"), at: .meters(2))
        world.after(.seconds(3)) { phone.setBluetooth(false) }
        let central = phone.run { Central() }
        let error = await #expect(throws: ClientError.self) {
            try await central.find(
                .named("A"),
                choosing: .asking { lists in
                    for await _ in lists {}
                    return nil
                })
        }
        #expect(error?.reason == .poweredOff)
    }

    // MARK: Losing

    @Test("A scan tells who was lost, and that they are there again", .simulated)
    func lost() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "A"), at: .meters(2))
        world.add(.heartRateMonitor(name: "B"), at: .meters(2))
        world.after(.seconds(10)) { device.move(to: .outOfRange, for: .seconds(10)) }
        let central = world.addPhone().run { Central() }
        var events: [String] = []
        var times: [Nanoseconds] = []
        scan: for try await event in central.scan(for: [HeartRate.service], losingAfter: .seconds(4)) {
            switch event {
            case .seen(let sighting):
                guard sighting.name == "A", events.last != "seen" else { continue }
                events.append("seen")
            case .lost(let sighting):
                #expect(sighting.name == "A")
                events.append("lost")
            }
            times.append(world.now - .zero)
            if events.count == 3 { break scan }
        }
        #expect(events == ["seen", "lost", "seen"])
        #expect(times[1] > .milliseconds(13_500) && times[1] <= .seconds(14))
        #expect(times[2] >= .seconds(20) && times[2] < .seconds(21))
    }

    @Test("A scan with an expiry ends with the radio, and tells of nobody after its end", .simulated)
    func lostRadio() async throws {
        let world = World.current
        let phone = world.addPhone()
        world.add(.heartRateMonitor(name: "A"), at: .meters(2))
        world.after(.seconds(2)) { phone.setBluetooth(false) }
        let central = phone.run { Central() }
        var isLost = false
        let error = await #expect(throws: ClientError.self) {
            for try await event in central.scan(losingAfter: .seconds(1)) {
                if case .lost = event { isLost = true }
            }
        }
        #expect(error?.reason == .poweredOff)
        #expect(!isLost)
    }
}
