// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import FaradayTesting
import Foundation
import Testing
import XCTest

/// The date on which a world begins.
@Suite(.enabled(if: World().holdsAppWork)) struct StartDateTests {
    static let leapDay = Date(timeIntervalSince1970: 1_709_164_800)

    @Test(
        "A world begins on the date that the test gives, to the second, within what clocks of 64 bits can show",
        arguments: [
            (1_735_689_600, 1_735_689_600), (1.75, 1), (-1, 0), (Date.distantPast.timeIntervalSince1970, 0),
            (Date.distantFuture.timeIntervalSince1970, 8_000_000_000), (.infinity, 8_000_000_000), (.nan, 0),
        ] as [(Double, Double)])
    func range(_ given: Double, _ seconds: Double) throws {
        try withWorld(date: Date(timeIntervalSince1970: given)) { world in
            #expect(Date().timeIntervalSince1970 == seconds)
            try world.run(for: .seconds(10))
            #expect(Date().timeIntervalSince1970 == seconds + 10)
        }
    }

    @Test(.simulated(date: leapDay)) func ofTrait() async throws {
        #expect(Date() == Self.leapDay)
        try await Task.sleep(for: .seconds(86_400))
        #expect(Date() == Self.leapDay + 86_400)
    }

    @Test func ofAsynchronousBodies() async throws {
        try await withWorld(date: Self.leapDay) { _ in
            try await Task.sleep(for: .seconds(5))
            #expect(Date() == Self.leapDay + 5)
        }
    }

    @Test(
        "A thread that rested for less than a microsecond is not ahead of the world that it enters next, nor of one that has moved"
    )
    func afterRests() throws {
        try withWorld(date: Self.leapDay) { _ in
            for _ in 0..<3 { usleep(0) }
            #expect(Date() > Self.leapDay)
        }
        try withWorld(date: Self.leapDay) { world in
            #expect(Date() == Self.leapDay)
            usleep(0)
            try world.run(for: .seconds(10))
            #expect(Date() == Self.leapDay + 10)
        }
    }

    @Test(.explored(runs: 3, faults: nil, date: leapDay)) func ofExploredTests() async throws {
        #expect(Date() == Self.leapDay)
        try await Task.sleep(for: .seconds(60))
        #expect(Date() == Self.leapDay + 60)
    }

    @Test("Both forms of an exploration give each of their worlds the date")
    func ofExplorations() async throws {
        try Self.exploreInPlace()
        try await explore(runs: 3, faults: nil, date: Self.leapDay) { _ in
            #expect(Date() == Self.leapDay)
        }
    }

    private static func exploreInPlace() throws {
        try explore(runs: 3, faults: nil, date: leapDay) { world in
            try #require(Date() == leapDay)
            try world.run(for: .seconds(10))
            try #require(Date() == leapDay + 10)
        }
    }

    @Test("With the app's time real, both forms of withWorld have the machine's date")
    func ofRealTime() async throws {
        func check(_ world: World) {
            #expect(!world.holdsAppWork)
            #expect(Date() > Self.leapDay + 365 * 86_400)
        }
        func inPlace() throws { try withWorld(date: Self.leapDay, appTime: .real) { check($0) } }
        try inPlace()
        try await withWorld(date: Self.leapDay, appTime: .real) { world in
            await Task.yield()
            check(world)
        }
    }

    @Test func withoutOne() throws {
        try withWorld { _ in #expect(Date().timeIntervalSince1970 == 1_735_689_600) }
    }
}

final class StartDateTestCase: SimulatedTestCase {
    override var date: Date? { StartDateTests.leapDay }

    func testDate() throws {
        try XCTSkipUnless(world.holdsAppWork)
        XCTAssertEqual(Date(), StartDateTests.leapDay)
        try world.run(for: .seconds(10))
        XCTAssertEqual(Date(), StartDateTests.leapDay + 10)
    }
}
#endif
