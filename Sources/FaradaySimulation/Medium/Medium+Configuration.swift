extension Medium {
    /// How the air treats packets.
    ///
    /// ```swift
    /// var air = Medium.Configuration()
    /// air.perPacketLoss = 0.1
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// How fast power falls with distance: 2 in the open, 2.7 to 4 in buildings. The loss at one metre
        /// is 40.05 dB, as in the free field at 2.44 GHz.
        public var pathLossExponent: Double
        /// The chance, 0 to 1, that a packet in range is lost at its receiver.
        public var perPacketLoss: Double
        /// The standard deviation of received power from packet to packet in dB; 0 is none.
        ///
        /// Draws lie within six deviations.
        public var fadingDeviation: Double
        /// By how many dB, up or down, each packet's measured power may differ from what arrives; 0 is none.
        ///
        /// Whole numbers, all as likely, from the seed. It is an error of the measurement alone: no packet is lost by
        /// it.
        public var powerVariation: Int
        /// Whether packets that overlap on a primary advertising channel are lost.
        ///
        /// Off, as the odds are small with few devices and each advertisement then costs three more events.
        /// Data channels hop too fast for collisions to matter and never collide.
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
