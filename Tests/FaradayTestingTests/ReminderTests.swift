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
            let patience = SlowTestReminder.Patience(
                seconds: 0.01, busyShare: busyShare, processorLimit: processorLimit)
            reminder = SlowTestReminder(report(world), patience, isOfXCTest: isOfXCTest) {
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
        let reminder = SlowTestReminder(Self.report(world), SlowTestReminder.Patience(seconds: 0.01)) {
            text in
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
        var finding: Silence.Finding
    }

    private static let before = World.Progress(
        eventCount: 5, storyLines: 7, isRunning: false, isWaitingForTurn: false)

    private static func look(
        _ finding: Silence.Finding, isBusy: Bool = false, answers: Bool = true,
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
        let finding = Silence.finding(
            look.after, since: Self.before, processIsBusy: look.isBusy, answers: look.answers)
        #expect(finding == look.finding)
    }

    /// A check: what it found, the processor time that the process has used since the one before, whether that is much, how
    /// far the world has moved meanwhile, and how far ahead the latest plan is.
    struct Check: Sendable {
        var finding: Silence.Finding
        var used: Double
        var isBusy = false
        var moved = Nanoseconds.zero
        var plan: Nanoseconds?
    }

    /// After how many of these checks the test is reported, if it is.
    private static func checks(_ checks: [Check], times: Int = 1) -> Int? {
        var silence = Silence()
        var last = before
        return checks.firstIndex { check in
            var progress = last
            progress.now = last.now + check.moved
            progress.latestPlan = check.plan.map { progress.now + $0 }
            silence.add(
                check.finding, progress, since: last, processorSeconds: check.used,
                processIsBusy: check.isBusy)
            last = progress
            return silence.isHang(SlowTestReminder.Patience(), times: times)
        }.map { $0 + 1 }
    }

    @Test("A test that does nothing is reported in a process at rest, or after a minute of processor time")
    func silenceIsReported() {
        for finding in [Silence.Finding.stands, .waits] {
            let quiet = Array(repeating: Check(finding: finding, used: 0.01), count: 9)
            #expect(Self.checks(quiet) == 3)
            #expect(Self.checks(quiet, times: 2) == 6)
            let busy = Array(repeating: Check(finding: finding, used: 10, isBusy: true), count: 20)
            #expect(Self.checks(busy) == 6)
            #expect(Self.checks(busy, times: 2) == 12)
        }
    }

    @Test("A test is reported in whose world a day passes with nothing new, unless something is planned")
    func virtualSilenceIsReported() {
        func days(_ moved: Nanoseconds, plan: Nanoseconds? = nil) -> [Check] {
            Array(
                repeating: Check(finding: .waits, used: 0.01, isBusy: true, moved: moved, plan: plan),
                count: 9)
        }
        #expect(Self.checks(days(.hours(24))) == 3)
        #expect(Self.checks(days(.hours(6))) == 4)
        #expect(Self.checks(days(.hours(6)), times: 2) == 8)
        #expect(Self.checks(days(.hours(1))) == nil)
        // An app that polls, and a test that sleeps.
        #expect(Self.checks(days(.hours(24), plan: .seconds(5))) == 3)
        #expect(Self.checks(days(.hours(24), plan: .hours(48))) == nil)
    }

    @Test("A slow machine, and a test that does something, are not reported however long it takes")
    func slownessIsNotReported() {
        func many(_ checks: Check..., times: Int) -> [Check] {
            Array(repeating: checks, count: times).flatMap { $0 }
        }
        let goesOn = Check(finding: .goesOn, used: 20, isBusy: true, moved: .hours(24))
        #expect(Self.checks(many(Check(finding: .goesOn, used: 0.01), times: 1000)) == nil)
        #expect(Self.checks(many(goesOn, times: 1000)) == nil)
        // Five minutes on a machine that gives the process little.
        #expect(Self.checks(many(Check(finding: .stands, used: 1.5, isBusy: true), times: 30)) == nil)
        let stands = Check(finding: .stands, used: 0.01)
        #expect(Self.checks(many(stands, stands, goesOn, times: 100)) == nil)
        let waits = Check(finding: .waits, used: 20, isBusy: true, moved: .hours(24))
        #expect(Self.checks(many(waits, waits, goesOn, times: 100)) == nil)
    }

    @Test("A test's world is released with the test, and not when the reminder would have come")
    func keepsNoWorld() {
        weak var world: World?
        do {
            let test = World(seed: 1)
            world = test
            let reminder = SlowTestReminder(Self.report(test), SlowTestReminder.Patience(seconds: 3600))
            #expect(world != nil)
            reminder.end()
        }
        #expect(world == nil)
    }
}
