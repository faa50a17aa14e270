import BluetoothWire

/// How long steps take on air, in microseconds (Core 6.0, Vol 6, Part H, 4.3).
struct StepDurations: Hashable {
    /// The time before each step to change the frequency, T_FCS.
    let frequencyChange: Int
    /// By the mode, 0 to 3.
    private let steps: SIMD4<Int32>
    /// From the middle of the initiator's tone to the middle of the reflector's.
    let betweenTones: Int

    /// The ramp down after each transmission, T_RD.
    static let rampDown = 5
    /// Between a packet and a tone, T_GD.
    static let guardTime = 10
    /// The tone of mode 0, T_FM.
    static let frequencyMeasurement = 80
    /// The least space between subevents, T_MES.
    static let betweenSubevents = 150

    /// Durations of a configuration with so many antenna paths, 1 to 4, and a time to switch between antennas.
    init(_ agreed: ChannelSounding.AgreedConfiguration, paths: Int, switchTime: Int) {
        let (configuration, times) = (agreed.configuration, agreed.times)
        let packet = Self.packet(.accessAddressOnly, configuration.syncPHY)
        let timed = Self.packet(configuration.rttType, configuration.syncPHY)
        let tone = (switchTime + Int(times.phaseMeasurement)) * (paths + 1)
        let ends = Self.rampDown
        let (first, second) = (Int(times.betweenPackets), Int(times.betweenTones))
        frequencyChange = Int(times.frequencyChange)
        betweenTones = tone + ends + second
        steps = SIMD4(
            Int32(2 * packet + ends + first + Self.guardTime + Self.frequencyMeasurement + ends),
            Int32(2 * timed + 2 * ends + first),
            Int32(2 * (tone + ends) + second),
            Int32(2 * (timed + Self.guardTime + tone + ends) + second))
    }

    /// How long a step of `mode`, 0 to 3, takes without the change of frequency before it.
    func step(_ mode: UInt8) -> Int { Int(steps[Int(mode)]) }

    /// How long it takes with the change of frequency.
    func whole(_ mode: UInt8) -> Int { frequencyChange + step(mode) }

    /// How long a packet is, T_SY.
    static func packet(_ kind: ChannelSounding.RTTType, _ phy: ChannelSounding.SyncPHY) -> Int {
        phy == .le1M ? 44 + kind.sequenceBits : 26 + kind.sequenceBits / 2
    }
}

extension ChannelSoundingConfiguration {
    /// The time to switch antennas, T_SW, between two ends: with inline phase correction it is the reflector's own.
    func switchTime(initiator: ChannelSoundingCapabilities, reflector: ChannelSoundingCapabilities) -> Int {
        if enhancements.contains(.inlinePhaseCorrection), let additions = reflector.additions {
            return Int(additions.inlineAntennaSwitchTime)
        }
        return Int(max(initiator.antennaSwitchTime, reflector.antennaSwitchTime))
    }
}
