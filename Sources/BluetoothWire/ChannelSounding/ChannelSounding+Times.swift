/// A set of times in microseconds that a controller supports, with one that all controllers support and that has no bit.
///
/// ```swift
/// let times: ChannelSounding.InterludeTimes = [.us30, .us40]
/// assert(times.microseconds == [30, 40, 145])
/// ```
public protocol ChannelSoundingTimes: OptionSet, Hashable, Sendable where RawValue == UInt16 {
    /// All times in microseconds in the order of their bits; the last one has no bit, since it is mandatory.
    static var table: [UInt8] { get }
}

extension ChannelSoundingTimes {
    /// The supported times in rising order, with the mandatory one.
    public var microseconds: [UInt8] {
        Self.table.enumerated().filter { $0.offset == Self.table.count - 1 || has(bit: $0.offset) }.map(
            \.element)
    }

    /// Creates the set of the times that have a bit; others, also the mandatory one, are left out.
    public init(microseconds: some Sequence<UInt8>) {
        var bits: UInt16 = 0
        for time in microseconds {
            if let index = Self.table.firstIndex(of: time), index < Self.table.count - 1 {
                bits |= 1 << UInt16(index)
            }
        }
        self.init(rawValue: bits)
    }

    /// Whether a time is supported; the mandatory one always is.
    public func supports(microseconds: UInt8) -> Bool { self.microseconds.contains(microseconds) }

    /// The shortest time that both ends support, not below `minimum`; the mandatory one if there is no other.
    public func shortest(with peer: Self, atLeast minimum: UInt8 = 0) -> UInt8 {
        intersection(peer).microseconds.first { $0 >= minimum } ?? Self.table[Self.table.count - 1]
    }

    private func has(bit: Int) -> Bool { rawValue >> UInt16(bit) & 1 == 1 }
}

extension ChannelSounding {
    /// Times between the two packets of a step, T_IP1, or between its two tones, T_IP2: 10 to 80 µs, and 145 µs.
    public struct InterludeTimes: ChannelSoundingTimes {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// 10, 20, 30, 40, 50, 60, 80 and, for all controllers, 145 µs.
        public static let table: [UInt8] = [10, 20, 30, 40, 50, 60, 80, 145]

        /// 10 µs.
        public static let us10 = InterludeTimes(rawValue: 1 << 0)
        /// 20 µs.
        public static let us20 = InterludeTimes(rawValue: 1 << 1)
        /// 30 µs.
        public static let us30 = InterludeTimes(rawValue: 1 << 2)
        /// 40 µs.
        public static let us40 = InterludeTimes(rawValue: 1 << 3)
        /// 50 µs.
        public static let us50 = InterludeTimes(rawValue: 1 << 4)
        /// 60 µs.
        public static let us60 = InterludeTimes(rawValue: 1 << 5)
        /// 80 µs.
        public static let us80 = InterludeTimes(rawValue: 1 << 6)
    }

    /// Times to change the frequency before a step, T_FCS: 15 to 120 µs, and 150 µs.
    public struct FrequencyChangeTimes: ChannelSoundingTimes {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// 15, 20, 30, 40, 50, 60, 80, 100, 120 and, for all controllers, 150 µs.
        public static let table: [UInt8] = [15, 20, 30, 40, 50, 60, 80, 100, 120, 150]

        /// 15 µs.
        public static let us15 = FrequencyChangeTimes(rawValue: 1 << 0)
        /// 20 µs.
        public static let us20 = FrequencyChangeTimes(rawValue: 1 << 1)
        /// 30 µs.
        public static let us30 = FrequencyChangeTimes(rawValue: 1 << 2)
        /// 40 µs.
        public static let us40 = FrequencyChangeTimes(rawValue: 1 << 3)
        /// 50 µs.
        public static let us50 = FrequencyChangeTimes(rawValue: 1 << 4)
        /// 60 µs.
        public static let us60 = FrequencyChangeTimes(rawValue: 1 << 5)
        /// 80 µs.
        public static let us80 = FrequencyChangeTimes(rawValue: 1 << 6)
        /// 100 µs.
        public static let us100 = FrequencyChangeTimes(rawValue: 1 << 7)
        /// 120 µs.
        public static let us120 = FrequencyChangeTimes(rawValue: 1 << 8)
    }

    /// Times to measure one phase, T_PM: 10 and 20 µs, and 40 µs.
    public struct PhaseMeasurementTimes: ChannelSoundingTimes {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// 10, 20 and, for all controllers, 40 µs.
        public static let table: [UInt8] = [10, 20, 40]

        /// 10 µs.
        public static let us10 = PhaseMeasurementTimes(rawValue: 1 << 0)
        /// 20 µs.
        public static let us20 = PhaseMeasurementTimes(rawValue: 1 << 1)
    }

    /// The times of steps on which two controllers have agreed, in microseconds.
    ///
    /// The link layer carries their places in the tables, so each must be in its table.
    public struct StepTimes: Hashable, Sendable {
        /// Between the packets of a step, T_IP1: of ``InterludeTimes``.
        public var betweenPackets: UInt8
        /// Between the tones of a step, T_IP2: of ``InterludeTimes``.
        public var betweenTones: UInt8
        /// Before a step, T_FCS: of ``FrequencyChangeTimes``.
        public var frequencyChange: UInt8
        /// For one phase, T_PM: of ``PhaseMeasurementTimes``.
        public var phaseMeasurement: UInt8

        /// Creates times; without arguments, those that all controllers support.
        public init(
            betweenPackets: UInt8 = 145, betweenTones: UInt8 = 145, frequencyChange: UInt8 = 150,
            phaseMeasurement: UInt8 = 40
        ) {
            (self.betweenPackets, self.betweenTones) = (betweenPackets, betweenTones)
            (self.frequencyChange, self.phaseMeasurement) = (frequencyChange, phaseMeasurement)
        }

        /// Whether each time is in its table.
        public var isValid: Bool {
            InterludeTimes.table.contains(betweenPackets) && InterludeTimes.table.contains(betweenTones)
                && FrequencyChangeTimes.table.contains(frequencyChange)
                && PhaseMeasurementTimes.table.contains(phaseMeasurement)
        }
    }
}
