/// The conditions on the air.
///
/// ```swift
/// world.configureMedium { $0.perPacketLoss = 0.1 }  // every tenth packet in range is lost
/// ```
public struct MediumConfiguration: Hashable, Sendable {
    /// How fast power falls with distance: 2 in the open, 2.7 to 4 in buildings. The loss at one metre is 40.05 dB,
    /// as in free space at 2.44 GHz.
    public var pathLossExponent: Double
    /// The probability, 0…1, that a packet in range is lost at its receiver.
    public var perPacketLoss: Double
    /// The variation of the received power from packet to packet, in dB, as a standard deviation; 0 is none.
    ///
    /// Values stay within six standard deviations.
    public var fadingDeviation: Double
    /// The maximum error of a packet's RSSI, in dB up or down; 0 is none.
    ///
    /// The errors are whole numbers, all equally likely, drawn from the seed. They change only the measured value:
    /// no packet is lost because of them.
    public var powerVariation: Int
    /// Whether packets that overlap on a primary advertising channel are lost.
    ///
    /// Off by default, because collisions are rare among few devices and cost three more events for each
    /// advertisement. Data channels never collide, because links hop.
    public var collides: Bool
    /// What happens to the tones and packets of Channel Sounding.
    public var tones: ToneConditions

    /// Creates a configuration; without arguments no packet in range is lost.
    public init(
        pathLossExponent: Double = 2, perPacketLoss: Double = 0, fadingDeviation: Double = 0,
        collides: Bool = false, powerVariation: Int = 0, tones: ToneConditions = ToneConditions()
    ) {
        self.pathLossExponent = pathLossExponent
        self.perPacketLoss = perPacketLoss
        self.fadingDeviation = fadingDeviation
        self.collides = collides
        self.powerVariation = max(0, powerVariation)
        self.tones = tones
    }
}
