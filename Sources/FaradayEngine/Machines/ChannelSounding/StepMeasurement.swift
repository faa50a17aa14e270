import BluetoothWire

/// What the two ends measure in the steps of one subevent.
///
/// The medium says how the air changes tones and how strong they arrive. This value adds what the two radios do: the
/// phases of their oscillators, which are at random in each step, their crystals, their noise, and 12 bits for a result.
struct StepMeasurement {
    /// How one end receives the other.
    struct Reception {
        /// The power of a packet or tone on the straight way, in dBm.
        var power: Float
        /// The noise in phase and in quadrature as a standard deviation, if a tone on the straight way is 1.
        var noise: Double
        /// Which antenna is for packets, 1 to 4.
        var antenna: UInt8 = 1
        /// Whether the end can tell manipulated packets, and phases of sounding sequences.
        var detectsAttacks = false
        var hasSoundingPhases = false
    }

    /// What a step gives to the two hosts.
    typealias Results = (initiator: ChannelSounding.StepData, reflector: ChannelSounding.StepData)

    let channel: ToneChannel
    /// The responses of `channel` for each of the 79 channels.
    let responses: [Phasor]
    let configuration: ChannelSoundingConfiguration
    let paths: Int
    var initiator: Reception
    var reflector: Reception
    /// As in `ToneConditions.Noise`, in turns and in units of 0.5 ns.
    let phaseDeviation: Double
    let arrivalDeviation: Double
    /// The error of a measured power in whole dB, up or down.
    let powerVariation: UInt64
    /// How far the reflector's crystal is from the initiator's, 1e-6 for 1 ppm.
    let offset: Double
    /// From tone to tone of a step, in seconds.
    let betweenTones: Double
    /// What the initiator has measured of `offset`, in 0.01 ppm; nil without a packet of mode 0.
    private(set) var compensation: Int?
    /// How many packets of mode 0 there were, and the sum of their offsets.
    private var offsets = (count: 0, sum: 0)
    /// What a tone is multiplied with to fit into 12 bits.
    private let scale: Double

    init(
        _ channel: ToneChannel, responses: [Phasor], _ configuration: ChannelSoundingConfiguration,
        paths: Int,
        initiator: Reception, reflector: Reception, _ noise: ToneConditions.Noise, powerVariation: Int = 0,
        offset: Double = 0, betweenTones: Int
    ) {
        (self.channel, self.responses, self.configuration) = (channel, responses, configuration)
        (self.paths, self.initiator, self.reflector) = (paths, initiator, reflector)
        phaseDeviation = Self.deviation(noise.phaseDeviation) / 360
        arrivalDeviation = Self.deviation(noise.arrivalDeviation) * 2
        self.powerVariation = UInt64(min(max(0, powerVariation), 255))
        self.offset = offset
        self.betweenTones = Double(betweenTones) * 1e-6
        // Some room is left for noise.
        scale = 0.8 / max(channel.greatestAmplitude, 1e-9)
    }

    private static func deviation(_ value: Double) -> Double { value.isFinite ? max(0, value) : 0 }

    /// The noise of a tone of `power` dBm over a floor of `floor` dBm, in phase and in quadrature.
    static func noise(power: Double, floor: Double?) -> Double {
        guard let floor else { return 0 }
        // Half of the noise's power is in each.
        return PathLoss.amplitude(decibels: floor - power) * 0.7071067811865476
    }

    // Packets

    /// A step of mode 0: whether the initiator's packet and the reflector's answer arrive.
    mutating func sync(
        _ arrivals: (outward: Bool, inward: Bool), _ draws: inout EntropyStream
    ) -> Results {
        var measured = ChannelSounding.FrequencyOffset.notAvailable
        if arrivals.inward {
            // The tone of 80 µs gives many phases; their mean is ten times as good as one.
            let error = phaseDeviation > 0 ? phaseDeviation * draws.roughNormal() / 80e-6 / 10 / 2.44e9 : 0
            let hundredths = Self.nearest((offset + error) * 1e8)
            measured = .init(hundredths: hundredths)
            offsets = (offsets.count + 1, offsets.sum + hundredths)
            compensation = Self.nearest(Double(offsets.sum) / Double(offsets.count))
        }
        return (
            .mode0(
                .init(
                    quality: arrivals.inward ? .correct : .notFound,
                    rssi: arrivals.inward ? rssi(initiator, &draws) : nil, antenna: initiator.antenna,
                    frequencyOffset: measured)),
            .mode0(
                .init(
                    quality: arrivals.outward ? .correct : .notFound,
                    rssi: arrivals.outward ? rssi(reflector, &draws) : nil, antenna: reflector.antenna))
        )
    }

