import Testing

@testable import FaradayBridge

@Suite("For which events of a program a world's clock waits")
struct ProgramTurnsTests {
    @Test("Nobody waits for a program before its main queue runs, or after it has gone")
    func readiness() {
        let turns = ProgramTurns()
        #expect(turns.begin() == nil)
        turns.take(7)
        #expect(turns.begin() == nil && !turns.waitUntilReady(0))
        turns.take(0)
        #expect(turns.begin()?.number == 1 && turns.waitUntilReady(0))
        turns.end()
        #expect(turns.begin() == nil && !turns.waitUntilReady(0))
    }

    @Test("Each event has a number of its own, and its wait ends with that number, in any order")
    func numbers() throws {
        let turns = ProgramTurns()
        turns.take(0)
        let (first, second) = (try #require(turns.begin()), try #require(turns.begin()))
        #expect(first.number == 1 && second.number == 2)
        turns.take(2)
        second.wait()
        // What nobody waits for says nothing.
        turns.take(2)
        turns.take(99)
        turns.take(1)
        first.wait()
    }

    @Test("The end of a program ends all waits")
    func end() throws {
        let turns = ProgramTurns()
        turns.take(0)
        let open = try (0..<3).map { _ in try #require(turns.begin()) }
        turns.end()
        for turn in open { turn.wait() }
    }
}
