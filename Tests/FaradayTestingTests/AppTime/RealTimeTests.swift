import Dispatch
import FaradayTesting
import Foundation
import Testing
import XCTest

/// Tests whose app has the machine's time.
@Suite struct RealTimeTests {
    /// Some months after the date on which worlds begin; the machine's clock is past it.
    static let longAfterWorldsBegin = Date(timeIntervalSince1970: 1_755_000_000)

    @Test("The date of an app with real time is the machine's", .simulated(appTime: .real))
    func date() {
        #expect(!World.current.holdsAppWork)
        #expect(Date() > Self.longAfterWorldsBegin)
    }

    @Test(
        "A delay of an app with real time takes its time, and the world's clock stays",
        .simulated(appTime: .real))
    func delay() async {
        let world = World.current
        let start = DispatchTime.now().uptimeNanoseconds
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "app").asyncAfter(deadline: .now() + 0.005) { continuation.resume() }
        }
        #expect(DispatchTime.now().uptimeNanoseconds >= start + 5_000_000)
        #expect(world.now == .zero)
    }

    @Test("A run of such a world does not wait for the app's delays", .simulated(appTime: .real))
    func run() async throws {
        let isDone = World.Lock(false)
        let item = DispatchWorkItem { isDone.withLock { $0 = true } }
        DispatchQueue(label: "app").asyncAfter(deadline: .now() + 3600, execute: item)
        try await World.current.run(for: .hours(2))
        #expect(!isDone.withLock { $0 })
        #expect(World.current.now == .zero + .hours(2))
        item.cancel()
    }

    #if os(Linux)
    /// In a process of its own: it is looked for once in a process.
    @Test("With FARADAY_APP_TIME=real no world of the process holds its apps' work")
    func environment() async {
        await #expect(processExitsWith: .success) {
            setenv("FARADAY_APP_TIME", "real", 1)
            try withWorld(seed: 1) { world in
                precondition(!world.holdsAppWork)
                precondition(Date() > RealTimeTests.longAfterWorldsBegin)
            }
        }
    }
    #endif
}

final class RealTimeTestCase: SimulatedTestCase {
    override var appTime: World.AppTime { .real }

    func testDateAndDelays() {
        XCTAssertFalse(world.holdsAppWork)
        XCTAssertGreaterThan(Date(), RealTimeTests.longAfterWorldsBegin)
        let isDone = DispatchSemaphore(value: 0)
        let uptime = DispatchTime.now().uptimeNanoseconds
        DispatchQueue(label: "app").asyncAfter(deadline: .now() + 0.005) { isDone.signal() }
        isDone.wait()
        XCTAssertGreaterThanOrEqual(DispatchTime.now().uptimeNanoseconds, uptime + 5_000_000)
        XCTAssertEqual(world.now, .zero)
    }
}
