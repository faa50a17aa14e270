import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayEngine

/// From positions on the air to a distance in a host, which sees nothing but the reports of its controller.
@Suite struct ChannelSoundingDistanceTests {
    /// Runs one procedure and computes the distance from it.
    static func measure(
        _ pair: SoundingPair, _ configuration: ChannelSoundingConfiguration = .init(role: .initiator),
        by starter: NodeID? = nil, _ change: (inout HCI.LECSSetProcedureParameters) -> Void = { _ in }
    ) -> (initiator: [HCI.LECSSubeventResult], reflector: [HCI.LECSSubeventResult]) {
        #expect(pair.start(configuration, by: starter, change) == .success)
        pair.air.run(.seconds(3))
        let initiator = pair.node(
            configuration.role == .initiator ? .initiator : .reflector, starter ?? pair.central)
        let reflector = initiator == pair.central ? pair.peripheral : pair.central
        return (pair.results(of: initiator), pair.results(of: reflector))
    }

    static func error(_ measured: Double?, _ distance: Double) -> Double {
        measured.map { abs($0 - distance) } ?? .infinity
    }

    /// Core 6.0, Vol 6, Part H, 4.3.3: the reports of both ends together have the two-way phase.
    @Test(arguments: [0.3, 0.5, 1, 2, 5, 10.77, 25, 50, 70])
    func withoutNoiseTheDistanceIsThatOfThePositions(distance: Double) {
        for role in ChannelSounding.Role.allCases {
            let pair = SoundingPair(distance: distance)
            let results = Self.measure(pair, .init(role: role))
            #expect(results.initiator.flatMap(\.steps).count == 75)
            let measured = Ranging.distance(results.initiator, results.reflector)
            #expect(Self.error(measured, distance) < 0.01, "\(String(describing: measured))")
            // Half of it tells nothing: the phases of the oscillators are at random.
            #expect(Self.error(Ranging.distance(results.initiator), distance) > 0.05)
        }
    }

    /// Core 6.3: the reflector's tone has its measured phase, and its report only the amplitude.
    @Test(arguments: [0.3, 0.5, 1, 2, 5, 10.77, 25, 50, 70])
    func withInlinePhaseCorrectionTheInitiatorsReportIsEnough(distance: Double) {
        let pair = SoundingPair(distance: distance)
        let configuration = ChannelSoundingConfiguration(
            role: .initiator, enhancements: .inlinePhaseCorrection)
        let results = Self.measure(pair, configuration)
        #expect(Self.error(Ranging.distance(results.initiator), distance) < 0.01)
        for step in results.reflector.flatMap(\.steps) {
            guard let tone = step.data.tones?.paths[0] else { continue }
            #expect(tone.pct.q == 0 && tone.pct.i > 0)
        }
    }

    /// The distance comes from the phases and not from the world.
    @Test(arguments: [0.99, 1.01])
    func anotherSpeedOfLightGivesAnotherDistance(factor: Double) {
        let medium = MediumConfiguration(tones: .init(speedOfLight: ToneConditions.vacuum * factor))
        let pair = SoundingPair(distance: 20, medium: medium)
        let results = Self.measure(
            pair, .init(subMode: .packets, minMainModeSteps: 2, maxMainModeSteps: 2, role: .initiator))
        let measured = Ranging.distance(results.initiator, results.reflector)
        #expect(Self.error(measured, 20 / factor) < 0.01)
        #expect(Self.error(measured, 20) > 0.15)
        let flight = Ranging.flightDistance(results.initiator, results.reflector)
        #expect(Self.error(flight, 20 / factor) < 0.1)
    }

