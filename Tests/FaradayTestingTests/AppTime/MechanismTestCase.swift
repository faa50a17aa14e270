// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import AppTimeMechanisms
import BluetoothPort
import FaradayTesting
import XCTest

/// Each way of doing something later, in XCTest.
final class MechanismTestCase: SimulatedTestCase {
    /// Begins something and checks that it comes once, ten virtual seconds after this; `wait` lets a minute pass.
    private func check(_ mechanism: Mechanism, _ wait: () throws -> Void) rethrows {
        let (start, world, times) = (world.now, world, Lock<[World.Instant]>([]))
        let cancel = mechanism.begin { times.withLock { $0.append(world.now) } }
        try wait()
        withExtendedLifetime(cancel) {
            XCTAssertEqual(times.withLock { $0 }, [start + .seconds(10)], "\(mechanism)")
        }
    }

    func testDelays() throws {
        try XCTSkipUnless(world.holdsAppWork)
        for mechanism in Mechanism.all {
            try check(mechanism) { try world.run(for: .seconds(60)) }
        }
    }

    func testAnExpectationIsFulfilledAfterTenSeconds() throws {
        try XCTSkipUnless(world.holdsAppWork)
        for mechanism in Mechanism.all {
            let (start, isDone) = (world.now, expectation(description: mechanism.name))
            let cancel = mechanism.begin { isDone.fulfill() }
            wait(for: [isDone], timeout: 11)
            withExtendedLifetime(cancel) {
                XCTAssertEqual(world.now, start + .seconds(10), "\(mechanism)")
            }
        }
    }

    func testAllDelaysTogetherInAnAsynchronousTest() async throws {
        try XCTSkipUnless(world.holdsAppWork)
        let (world, times) = (world, Lock<[String: [World.Instant]]>([:]))
        let cancels = Mechanism.all.map { mechanism in
            mechanism.begin { times.withLock { $0[mechanism.name, default: []].append(world.now) } }
        }
        try await Task.sleep(nanoseconds: 60_000_000_000)
        withExtendedLifetime(cancels) {
            for mechanism in Mechanism.all {
                XCTAssertEqual(
                    times.withLock { $0[mechanism.name] }, [.zero + .seconds(10)], "\(mechanism)")
            }
        }
    }

    func testAllDelaysTogetherInAnExploration() throws {
        try XCTSkipUnless(world.holdsAppWork)
        try explore(runs: 8, faults: nil) { world in
            let times = Lock<[String: [World.Instant]]>([:])
            let cancels = Mechanism.all.map { mechanism in
                mechanism.begin { times.withLock { $0[mechanism.name, default: []].append(world.now) } }
            }
            try world.run(for: .seconds(60))
            let wrong = times.withLock { $0 }.filter { $0.value != [.zero + .seconds(10)] }
            let missing = Mechanism.all.count - times.withLock { $0.count }
            try withExtendedLifetime(cancels) {
                guard wrong.isEmpty, missing == 0 else { throw Wrong(times: wrong, missing: missing) }
            }
        }
    }

    private struct Wrong: Error {
        let times: [String: [World.Instant]]
        let missing: Int
    }

    func testWhatWasCancelledNeverComes() throws {
        try XCTSkipUnless(world.holdsAppWork)
        for mechanism in Mechanism.cancellable {
            let count = Lock(0)
            let cancel = mechanism.begin { count.withLock { $0 += 1 } }
            try world.run(for: .seconds(5))
            let stop = try XCTUnwrap(cancel)
            stop()
            try world.run(for: .seconds(60))
            XCTAssertEqual(count.withLock { $0 }, 0, "\(mechanism)")
        }
    }
}
#endif
