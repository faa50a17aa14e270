// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import AppTimeMechanisms
import BluetoothPort
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// Each way of doing something later, in each kind of test.
@Suite(.enabled(if: World().holdsAppWork)) struct MechanismTests {
    @Test(
        "A delay of ten seconds ends after ten virtual seconds, and once", .simulated,
        arguments: Mechanism.all)
    func delay(_ mechanism: Mechanism) async throws {
        let world = World.current
        let times = Lock<[World.Instant]>([])
        let cancel = mechanism.begin { times.withLock { $0.append(world.now) } }
        try await world.run(for: .seconds(60))
        withExtendedLifetime(cancel) { #expect(times.withLock { $0 } == [.zero + .seconds(10)]) }
    }

    @Test("In a synchronous test too", .simulated, arguments: Mechanism.all)
    func synchronous(_ mechanism: Mechanism) throws {
        let world = World.current
        let times = Lock<[World.Instant]>([])
        let cancel = mechanism.begin { times.withLock { $0.append(world.now) } }
        try world.run(until: { !times.withLock { $0.isEmpty } })
        #expect(world.now == .zero + .seconds(10))
        try world.run(for: .seconds(60))
        withExtendedLifetime(cancel) { #expect(times.withLock { $0 } == [.zero + .seconds(10)]) }
    }

    @Test(
        "In each run of an exploration, whatever order it draws",
        .explored(runs: 3, faults: nil, schedule: .any),
        arguments: Mechanism.all)
    func explored(_ mechanism: Mechanism) async throws {
        let world = World.current
        let times = Lock<[World.Instant]>([])
        let cancel = mechanism.begin { times.withLock { $0.append(world.now) } }
        try await world.run(for: .seconds(60))
        withExtendedLifetime(cancel) { #expect(times.withLock { $0 } == [.zero + .seconds(10)]) }
    }

    @Test(
        "What was cancelled never comes there either", .explored(runs: 3, faults: nil, schedule: .any),
        arguments: Mechanism.cancellable)
    func exploredAndCancelled(_ mechanism: Mechanism) async throws {
        let world = World.current
        let times = Lock<[World.Instant]>([])
        let cancel = mechanism.begin { times.withLock { $0.append(world.now) } }
        try await world.run(for: .seconds(5))
        let stop = try #require(cancel)
        stop()
        try await world.run(for: .seconds(60))
        #expect(times.withLock { $0 } == [])
    }

    @Test("What was cancelled never comes", .simulated, arguments: Mechanism.cancellable)
    func cancelled(_ mechanism: Mechanism) async throws {
        let world = World.current
        let times = Lock<[World.Instant]>([])
        let cancel = mechanism.begin { times.withLock { $0.append(world.now) } }
        try await world.run(for: .seconds(5))
        let stop = try #require(cancel)
        stop()
        try await world.run(for: .seconds(60))
        #expect(times.withLock { $0 } == [])
    }
}
#endif
