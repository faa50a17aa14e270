// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// What an app has set for later, as reports and stories tell it: with its queue, and the function that set it.
@Suite(.enabled(if: World().holdsAppWork)) struct WorkStoryTests {
    private static func lines(_ world: World) -> [String] {
        world.storyText().split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("Timers are told when they are set, when they are due and when they are cancelled", .simulated)
    func timers() async throws {
        let world = World.current
        let queue = DispatchQueue(label: "app")
        queue.asyncAfter(deadline: .now() + 2.5) {}
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + 4)
        source.setEventHandler {}
        source.resume()
        try await world.run(for: .seconds(3))
        source.cancel()
        try await world.run(for: .seconds(3))
        #expect(
            Self.lines(world) == [
                "0.000000  world  -- asyncAfter on app (WorkStoryTests.timers), set for 2.500 s from now",
                "0.000000  world  -- a DispatchSource timer on app (WorkStoryTests.timers), set for 4 s from now",
                "2.500000  world  -- asyncAfter on app (WorkStoryTests.timers) is due",
                "3.000000  world  -- a DispatchSource timer on app (WorkStoryTests.timers) is cancelled",
            ])
    }

    @MainActor private static func startTimer() -> Timer {
        Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
    }

    @Test("A timer of a run loop is told too", .simulated) @MainActor
    func runLoop() async throws {
        let world = World.current
        let timer = Self.startTimer()
        try await world.run(for: .milliseconds(1500))
        timer.invalidate()
        #expect(
            Self.lines(world) == [
                "0.000000  world  -- a Timer (WorkStoryTests.startTimer), set for 1 s from now",
                "1.000000  world  -- a Timer (WorkStoryTests.startTimer) is due",
                "1.500000  world  -- a Timer (WorkStoryTests.startTimer) is cancelled",
            ])
    }

    @Test("A run that gives up says who has set what", .simulated)
    func pending() async throws {
        let world = World.current
        DispatchQueue(label: "app").asyncAfter(deadline: .now() + 5) {}
        DispatchQueue.global().asyncAfter(deadline: .now() + 6, execute: DispatchWorkItem {})
        let error = await #expect(throws: World.RunError.self) {
            try await world.run(until: { false }, timeout: .seconds(1))
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("in 4 s: asyncAfter on app, set in WorkStoryTests.pending"), "\(text)")
        #expect(
            text.contains("in 5 s: asyncAfter on a global queue, set in WorkStoryTests.pending"), "\(text)")
    }
}
#endif
