@testable import FaradayTesting
import Testing

@Suite struct ReminderTests {
    @Test("A test's world goes with the test, and not when the reminder of a slow test would have come")
    func keepsNoWorld() {
        weak var world: World?
        do {
            let test = World(seed: 1)
            world = test
            let reminder = SimulationReport(world: test, testName: "a test").remind(after: 3600)
            #expect(world != nil)
            reminder.cancel()
        }
        #expect(world == nil)
    }
}
