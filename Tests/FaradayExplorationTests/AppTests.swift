import BluetoothTypes
import FaradayCoreBluetooth
@testable import FaradayExploration
import FaradaySimulation
import Testing

/// Apps on worlds with faults.
struct AppTests {
    /// What ends links and comes back: an app that connects again gets on with all of it.
    private static let drops = FaultVocabulary { draw in
        let point =
            draw.isLucky(0.5)
            ? Fault.notification().nth(draw.count(upTo: 12)) : Fault.subscribe().nth(draw.count(upTo: 2))
        return point.dropsLink(draw.element(of: [.timeout, .peer]))
    }

    private static func exploration(_ runs: Int) -> Exploration {
        var exploration = ExplorationTests.exploration(runs)
        exploration.faults = drops
        return exploration
    }

    @Test("An app that does not connect again is found, with one fault left")
    func staysAway() throws {
        let result = Self.exploration(40).run(StrapBodies.shows(.staysAway))
        let failure = try #require(result.failures.first)
        #expect(failure.signature.kind == .run)
        #expect(failure.shrunk.faults.count == 1)
        #expect(failure.shrunk.schedule.isPlain)
        #expect(failure.plan.contains("dropsLink"))
        #expect(failure.story.contains("HR-1"), "\(failure.story)")
        #expect(failure.isReproducible)
        let again = Self.exploration(40).run(StrapBodies.shows(.staysAway))
        #expect(again.report == result.report)
    }

    @Test("A broken rule is a failure with the name of the rule")
    func keepsOldValue() throws {
        let result = Self.exploration(40).run(StrapBodies.shows(.keepsOldValue))
        let failure = try #require(result.failures.first)
        #expect(failure.signature == FailureSignature(.invariant, "a value is only shown while connected"))
        #expect(failure.shrunk.faults.count == 1)
    }

    @Test("A misuse is a failure, also without faults")
    func scansTooEarly() throws {
        let result = Self.exploration(5).run(StrapBodies.shows(.scansTooEarly))
        let failure = try #require(result.failures.first)
        #expect(failure.signature.kind == .misuse)
        #expect(failure.run == 0)
        #expect(failure.shrunk == ExploredCase())
    }

    @Test("A right app passes")
    func right() {
        let result = Self.exploration(40).run(StrapBodies.shows(nil))
        #expect(result.isSuccess, "\(result.report)")
        #expect(result.runs == 40)
    }

    @Test("A manager that outlives its test is a leak, where that is asked for")
    func leaks() throws {
        let kept = Kept()
        var exploration = Self.exploration(1)
        #expect(exploration.run { kept.app = $0.addPhone().run { StrapApp() } }.isSuccess)
        exploration.leaks = true
        let result = exploration.run { kept.app = $0.addPhone().run { StrapApp() } }
        #expect(result.failures.first?.signature == FailureSignature(.leak, "manager"))
        #expect(exploration.run { _ = $0.addPhone().run { StrapApp() } }.isSuccess)
    }

    private final class Kept: Sendable {
        nonisolated(unsafe) var app: StrapApp?
    }
}
