import BluetoothWire

extension EnvironmentalSensing {
    /// A temperature.
    public struct Temperature: Quantity {
        /// In °C, −273.15…327.67 in steps of 0.01; `nil` if it is not known.
        public var celsius: Double?
        /// Creates a temperature in °C; `nil` means that it is not known.
        public init(celsius: Double?) { self.celsius = celsius }
        /// Creates a temperature in °C; *not a number* means that it is not known.
        public init(_ number: Double) { celsius = number.isNaN ? nil : number }
        /// In °C; *not a number* if it is not known.
        public var number: Double { celsius ?? .nan }
        /// Steps of 0.01 °C.
        public static let scale = QuantityScale(
            .int16, stepsPerUnit: 100, unknown: -0x8000, range: -27_315...0x7FFF)
    }

    /// A relative humidity.
    public struct Humidity: Quantity {
        /// In percent, 0…100 in steps of 0.01; `nil` if it is not known.
        public var percent: Double?
        /// Creates a humidity in percent; `nil` means that it is not known.
        public init(percent: Double?) { self.percent = percent }
        /// Creates a humidity in percent; *not a number* means that it is not known.
        public init(_ number: Double) { percent = number.isNaN ? nil : number }
        /// In percent; *not a number* if it is not known.
        public var number: Double { percent ?? .nan }
        /// Steps of 0.01 %.
        public static let scale = QuantityScale(
            .uint16, stepsPerUnit: 100, unknown: 0xFFFF, range: 0...10_000)
    }

    /// An air pressure.
    public struct Pressure: Quantity {
        /// In pascals, 0…429,496,729.5 in steps of 0.1; 101,325 at sea level.
        public var pascals: Double
        /// Creates a pressure in pascals.
        public init(_ pascals: Double) { self.pascals = pascals }
        /// In pascals.
        public var number: Double { pascals }
        /// Steps of 0.1 Pa.
        public static let scale = QuantityScale(.uint32, stepsPerUnit: 10)
    }

    /// A height above sea level.
    public struct Elevation: Quantity {
        /// In metres, −83,886.08…83,886.07 in steps of 0.01.
        public var meters: Double
        /// Creates a height in metres.
        public init(_ meters: Double) { self.meters = meters }
        /// In metres.
        public var number: Double { meters }
        /// Steps of 0.01 m.
        public static let scale = QuantityScale(.int24, stepsPerUnit: 100)
    }

    /// A temperature in whole degrees.
    public struct WholeTemperature: Quantity {
        /// In °C, −128…127 in steps of 1.
        public var celsius: Double
        /// Creates a temperature in °C.
        public init(_ celsius: Double) { self.celsius = celsius }
        /// In °C.
        public var number: Double { celsius }
        /// Steps of 1 °C.
        public static let scale = QuantityScale(.int8)
    }

    /// A speed of the wind.
    public struct WindSpeed: Quantity {
        /// In metres per second, 0…655.35 in steps of 0.01.
        public var metersPerSecond: Double
        /// Creates a speed in metres per second.
        public init(_ metersPerSecond: Double) { self.metersPerSecond = metersPerSecond }
        /// In metres per second.
        public var number: Double { metersPerSecond }
        /// Steps of 0.01 m/s.
        public static let scale = QuantityScale(.uint16, stepsPerUnit: 100)
    }

    /// A direction, clockwise.
    public struct Direction: Quantity {
        /// In degrees, 0…359.99 in steps of 0.01.
        public var degrees: Double
        /// Creates a direction in degrees.
        public init(_ degrees: Double) { self.degrees = degrees }
        /// In degrees.
        public var number: Double { degrees }
        /// Steps of 0.01°.
        public static let scale = QuantityScale(.uint16, stepsPerUnit: 100, range: 0...35_999)
    }

