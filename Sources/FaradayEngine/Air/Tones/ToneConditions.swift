import BluetoothTypes

/// What the air does to the tones and packets of Channel Sounding.
///
/// Without arguments nothing is added: no noise, no reflections. The phase of each tone then follows from the positions
/// of the two antennas, its frequency and the speed of light alone.
///
/// ```swift
/// world.configureMedium { medium in
///     medium.tones.noise = .typical
///     medium.tones.reflections = [.init(extraPath: 4, gain: -6)]
/// }
/// ```
public struct ToneConditions: Hashable, Sendable {
    /// The speed of radio waves in metres per second; a test that changes it sees another distance.
    public var speedOfLight: Double
    /// What blurs phases and times.
    public var noise: Noise
    /// Detours that every tone takes besides the straight way.
    public var reflections: [Reflection]
    /// A room whose walls reflect; nil in the open.
    ///
    /// Two antennas of which one is outside the room have no reflections of it.
    public var room: Room?

    /// Creates conditions; a speed that is not positive and finite counts as that of light.
    public init(
        speedOfLight: Double = ToneConditions.vacuum, noise: Noise = .none, reflections: [Reflection] = [],
        room: Room? = nil
    ) {
        self.speedOfLight = speedOfLight
        self.noise = noise
        self.reflections = reflections
        self.room = room
    }

    /// The speed of light in vacuum: 299,792,458 m/s.
    public static let vacuum = 299_792_458.0

    /// The speed that tones have.
    var speed: Double { speedOfLight.isFinite && speedOfLight > 0 ? speedOfLight : Self.vacuum }

    /// What blurs the phases of tones and the times of packets.
    public struct Noise: Hashable, Sendable {
        /// The power of the noise that a receiver hears with a tone, in dBm; nil for none.
        ///
        /// A tone that is as strong as the noise has a phase at random.
        public var floor: Double?
        /// By how much each measured phase is off even of a strong tone, in degrees, as a standard deviation.
        public var phaseDeviation: Double
        /// By how much each measured time of arrival is off, in nanoseconds, as a standard deviation.
        public var arrivalDeviation: Double

        public init(floor: Double? = nil, phaseDeviation: Double = 0, arrivalDeviation: Double = 0) {
            self.floor = floor
            self.phaseDeviation = phaseDeviation
            self.arrivalDeviation = arrivalDeviation
        }

        /// No noise.
        public static let none = Noise()
        /// The noise of today's chips: in line of sight, a distance from 72 tones varies by 3 cm, and by more than
        /// 10 cm close to the end of the range.
        public static let typical = Noise(floor: -97, phaseDeviation: 9, arrivalDeviation: 10)
    }

    /// A detour of every tone, wherever the two antennas are.
    public struct Reflection: Hashable, Sendable {
        /// How much longer it is than the straight way, in metres.
        public var extraPath: Double
        /// How much stronger than on the straight way a tone arrives on it, in dB; usually below 0.
        public var gain: Double

        public init(extraPath: Double, gain: Double) {
            self.extraPath = extraPath
            self.gain = gain
        }
    }

    /// A room with six walls, which reflect tones as mirrors do.
    public struct Room: Hashable, Sendable {
        /// One corner.
        public var corner: Position
        /// The corner farthest from it.
        public var opposite: Position
        /// What a tone loses at each wall, in dB.
        public var wallLoss: Double
        /// How many walls a tone may meet on its way, 0 to 3; the cost grows with the cube.
        public var reflections: Int

        public init(
            from corner: Position, to opposite: Position, wallLoss: Double = 8, reflections: Int = 1
        ) {
            self.corner = corner
            self.opposite = opposite
            self.wallLoss = wallLoss
            self.reflections = min(max(0, reflections), 3)
        }
    }
}
