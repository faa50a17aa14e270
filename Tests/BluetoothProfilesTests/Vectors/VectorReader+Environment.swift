import BluetoothProfiles

extension VectorReader {
    /// Environmental Sensing.
    static let environment: [VectorReader] = weather + wind + magnetism

    private static let weather: [VectorReader] = [
        VectorReader(EnvironmentalSensing.descriptorValueChanged, without: ["value"]) {
            ["flags": $0.changes.rawValue, "characteristic_uuid": "\($0.characteristic.expanded)"]
        },
        VectorReader(EnvironmentalSensing.elevation, value: \.meters),
        VectorReader(EnvironmentalSensing.pressure, value: \.pascals),
        VectorReader(EnvironmentalSensing.temperature, value: \.celsius),
        VectorReader(EnvironmentalSensing.humidity, value: \.percent),
        VectorReader(EnvironmentalSensing.pollenConcentration, value: \.grainsPerCubicMeter),
        VectorReader(EnvironmentalSensing.uvIndex, value: { $0 }),
        VectorReader(EnvironmentalSensing.irradiance, value: \.wattsPerSquareMeter),
        VectorReader(EnvironmentalSensing.rainfall, value: \.millimeters),
        VectorReader(EnvironmentalSensing.windChill, value: \.celsius),
        VectorReader(EnvironmentalSensing.heatIndex, value: \.celsius),
        VectorReader(EnvironmentalSensing.dewPoint, value: \.celsius),
        VectorReader(EnvironmentalSensing.pressureTrend, value: \.rawValue),
    ]

    private static let wind: [VectorReader] = [
        VectorReader(EnvironmentalSensing.trueWindSpeed, value: \.metersPerSecond),
        VectorReader(EnvironmentalSensing.trueWindDirection, value: \.degrees),
        VectorReader(EnvironmentalSensing.apparentWindSpeed, value: \.metersPerSecond),
        VectorReader(EnvironmentalSensing.apparentWindDirection, value: \.degrees),
        VectorReader(EnvironmentalSensing.gustFactor, value: \.factor),
    ]

    private static func tesla(_ flux: EnvironmentalSensing.MagneticFlux) -> Double {
        flux.microtesla / 1_000_000
    }

    private static let magnetism: [VectorReader] = [
        VectorReader(EnvironmentalSensing.magneticDeclination, value: \.degrees),
        VectorReader(EnvironmentalSensing.magneticFluxDensity2D) {
            ["x_axis": tesla($0.x), "y_axis": tesla($0.y)]
        },
        VectorReader(EnvironmentalSensing.magneticFluxDensity3D) {
            ["x_axis": tesla($0.x), "y_axis": tesla($0.y), "z_axis": tesla($0.z)]
        },
    ]
}
