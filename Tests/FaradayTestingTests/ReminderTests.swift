import BluetoothPort
import BluetoothTypes
import FaradayBridge
import Foundation
@testable import FaradayTesting
import Testing

@Suite struct ReminderTests {
    private static func report(_ world: World) -> SimulationReport {
        SimulationReport(world, CapturePlace(name: "a test", filePath: #filePath))
    }

    private static func told(
        _ world: World, busyShare: Double = .infinity, processorLimit: Double = 0.1, isOfXCTest: Bool = false
    ) async -> String {
        var reminder: SlowTestReminder?
        let text = await withCheckedContinuation { continuation in
            reminder = SlowTestReminder(
                report(world), after: 0.01, busyShare: busyShare, processorLimit: processorLimit,
                isOfXCTest: isOfXCTest
            ) {
                continuation.resume(returning: $0)
            }
        }
        reminder?.end()
        return text
    }

    @Test("A test that does not end is reported, with the state of its world")
    func tells() async {
        let text = await Self.told(World(seed: 17))
        #expect(text.hasPrefix("a-test has not ended"))
        #expect(text.contains("seed 17"))
    }

    @Test("Only a test that can have a time limit is told of it", arguments: [false, true])
    func tellsOfTheTimeLimit(isOfXCTest: Bool) async {
        let text = await Self.told(World(seed: 17), isOfXCTest: isOfXCTest)
        #expect(text.contains(".simulated(timeLimit:") == !isOfXCTest)
    }

    @Test("An idle world is reported in a busy process too, after some processor time")
    func tellsInABusyProcess() async {
        let text = await Self.told(World(seed: 18), busyShare: 0)
        #expect(text.contains("seed 18"))
    }

    @Test("A test that somebody has stopped in a browser is not reported")
    func saysNothingDuringAPause() async throws {
        let world = World(seed: 20)
        let inspection = try world.inspect()
        defer { inspection.stop() }
        let tales = Lock<[String]>([])
        let reminder = SlowTestReminder(Self.report(world), after: 0.01) { text in
            tales.withLock { $0.append(text) }
        }
        // A thread of its own: the tasks of other tests need theirs.
        Thread.detachNewThread { world.pause() }
        while !WorldDesk.isTestWaiting(in: world) { await Task.yield() }
        while reminder.pausedLooks < 20 { await Task.yield() }
        #expect(tales.withLock { $0.isEmpty })
        reminder.end()
        _ = WorldDesk.of(world).tell("continue")
        while WorldDesk.isTestWaiting(in: world) { await Task.yield() }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A test that waits forever in a world that never stops is reported")
    func tellsOfABusyWorld() async {
        let world = World(seed: 19)
        world.startTrace()
        world.add(.beacon())
        let text = await world.simulate { await Self.told(world, busyShare: 0) }
        #expect(text.contains("seed 19"))
        #expect(world.now > .zero)
    }

    struct Look: Sendable {
        var after: World.Progress
        var isBusy = false
        var answers = true
        var finding: SlowTestReminder.Finding
    }

    private static let before = World.Progress(
        eventCount: 5, storyLines: 7, isRunning: false, isWaitingForTurn: false)

    private static func look(
        _ finding: SlowTestReminder.Finding, isBusy: Bool = false, answers: Bool = true,
        _ change: (inout World.Progress) -> Void = { _ in }
    ) -> Look {
        var after = before
        change(&after)
        return Look(after: after, isBusy: isBusy, answers: answers, finding: finding)
    }

    @Test(arguments: [
        look(.stands), look(.stands, isBusy: true),
        // It may wait for a thread, or for the main one.
        look(.goesOn, isBusy: true, answers: false), look(.stands, answers: false),
        look(.waits) { $0.eventCount += 900 },
        look(.waits, isBusy: true) { $0.eventCount += 900 },
        look(.goesOn, answers: false) { $0.eventCount += 900 }, look(.goesOn) { $0.storyLines += 1 },
        look(.goesOn) { ($0.eventCount, $0.isRunning) = (900, true) },
        // The world has work and does not run it: others use the processor, or a callback does not return.
        look(.goesOn, isBusy: true) { $0.isWaitingForTurn = true },
        look(.stands) { $0.isWaitingForTurn = true },
    ])
    func progressIsThatOfTheWorld(_ look: Look) {
        let finding = SlowTestReminder.finding(
            look.after, since: Self.before, processIsBusy: look.isBusy, answers: look.answers)
        #expect(finding == look.finding)
    }

    /// A check: what it found, the processor time that the process has used since the one before, and whether that is much.
    private typealias Check = (finding: SlowTestReminder.Finding, used: Double, isBusy: Bool)

    /// After how many of these checks the test is reported, if it is.
    private static func checks(_ checks: [Check]) -> Int? {
        var silence = SlowTestReminder.Silence()
        return checks.firstIndex { check in
            silence.add(check.finding, processorSeconds: check.used, processIsBusy: check.isBusy)
            return silence.isHang(after: 60)
        }.map { $0 + 1 }
    }

    @Test("A test that does nothing is reported in a process at rest, or after a minute of processor time")
    func silenceIsReported() {
        for finding in [SlowTestReminder.Finding.stands, .waits] {
            #expect(Self.checks(Array(repeating: (finding, 0.01, false), count: 9)) == 3)
            #expect(Self.checks(Array(repeating: (finding, 10, true), count: 9)) == 6)
        }
    }

    @Test("A slow machine, and a test that does something, are not reported however long it takes")
    func slownessIsNotReported() {
        #expect(Self.checks(Array(repeating: (.goesOn, 0.01, false), count: 1000)) == nil)
        #expect(Self.checks(Array(repeating: (.goesOn, 20, true), count: 1000)) == nil)
        // Five minutes on a machine that gives the process little.
        #expect(Self.checks(Array(repeating: (.stands, 1.5, true), count: 30)) == nil)
        let now: [Check] = [(.stands, 0.01, false), (.stands, 0.01, false), (.goesOn, 0.01, false)]
        #expect(Self.checks(Array(repeating: now, count: 100).flatMap { $0 }) == nil)
        let then: [Check] = [(.waits, 20, true), (.waits, 20, true), (.goesOn, 20, true)]
        #expect(Self.checks(Array(repeating: then, count: 100).flatMap { $0 }) == nil)
    }

    @Test("A test's world is released with the test, and not when the reminder would have come")
    func keepsNoWorld() {
        weak var world: World?
        do {
            let test = World(seed: 1)
            world = test
            let reminder = SlowTestReminder(Self.report(test), after: 3600)
            #expect(world != nil)
            reminder.end()
        }
        #expect(world == nil)
    }
}
