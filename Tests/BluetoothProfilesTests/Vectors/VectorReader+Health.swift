import BluetoothProfiles

extension VectorReader {
    /// Heart rate, thermometer, blood pressure, oximeter and scales.
    static let health: [VectorReader] = heart + thermometer + pressure + oximeter + scales

    private static let heart: [VectorReader] = [
        VectorReader(HeartRate.measurement) {
            [
                "heart_rate": $0.beatsPerMinute, "energy_expended": $0.energyExpended,
                "sensor_contact": $0.hasContact.map { $0 ? 2 : 1 } ?? 0,
                "rr_intervals": list($0.intervalsInSeconds),
            ]
        },
        VectorReader(HeartRate.bodySensorLocation, value: \.rawValue),
        VectorReader(HeartRate.controlPoint, value: \.rawValue),
    ]

    private static func temperature(_ value: HealthThermometer.Measurement) -> Fields {
        [
            "temperature": value.temperature, "unit": value.unit == .celsius ? "°C" : "°F",
            "timestamp": value.timestamp, "temperature_type": value.type?.rawValue,
        ]
    }

    private static let thermometer: [VectorReader] = [
        VectorReader(HealthThermometer.measurement, fields: temperature),
        VectorReader(HealthThermometer.intermediateTemperature, fields: temperature),
        VectorReader(HealthThermometer.temperatureType, value: \.rawValue),
        VectorReader(HealthThermometer.measurementInterval, value: { $0 }),
    ]

    private static func details(_ value: BloodPressure.Measurement) -> Fields {
        [
            "unit": value.unit == .kilopascals ? "kPa" : "mmHg", "timestamp": value.timestamp,
            "pulse_rate": value.pulseRate, "user_id": value.userIndex,
            "measurement_status": value.status?.rawValue,
        ]
    }

    private static let pressure: [VectorReader] = [
        VectorReader(BloodPressure.measurement) {
            let pressures: Fields = [
                "systolic": $0.systolic, "diastolic": $0.diastolic, "mean_arterial_pressure": $0.meanArterial,
            ]
            return pressures.merging(details($0)) { $1 }
        },
        VectorReader(BloodPressure.intermediateCuffPressure) {
            details($0).merging(["current_cuff_pressure": $0.systolic]) { $1 }
        },
        VectorReader(BloodPressure.feature) { ["features_bitmap": $0.rawValue] },
    ]

    private static let oximeter: [VectorReader] = [
        VectorReader(PulseOximeter.spotCheck) {
            [
                "spo2": $0.reading.saturation, "pulse_rate": $0.reading.pulseRate, "timestamp": $0.timestamp,
                "measurement_status": $0.measurementStatus?.rawValue,
                "device_and_sensor_status": $0.deviceStatus?.rawValue,
                "pulse_amplitude_index": $0.pulseAmplitudeIndex,
            ]
        },
        VectorReader(PulseOximeter.continuous) {
            [
                "spo2": $0.normal.saturation, "pulse_rate": $0.normal.pulseRate,
                "spo2_fast": $0.fast?.saturation, "pulse_rate_fast": $0.fast?.pulseRate,
                "spo2_slow": $0.slow?.saturation, "pulse_rate_slow": $0.slow?.pulseRate,
                "measurement_status": $0.measurementStatus?.rawValue,
                "device_and_sensor_status": $0.deviceStatus?.rawValue,
                "pulse_amplitude_index": $0.pulseAmplitudeIndex,
            ]
        },
        VectorReader(PulseOximeter.features) {
            // Two bits announce the fields.
            let announced = ($0.measurementStatus == nil ? 0 : 1) | ($0.deviceStatus == nil ? 0 : 2)
            return [
                "value": Int($0.supported.rawValue) | announced,
                "measurement_status": $0.measurementStatus?.rawValue,
                "device_and_sensor_status": $0.deviceStatus?.rawValue,
            ]
        },
    ]

    private static let scales: [VectorReader] = [
        VectorReader(WeightScale.measurement) {
            [
                "weight": $0.weight, "weight_unit": $0.units == .imperial ? "lb" : "kg",
                "measurement_units": $0.units == .imperial ? "imperial" : "metric",
                "timestamp": $0.timestamp,
                "user_id": $0.userIndex, "bmi": $0.body?.massIndex, "height": $0.body?.height,
            ]
        },
        VectorReader(WeightScale.feature) {
            let flags = [$0.hasTimestamps, $0.hasMultipleUsers, $0.hasBodyMassIndex]
            let bits = flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
            let (weight, height) = ($0.weightResolution.rawValue, $0.heightResolution.rawValue)
            return [
                "weight_measurement_resolution": weight, "height_measurement_resolution": height,
                "raw_value": bits | Int(weight) << 3 | Int(height) << 7,
            ]
        },
        VectorReader(BodyComposition.feature) {
            let (mass, height) = ($0.massResolution.rawValue, $0.heightResolution.rawValue)
            return [
                "mass_measurement_resolution": mass, "height_measurement_resolution": height,
                "features": Int($0.supported.rawValue) | Int(mass) << 11 | Int(height) << 15,
            ]
        },
        VectorReader(BodyComposition.measurement) {
            [
                "body_fat_percentage": $0.bodyFat, "timestamp": $0.timestamp, "user_id": $0.userIndex,
                "basal_metabolism": $0.basalMetabolism, "muscle_percentage": $0.musclePercentage,
                "muscle_mass": $0.muscleMass, "fat_free_mass": $0.fatFreeMass,
                "soft_lean_mass": $0.softLeanMass,
                "body_water_mass": $0.bodyWaterMass, "impedance": $0.impedance, "weight": $0.weight,
                "height": $0.height,
                "measurement_units": $0.units == .imperial ? "imperial" : "metric",
            ]
        },
    ]
}
