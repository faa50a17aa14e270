@testable import FaradayTesting
import Testing

@Suite struct ReminderTests {
    @Test("A test that does not end is told of, with where its world stands")
    func tells() async {
        let world = World(seed: 17)
        let report = SimulationReport(world: world, testName: "a test")
        var reminder: SlowTestReminder?
        let text = await withCheckedContinuation { continuation in
            reminder = SlowTestReminder(report, after: 0.01, busyShare: .infinity) {
                continuation.resume(returning: $0)
            }
        }
        reminder?.end()
        #expect(text.hasPrefix("a test has not ended"))
        #expect(text.contains("seed 17"))
    }

    @Test("A test's world goes with the test, and not when the reminder of a slow test would have come")
    func keepsNoWorld() {
        weak var world: World?
        do {
            let test = World(seed: 1)
            world = test
            let reminder = SlowTestReminder(SimulationReport(world: test, testName: "a test"), after: 3600)
            #expect(world != nil)
            reminder.end()
        }
        #expect(world == nil)
    }
}
