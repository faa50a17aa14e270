import BluetoothWire
import RandomCases
import Testing

@testable import FaradayEngine

@Suite struct StepSequenceTests {
    static let nordic = ChannelSounding.StepTimes(
        betweenPackets: 30, betweenTones: 20, frequencyChange: 60, phaseMeasurement: 10)

    static func durations(
        _ configuration: ChannelSoundingConfiguration, _ times: ChannelSounding.StepTimes = .init(),
        paths: Int = 1, switchTime: Int = 0
    ) -> StepDurations {
        StepDurations(.init(configuration, times: times), paths: paths, switchTime: switchTime)
    }

    /// Core 6.0, Vol 6, Part H, 4.3: T_SY + T_RD + T_IP1 + T_SY + T_GD + T_FM + T_RD and so on.
    @Test func theDurationsOfStepsAreTheSumsOfTheirParts() {
        let tones = ChannelSoundingConfiguration(mainMode: .tones, role: .initiator)
        let mandatory = Self.durations(tones)
        #expect((0...3).map { mandatory.step($0) } == [333, 243, 315, 423])
        let short = Self.durations(tones, Self.nordic)
        #expect(short.step(0) == 218 && short.step(2) == 70)
        #expect(Self.durations(tones, Self.nordic, switchTime: 10).step(2) == 110)
        #expect(Self.durations(tones, Self.nordic, paths: 4, switchTime: 2).step(2) == 2 * (12 * 5 + 5) + 20)
        // 3 steps of mode 0 and 72 of mode 2 with their changes of frequency: 34.9 ms, and 10.2 ms.
        #expect(3 * mandatory.whole(0) + 72 * mandatory.whole(2) == 34_929)
        #expect(3 * short.whole(0) + 72 * short.whole(2) == 10_194)
        for (kind, phy, length) in [
            (ChannelSounding.RTTType.accessAddressOnly, ChannelSounding.SyncPHY.le1M, 44),
            (.accessAddressOnly, .le2M, 26), (.random128, .le1M, 172), (.random64, .le2M, 58),
            (.sounding32, .le2M2BT, 42), (.sounding96, .le1M, 140),
        ] {
            #expect(StepDurations.packet(kind, phy) == length)
        }
    }

    /// A configuration, a map, lengths and times at random; each step keeps its distance to the one before.
    @Test func stepsNeverOverlapAndUseEachChannelAsOftenAsTheOthers() {
        var draws = EntropyStream(state: 5)
        for _ in 0..<randomCases(300) {
            let configuration = Self.configuration(&draws)
            let paths = 1 + Int(draws.below(4))
            let times = ChannelSounding.StepTimes(
                betweenPackets: ChannelSounding.InterludeTimes.table[Int(draws.below(8))],
                betweenTones: ChannelSounding.InterludeTimes.table[Int(draws.below(8))],
                frequencyChange: ChannelSounding.FrequencyChangeTimes.table[Int(draws.below(10))],
                phaseMeasurement: ChannelSounding.PhaseMeasurementTimes.table[Int(draws.below(3))])
            let durations = Self.durations(
                configuration, times, paths: paths, switchTime: Int(draws.below(11)))
            let length = 5_000 + Int(draws.below(60_000))
            let seed = draws.next()
            let make = {
                StepSequence(
                    configuration, durations, map: configuration.channelMap, paths: paths, seed: seed)
            }
            var (sequence, twin) = (make(), make())
            var (steps, same): ([StepSequence.Step], [StepSequence.Step]) = ([], [])
            var used: [UInt8: Int] = [:]
            var count = 0
            repeat {
                sequence.nextSubevent(length: length, into: &steps)
                twin.nextSubevent(length: length, into: &same)
                // Both ends draw the same.
                #expect(steps == same)
                Self.check(steps, configuration, durations, length)
                for step in steps where step.mode > 0 { used[step.channel, default: 0] += 1 }
                count += steps.count
            } while !sequence.isDone
            #expect(count == sequence.steps && count <= StepSequence.mostSteps)
            #expect(sequence.subevents <= StepSequence.mostSubevents)
            #expect(used.keys.allSatisfy { configuration.channelMap.contains(Int($0)) })
            if configuration.mainModeRepetition == 0, count < StepSequence.mostSteps,
                sequence.subevents < StepSequence.mostSubevents
            {
                #expect(used.count == configuration.channelMap.count)
                #expect(used.values.allSatisfy { $0 == configuration.channelMapRepetition })
            }
        }
    }

    private static func configuration(_ draws: inout EntropyStream) -> ChannelSoundingConfiguration {
        let pairs: [(ChannelSounding.Mode, ChannelSounding.Mode?)] = [
            (.packets, nil), (.tones, nil), (.packetsAndTones, nil), (.tones, .packets),
            (.tones, .packetsAndTones), (.packetsAndTones, .tones),
        ]
        let (main, sub) = pairs[Int(draws.below(6))]
        var map = ChannelSounding.ChannelMap.all
        for channel in map.channels where map.count > 15 && draws.below(2) == 0 { map.remove(channel) }
        let least = 2 + UInt8(draws.below(10))
        return ChannelSoundingConfiguration(
            mainMode: main, subMode: sub, minMainModeSteps: least,
            maxMainModeSteps: least + UInt8(draws.below(10)), mainModeRepetition: UInt8(draws.below(4)),
            mode0Steps: 1 + UInt8(draws.below(3)), role: .initiator,
            rttType: ChannelSounding.RTTType.allCases[Int(draws.below(7))], channelMap: map,
            channelMapRepetition: 1 + UInt8(draws.below(3)))
    }

