import FaradayClient
import FaradayTesting
import Testing

@Suite("States and events have any number of readers")
struct StreamTests {
    private static func first<Element: Sendable>(
        _ count: Int, of stream: AsyncStream<Element>
    ) async -> [Element] {
        var list: [Element] = []
        for await element in stream {
            list.append(element)
            if list.count == count { break }
        }
        return list
    }

    @Test("Each reader of the radio's states begins with the one of now", .simulated)
    func states() async throws {
        let world = World.current
        let phone = world.addPhone()
        let central = phone.run { Central() }
        #expect(central.state == .unknown)
        async let early = Self.first(4, of: central.states)
        try await central.ready()
        async let late = Self.first(3, of: central.states)
        try await world.sleep(for: .seconds(1))
        phone.setBluetooth(false)
        try await world.sleep(for: .seconds(1))
        phone.setBluetooth(true)
        #expect(await early == [.unknown, .poweredOn, .poweredOff, .poweredOn])
        #expect(await late == [.poweredOn, .poweredOff, .poweredOn])
    }

    @Test("The states end when the central is released", .simulated)
    func statesEnd() async throws {
        let states = try await World.current.addPhone().run {
            let central = Central()
            try await central.ready()
            return central.states
        }
        #expect(await Self.first(9, of: states) == [.poweredOn])
    }

    @Test("Two readers get every event of a link, and a late one those after it", .simulated)
    func connectionEvents() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        let streams = [strap.connectionEvents, strap.connectionEvents]
        async let one = Self.first(3, of: streams[0])
        async let two = Self.first(2, of: streams[1])
        try await strap.connect()
        let lateEvents = strap.connectionEvents
        async let late = Self.first(1, of: lateEvents)
        await strap.disconnect()
        let events = await one
        #expect(events.prefix(2) == [.connecting, .connected])
        #expect(await two == [.connecting, .connected])
        #expect(await late == [events[2]])
        guard case .disconnected(let error) = events[2] else { throw CancellationError() }
        #expect(error.reason == .disconnectedByApp)
    }

    @Test("Readers of connection states begin with the one of now, and none is repeated", .simulated)
    func connectionStates() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        let (all, stateCount) = (strap.connectionStates, 5)
        async let early = Self.first(stateCount, of: all)
        _ = try await strap.read(Battery.level)
        let lateStates = strap.connectionStates
        async let late = Self.first(3, of: lateStates)
        try await world.sleep(for: .seconds(1))
        await strap.disconnect()
        #expect(await early == [.disconnected, .connecting, .connected, .disconnecting, .disconnected])
        #expect(await late == [.connected, .disconnecting, .disconnected])
    }

    @Test("The stream keeps its peripheral: no handle is needed, with a link or without", .simulated)
    func noHandle() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let id = try await central.find(.named("HR-1")).id
        async let events = Self.first(3, of: central.peripheral(id).connectionEvents)
        async let states = Self.first(5, of: central.peripheral(id).connectionStates)
        try await world.sleep(for: .seconds(1))
        try await central.peripheral(id).connect()
        await central.peripheral(id).disconnect()
        #expect(await events.count == 3)
        #expect(await states.count == 5)
    }

    @Test("The streams of a peripheral end when the central is released", .simulated)
    func end() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let (events, states) = try await phone.run {
            let strap = try await Central().find(.named("HR-1"))
            return (strap.connectionEvents, strap.connectionStates)
        }
        #expect(await Self.first(9, of: events) == [])
        #expect(await Self.first(9, of: states) == [.disconnected])
    }
}
