import BluetoothWire

extension FitnessMachine {
    /// The speeds that a machine takes as a target.
    public struct SpeedRange: CharacteristicValue {
        /// Kilometres per hour, in steps of 0.01.
        public var minimum: Double
        /// Kilometres per hour, in steps of 0.01.
        public var maximum: Double
        /// The smallest step between two targets, in the same unit.
        public var increment: Double

        public init(minimum: Double, maximum: Double, increment: Double) {
            self.minimum = minimum
            self.maximum = maximum
            self.increment = increment
        }

        /// Whether a target is neither too low nor too high.
        public func contains(_ target: Double) -> Bool { minimum <= target && target <= maximum }

        /// Reads three numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            minimum = try reader.number(.uint16, per: 100)
            maximum = try reader.number(.uint16, per: 100)
            increment = try reader.number(.uint16, per: 100)
        }

        /// Appends three numbers.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(minimum, as: .uint16, per: 100)
            bytes.append(maximum, as: .uint16, per: 100)
            bytes.append(increment, as: .uint16, per: 100)
        }
    }

    /// The inclines that a machine takes as a target.
    public struct InclinationRange: CharacteristicValue {
        /// Percent, in steps of 0.1.
        public var minimum: Double
        /// Percent, in steps of 0.1.
        public var maximum: Double
        /// The smallest step between two targets, in the same unit.
        public var increment: Double

        public init(minimum: Double, maximum: Double, increment: Double) {
            self.minimum = minimum
            self.maximum = maximum
            self.increment = increment
        }

        /// Whether a target is neither too low nor too high.
        public func contains(_ target: Double) -> Bool { minimum <= target && target <= maximum }

        /// Reads three numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            minimum = try reader.number(.int16, per: 10)
            maximum = try reader.number(.int16, per: 10)
            increment = try reader.number(.uint16, per: 10)
        }

        /// Appends three numbers.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(minimum, as: .int16, per: 10)
            bytes.append(maximum, as: .int16, per: 10)
            bytes.append(increment, as: .uint16, per: 10)
        }
    }

    /// The resistance levels that a machine takes as a target.
    public struct ResistanceRange: CharacteristicValue {
        /// Without a unit, in steps of 0.1; in steps of 10 in the Supplement's form.
        public var minimum: Double
        /// Without a unit, in steps of 0.1; in steps of 10 in the Supplement's form.
        public var maximum: Double
        /// The smallest step between two targets, in the same unit.
        public var increment: Double
        /// How the range is written: with six bytes or with three.
        public var form = Form.service

        public init(minimum: Double, maximum: Double, increment: Double) {
            self.minimum = minimum
            self.maximum = maximum
            self.increment = increment
        }

        /// Whether a target is neither too low nor too high.
        public func contains(_ target: Double) -> Bool { minimum <= target && target <= maximum }

        /// Reads three numbers, of 8 bits each if there are three bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            if reader.remaining == 3 {
                form = .supplement
                minimum = try reader.number(.uint8, per: 0.1)
                maximum = try reader.number(.uint8, per: 0.1)
                increment = try reader.number(.uint8, per: 0.1)
                return
            }
            minimum = try reader.number(.int16, per: 10)
            maximum = try reader.number(.int16, per: 10)
            increment = try reader.number(.uint16, per: 10)
        }

        /// Appends three numbers.
        public func encode(into bytes: inout [UInt8]) {
            if form == .supplement {
                for number in [minimum, maximum, increment] { bytes.append(number, as: .uint8, per: 0.1) }
                return
            }
            bytes.append(minimum, as: .int16, per: 10)
            bytes.append(maximum, as: .int16, per: 10)
            bytes.append(increment, as: .uint16, per: 10)
        }
    }

    /// The powers that a machine takes as a target.
    public struct PowerRange: CharacteristicValue {
        /// Watts, in whole numbers.
        public var minimum: Double
        /// Watts, in whole numbers.
        public var maximum: Double
        /// The smallest step between two targets, in the same unit.
        public var increment: Double

        public init(minimum: Double, maximum: Double, increment: Double) {
            self.minimum = minimum
            self.maximum = maximum
            self.increment = increment
        }

        /// Whether a target is neither too low nor too high.
        public func contains(_ target: Double) -> Bool { minimum <= target && target <= maximum }

        /// Reads three numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            minimum = try reader.number(.int16)
            maximum = try reader.number(.int16)
            increment = try reader.number(.uint16)
        }

        /// Appends three numbers.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(minimum, as: .int16)
            bytes.append(maximum, as: .int16)
            bytes.append(increment, as: .uint16)
        }
    }

    /// The heart rates that a machine takes as a target.
    public struct HeartRateRange: CharacteristicValue {
        /// Beats per minute, in whole numbers.
        public var minimum: Double
        /// Beats per minute, in whole numbers.
        public var maximum: Double
        /// The smallest step between two targets, in the same unit.
        public var increment: Double

        public init(minimum: Double, maximum: Double, increment: Double) {
            self.minimum = minimum
            self.maximum = maximum
            self.increment = increment
        }

        /// Whether a target is neither too low nor too high.
        public func contains(_ target: Double) -> Bool { minimum <= target && target <= maximum }

        /// Reads three numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            minimum = try reader.number(.uint8)
            maximum = try reader.number(.uint8)
            increment = try reader.number(.uint8)
        }

        /// Appends three numbers.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(minimum, as: .uint8)
            bytes.append(maximum, as: .uint8)
            bytes.append(increment, as: .uint8)
        }
    }
}