    /// How much stronger than the wind its gusts are.
    public struct GustFactor: Quantity {
        /// The factor, 0…25.5 in steps of 0.1.
        public var factor: Double
        public init(_ factor: Double) { self.factor = factor }
        /// The factor.
        public var number: Double { factor }
        /// Steps of 0.1.
        public static let scale = QuantityScale(.uint8, stepsPerUnit: 10)
    }

    /// An amount of rain.
    public struct Rainfall: Quantity {
        /// In millimetres, 0…65,535 in steps of 1.
        public var millimeters: Double
        /// Creates an amount in millimetres.
        public init(_ millimeters: Double) { self.millimeters = millimeters }
        /// In millimetres.
        public var number: Double { millimeters }
        /// Steps of 1 mm.
        public static let scale = QuantityScale(.uint16)
    }

    /// A power of light.
    public struct Irradiance: Quantity {
        /// In watts per square metre, 0…6,553.5 in steps of 0.1.
        public var wattsPerSquareMeter: Double
        /// Creates a power in watts per square metre.
        public init(_ wattsPerSquareMeter: Double) { self.wattsPerSquareMeter = wattsPerSquareMeter }
        /// In watts per square metre.
        public var number: Double { wattsPerSquareMeter }
        /// Steps of 0.1 W/m².
        public static let scale = QuantityScale(.uint16, stepsPerUnit: 10)
    }

    /// How much pollen is in the air.
    public struct PollenConcentration: Quantity {
        /// In grains per cubic metre, 0…16,777,215 in steps of 1.
        public var grainsPerCubicMeter: Double
        /// Creates a concentration in grains per cubic metre.
        public init(_ grainsPerCubicMeter: Double) { self.grainsPerCubicMeter = grainsPerCubicMeter }
        /// In grains per cubic metre.
        public var number: Double { grainsPerCubicMeter }
        /// Steps of 1 per cubic metre.
        public static let scale = QuantityScale(.uint24)
    }

    /// A magnetic field in one direction.
    public struct MagneticFlux: Quantity {
        /// In microtesla, −3,276.8…3,276.7 in steps of 0.1; the Earth's field is 25…65.
        public var microtesla: Double
        /// Creates a field in microtesla.
        public init(_ microtesla: Double) { self.microtesla = microtesla }
        /// In microtesla.
        public var number: Double { microtesla }
        /// Steps of 0.1 µT.
        public static let scale = QuantityScale(.int16, stepsPerUnit: 10)
    }

    /// A magnetic field in two directions.
    public struct MagneticFlux2D: CharacteristicValue {
        /// Along the sensor's first axis.
        public var x: MagneticFlux
        /// Along the sensor's second axis.
        public var y: MagneticFlux

        public init(x: MagneticFlux, y: MagneticFlux) { (self.x, self.y) = (x, y) }

        /// Reads 4 bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            x = try MagneticFlux(decoding: &reader)
            y = try MagneticFlux(decoding: &reader)
        }

        /// Appends 4 bytes.
        public func encode(into bytes: inout [UInt8]) {
            x.encode(into: &bytes)
            y.encode(into: &bytes)
        }
    }

    /// A magnetic field in three directions.
    public struct MagneticFlux3D: CharacteristicValue {
        /// Along the sensor's first axis.
        public var x: MagneticFlux
        /// Along the sensor's second axis.
        public var y: MagneticFlux
        /// Along the sensor's third axis.
        public var z: MagneticFlux

        public init(x: MagneticFlux, y: MagneticFlux, z: MagneticFlux) {
            (self.x, self.y, self.z) = (x, y, z)
        }

        /// Reads 6 bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            x = try MagneticFlux(decoding: &reader)
            y = try MagneticFlux(decoding: &reader)
            z = try MagneticFlux(decoding: &reader)
        }

        /// Appends 6 bytes.
        public func encode(into bytes: inout [UInt8]) {
            x.encode(into: &bytes)
            y.encode(into: &bytes)
            z.encode(into: &bytes)
        }
    }
}
