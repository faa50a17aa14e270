import FaradaySimulation
import Testing

@Suite struct DrawTests {
    private static func draws(_ purposes: [String], seed: UInt64 = 1) -> [UInt64] {
        let device = World(seed: seed).add(DeviceDefinition(name: "D"))
        return purposes.map { device.draw($0) }
    }

    @Test func aPurposeHasAStreamOfItsOwn() {
        let alone = Self.draws(["a", "a", "a"])
        let mixed = Self.draws(["a", "b", "a", "b", "b", "a"])
        #expect(Set(alone).count == 3)
        #expect([mixed[0], mixed[2], mixed[5]] == alone)
        #expect([mixed[1], mixed[3], mixed[4]] == Self.draws(["b", "b", "b"]))
        #expect(Set(mixed).count == 6)
    }

    @Test func drawsFollowFromTheSeedAndTheDevice() {
        #expect(Self.draws(["a"]) == Self.draws(["a"]))
        #expect(Self.draws(["a"]) != Self.draws(["a"], seed: 2))
        let world = World(seed: 1)
        let devices = (0..<2).map { _ in world.add(DeviceDefinition(name: "D")) }
        #expect(devices[0].draw("a") != devices[1].draw("a"))
    }
}
