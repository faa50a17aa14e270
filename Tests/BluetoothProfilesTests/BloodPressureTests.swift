import BluetoothProfiles
import Testing

@Suite("Blood pressure values")
struct BloodPressureTests {
    @Test(
        "Measurements are written as they are read",
        arguments: [
            (
                [0x00, 0x78, 0x00, 0x50, 0x00, 0x5D, 0x00],
                BloodPressure.Measurement(systolic: 120.0, diastolic: 80.0, meanArterial: 93.0)
            ),
            (
                [0x01, 0xA0, 0xF0, 0x6B, 0xF0, 0x7C, 0xF0],
                BloodPressure.Measurement(
                    systolic: ShortFloat(mantissa: 160, exponent: -1),
                    diastolic: ShortFloat(mantissa: 107, exponent: -1),
                    meanArterial: ShortFloat(mantissa: 124, exponent: -1), unit: .kilopascals)
            ),
            (
                [
                    0x1E, 0x78, 0x00, 0x50, 0x00, 0x5D, 0x00, 0xEA, 0x07, 11, 22, 8, 30, 5, 0x48, 0x00, 0xFF,
                    0x0D, 0x00,
                ],
                BloodPressure.Measurement(
                    systolic: 120.0, diastolic: 80.0, meanArterial: 93.0,
                    timestamp: DateTime(year: 2026, month: 11, day: 22, hour: 8, minute: 30, second: 5),
                    pulseRate: 72.0, userIndex: BloodPressure.unknownUser,
                    status: BloodPressure.Status([.bodyMovement, .irregularPulse], pulseRateRange: .above))
            ),
            ([0x00, 0x96, 0x00, 0xFF, 0x07, 0xFF, 0x07], BloodPressure.Measurement(cuffPressure: 150.0)),
        ] as [([UInt8], BloodPressure.Measurement)])
    func measurements(bytes: [UInt8], value: BloodPressure.Measurement) throws {
        try ValueRules.expect(bytes, is: value)
    }

    @Test("The bits of the status are those of the supplement")
    func status() throws {
        let all: [BloodPressure.Status] = [.bodyMovement, .looseCuff, .irregularPulse, .improperPosition]
        #expect(all.map(\.rawValue) == [1, 2, 4, 32])
        for range in BloodPressure.PulseRateRange.allCases {
            let status = BloodPressure.Status(.looseCuff, pulseRateRange: range)
            #expect(status.pulseRateRange == range && status.contains(.looseCuff))
            #expect(status.rawValue == 2 | UInt16(range.rawValue) << 3)
        }
        #expect(BloodPressure.Status(rawValue: 0x18).pulseRateRange == nil)
    }

    @Test("The bits of the features are those of the specification")
    func features() throws {
        let all: [BloodPressure.Features] = [
            .bodyMovementDetection, .cuffFitDetection, .irregularPulseDetection, .pulseRateRangeDetection,
            .positionDetection, .multipleBonds, .endToEndChecksum, .userData, .userFacingTime,
        ]
        #expect(all.map(\.rawValue) == (0..<9).map { UInt16(1) << $0 })
        try ValueRules.expect(
            [0x05, 0], is: [.bodyMovementDetection, .irregularPulseDetection] as BloodPressure.Features)
    }

    @Test("Random bytes never trap, and values are stable")
    func random() throws {
        try ValueRules.expectStable(BloodPressure.Measurement.self, upTo: 20)
    }
}