    /// The packets of a step of mode 1 or 3.
    func packets(
        on number: UInt8, _ arrivals: (outward: Bool, inward: Bool), _ draws: inout EntropyStream
    ) -> (initiator: ChannelSounding.PacketResult, reflector: ChannelSounding.PacketResult) {
        // The reflector can't answer at exactly the nominal time; it knows by how much it missed it.
        let late = draws.unit() * 20 - 10
        let flight = 4e9 * channel.arrival
        let turn = Phasor(turns: draws.unit())
        return (
            packet(initiator, arrivals.inward, flight + late, number, turn.conjugate, &draws),
            packet(reflector, arrivals.outward, late, number, turn, &draws)
        )
    }

    private func packet(
        _ end: Reception, _ hasArrived: Bool, _ time: Double, _ number: UInt8, _ turn: Phasor,
        _ draws: inout EntropyStream
    ) -> ChannelSounding.PacketResult {
        let hasSounding = configuration.rttType.isSounding
        guard hasArrived else {
            return .init(
                quality: .notFound, rssi: nil, time: nil, antenna: end.antenna,
                sounding: hasSounding ? .init(first: nil, second: nil) : nil)
        }
        let error = arrivalDeviation > 0 ? arrivalDeviation * draws.roughNormal() : 0
        return .init(
            attack: end.detectsAttacks ? .extremelyUnlikely : .unknown, rssi: rssi(end, &draws),
            time: Int16(clamping: max(-32_767, Self.nearest(time + error))), antenna: end.antenna,
            sounding: hasSounding ? sounding(end, number, turn, &draws) : nil)
    }

    /// The bits of a sounding sequence alternate, which makes two tones, a quarter of the bit rate below and above.
    private func sounding(
        _ end: Reception, _ number: UInt8, _ turn: Phasor, _ draws: inout EntropyStream
    ) -> ChannelSounding.SoundingPhases {
        guard end.hasSoundingPhases else { return .init(first: nil, second: nil) }
        let shift = configuration.syncPHY == .le1M ? 0.25e6 : 0.5e6
        let middle = ToneChannel.frequency(of: number)
        let below = received(channel.response(at: middle - shift) * turn, end, &draws)
        let above = received(channel.response(at: middle + shift) * turn, end, &draws)
        return .init(first: term(below), second: term(above))
    }

    private func rssi(_ end: Reception, _ draws: inout EntropyStream) -> Int8 {
        guard powerVariation > 0 else { return Int8(dBm: end.power) }
        let error = Float(draws.below(2 * powerVariation + 1)) - Float(powerVariation)
        return Int8(dBm: end.power + error)
    }

    // Tones

