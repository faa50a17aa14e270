import BluetoothTypes
import FaradaySimulation
import Testing

@testable import FaradayBridge

@Suite("A world whose clock moves only when somebody says so")
struct WorldStepperTests {
    @Test("run moves the clock by so much, and is answered when the world has run")
    func run() throws {
        let world = World(seed: 1)
        let stepper = WorldStepper(world) { Issue.record("\($0)") }
        defer { stepper.stop() }
        let desk = WorldDesk.of(world)
        for second in 1...3 {
            let answer = try desk.tell("run 1s").get()
            #expect(answer.text == "the world has run for 1 s")
            #expect(world.now == Instant(nanoseconds: Int64(second) * 1_000_000_000))
        }
    }

    @Test(
        "Other orders to the clock say that it is stepped",
        arguments: [
            ("pause", "the clock moves only when it is told to run"),
            ("continue", "no test waits in world.pause()"),
            ("resume", "the clock moves only when it is told to run"),
            ("pace 2", "the clock moves only when it is told to run"),
        ])
    func others(order: String, problem: String) {
        let world = World(seed: 1)
        let stepper = WorldStepper(world) { Issue.record("\($0)") }
        defer { stepper.stop() }
        guard case .failure(let found) = WorldDesk.of(world).tell(order) else {
            Issue.record("\(order) was carried out")
            return
        }
        #expect(found.description == problem)
    }

    @Test("After its end nobody steps the world, and who had told it to run is answered")
    func end() {
        let world = World(seed: 1)
        WorldStepper(world) { Issue.record("\($0)") }.stop()
        #expect(throws: WorldCommand.Problem.self) { try WorldDesk.of(world).tell("run 1s").get() }
    }
}
