import BluetoothWire

/// What a controller that supports Channel Sounding can do, and how exact its crystal and its antenna are.
///
/// ```swift
/// var configuration = ControllerConfiguration(publicAddress: address)
/// configuration.channelSounding = ChannelSoundingRadio()
/// configuration.channelSounding?.antennaDelay = 0.4
/// ```
public struct ChannelSoundingRadio: Hashable, Sendable {
    /// What the controller tells its host and its peers.
    ///
    /// It never has channel selection #3c, which the simulated controller does not implement.
    public var capabilities: ChannelSoundingCapabilities {
        didSet { capabilities = Self.implemented(capabilities) }
    }
    /// How long a signal takes between chip and air, in nanoseconds, once for each direction: what a distance is too
    /// long by, with 0.3 m for each nanosecond.
    public var antennaDelay: Double
    /// How far the crystal is off, in parts per million, −50 to 50; only Channel Sounding notices it.
    public var clockOffset: Double
    /// The frequency actuation errors of the 72 channels in rising order, as the controller tells its peers; empty for
    /// zeros.
    ///
    /// They change no measured phase: a peer compensates for them.
    public var frequencyErrors: [Int8]

    /// Creates a radio; without arguments it has everything that the simulated controller implements, an exact crystal
    /// and no delay.
    public init(
        capabilities: ChannelSoundingCapabilities = ChannelSoundingRadio.everything,
        antennaDelay: Double = 0, clockOffset: Double = 0, frequencyErrors: [Int8] = []
    ) {
        self.capabilities = Self.implemented(capabilities)
        self.antennaDelay = antennaDelay
        self.clockOffset = clockOffset
        self.frequencyErrors = frequencyErrors
    }

    /// Four configurations, both roles, all modes and packets, inline phase correction, and the times of a development
    /// kit of 2026, with one antenna.
    public static let everything: ChannelSoundingCapabilities = {
        var all = ChannelSoundingCapabilities()
        all.numConfigs = 4
        all.modes = .packetsAndTones
        all.rttPrecision = [.accessAddressOnly, .sounding, .randomSequence]
        (all.rttAccessAddressOnlySteps, all.rttSoundingSteps, all.rttRandomSequenceSteps) = (30, 30, 30)
        all.syncPHYs = [.le2M, .le2M2BT]
        all.subfeatures = [.noFrequencyActuationError, .phaseFromSounding, .inlinePhaseCorrection]
        let interludes = ChannelSounding.InterludeTimes(rawValue: 0x7E)
        (all.betweenPacketsTimes, all.betweenTonesTimes) = ([.us30, .us40, .us50, .us60, .us80], interludes)
        all.frequencyChangeTimes = .init(rawValue: 0x1E0)
        all.phaseMeasurementTimes = [.us10, .us20]
        all.snr = [.dB18, .dB21, .dB24, .dB27, .dB30]
        all.additions = .init(
            inlineBetweenTonesTimes: interludes, inlineAntennaSwitchTime: 0, rtt2MAccessAddressOnlySteps: 30,
            rtt2MSoundingSteps: 30, rtt2MRandomSequenceSteps: 30)
        return all
    }()

    private static func implemented(_ wanted: ChannelSoundingCapabilities) -> ChannelSoundingCapabilities {
        var possible = wanted
        possible.subfeatures.remove(.channelSelection3c)
        possible.numConfigs = min(max(1, wanted.numConfigs), 4)
        possible.numAntennas = min(max(1, wanted.numAntennas), 4)
        possible.maxAntennaPaths = min(max(possible.numAntennas, wanted.maxAntennaPaths), 4)
        return possible
    }

    /// The offset of the crystal, 1e-6 for 1 ppm.
    var offset: Double { clockOffset.isNaN ? 0 : min(max(clockOffset, -50), 50) * 1e-6 }
    /// The delay in seconds.
    var delay: Double { antennaDelay.isFinite ? antennaDelay * 1e-9 : 0 }
    /// The table for peers; nil for a controller whose tones have no errors.
    var table: [Int8]? {
        guard !capabilities.subfeatures.contains(.noFrequencyActuationError) else { return nil }
        return Array((frequencyErrors + [Int8](repeating: 0, count: 72)).prefix(72))
    }
}
