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
        _ world: World, busyShare: Double = .infinity, isOfXCTest: Bool = false
    ) async -> String {
        var reminder: SlowTestReminder?
        let text = await withCheckedContinuation { continuation in
            reminder = SlowTestReminder(
                report(world), after: 0.01, busyShare: busyShare, isOfXCTest: isOfXCTest
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

    @Test("An idle world is reported in a busy process too, after some checks")
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
