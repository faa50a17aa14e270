#if canImport(XCTest) && !canImport(Darwin)
import BluetoothPort
import BluetoothTypes
@testable import FaradayTesting
import Foundation
import XCTest

/// Waits in virtual time that fail. Were they to take their timeouts in real time, this would run for an hour.
final class FailedVirtualWaitTests: SimulatedTestCase {
    override var testRunClass: AnyClass? { LenientRun.self }

    private func never() -> XCTestExpectation { XCTestExpectation(description: "never") }

    private func failsOnce(after seconds: Int, at line: Int, file: StaticString = #filePath) {
        XCTAssertEqual(takeFailures(), [line], file: file, line: UInt(line))
        XCTAssertEqual(world.now, .zero + .seconds(seconds), file: file, line: UInt(line))
    }

    func testInAnEmptyWorld() {
        let never = never()
        startTaking()
        wait(for: [never], timeout: 600)
        failsOnce(after: 600, at: #line - 1)
    }

    func testInABusyWorld() {
        world.add(.beacon())
        let never = never()
        startTaking()
        wait(for: [never], timeout: 600)
        failsOnce(after: 600, at: #line - 1)
    }

    func testInOrder() {
        let (first, second) = (XCTestExpectation(description: "first"), never()), line = #line + 3
        world.after(.seconds(5)) { first.fulfill() }
        startTaking()
        wait(for: [first, second], timeout: 600, enforceOrder: true)
        failsOnce(after: 600, at: line)
    }

    func testBesideInvertedOnes() {
        let never = never(), inverted = XCTestExpectation(description: "inverted")
        inverted.isInverted = true
        startTaking()
        wait(for: [inverted, never], timeout: 600)
        failsOnce(after: 600, at: #line - 1)
    }

    func testAsynchronously() async {
        let never = never()
        startTaking()
        await fulfillment(of: [never], timeout: 600)
        failsOnce(after: 600, at: #line - 1)
    }

    @MainActor func testForAll() async {
        _ = expectation(description: "never")
        startTaking()
        var errors: [(any Error)?] = []
        waitForExpectations(timeout: 600) { errors.append($0) }
        failsOnce(after: 600, at: #line - 1)
        XCTAssertEqual((errors.first ?? nil) as? XCTestError, XCTestError(.timeoutWhileWaiting))
    }

    func testOfWaiters() {
        let result = XCTWaiter.wait(for: [never()], timeout: 600)
        XCTAssertEqual(result, .timedOut)
        XCTAssertEqual(world.now, .zero + .seconds(600))
    }

    func testOfAsynchronousWaiters() async {
        let later = await XCTWaiter.fulfillment(of: [never()], timeout: 600)
        XCTAssertEqual(later, .timedOut)
        XCTAssertEqual(world.now, .zero + .seconds(600))
    }

    // MARK: What an app does in real time

    func testATaskThatSleepsIsWaitedFor() {
        let slept = expectation(description: "slept")
        Task {
            try? await Task.sleep(nanoseconds: 300_000_000)
            slept.fulfill()
        }
        wait(for: [slept], timeout: 60)
    }

    func testATimerIsWaitedFor() {
        let rung = expectation(description: "rung")
        let timer = Timer.scheduledTimer(withTimeInterval: 0.3, repeats: false) { _ in rung.fulfill() }
        defer { timer.invalidate() }
        wait(for: [rung], timeout: 60)
    }

    func testAThreadThatWorksIsWaitedFor() {
        let done = expectation(description: "done")
        let end = world.now + .seconds(59)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 59)
            var sum = 0.0
            for number in 0..<3_000_000 { sum += Double(number).squareRoot() }
            XCTAssertGreaterThan(sum, 0)
            done.fulfill()
        }
        wait(for: [done], timeout: 60)
        XCTAssertEqual(world.now, end)
    }

    func testOursAreNotAmongThem() {
        let timers = (0..<20).map { _ in
            SlowTestReminder(SimulationReport(world, CapturePlace(name: "t", filePath: "")))
        }
        let never = never()
        startTaking()
        wait(for: [never], timeout: 600)
        failsOnce(after: 600, at: #line - 1)
        for timer in timers { timer.end() }
    }
}

/// What failures of XCTest are followed by.
final class TestStoriesTests: XCTestCase {
    private let told = Lock<[String]>([])

    override func setUp() {
        super.setUp()
        let told = told
        TestStories.output.withLock { $0 = .init { text in told.withLock { $0.append(text) } } }
    }

    override func tearDown() {
        TestStories.output.withLock { $0 = .init { print($0, terminator: "") } }
        super.tearDown()
    }

    private func fail(_ text: String = "failed") {
        TestStories.failed(name, text, #filePath)
    }

    func testOnlyTheFirstFailureTellsTheStoryUpToThere() throws {
        try withWorld(seed: 21) { world in
            world.addPhone()
            world.note("before")
            fail()
            world.note("after")
            fail()
        }
        fail()
        let told = told.withLock { $0 }
        XCTAssertEqual(told.count, 1)
        XCTAssertTrue(
            told[0].hasPrefix("seed 21, 0.000000 s of virtual time, 0 events\nwhat apps and the test did:\n"))
        XCTAssertTrue(told[0].contains("-- before\n") && !told[0].contains("after"))
        XCTAssertTrue(told[0].contains("/FaradayTestingTests.FailedVirtualWaitTests.testOnlyTheFirst"))
    }

    func testAnErrorOfARunIsAboutTheMomentOfTheRun() throws {
        try withWorld(seed: 22) { world in
            world.addPhone()
            let error = XCTAssertThrows(World.RunError.self) { try world.run(until: { false }) }
            world.note("after")
            fail("threw error \"\(try XCTUnwrap(error))\"")
        }
        let told = told.withLock { $0 }
        XCTAssertEqual(told.count, 1)
        XCTAssertFalse(told[0].contains("after"))
        XCTAssertTrue(
            told[0].contains("\nthe run that gave up: \(#filePath):"))
        XCTAssertTrue(told[0].contains("\nhint: no manager was created in this world."))
    }

    private func XCTAssertThrows<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) -> Failure?
    {
        do {
            try body()
            XCTFail("nothing was thrown")
        } catch let error as Failure {
            return error
        } catch {
            XCTFail("\(error)")
        }
        return nil
    }
}
#endif
