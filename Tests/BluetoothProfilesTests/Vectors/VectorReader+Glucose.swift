import BluetoothProfiles

extension VectorReader {
    /// Glucose meters and continuous glucose monitors.
    static let glucose: [VectorReader] = meter + monitor

    private static let meter: [VectorReader] = [
        VectorReader(Glucose.measurement) {
            [
                "sequence_number": $0.sequenceNumber, "base_time": $0.baseTime,
                "time_offset_minutes": $0.timeOffset, "glucose_concentration": $0.concentration?.amount,
                "unit": $0.concentration.map { $0.unit == .kilogramsPerLitre ? "kg/L" : "mol/L" },
                "glucose_type": $0.concentration?.type.rawValue,
                "sample_location": $0.concentration?.location.rawValue, "sensor_status": $0.status?.rawValue,
            ]
        },
        VectorReader(Glucose.measurementContext) {
            [
                "sequence_number": $0.sequenceNumber, "extended_flags": $0.extendedFlags,
                "carbohydrate_id": $0.carbohydrate?.occasion.rawValue,
                "carbohydrate_kg": $0.carbohydrate?.kilograms, "meal": $0.meal?.rawValue,
                "tester": $0.tester?.rawValue, "health": $0.health?.rawValue,
                "exercise_duration_seconds": $0.exercise?.seconds,
                "exercise_intensity_percent": $0.exercise?.intensity,
                "medication_id": $0.medication?.kind.rawValue,
                "medication_value": $0.medication?.amount,
                "medication_unit": $0.medication.map { $0.unit == .litres ? "litres" : "kg" },
                "hba1c_percent": $0.hbA1c,
            ]
        },
        VectorReader(Glucose.feature) { ["features_bitmap": $0.rawValue] },
        VectorReader(Glucose.recordAccess, answers: [5, 6]) {
            ["opcode": $0.opcode.rawValue, "operator": $0.operator.rawValue, "operand": hex($0.operand)]
        } response: {
            switch $0 {
            case .numberOfRecords(let count): ["opcode": 5, "operator": 0, "operand": hex(count.bytes)]
            case .ended(let request, let code):
                ["opcode": 6, "operator": 0, "operand": hex([request.rawValue, code.rawValue])]
            }
        },
    ]

    private static let monitor: [VectorReader] = [
        VectorReader(ContinuousGlucose.measurement) { measurements in
            measurements.records.enumerated().reduce(into: [:]) { fields, record in
                func octet(_ shift: UInt32) -> UInt32? {
                    let bits = record.element.status.rawValue >> shift & 0xFF
                    return bits == 0 ? nil : bits
                }
                let values: Fields = [
                    "glucose_concentration": record.element.glucose, "time_offset": record.element.timeOffset,
                    "trend_information": record.element.trend, "quality": record.element.quality,
                    "size": record.element.bytes.count, "status_octet": octet(0), "cal_temp_octet": octet(8),
                    "warning_octet": octet(16),
                ]
                for (name, value) in values { fields["records.\(record.offset).\(name)"] = value }
            }
        },
        // Without the feature, the checksum stands for nothing.
        VectorReader(ContinuousGlucose.feature, without: ["e2e_crc"]) {
            [
                "features": $0.features.rawValue, "cgm_type": $0.type.rawValue,
                "sample_location": $0.location.rawValue,
            ]
        },
        VectorReader(ContinuousGlucose.status) {
            ["time_offset": $0.timeOffset, "status": $0.sensor.rawValue]
        },
        VectorReader(ContinuousGlucose.sessionStartTime) {
            [
                "start_time": $0.time, "time_zone": $0.timeZone ?? -128,
                "dst_offset": $0.daylightSaving?.rawValue ?? 255,
            ]
        },
        VectorReader(ContinuousGlucose.sessionRunTime) { ["run_time_hours": $0.hours] },
        VectorReader(ContinuousGlucose.controlPoint, answers: [3, 6, 9, 12, 15, 18, 21, 24, 28]) { request in
            let bytes = request.bytes
            return ["opcode": request.opcode.rawValue, "operand": hex(Array(bytes.dropFirst()))]
        } response: { response in
            let bytes = response.bytes
            return ["opcode": bytes.first, "operand": hex(Array(bytes.dropFirst()))]
        },
    ]
}
