#if canImport(XCTest) && !canImport(Darwin)
import BluetoothPort
import BluetoothTypes
@testable import FaradayTesting
import Foundation
import XCTest

extension Notification.Name {
    fileprivate static let arrived = Notification.Name("PredicateWaitTests.arrived")
}

/// Waits for predicates and notifications in virtual time: they end at the instant that makes them true.
final class PredicateWaitTests: SimulatedTestCase {
    override var testRunClass: AnyClass? { LenientRun.self }

    private final class Flag: Sendable {
        private let value = Lock(false)
        var isOn: Bool { value.withLock { $0 } }
        func set(_ isOn: Bool) { value.withLock { $0 = isOn } }
    }

    private func predicate(_ condition: @escaping () -> Bool) -> XCTNSPredicateExpectation {
        XCTNSPredicateExpectation(predicate: NSPredicate { _, _ in condition() }, object: nil)
    }

    /// On for a fifth of a second, one minute from now, in a busy world: XCTest looks more often than that.
    private func briefFlag() -> Flag {
        let flag = Flag()
        world.add(.beacon())
        world.after(.seconds(60)) { flag.set(true) }
        world.after(.milliseconds(60_200)) { flag.set(false) }
        return flag
    }

    func testAShortStateEndsTheWaitAtItsInstant() {
        let flag = briefFlag()
        wait(for: [predicate { flag.isOn }], timeout: 600)
        XCTAssertEqual(world.now, .zero + .seconds(60))
        XCTAssertTrue(flag.isOn)
    }

    func testTheClockOfTheWorldIsAConditionToo() {
        let world = world
        world.add(.beacon())
        for second in 1...100 { world.after(.seconds(second)) {} }
        wait(for: [predicate { world.now >= .zero + .seconds(7) }], timeout: 600)
        XCTAssertEqual(world.now, .zero + .seconds(7))
    }

    func testWhatIsTrueAtFirstTakesNoTime() {
        world.add(.beacon())
        wait(for: [predicate { true }], timeout: 600)
        XCTAssertEqual(world.now, .zero)
    }

    func testInTheMainThreadAndWithTheHandlersConsent() {
        let flag = Flag()
        nonisolated(unsafe) var calls = 0
        for second in 1...9 { world.after(.seconds(second)) { flag.set(true) } }
        let condition = predicate {
            XCTAssertTrue(Thread.isMainThread)
            return flag.isOn
        }
        let world = world
        condition.handler = {
            calls += 1
            return world.now >= .zero + .seconds(3)
        }
        wait(for: [condition], timeout: 600)
        XCTAssertEqual(world.now, .zero + .seconds(3))
        XCTAssertGreaterThan(calls, 1)
    }

    @MainActor func testExpectationForAPredicate() {
        let flag = briefFlag()
        _ = expectation(
            for: NSPredicate { object, _ in (object as? Flag)?.isOn == true }, evaluatedWith: flag)
        waitForExpectations(timeout: 600)
        XCTAssertEqual(world.now, .zero + .seconds(60))
    }

    func testOfWaiters() {
        let flag = briefFlag()
        XCTAssertEqual(XCTWaiter.wait(for: [predicate { flag.isOn }], timeout: 600), .completed)
        XCTAssertEqual(world.now, .zero + .seconds(60))
        XCTAssertEqual(XCTWaiter.wait(for: [predicate { false }], timeout: 600), .timedOut)
        XCTAssertEqual(world.now, .zero + .seconds(660))
    }

    /// On the main actor: XCTest looks in the run loop in which the expectation was made, and others never run.
    @MainActor func testAsynchronously() async {
        let flag = briefFlag()
        await fulfillment(of: [predicate { flag.isOn }], timeout: 600)
        XCTAssertGreaterThanOrEqual(world.now, .zero + .seconds(60))
        XCTAssertLessThan(world.now, .zero + .milliseconds(60_200))
        XCTAssertTrue(flag.isOn)
    }

    func testAWaitThatFailsTakesVirtualTimeAndSaysSo() throws {
        world.add(.beacon())
        let never = predicate { false }
        never.expectationDescription = "never"
        startTaking()
        wait(for: [never], timeout: 600)
        let text = try XCTUnwrap((testRun as? LenientRun)?.texts.last)
        XCTAssertEqual(takeFailures(), [#line - 2])
        XCTAssertEqual(world.now, .zero + .seconds(600))
        XCTAssertTrue(text.contains("timeout of 600.0 seconds, with unfulfilled expectations: never"), text)
    }

    func testAnInvertedOneWaitsForTheWholeTimeout() {
        let never = predicate { false }
        never.isInverted = true
        wait(for: [never], timeout: 10)
        XCTAssertEqual(world.now, .zero + .seconds(10))
    }

    func testANotificationEndsTheWaitAtItsInstant() {
        world.add(.beacon())
        world.after(.seconds(60)) { NotificationCenter.default.post(name: .arrived, object: nil) }
        wait(for: [XCTNSNotificationExpectation(name: .arrived)], timeout: 600)
        XCTAssertEqual(world.now, .zero + .seconds(60))
    }

    func testEqualWaitsGiveEqualTimes() {
        var ends: [Instant] = []
        for _ in 0..<3 {
            let world = World(seed: 5)
            world.add(.heartRateMonitor())
            world.addPhone().run {
                let app = BatteryApp()
                let start = predicate { world.now > .zero + .milliseconds(1500) }
                withExtendedLifetime(app) { wait(for: [start], timeout: 60) }
                ends.append(world.now)
            }
        }
        XCTAssertEqual(Set(ends).count, 1)
    }
}
#endif