    private static func check(
        _ steps: [StepSequence.Step], _ configuration: ChannelSoundingConfiguration,
        _ durations: StepDurations, _ length: Int
    ) {
        let head = Int(configuration.mode0Steps)
        #expect(steps.prefix(head).allSatisfy { $0.mode == 0 })
        #expect(steps.dropFirst(head).allSatisfy { $0.mode != 0 })
        #expect(steps.count <= ChannelSounding.maximumSteps)
        var free = 0
        for step in steps {
            #expect(Int(step.start) == free + durations.frequencyChange)
            free = Int(step.start) + durations.step(step.mode)
        }
        #expect(free <= length)
    }

    @Test func stepsOfTheSubModeComeAfterAsManyMainStepsAsTheConfigurationSays() {
        let configuration = ChannelSoundingConfiguration(
            mainMode: .tones, subMode: .packets, minMainModeSteps: 3, maxMainModeSteps: 5, role: .initiator)
        var gaps: Set<Int> = []
        for seed in 0..<20 as Range<UInt64> {
            var sequence = StepSequence(
                configuration, Self.durations(configuration), map: .all, paths: 1, seed: seed)
            var steps: [StepSequence.Step] = []
            sequence.nextSubevent(length: 100_000, into: &steps)
            var gap = 0
            for step in steps where step.mode > 0 {
                if step.mode == 1 {
                    gaps.insert(gap)
                    gap = 0
                } else {
                    gap += 1
                }
            }
            #expect(gap <= 5)
        }
        #expect(gaps == [3, 4, 5])
    }

    @Test func theLastMainStepsAreRepeatedOnTheirChannelsInTheNextSubevent() {
        let configuration = ChannelSoundingConfiguration(mainModeRepetition: 2, role: .initiator)
        var sequence = StepSequence(
            configuration, Self.durations(configuration), map: .all, paths: 1, seed: 3)
        var (first, second): ([StepSequence.Step], [StepSequence.Step]) = ([], [])
        sequence.nextSubevent(length: 15_000, into: &first)
        sequence.nextSubevent(length: 15_000, into: &second)
        #expect(second.dropFirst(3).prefix(2).map(\.channel) == first.suffix(2).map(\.channel))
    }
}

@Suite struct SoundingTimingTests {
    private func timing(
        interval: Int, _ times: ChannelSounding.StepTimes = StepSequenceTests.nordic,
        _ change: (inout HCI.LECSSetProcedureParameters) -> Void = { _ in }
    ) -> SoundingTiming {
        let configuration = ChannelSoundingConfiguration(role: .initiator)
        return SoundingTiming(
            SoundingPair.parameters(change), configuration,
            StepSequenceTests.durations(configuration, times), interval: interval, offset: 1_200)
    }

    @Test func aProcedureThatFitsBetweenTwoConnectionEventsIsOneSubevent() {
        let timing = timing(interval: 30_000)
        #expect(
            timing.subevents
                == .init(
                    eventInterval: 1, subeventsPerEvent: 1, subeventInterval: 0, subeventLength: 10_194))
        #expect(timing.procedureInterval == 1 && timing.isValid)
    }

    @Test func aLongerOneHasSubeventsInSeveralEvents() {
        // 34.9 ms in subevents of 28.5 ms.
        let timing = timing(interval: 30_000, .init())
        #expect(timing.subevents.subeventLength == 28_500 && timing.subevents.subeventsPerEvent == 1)
        #expect(timing.subevents.eventInterval == 1 && timing.procedureInterval == 2)
    }

    @Test func shortSubeventsShareAnEventAtSlotsOfTheirOwn() {
        let timing = timing(interval: 30_000) { $0.maxSubeventLength = 3_000 }
        // 3,150 µs with the space between them, in slots of 625 µs.
        #expect(timing.subevents.subeventLength == 3_000 && timing.subevents.subeventInterval == 6)
        #expect(timing.subevents.subeventsPerEvent == 5 && timing.procedureInterval == 1)
    }

    @Test func subeventsThatTheHostWantsLongerThanTheIntervalTakeConnectionEventsAway() {
        let timing = timing(interval: 10_000) { $0.minSubeventLength = 12_000 }
        #expect(timing.subevents.subeventLength == 12_000 && timing.subevents.eventInterval == 2)
    }

    @Test func whateverAHostWantsTheValuesAreInTheirRanges() {
        var draws = EntropyStream(state: 9)
        for _ in 0..<randomCases(1_000) {
            let interval = 7_500 + 1_250 * Int(draws.below(400))
            let timing = timing(interval: interval, .init()) {
                $0.maxProcedureLength = 1 + UInt16(draws.below(2_000))
                $0.minProcedureInterval = 1 + UInt16(draws.below(30))
                $0.maxProcedureInterval = $0.minProcedureInterval + UInt16(draws.below(30))
                $0.minSubeventLength = 1_250 + UInt32(draws.below(50_000))
                $0.maxSubeventLength = $0.minSubeventLength + UInt32(draws.below(50_000))
            }
            #expect(timing.isValid)
            #expect(timing.procedureInterval >= timing.subevents.eventInterval)
            // An event of Channel Sounding ends before the next one begins.
            let last = Int(timing.subevents.subeventsPerEvent - 1) * timing.spacing
            let end = Int(timing.offset) + last + Int(timing.subevents.subeventLength)
            #expect(end < Int(timing.subevents.eventInterval) * interval)
        }
    }
}
