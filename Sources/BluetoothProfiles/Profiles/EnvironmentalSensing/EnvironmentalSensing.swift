import BluetoothTypes
import BluetoothWire

/// The Environmental Sensing service (181A): the weather, and what is in the air. A device has any of its
/// characteristics, and may have several of one type, which *measurement* descriptors (290C) tell apart.
///
/// ```swift
/// let temperature = try await station.read(EnvironmentalSensing.temperature)
/// for try await wind in station.notifications(of: EnvironmentalSensing.trueWindSpeed) { print(wind.metersPerSecond) }
/// ```
///
/// Source: Environmental Sensing Service 1.0; GATT Specification Supplement.
public enum EnvironmentalSensing {
    /// The UUID of *Environmental Sensing*.
    public static let service: BluetoothUUID = "181A"
    /// A client wrote a descriptor, or the device changed one; indicated.
    public static let descriptorValueChanged = TypedCharacteristic<DescriptorValueChanged>(
        "2A7D", of: service)
    /// *Temperature*, on air in steps of 0.01 °C.
    public static let temperature = TypedCharacteristic<Temperature>("2A6E", of: service)
    /// The relative humidity.
    public static let humidity = TypedCharacteristic<Humidity>("2A6F", of: service)
    /// The air pressure at the sensor.
    public static let pressure = TypedCharacteristic<Pressure>("2A6D", of: service)
    /// How the air pressure has changed.
    public static let pressureTrend = TypedCharacteristic<PressureTrend>("2AA3", of: service)
    /// The height above sea level.
    public static let elevation = TypedCharacteristic<Elevation>("2A6C", of: service)
    /// The temperature at which dew falls.
    public static let dewPoint = TypedCharacteristic<WholeTemperature>("2A7B", of: service)
    /// The temperature that hot and humid air feels like.
    public static let heatIndex = TypedCharacteristic<WholeTemperature>("2A7A", of: service)
    /// The temperature that cold and windy air feels like.
    public static let windChill = TypedCharacteristic<WholeTemperature>("2A79", of: service)
    /// The wind's speed as a moving sensor measures it.
    public static let apparentWindSpeed = TypedCharacteristic<WindSpeed>("2A72", of: service)
    /// The wind's direction as a moving sensor measures it; 0 is the direction in which the sensor moves.
    public static let apparentWindDirection = TypedCharacteristic<Direction>("2A73", of: service)
    /// The wind's speed over ground.
    public static let trueWindSpeed = TypedCharacteristic<WindSpeed>("2A70", of: service)
    /// The direction from which the wind blows; 0 is north.
    public static let trueWindDirection = TypedCharacteristic<Direction>("2A71", of: service)
    /// How much stronger than the wind its gusts are.
    public static let gustFactor = TypedCharacteristic<GustFactor>("2A74", of: service)
    /// How much rain has fallen.
    public static let rainfall = TypedCharacteristic<Rainfall>("2A78", of: service)
    /// The ultraviolet index.
    public static let uvIndex = TypedCharacteristic<UInt8>("2A76", of: service)
    /// The power of the light.
    public static let irradiance = TypedCharacteristic<Irradiance>("2A77", of: service)
    /// How much pollen is in the air.
    public static let pollenConcentration = TypedCharacteristic<PollenConcentration>("2A75", of: service)
    /// The angle between magnetic and true north.
    public static let magneticDeclination = TypedCharacteristic<Direction>("2A2C", of: service)
    /// The magnetic field in two directions.
    public static let magneticFluxDensity2D = TypedCharacteristic<MagneticFlux2D>("2AA0", of: service)
    /// The magnetic field in three directions.
    public static let magneticFluxDensity3D = TypedCharacteristic<MagneticFlux3D>("2AA1", of: service)

    /// How the air pressure has changed.
    public enum PressureTrend: UInt8, CharacteristicValue, CaseIterable {
        /// The device does not know.
        case unknown = 0
        /// It falls all the time.
        case continuouslyFalling
        /// It rises all the time.
        case continuouslyRising
        /// It fell, and is steady now.
        case fallingThenSteady
        /// It rose, and is steady now.
        case risingThenSteady
        /// It fell, and then rose less.
        case fallingBeforeLesserRise
        /// It fell, and then rose more.
        case fallingBeforeGreaterRise
        /// It rose, and then fell more.
        case risingBeforeGreaterFall
        /// It rose, and then fell less.
        case risingBeforeLesserFall
        /// It does not change.
        case steady
    }

    /// The descriptor with the logic of several triggers; its value is a `TriggerLogic`.
    public static let configurationDescriptor: BluetoothUUID = "290B"
    /// The descriptor about the measurement; its value is a `Measurement`.
    public static let measurementDescriptor: BluetoothUUID = "290C"
    /// The descriptor with one trigger; its value is a `Trigger`. A characteristic has up to three.
    public static let triggerSettingDescriptor: BluetoothUUID = "290D"

    /// The device does not take a trigger or a description: application error.
    public static let writeRequestRejected: UInt8 = 0x80
    /// The device does not have the condition of a trigger: application error.
    public static let conditionNotSupported: UInt8 = 0x81
}