    @Test(arguments: [1, 10, 40] as [Double])
    func packetsGiveTheTimeOfFlight(distance: Double) {
        for mode in [ChannelSounding.Mode.packets, .packetsAndTones] {
            let pair = SoundingPair(distance: distance)
            let configuration = ChannelSoundingConfiguration(
                mainMode: mode, role: .initiator, rttType: .sounding32)
            let results = Self.measure(pair, configuration) { $0.maxSubeventLength = 60_000 }
            let flight = Ranging.flightDistance(results.initiator, results.reflector)
            // 0.5 ns are 7.5 cm; 72 steps give a tenth of it.
            #expect(Self.error(flight, distance) < 0.02, "\(String(describing: flight))")
            let phases = results.initiator.flatMap(\.steps).compactMap { $0.data.packets?.sounding?.first }
            #expect(phases.count == 72)
            if mode == .packetsAndTones {
                #expect(
                    Self.error(Ranging.distance(results.initiator, results.reflector), distance) < 0.01)
            }
        }
    }

    /// A crystal that is off turns phases and stretches times; the controllers make up for it.
    @Test(arguments: [(20.0, -20.0), (-40, 13.337), (50, 50)])
    func crystalsThatAreOffAreCompensated(offsets: (Double, Double)) {
        let pair = SoundingPair(
            distance: 8, central: .init(clockOffset: offsets.0), peripheral: .init(clockOffset: offsets.1))
        let results = Self.measure(
            pair, .init(subMode: .packets, minMainModeSteps: 3, maxMainModeSteps: 3, role: .initiator))
        #expect(Self.error(Ranging.distance(results.initiator, results.reflector), 8) < 0.01)
        #expect(Self.error(Ranging.flightDistance(results.initiator, results.reflector), 8) < 0.1)
        for result in results.initiator {
            let measured = result.frequencyCompensation.partsPerMillion ?? .infinity
            #expect(abs(measured - (offsets.1 - offsets.0)) < 0.011)
        }
        #expect(results.reflector.allSatisfy { $0.frequencyCompensation == .notAvailable })
    }

    @Test func theDelayOfBothAntennasMakesTheDistanceLonger() {
        let pair = SoundingPair(
            distance: 3, central: .init(antennaDelay: 0.5), peripheral: .init(antennaDelay: 1))
        let results = Self.measure(pair)
        let expected = 3 + 1.5e-9 * ToneConditions.vacuum
        #expect(Self.error(Ranging.distance(results.initiator, results.reflector), expected) < 0.01)
    }

    @Test func eachOfSeveralAntennaPathsGivesTheDistance() {
        var capabilities = ChannelSoundingRadio.everything
        (capabilities.numAntennas, capabilities.maxAntennaPaths) = (2, 4)
        let radio = ChannelSoundingRadio(capabilities: capabilities)
        let pair = SoundingPair(distance: 6, central: radio, peripheral: radio)
        let results = Self.measure(pair) { $0.toneAntennas = .twoByTwo }
        #expect(results.initiator.allSatisfy { $0.numAntennaPaths == 4 })
        let permutations = Set(
            results.initiator.flatMap(\.steps).compactMap(\.data.tones?.antennaPermutation))
        #expect(permutations.count > 10 && permutations.allSatisfy { $0 < 24 })
        for path in 0..<4 {
            let measured = Ranging.distance(results.initiator, results.reflector, path: path)
            #expect(Self.error(measured, 6) < 0.01)
        }
    }

    /// Core 6.0, Vol 6, Part H, 4.3: with changes of frequency of 60 us, a step of mode 0 takes 278 us and one of mode 2
    /// 130 us. Each subevent begins with three of mode 0, and the 65 channels go into what is left.
    @Test(arguments: [(4_000, [24, 24, 17]), (2_000, Array(repeating: 8, count: 8) + [1])])
    func aMapWithHolesAndAProcedureInManySubeventsGiveTheSame(length: Int, tones: [Int]) {
        var map = ChannelSounding.ChannelMap.all
        for channel in [5, 6, 30, 31, 32, 50, 60] { map.remove(channel) }
        let pair = SoundingPair(distance: 13, interval: 12)
        let results = Self.measure(pair, .init(role: .initiator, channelMap: map)) {
            $0.maxSubeventLength = UInt32(length)
        }
        #expect(results.initiator.map { $0.steps.count { $0.data.tones != nil } } == tones)
        #expect(results.initiator.allSatisfy { $0.steps.prefix { $0.data.tones == nil }.count == 3 })
        #expect(Self.error(Ranging.distance(results.initiator, results.reflector), 13) < 0.01)
    }

    /// The noise of chips: centimetres near by, and more when the tones are hardly stronger than the noise.
    @Test func noiseBlursTheDistanceTheMoreTheFartherTheEndsAre() {
        var spreads: [Double] = []
        for distance in [2.0, 60] {
            var square = 0.0
            for seed in 1...20 as ClosedRange<UInt64> {
                let medium = MediumConfiguration(
                    pathLossExponent: 2.9, tones: .init(noise: .typical))
                let pair = SoundingPair(seed: seed, distance: distance, medium: medium)
                let results = Self.measure(pair)
                let measured = Ranging.distance(results.initiator, results.reflector) ?? .infinity
                square += (measured - distance) * (measured - distance)
            }
            spreads.append((square / 20).squareRoot())
        }
        #expect((0.005...0.06).contains(spreads[0]), "\(spreads)")
        #expect(spreads[1] > 2 * spreads[0], "\(spreads)")
    }

    @Test func theQualityOfATonesSaysHowFarItIsAboveTheNoise() {
        var levels: [ChannelSounding.ToneQuality.Level] = []
        for floor in [-100.0, -60, -45] {
            let medium = MediumConfiguration(tones: .init(noise: .init(floor: floor)))
            let results = Self.measure(SoundingPair(distance: 2, medium: medium))
            let all = results.initiator.flatMap(\.steps).compactMap { $0.data.tones?.paths[0].quality.level }
            levels.append(all.sorted { $0.rawValue < $1.rawValue }[all.count / 2])
        }
        #expect(levels == [.high, .medium, .low])
    }

    @Test func reflectionsAndWallsChangeTheDistance() {
        let medium = MediumConfiguration(
            tones: .init(reflections: [.init(extraPath: 1.3, gain: -8), .init(extraPath: 9, gain: -12)]))
        let results = Self.measure(SoundingPair(distance: 4, medium: medium))
        let error = Self.error(Ranging.distance(results.initiator, results.reflector), 4)
        #expect(error > 0.02 && error < 3, "\(error)")
        let room = MediumConfiguration(
            tones: .init(room: .init(from: .origin, to: Position(x: 9, y: 5, z: 3), wallLoss: 10)))
        let inside = Self.measure(SoundingPair(distance: 4, medium: room))
        let other = Self.error(Ranging.distance(inside.initiator, inside.reflector), 4)
        #expect(other > 0.01 && other < 3, "\(other)")
    }

    @Test func tonesInTheExtensionSlotAreSentAtRandomAndSayWhichTheyAre() {
        let results = Self.measure(SoundingPair())
        let slots = results.initiator.flatMap(\.steps).compactMap {
            $0.data.tones?.extensionSlot.quality.slot
        }
        #expect(slots.count == 72)
        let sent = slots.count { $0 == .extensionWithTone }
        #expect((18...54).contains(sent))
        #expect(slots.allSatisfy { $0 != .path })
    }

    @Test func theSameSeedGivesTheSameResults() {
        let run = {
            let medium = MediumConfiguration(tones: .init(noise: .typical))
            return Self.measure(SoundingPair(seed: 7, medium: medium))
        }
        let (one, other) = (run(), run())
        #expect(one.initiator == other.initiator && one.reflector == other.reflector)
    }
}
