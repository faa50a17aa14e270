import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct StageTests {
    private static let lamp = Scenario("lamp", seed: 3, phone: .iOS(17)) { stage in
        let lamp = stage.world.add(.blinky(name: "Lamp"), at: .meters(2))
        stage.step("walk away") { lamp.move(to: .outOfRange) }
        stage.step("come back") { lamp.move(to: .meters(2)) }
    }

    @Test func aScenarioIsSetInAWorldThatIsThere() throws {
        let world = World(seed: 9)
        let stage = Self.lamp.set(in: world)
        #expect(stage.world === world && world.nodeNames == ["phone", "Lamp"])
        #expect(stage.phone.profile == .iOS(17))
        #expect(stage.steps.names == ["walk away", "come back"])
        let lamp = NodeID(1)
        try stage.perform("walk away")
        #expect(world.position(of: lamp) == .outOfRange)
        try stage.perform("come back")
        #expect(world.position(of: lamp) == .meters(2))
    }

    @Test func stepsOfOneNameReplaceEachOther() throws {
        let steps = Steps()
        let performed = Lock<[Int]>([])
        steps.add("a") { performed.withLock { $0.append(1) } }
        steps.add("b") {}
        steps.add("a") { performed.withLock { $0.append(2) } }
        #expect(steps.names == ["a", "b"])
        try steps.perform("a")
        #expect(performed.withLock { $0 } == [2])
        #expect(throws: Steps.Unknown(name: "c", known: ["a", "b"])) { try steps.perform("c") }
    }
}
