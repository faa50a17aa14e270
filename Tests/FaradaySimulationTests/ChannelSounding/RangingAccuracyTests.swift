import BluetoothHost
import BluetoothTypes
import FaradayEngine
import Testing

@testable import FaradaySimulation

/// How far single procedures are off, over many seeds. `faraday-bench --only ranging-accuracy` does the same with more.
@Suite struct RangingAccuracyTests {
    private static let distances = [0.5, 1, 2, 5, 10, 20, 35, 50]

    /// The errors without sign, sorted, of one procedure for each seed and distance.
    private static func errors(
        seeds: ClosedRange<UInt64>, _ tones: (inout EntropyStream) -> ToneConditions
    ) throws -> [Double] {
        var errors: [Double] = []
        for seed in seeds {
            var draws = Entropy(seed: seed).stream("accuracy")
            let world = World(seed: seed)
            let tag = world.add(
                DeviceDefinition(name: "Tag") {
                    DeviceAdvertising(services: ["FFE0"], interval: .milliseconds(100))
                    DeviceChannelSounding(clockOffset: .random(in: -20...20, using: &draws))
                }, at: .meters(1))
            let central = RangingCentral.add(to: world, for: tag)
            for meters in distances {
                let conditions = tones(&draws)
                world.configureMedium { $0.tones = conditions }
                tag.move(to: .meters(meters))
                errors.append(abs(try next(world, central) - meters))
            }
        }
        return errors.sorted()
    }

    /// The distance that the first procedure finds that begins from now on.
    private static func next(_ world: World, _ central: NodeID) throws -> Double {
        func measured() -> [Host.RangingMeasurement] {
            world.ranging(central) { central, _ in central.measurements }
        }
        let count = measured().count
        for _ in 0..<200 where measured().count < count + 2 { try world.run(for: .milliseconds(50)) }
        // The first one may have begun before.
        return try #require(measured().dropFirst(count + 1).first).distance
    }

    private static func share(_ share: Double, of errors: [Double]) -> Double {
        errors[Int(share * Double(errors.count))]
    }

    @Test("In the open, with the noise of chips: half are right to 15 cm, 95 of 100 to half a metre")
    func open() throws {
        let errors = try Self.errors(seeds: 100...124) { _ in ToneConditions(noise: .typical) }
        #expect(errors.count == 200)
        #expect(Self.share(0.5, of: errors) <= 0.15)
        #expect(Self.share(0.95, of: errors) <= 0.5)
        #expect(Self.share(0.5, of: errors) > 0.005, "there is noise")
    }

    @Test("Without noise all are right to a centimetre, whatever the crystals are")
    func exact() throws {
        let errors = try Self.errors(seeds: 200...209) { _ in ToneConditions() }
        #expect(try #require(errors.last) < 0.01)
    }

    @Test("Reflections make the error several times as large: tens of centimetres, and sometimes more")
    func reflections() throws {
        let errors = try Self.errors(seeds: 300...324) { draws in
            let detours = (0..<2).map { _ in
                ToneConditions.Reflection(
                    extraPath: .random(in: 0.5...10, using: &draws),
                    gain: .random(in: -12 ... -3, using: &draws))
            }
            return ToneConditions(noise: .typical, reflections: detours)
        }
        #expect((0.1...1).contains(Self.share(0.5, of: errors)), "\(Self.share(0.5, of: errors)) m")
        #expect((0.5...5).contains(Self.share(0.95, of: errors)), "\(Self.share(0.95, of: errors)) m")
    }
}