    /// The tones of a step of mode 2 or 3.
    @inline(__always)
    func tones(
        _ step: StepSequence.Step, _ draws: inout EntropyStream
    ) -> (initiator: ChannelSounding.ToneResult, reflector: ChannelSounding.ToneResult) {
        let air = responses[Int(step.channel)]
        // How far the initiator's oscillator is ahead of the reflector's.
        let turn = Phasor(turns: draws.unit())
        let outward = air * turn
        var inward = air * turn.conjugate
        // What is left of the frequency offset turns the phase from the one tone to the other.
        let left = Double(compensation ?? 0) * 1e-8 - offset
        if left != 0 {
            inward =
                inward * Phasor(turns: left * ToneChannel.frequency(of: step.channel) * betweenTones)
        }
        let silence = ChannelSounding.Tone(Self.nothing, .init(.notAvailable, .extensionWithoutTone))
        var ends = (
            ChannelSounding.ToneResult(
                antennaPermutation: step.permutation, paths: Self.emptyPaths[paths - 1],
                extensionSlot: silence),
            ChannelSounding.ToneResult(
                antennaPermutation: step.permutation, paths: Self.emptyPaths[paths - 1],
                extensionSlot: silence)
        )
        for path in 0...paths {
            let isExtension = path == paths
            let there = received(outward, reflector, &draws)
            // With inline phase correction the reflector turns its tone by the phase that it has measured.
            let back =
                configuration.enhancements.contains(.inlinePhaseCorrection)
                ? inward * (there * (1 / max(there.amplitude, 1e-12))) : inward
            let here = received(back, initiator, &draws)
            if isExtension {
                if step.reflectorExtends {
                    ends.0.extensionSlot = tone(here, initiator, .extensionWithTone)
                }
                if step.initiatorExtends {
                    ends.1.extensionSlot = reflected(there, .extensionWithTone)
                }
            } else {
                ends.0.paths[path] = tone(here, initiator, .path)
                ends.1.paths[path] = reflected(there, .path)
            }
        }
        return ends
    }

    private static let nothing = ChannelSounding.PhaseCorrectionTerm(i: 0 as Int16, q: 0 as Int16)
    private static let emptyPaths: [ChannelSounding.PathTones] = (1...4).map { count in
        .init([ChannelSounding.Tone](repeating: .init(nothing, .init(.notAvailable)), count: count))
    }

    /// What an end measures of a tone.
    @inline(__always)
    private func received(
        _ tone: Phasor, _ end: Reception, _ draws: inout EntropyStream
    ) -> Phasor {
        var result = tone
        if phaseDeviation > 0 { result = result * Phasor(turns: phaseDeviation * draws.roughNormal()) }
        if end.noise > 0 {
            result.re += end.noise * draws.roughNormal()
            result.im += end.noise * draws.roughNormal()
        }
        return result
    }

    /// The reflector's report: with inline phase correction the phase is in its tone already.
    @inline(__always)
    private func reflected(
        _ tone: Phasor, _ slot: ChannelSounding.ToneQuality.Slot
    ) -> ChannelSounding.Tone {
        guard configuration.enhancements.contains(.inlinePhaseCorrection) else {
            return self.tone(tone, reflector, slot)
        }
        return self.tone(Phasor(re: tone.amplitude, im: 0), reflector, slot)
    }

    @inline(__always)
    private func tone(
        _ value: Phasor, _ end: Reception, _ slot: ChannelSounding.ToneQuality.Slot
    ) -> ChannelSounding.Tone {
        let noise = 2 * end.noise * end.noise
        let power = value.power
        // 20 dB and 10 dB above the noise.
        let level: ChannelSounding.ToneQuality.Level =
            power >= 100 * noise ? .high : power >= 10 * noise ? .medium : .low
        return .init(term(value), .init(level, slot))
    }

    @inline(__always)
    private func term(_ value: Phasor) -> ChannelSounding.PhaseCorrectionTerm {
        let full = scale * Double(ChannelSounding.PhaseCorrectionTerm.fullScale)
        return .init(i: Self.limited(value.re * full), q: Self.limited(value.im * full))
    }

    @inline(__always)
    private static func limited(_ value: Double) -> Int16 { Int16(nearest(min(max(value, -2_048), 2_047))) }

    @inline(__always)
    private static func nearest(_ value: Double) -> Int {
        // Far beyond all that has a meaning; not a number is 0.
        guard value.magnitude < 1e15 else { return value > 0 ? 1 << 50 : value < 0 ? -1 << 50 : 0 }
        return Int(value < 0 ? value - 0.5 : value + 0.5)
    }
}

extension EntropyStream {
    /// A number with mean 0 and deviation 1, never beyond 3.5, from a single draw: noise of which there is much.
    @inline(__always)
    mutating func roughNormal() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
        // Four uniform numbers: mean 131,070, variance 4 · (65,536² − 1) / 12.
        return (Double(sum) - 131_070) * 2.6428997921303014e-05
    }
}
