import BluetoothWire

extension FitnessMachine {
    /// A target of a training. A client sets it, and the machine says that it has changed.
    public enum Target: Hashable, Sendable {
        /// A speed in kilometres per hour, 0…655.35 in steps of 0.01.
        case speed(Double)
        /// An incline in percent, −3276.8…3276.7 in steps of 0.1.
        case inclination(Double)
        /// A resistance level without a unit, 0…25.5 in steps of 0.1.
        case resistanceLevel(Double)
        /// A power in watts.
        case power(Int16)
        /// A heart rate in beats per minute.
        case heartRate(UInt8)
        /// An energy in kilocalories.
        case expendedEnergy(UInt16)
        /// A number of steps.
        case steps(UInt16)
        /// A number of strides.
        case strides(UInt16)
        /// A distance in metres, 0…16,777,215.
        case distance(Double)
        /// A training time in seconds.
        case trainingTime(UInt16)
        /// Seconds in two zones of the heart rate: fat burn and fitness.
        case timesInTwoZones(fatBurn: UInt16, fitness: UInt16)
        /// Seconds in three zones of the heart rate: light, moderate and hard.
        case timesInThreeZones(light: UInt16, moderate: UInt16, hard: UInt16)
        /// Seconds in five zones of the heart rate: very light, light, moderate, hard and maximum.
        case timesInFiveZones(
            veryLight: UInt16, light: UInt16, moderate: UInt16, hard: UInt16, maximum: UInt16)
        /// The parameters of a simulated ride.
        case simulation(IndoorBikeSimulation)
        /// The circumference of the wheel in millimetres, 0…6553.5 in steps of 0.1.
        case wheelCircumference(Double)
        /// A cadence in turns per minute, 0…32,767.5 in steps of 0.5.
        case cadence(Double)
    }

    /// The parameters of a simulated ride.
    public struct IndoorBikeSimulation: CharacteristicValue {
        /// The head wind in metres per second, −32.768…32.767 in steps of 0.001; a tail wind is negative.
        public var windSpeed: Double
        /// The grade of the road in percent, −327.68…327.67 in steps of 0.01.
        public var grade: Double
        /// The coefficient of rolling resistance, 0…0.0255 in steps of 0.0001.
        public var rollingResistance: Double
        /// The coefficient of wind resistance in kilograms per metre, 0…2.55 in steps of 0.01.
        public var windResistance: Double

        public init(windSpeed: Double, grade: Double, rollingResistance: Double, windResistance: Double) {
            self.windSpeed = windSpeed
            self.grade = grade
            self.rollingResistance = rollingResistance
            self.windResistance = windResistance
        }

        /// Reads four numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            windSpeed = try reader.number(.int16, per: 1000)
            grade = try reader.number(.int16, per: 100)
            rollingResistance = try reader.number(.uint8, per: 10_000)
            windResistance = try reader.number(.uint8, per: 100)
        }

        /// Appends four numbers.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(windSpeed, as: .int16, per: 1000)
            bytes.append(grade, as: .int16, per: 100)
            bytes.append(rollingResistance, as: .uint8, per: 10_000)
            bytes.append(windResistance, as: .uint8, per: 100)
        }
    }
}

extension FitnessMachine.Target {
    /// The kinds of targets, by the op codes of the control point.
    enum Kind: UInt8, CaseIterable {
        case speed = 0x02
        case inclination = 0x03
        case resistanceLevel = 0x04
        case power = 0x05
        case heartRate = 0x06
        case expendedEnergy = 0x09
        case steps = 0x0A
        case strides = 0x0B
        case distance = 0x0C
        case trainingTime = 0x0D
        case timesInTwoZones = 0x0E
        case timesInThreeZones = 0x0F
        case timesInFiveZones = 0x10
        case simulation = 0x11
        case wheelCircumference = 0x12
        case cadence = 0x14

        /// The op code with which a machine says that the target has changed.
        var statusCode: UInt8 {
            switch self {
            case .speed, .inclination, .resistanceLevel, .power, .heartRate: rawValue + 3
            default: rawValue + 1
            }
        }

