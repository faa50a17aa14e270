import FaradayClient
import FaradayTesting
import Testing

@Suite("A deadline limits sequences")
struct DeadlineOfSequencesTests {
    /// How long a loop takes in a deadline of 5 s, and how it ends.
    private func time(_ body: () async throws -> Void) async -> (Nanoseconds, ClientError.Reason?) {
        let start = World.current.now
        var reason: ClientError.Reason?
        await withDeadline(.seconds(5)) {
            do { try await body() } catch { reason = (error as? ClientError)?.reason }
        }
        return (World.current.now - start, reason)
    }

    @Test("Sequences that throw end with .deadlineExceeded when it is over", .simulated)
    func throwing() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", every: .hours(1)), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        try await strap.connect()
        let path = HeartRate.measurement.path
        let loops: [() async throws -> Void] = [
            { for try await _ in strap.notifications(of: HeartRate.measurement) {} },
            {
                for try await _ in strap.notifications(of: HeartRate.measurement, survivesDisconnection: true)
                {}
            },
            { for try await _ in strap.notifications(of: HeartRate.measurement).results {} },
            { for try await _ in strap.messages(of: path, framed: .lines) {} },
            { for try await _ in central.scan(for: ["FFFF"]) {} },
            { for try await _ in central.scan(repeating: true) {} },
            { for try await _ in central.scan(for: ["FFFF"], losingAfter: .seconds(1)) {} },
        ]
        for (number, loop) in loops.enumerated() {
            let (time, reason) = await time(loop)
            #expect(time == .seconds(5) && reason == .deadlineExceeded, "loop \(number)")
        }
    }

    @Test("Sequences that can't throw end then", .simulated)
    func ending() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", every: .hours(1)), at: .meters(2))
        let phone = world.addPhone()
        let central = phone.run { Central() }
        let local = phone.run { LocalPeripheral() }
        let strap = try await central.find(.named("HR-1"))
        let loops: [() async throws -> Void] = [
            { for await _ in central.states {} }, { for await _ in local.states {} },
            { for await _ in strap.connectionEvents {} }, { for await _ in strap.connectionStates {} },
            { for await _ in strap.serviceChanges {} }, { for await _ in local.subscriptionEvents {} },
            { for await _ in local.subscriberLists(of: HeartRate.measurement) {} },
        ]
        for (number, loop) in loops.enumerated() {
            let (time, reason) = await time(loop)
            #expect(time == .seconds(5) && reason == nil, "loop \(number)")
        }
    }

    @Test(
        "A sequence of an earlier scope goes on after a shorter deadline that was waited for elsewhere",
        .simulated)
    func nested() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", every: .seconds(1)), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        var beats = strap.notifications(of: HeartRate.measurement).makeAsyncIterator()
        _ = try await beats.next()
        for _ in 0..<3 {
            // Each element comes in time; the alarms of these deadlines ring later.
            try await withDeadline(.milliseconds(1_500)) { _ = try await beats.next() }
        }
        try await world.sleep(for: .seconds(3))
        #expect(try await beats.next() != nil)
    }

    @Test("A late value is none: the loop of 5 s does not get the value of 300 s", .simulated)
    func late() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1", every: .seconds(300)), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        let error = await clientError {
            try await withDeadline(.seconds(5)) {
                for try await _ in strap.notifications(of: HeartRate.measurement) { Issue.record("a value") }
            }
        }
        #expect(error?.reason == .deadlineExceeded && error?.characteristic == HeartRate.measurement.uuid)
    }
}
