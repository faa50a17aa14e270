import BluetoothWire
import Testing

@Suite("Values of Channel Sounding") struct ChannelSoundingValueTests {
    @Test("72 channels may be used, and 15 are needed (6.0, Vol 6, H, 1)")
    func channels() {
        let all = ChannelSounding.ChannelMap.all
        #expect(all.channels == Array(2...22) + Array(26...76))
        #expect(all.count == 72 && all.isAllowed && all.hasEnough)
        #expect("\(all)" == "2-22, 26-76")
        for channel in [0, 1, 23, 24, 25, 77, 78] {
            var map = all
            map.insert(channel)
            #expect(!map.isAllowed && map.contains(channel))
            map.remove(channel)
            #expect(map == all)
        }
        #expect((-1...100).filter(all.contains) == all.channels)
        #expect(!ChannelSounding.ChannelMap(2..<16).hasEnough)
        #expect(ChannelSounding.ChannelMap(2..<17).hasEnough)
        #expect(
            ChannelSounding.ChannelMap(2...30).intersection(all).channels == Array(2...22) + Array(26...30))
        #expect(ChannelSounding.ChannelMap.none.channels == [] && "\(ChannelSounding.ChannelMap([5]))" == "5")
    }

    @Test("times are in microseconds, with the one that all controllers have (6.0, Vol 4, E, 7.8.130)")
    func times() {
        typealias C = ChannelSounding
        #expect(C.InterludeTimes(rawValue: 0x7E).microseconds == [20, 30, 40, 50, 60, 80, 145])
        #expect(C.InterludeTimes(rawValue: 0x80).microseconds == [145], "the mandatory time has no bit")
        #expect(C.FrequencyChangeTimes(rawValue: 0x1E0).microseconds == [60, 80, 100, 120, 150])
        #expect(C.PhaseMeasurementTimes(rawValue: 0).microseconds == [40])
        #expect(C.InterludeTimes(microseconds: [10, 80, 145, 33]) == [.us10, .us80])
        #expect(C.FrequencyChangeTimes.us100.supports(microseconds: 150))
        #expect(!C.FrequencyChangeTimes.us100.supports(microseconds: 120))
        let (ours, theirs): (C.InterludeTimes, C.InterludeTimes) = ([.us20, .us40, .us80], [.us40, .us80])
        #expect(ours.shortest(with: theirs) == 40 && ours.shortest(with: theirs, atLeast: 50) == 80)
        #expect(ours.shortest(with: [.us10]) == 145)
        #expect(C.StepTimes().isValid && !C.StepTimes(betweenTones: 15).isValid)
    }

    @Test("a frequency offset has 15 bits with sign, in 0.01 ppm")
    func frequencyOffsets() {
        typealias Offset = ChannelSounding.FrequencyOffset
        for hundredths in -10_000...10_000 {
            #expect(Offset(hundredths: hundredths).hundredths == hundredths)
        }
        #expect(Offset.notAvailable.hundredths == nil && Offset.notAvailable.partsPerMillion == nil)
        #expect(Offset(rawValue: 0x4000).hundredths == nil, "the same 15 bits")
        #expect(Offset(rawValue: 0x7FFF).hundredths == -1 && Offset(rawValue: 0xFFFF).hundredths == -1)
        #expect(Offset(hundredths: 123).partsPerMillion == 1.23)
        #expect(Offset(hundredths: -20_000).hundredths == -10_000)
    }

    @Test("a phase correction term has 12 bits for I and for Q, and quantises what is measured")
    func terms() {
        typealias Term = ChannelSounding.PhaseCorrectionTerm
        #expect(Term(i: 5000, q: -5000) == Term(i: 2047, q: -2048))
        #expect(Term(real: 1.0, imaginary: -1.0) == Term(i: 2047, q: -2047))
        #expect(Term(real: 0.5, imaginary: 0.0) == Term(i: 1024, q: 0))
        #expect(Term(real: .nan, imaginary: .infinity) == Term(i: 0, q: 2047))
        #expect(Term(real: 2.0, imaginary: -.infinity) == Term(i: 2047, q: -2047))
    }

    @Test("qualities are two halves of an octet, and reserved values count as bad")
    func qualities() {
        typealias C = ChannelSounding
        #expect(C.PacketQuality(.bitErrors, bitErrors: 3).rawValue == 0x31)
        #expect(
            C.PacketQuality(rawValue: 0x57).check == .notFound
                && C.PacketQuality(rawValue: 0x57).bitErrors == 5)
        #expect(C.PacketQuality(.correct, bitErrors: 99).bitErrors == 15)
        #expect(C.ToneQuality(.low, .extensionWithTone).rawValue == 0x22)
        #expect(
            C.ToneQuality(rawValue: 0x39).level == .notAvailable && C.ToneQuality(rawValue: 0x39).slot == nil)
    }

    @Test("antenna configurations have one to four paths")
    func antennas() {
        #expect(ChannelSounding.ToneAntennas.allCases.map(\.paths) == [1, 2, 3, 4, 2, 3, 4, 4])
        #expect(ChannelSounding.ToneAntennas.allCases.map(\.initiator) == [1, 2, 3, 4, 1, 1, 1, 2])
    }

    @Test("LE 1M is supported by all controllers, and the others have bits 1 and 2")
    func syncPHYs() {
        typealias PHYs = ChannelSounding.SyncPHYs
        #expect(PHYs().supports(.le1M) && !PHYs().supports(.le2M))
        #expect(PHYs.le2M.rawValue == 0x02 && PHYs.le2M2BT.rawValue == 0x04)
        #expect(PHYs.le2M2BT.supports(.le2M2BT) && !PHYs.le2M2BT.supports(.le2M))
    }

    @Test(
        "a configuration that a controller refuses says why (6.0, Vol 4, E, 7.8.137)",
        arguments: [
            Change(nil) { _ in },
            Change(.modes) {
                $0.mainMode = .packets
                $0.subMode = .tones
            },
            Change(.modes) { $0.subMode = .tones },
            Change(.mainModeSteps) {
                $0.subMode = .packets
                $0.minMainModeSteps = 1
                $0.maxMainModeSteps = 3
            },
            Change(.mainModeSteps) {
                $0.subMode = .packets
                $0.minMainModeSteps = 4
                $0.maxMainModeSteps = 3
            },
            Change(nil) {
                $0.subMode = .packets
                $0.minMainModeSteps = 3
                $0.maxMainModeSteps = 3
            },
            Change(.mainModeRepetition) { $0.mainModeRepetition = 4 },
            Change(.mode0Steps) { $0.mode0Steps = 0 },
            Change(.mode0Steps) { $0.mode0Steps = 4 },
            Change(.forbiddenChannels) { $0.channelMap.insert(24) },
            Change(.tooFewChannels) { $0.channelMap = .init(2..<16) },
            Change(.channelMapRepetition) { $0.channelMapRepetition = 0 },
            Change(nil) { $0.channelJump = 0 },
            Change(.channelShape) {
                $0.channelSelection = .algorithm3c
                $0.channelJump = 9
            },
            Change(.channelShape) {
                $0.channelSelection = .algorithm3c
                $0.channelShape = .init(rawValue: 2)
            },
        ])
    private func problems(_ row: Change) {
        var configuration = ChannelSoundingConfiguration(role: .initiator)
        row.change(&configuration)
        #expect(configuration.problem == row.problem)
    }

    private struct Change: Sendable {
        let problem: ChannelSoundingConfiguration.Problem?
        let change: @Sendable (inout ChannelSoundingConfiguration) -> Void

        init(
            _ problem: ChannelSoundingConfiguration.Problem?,
            _ change: @escaping @Sendable (inout ChannelSoundingConfiguration) -> Void
        ) {
            (self.problem, self.change) = (problem, change)
        }
    }

    @Test("of the pairs of modes, six go together (6.0, Vol 6, H, 4.2)")
    func modes() {
        var allowed = 0
        for main in ChannelSounding.Mode.allCases {
            for sub in ChannelSounding.Mode.allCases + [nil] {
                let configuration = ChannelSoundingConfiguration(
                    mainMode: main, subMode: sub, minMainModeSteps: 2, maxMainModeSteps: 2, role: .reflector)
                if configuration.problem == nil { allowed += 1 }
            }
        }
        #expect(allowed == 6)
    }

    @Test("tones of antenna paths are a collection without memory of its own")
    func pathTones() {
        var tones: ChannelSounding.PathTones = [SoundingSteps.tone, SoundingSteps.tone, SoundingSteps.tone]
        let other = ChannelSounding.Tone(.init(i: -1, q: 2), .init(.low))
        tones[2] = other
        #expect(Array(tones) == [SoundingSteps.tone, SoundingSteps.tone, other])
        #expect(tones == ChannelSounding.PathTones(Array(tones)))
        #expect(tones != [SoundingSteps.tone, SoundingSteps.tone])
    }
}