        init?(statusCode: UInt8) {
            guard let kind = Self.allCases.first(where: { $0.statusCode == statusCode }) else { return nil }
            self = kind
        }
    }

    var kind: Kind {
        switch self {
        case .speed: .speed
        case .inclination: .inclination
        case .resistanceLevel: .resistanceLevel
        case .power: .power
        case .heartRate: .heartRate
        case .expendedEnergy: .expendedEnergy
        case .steps: .steps
        case .strides: .strides
        case .distance: .distance
        case .trainingTime: .trainingTime
        case .timesInTwoZones: .timesInTwoZones
        case .timesInThreeZones: .timesInThreeZones
        case .timesInFiveZones: .timesInFiveZones
        case .simulation: .simulation
        case .wheelCircumference: .wheelCircumference
        case .cadence: .cadence
        }
    }

    init(_ kind: Kind, decoding reader: inout ByteReader) throws(DecodeError) {
        switch kind {
        case .speed: self = .speed(try reader.number(.uint16, per: 100))
        case .inclination: self = .inclination(try reader.number(.int16, per: 10))
        case .resistanceLevel: self = .resistanceLevel(try reader.number(.uint8, per: 10))
        case .power: self = .power(try reader.int16())
        case .heartRate: self = .heartRate(try reader.uint8())
        case .expendedEnergy: self = .expendedEnergy(try reader.uint16())
        case .steps: self = .steps(try reader.uint16())
        case .strides: self = .strides(try reader.uint16())
        case .distance: self = .distance(try reader.number(.uint24))
        case .trainingTime: self = .trainingTime(try reader.uint16())
        case .timesInTwoZones:
            self = .timesInTwoZones(
                fatBurn: try reader.uint16(), fitness: try reader.uint16())
        case .timesInThreeZones:
            self = .timesInThreeZones(
                light: try reader.uint16(), moderate: try reader.uint16(), hard: try reader.uint16())
        case .timesInFiveZones:
            self = .timesInFiveZones(
                veryLight: try reader.uint16(), light: try reader.uint16(),
                moderate: try reader.uint16(), hard: try reader.uint16(), maximum: try reader.uint16())
        case .simulation: self = .simulation(try .init(decoding: &reader))
        case .wheelCircumference: self = .wheelCircumference(try reader.number(.uint16, per: 10))
        case .cadence: self = .cadence(try reader.number(.uint16, per: 2))
        }
    }

    func encodeParameter(into bytes: inout [UInt8]) {
        switch self {
        case .speed(let value): bytes.append(value, as: .uint16, per: 100)
        case .inclination(let value): bytes.append(value, as: .int16, per: 10)
        case .resistanceLevel(let value): bytes.append(value, as: .uint8, per: 10)
        case .power(let value): bytes.append(littleEndian: value)
        case .heartRate(let value): bytes.append(value)
        case .expendedEnergy(let value): bytes.append(littleEndian: value)
        case .steps(let value): bytes.append(littleEndian: value)
        case .strides(let value): bytes.append(littleEndian: value)
        case .distance(let value): bytes.append(value, as: .uint24)
        case .trainingTime(let value): bytes.append(littleEndian: value)
        case .timesInTwoZones(let fatBurn, let fitness):
            for time in [fatBurn, fitness] { bytes.append(littleEndian: time) }
        case .timesInThreeZones(let light, let moderate, let hard):
            for time in [light, moderate, hard] { bytes.append(littleEndian: time) }
        case .timesInFiveZones(let veryLight, let light, let moderate, let hard, let maximum):
            for time in [veryLight, light, moderate, hard, maximum] { bytes.append(littleEndian: time) }
        case .simulation(let parameters): parameters.encode(into: &bytes)
        case .wheelCircumference(let value): bytes.append(value, as: .uint16, per: 10)
        case .cadence(let value): bytes.append(value, as: .uint16, per: 2)
        }
    }
}
