import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// The distance from tones and packets, without a radio.
@Suite struct DistanceEstimatorTests {
    private static let distances = [0.5, 1, 2.7, 5, 9.99, 14, 20.5, 33, 50, 77, 120]

    @Test("Without noise the distance is exact to a centimetre", arguments: distances)
    func exact(meters: Double) throws {
        var tones = SyntheticTones(meters)
        let inline = try #require(DistanceEstimator.estimate(tones.inline(), peer: nil))
        #expect(abs(inline.distance - meters) < 0.01, "\(inline)")
        let (own, peer) = tones.bothEnds()
        let paired = try #require(DistanceEstimator.estimate(own, peer: peer))
        #expect(abs(paired.distance - meters) < 0.01, "\(paired)")
        for estimate in [inline, paired] {
            #expect(estimate.quality == .high && estimate.toneCount == 72)
            #expect(abs((estimate.inverseFourier ?? 0) - meters) < 0.05, "\(estimate)")
        }
    }

    @Test("The steps of one end alone say nothing when oscillators are free")
    func oneEndIsNotEnough() {
        var tones = SyntheticTones(7)
        #expect(DistanceEstimator.estimate(tones.bothEnds().own, peer: nil) == nil)
    }

    @Test(
        "With noise the error stays as small as the deviation says, at all distances",
        arguments: [0.05, 0.2, 0.4])
    func noise(radians: Double) throws {
        var (errors, deviations): ([Double], [Double]) = ([], [])
        for seed in 0..<60 {
            for meters in [0.5, 3, 12, 50] {
                var tones = SyntheticTones(meters)
                (tones.phaseNoise, tones.numbers) = (radians, SeededNumbers(seed: UInt64(seed)))
                let estimate = try #require(DistanceEstimator.estimate(tones.inline(), peer: nil))
                errors.append(abs(estimate.distance - meters))
                deviations.append(estimate.deviation)
            }
        }
        errors.sort()
        let mean = deviations.reduce(0, +) / Double(deviations.count)
        #expect(errors[errors.count / 2] < 1.5 * mean)
        #expect(errors[errors.count * 95 / 100] < 3 * mean)
        #expect(errors[errors.count - 1] < 0.75, "no outlier")
        #expect(mean < 0.6 * radians)
    }

    @Test("Noise alone is no distance")
    func noTone() {
        var found = 0
        for seed in 0..<50 {
            var tones = SyntheticTones(5)
            (tones.phaseNoise, tones.numbers) = (30, SeededNumbers(seed: UInt64(seed)))
            if DistanceEstimator.estimate(tones.inline(), peer: nil) != nil { found += 1 }
        }
        #expect(found <= 1)
    }

    @Test(
        "Holes in the channels do not hurt, as long as some neighbours are left",
        arguments: [
            Array(2...22), Array(26...60), [2, 3, 4, 5, 6, 7, 8, 9, 40, 41, 42, 43, 44, 70, 71, 72, 73],
            stride(from: 2, to: 76, by: 2).filter { !(23...25).contains($0) },
        ])
    func holes(channels: [Int]) throws {
        for meters in [1.0, 8, 30] {
            var tones = SyntheticTones(meters)
            tones.channels = channels
            tones.phaseNoise = 0.02
            let estimate = try #require(DistanceEstimator.estimate(tones.inline(), peer: nil))
            #expect(abs(estimate.distance - meters) < 0.5, "\(estimate)")
        }
    }

    @Test("Fewer than 15 tones are too few")
    func tooFew() {
        var tones = SyntheticTones(4)
        tones.channels = Array(2...15)
        #expect(DistanceEstimator.estimate(tones.inline(), peer: nil) == nil)
        tones.channels = Array(2...16)
        #expect(DistanceEstimator.estimate(tones.inline(), peer: nil) != nil)
    }

    @Test("A weaker reflection moves the distance by less than half of its detour")
    func weakReflection() throws {
        for detour in stride(from: 0.5, through: 20, by: 0.5) {
            var tones = SyntheticTones(6)
            tones.paths.append(.init(meters: 6 + detour, gain: 0.4))
            let estimate = try #require(DistanceEstimator.estimate(tones.inline(), peer: nil))
            #expect(abs(estimate.distance - 6) < min(1.2, 0.5 * detour + 0.1), "\(detour): \(estimate)")
        }
    }

    @Test("The direct path is found before a stronger reflection", arguments: [5.0, 6, 8, 10, 12])
    func strongReflection(detour: Double) throws {
        var tones = SyntheticTones(6)
        tones.paths.append(.init(meters: 6 + detour, gain: 1.25))
        tones.phaseNoise = 0.02
        let estimate = try #require(DistanceEstimator.estimate(tones.inline(), peer: nil))
        #expect(abs(estimate.distance - 6) < 0.8, "\(estimate)")
        #expect(estimate.quality == .low)
    }

    @Test("The antenna delay is taken off, and nothing is below 0")
    func antennaDelay() throws {
        var tones = SyntheticTones(3)
        let far = try #require(DistanceEstimator.estimate(tones.inline(), peer: nil, antennaDelay: 0.4))
        #expect(abs(far.distance - 2.6) < 0.01)
        let near = try #require(DistanceEstimator.estimate(tones.inline(), peer: nil, antennaDelay: 3.5))
        #expect(near.distance == 0)
    }

    // MARK: Packets

    @Test("Half of the round trip is the distance, whatever the reflector's turnaround was")
    func roundTrip() throws {
        var tones = SyntheticTones(30)
        let (own, peer) = tones.packets(64, noise: 2)
        let estimate = try #require(DistanceEstimator.estimate(own, peer: peer))
        #expect(abs(estimate.distance - 30) < 0.4 && estimate.roundTrip == estimate.distance)
        #expect(estimate.phaseSlope == nil && estimate.deviation < 0.3)
    }

    @Test("Packets that came late by a reflection are left out")
    func lateTimes() throws {
        var tones = SyntheticTones(30)
        var (own, peer) = tones.packets(64, noise: 1)
        for index in 0..<6 { own[index].data = .mode1(.init(rssi: -50, time: 2000)) }
        peer[10] = .mode1(.init(quality: .notFound, rssi: nil, time: nil))
        let estimate = try #require(DistanceEstimator.estimate(own, peer: peer))
        #expect(abs(estimate.distance - 30) < 0.4)
    }

    @Test("The round-trip time tells apart distances that look the same to tones")
    func ambiguity() throws {
        let meters = 200.0
        var tones = SyntheticTones(meters)
        var (own, peer) = tones.bothEnds()
        let alone = try #require(DistanceEstimator.estimate(own, peer: peer))
        #expect(abs(alone.distance - (meters - DistanceEstimator.ambiguity)) < 0.01)
        let (packets, echoes) = tones.packets(30, noise: 20)
        (own, peer) = (own + packets, peer + echoes)
        let both = try #require(DistanceEstimator.estimate(own, peer: peer))
        #expect(abs(both.distance - meters) < 0.01)
    }

    // MARK: Angles

    @Test("Points and angles are exact to 1e-10")
    func angles() {
        for step in -500...500 {
            let angle = Double(step) * 0.0371
            let point = UnitCircle.point(angle)
            #expect(abs(point.power - 1) < 1e-12)
            #expect(abs(UnitCircle.wrapped(UnitCircle.angle(point * 3) - angle)) < 1e-9, "\(angle)")
        }
        #expect(UnitCircle.angle(.zero) == 0)
        #expect(abs(UnitCircle.point(.pi / 6).y - 0.5) < 1e-12)
        #expect(UnitCircle.angle([0, -2]) == -.pi / 2)
    }
}
