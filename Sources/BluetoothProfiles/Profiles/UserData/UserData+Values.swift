import BluetoothWire

extension UserData {
    /// A gender, as devices distinguish them.
    public enum Gender: UInt8, CharacteristicValue, CaseIterable {
        /// The user is male.
        case male = 0
        /// The user is female.
        case female = 1
        /// The user has not said it.
        case unspecified = 2
    }

    /// Which hand a user prefers.
    public enum Handedness: UInt8, CharacteristicValue, CaseIterable {
        /// The left hand.
        case leftHanded = 0
        /// The right hand.
        case rightHanded = 1
        /// Both hands alike.
        case ambidextrous = 2
        /// The user has not said it.
        case unspecified = 3
    }

    /// A sport for which thresholds were assessed.
    public enum SportType: UInt8, CharacteristicValue, CaseIterable {
        /// No sport in particular.
        case unspecified = 0
        /// Running, also on a treadmill.
        case running = 1
        /// Cycling, also on an indoor bike.
        case cycling = 2
        /// Rowing, also on a rower.
        case rowing = 3
        /// Training on a cross trainer.
        case crossTraining = 4
        /// Climbing, also on a climber.
        case climbing = 5
        /// Skiing, also on a machine.
        case skiing = 6
        /// Skating, also on a machine.
        case skating = 7
        /// An exercise of the arms.
        case armExercising = 8
        /// An exercise of the lower body.
        case lowerBodyExercising = 9
        /// An exercise of the upper body.
        case upperBodyExercising = 10
        /// An exercise of the whole body.
        case wholeBodyExercising = 11
    }

    /// A date without a time: 4 bytes. What is not known is 0.
    public struct CalendarDate: CharacteristicValue {
        /// 1582…9999, or 0 for an unknown year.
        public var year: UInt16
        /// 1…12, or 0 for an unknown month.
        public var month: UInt8
        /// 1…31, or 0 for an unknown day.
        public var day: UInt8

        /// Creates a date; the ranges are those of the properties.
        public init(year: UInt16, month: UInt8, day: UInt8) {
            self.year = year
            self.month = month
            self.day = day
        }

        /// Reads 4 bytes; a field out of its range is an error.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            year = try reader.uint16()
            guard year == 0 || (1582...9999).contains(year) else { throw reader.invalid("year", Int(year)) }
            month = try reader.uint8(upTo: 12, "month")
            day = try reader.uint8(upTo: 31, "day")
        }

        /// Appends 4 bytes.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: year)
            bytes += [month, day]
        }
    }

    /// A weight in steps of 0.005 kg.
    public struct Mass: CharacteristicValue {
        /// 0…327.675 kg.
        public var kilograms: Double
        /// Creates a weight, in kilograms.
        public init(kilograms: Double) { self.kilograms = kilograms }
        /// Reads two bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            kilograms = try reader.steps(per: 200)
        }
        /// Appends two bytes.
        public func encode(into bytes: inout [UInt8]) { bytes.append(steps: kilograms, per: 200) }
    }

    /// A length in steps of 0.01 m.
    public struct Length: CharacteristicValue {
        /// 0…655.35 m.
        public var metres: Double
        /// Creates a length, in metres.
        public init(metres: Double) { self.metres = metres }
        /// Reads two bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            metres = try reader.steps(per: 100)
        }
        /// Appends two bytes.
        public func encode(into bytes: inout [UInt8]) { bytes.append(steps: metres, per: 100) }
    }

    /// A length in steps of 0.001 m.
    public struct StrideLength: CharacteristicValue {
        /// 0…65.535 m.
        public var metres: Double
        /// Creates a length, in metres.
        public init(metres: Double) { self.metres = metres }
        /// Reads two bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            metres = try reader.steps(per: 1000)
        }
        /// Appends two bytes.
        public func encode(into bytes: inout [UInt8]) { bytes.append(steps: metres, per: 1000) }
    }

    /// A length in steps of 0.0001 m.
    public struct PreciseLength: CharacteristicValue {
        /// 0…6.5535 m.
        public var metres: Double
        /// Creates a length, in metres.
        public init(metres: Double) { self.metres = metres }
        /// Reads two bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            metres = try reader.steps(per: 10_000)
        }
        /// Appends two bytes.
        public func encode(into bytes: inout [UInt8]) { bytes.append(steps: metres, per: 10_000) }
    }

    /// The heart rates between three zones, in beats per minute.
    public struct ThreeZoneLimits: CharacteristicValue {
        /// Between light (fat burn) and moderate (aerobic) exercise.
        public var moderate: UInt8
        /// Between moderate (aerobic) and hard (anaerobic) exercise.
        public var hard: UInt8

        public init(moderate: UInt8, hard: UInt8) {
            self.moderate = moderate
            self.hard = hard
        }

        /// Reads two bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            moderate = try reader.uint8()
            hard = try reader.uint8()
        }

        /// Appends two bytes.
        public func encode(into bytes: inout [UInt8]) { bytes += [moderate, hard] }
    }

    /// The heart rates between four zones, in beats per minute.
    public struct FourZoneLimits: CharacteristicValue {
        /// Between light and moderate exercise.
        public var moderate: UInt8
        /// Between moderate and hard exercise.
        public var hard: UInt8
        /// Between hard and maximum exercise.
        public var maximum: UInt8

        public init(moderate: UInt8, hard: UInt8, maximum: UInt8) {
            self.moderate = moderate
            self.hard = hard
            self.maximum = maximum
        }

        /// Reads three bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            moderate = try reader.uint8()
            hard = try reader.uint8()
            maximum = try reader.uint8()
        }

        /// Appends three bytes.
        public func encode(into bytes: inout [UInt8]) { bytes += [moderate, hard, maximum] }
    }

    /// The heart rates between five zones, in beats per minute.
    public struct FiveZoneLimits: CharacteristicValue {
        /// Between very light and light exercise.
        public var light: UInt8
        /// Between light and moderate exercise.
        public var moderate: UInt8
        /// Between moderate and hard exercise.
        public var hard: UInt8
        /// Between hard and maximum exercise.
        public var maximum: UInt8

        public init(light: UInt8, moderate: UInt8, hard: UInt8, maximum: UInt8) {
            self.light = light
            self.moderate = moderate
            self.hard = hard
            self.maximum = maximum
        }

        /// Reads four bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            light = try reader.uint8()
            moderate = try reader.uint8()
            hard = try reader.uint8()
            maximum = try reader.uint8()
        }

        /// Appends four bytes.
        public func encode(into bytes: inout [UInt8]) { bytes += [light, moderate, hard, maximum] }
    }
}
