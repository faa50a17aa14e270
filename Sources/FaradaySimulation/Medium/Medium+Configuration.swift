extension Medium {
    /// How the air treats packets.
    ///
    /// ```swift
    /// world.configureMedium { $0.perPacketLoss = 0.1 }  // every tenth packet in range is lost
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// How fast power falls with distance: 2 in the open, 2.7 to 4 in buildings. The loss at one metre
        /// is 40.05 dB, as in the free field at 2.44 GHz.
        public var pathLossExponent: Double
        /// The chance, 0…1, that a packet in range is lost at its receiver.
        public var perPacketLoss: Double
        /// By how many dB the received power varies from packet to packet, as a standard deviation; 0 is none.
        ///
        /// Values lie within six deviations.
        public var fadingDeviation: Double
        /// By how many dB, up or down, the RSSI of each packet may differ from the power that arrives; 0 is none.
        ///
        /// The errors are whole numbers, all equally likely, drawn from the seed. They are errors of measurement: no
        /// packet is lost by them.
        public var powerVariation: Int
        /// Whether packets that overlap on a primary advertising channel are lost.
        ///
        /// It is off, because collisions are rare among few devices and cost three more events for each
        /// advertisement. Data channels never collide, because links hop.
        public var collides: Bool

        /// Creates a configuration; without arguments the air is clear.
        public init(
            pathLossExponent: Double = 2, perPacketLoss: Double = 0, fadingDeviation: Double = 0,
            collides: Bool = false, powerVariation: Int = 0
        ) {
            self.pathLossExponent = pathLossExponent
            self.perPacketLoss = perPacketLoss
            self.fadingDeviation = fadingDeviation
            self.collides = collides
            self.powerVariation = max(0, powerVariation)
        }
    }
}
