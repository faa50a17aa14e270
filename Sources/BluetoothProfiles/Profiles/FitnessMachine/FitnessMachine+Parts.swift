import BluetoothWire

extension FitnessMachine {
    /// How steep a training is.
    public struct Incline: CharacteristicValue {
        /// Percent, −3276.8…3276.6 in steps of 0.1; `nil` if the machine does not know.
        public var percent: Double?
        /// The angle of the ramp in degrees, in steps of 0.1; `nil` if the machine does not know.
        public var rampAngle: Double?

        public init(percent: Double? = nil, rampAngle: Double? = nil) {
            self.percent = percent
            self.rampAngle = rampAngle
        }

        /// Reads percent and angle.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            percent = try reader.number(.int16, per: 10, unavailable: 0x7FFF)
            rampAngle = try reader.number(.int16, per: 10, unavailable: 0x7FFF)
        }

        /// Appends percent and angle.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(percent, as: .int16, per: 10, unavailable: 0x7FFF)
            bytes.append(rampAngle, as: .int16, per: 10, unavailable: 0x7FFF)
        }
    }

    /// The ups and downs of a training on a treadmill.
    public struct PreciseElevationGain: CharacteristicValue {
        /// Metres upwards, 0…6553.5 in steps of 0.1.
        public var up: Double
        /// Metres downwards, 0…6553.5 in steps of 0.1.
        public var down: Double

        public init(up: Double, down: Double) {
            self.up = up
            self.down = down
        }

        /// Reads up and down.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            up = try reader.number(.uint16, per: 10)
            down = try reader.number(.uint16, per: 10)
        }

        /// Appends up and down.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(up, as: .uint16, per: 10)
            bytes.append(down, as: .uint16, per: 10)
        }
    }

    /// The ups and downs of a training on a cross trainer.
    public struct ElevationGain: CharacteristicValue {
        /// Metres upwards.
        public var up: UInt16
        /// Metres downwards.
        public var down: UInt16

        public init(up: UInt16, down: UInt16) {
            self.up = up
            self.down = down
        }

        /// Reads up and down.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            up = try reader.uint16()
            down = try reader.uint16()
        }

        /// Appends up and down.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: up)
            bytes.append(littleEndian: down)
        }
    }

    /// The energy that a training took.
    public struct Energy: CharacteristicValue {
        /// Kilocalories since the start, 0…65,534; `nil` if the machine does not know.
        public var total: UInt16?
        /// Kilocalories per hour, 0…65,534; `nil` if the machine does not know.
        public var perHour: UInt16?
        /// Kilocalories per minute, 0…254; `nil` if the machine does not know.
        public var perMinute: UInt8?

        public init(total: UInt16? = nil, perHour: UInt16? = nil, perMinute: UInt8? = nil) {
            self.total = total
            self.perHour = perHour
            self.perMinute = perMinute
        }

        /// Reads three numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            total = try reader.count16()
            perHour = try reader.count16()
            let raw = try reader.uint8()
            perMinute = raw == .max ? nil : raw
        }

        /// Appends three numbers.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: total ?? .max)
            bytes.append(littleEndian: perHour ?? .max)
            bytes.append(perMinute ?? .max)
        }
    }

    /// Steps per minute.
    public struct StepRate: CharacteristicValue {
        /// Steps per minute now, 0…65,534; `nil` if the machine does not know.
        public var perMinute: UInt16?
        /// The mean of the training, in steps per minute; `nil` if the machine does not know.
        public var average: UInt16?

        public init(perMinute: UInt16? = nil, average: UInt16? = nil) {
            self.perMinute = perMinute
            self.average = average
        }

        /// Reads two numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            perMinute = try reader.count16()
            average = try reader.count16()
        }

        /// Appends two numbers.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: perMinute ?? .max)
            bytes.append(littleEndian: average ?? .max)
        }
    }

    /// The force on a treadmill's belt and the power of the training.
    public struct Effort: CharacteristicValue {
        /// Newtons, −32,768…32,766; `nil` if the machine does not know.
        public var force: Int16?
        /// Watts, −32,768…32,766; `nil` if the machine does not know.
        public var power: Int16?

        public init(force: Int16? = nil, power: Int16? = nil) {
            self.force = force
            self.power = power
        }

        /// Reads force and power.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let (force, power) = (try reader.int16(), try reader.int16())
            self.force = force == .max ? nil : force
            self.power = power == .max ? nil : power
        }

        /// Appends force and power.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: force ?? .max)
            bytes.append(littleEndian: power ?? .max)
        }
    }

    /// Floors and steps on a step climber.
    public struct Climb: CharacteristicValue {
        /// Floors since the start of the training.
        public var floors: UInt16
        /// Steps since the start of the training.
        public var steps: UInt16

        public init(floors: UInt16, steps: UInt16) {
            self.floors = floors
            self.steps = steps
        }

        /// Reads floors and steps.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            floors = try reader.uint16()
            steps = try reader.uint16()
        }

        /// Appends floors and steps.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: floors)
            bytes.append(littleEndian: steps)
        }
    }

    /// Stroke rate and strokes of a rowing machine.
    public struct Strokes: CharacteristicValue {
        /// Strokes per minute, 0…127.5 in steps of 0.5.
        public var rate: Double
        /// Strokes since the start of the training.
        public var count: UInt16

        public init(rate: Double, count: UInt16) {
            self.rate = rate
            self.count = count
        }

        /// Reads rate and count.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            rate = try reader.number(.uint8, per: 2)
            count = try reader.uint16()
        }

        /// Appends rate and count.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(rate, as: .uint8, per: 2)
            bytes.append(littleEndian: count)
        }
    }
}

extension ByteReader {
    /// Reads a number of 16 bits; 0xFFFF means that there is none.
    fileprivate mutating func count16() throws(DecodeError) -> UInt16? {
        let raw = try uint16()
        return raw == .max ? nil : raw
    }
}
