import BluetoothProfiles
import Testing

@Suite("Values of scales")
struct ScaleTests {
    private static let morning = DateTime(year: 2026, month: 11, day: 22, hour: 8, minute: 30, second: 5)

    @Test(
        "Weights are written as they are read",
        arguments: [
            ([0x00, 0x90, 0x38], WeightScale.Measurement(weight: 72.4)),
            ([0x01, 0x58, 0x3E], WeightScale.Measurement(weight: 159.6, units: .imperial)),
            (
                [0x04, 0xFF, 0xFF, 0xFF],
                WeightScale.Measurement(weight: nil, userIndex: UserData.unknownUser)
            ),
            (
                [0x0E, 0x90, 0x38, 0xEA, 0x07, 11, 22, 8, 30, 5, 2, 0xE5, 0x00, 0xF4, 0x06],
                WeightScale.Measurement(
                    weight: 72.4, timestamp: morning, userIndex: 2,
                    body: WeightScale.Body(massIndex: 22.9, height: 1.78))
            ),
            (
                [0x09, 0x58, 0x3E, 0xE5, 0x00, 0xBD, 0x02],
                WeightScale.Measurement(
                    weight: 159.6, units: .imperial, body: WeightScale.Body(massIndex: 22.9, height: 70.1))
            ),
        ] as [([UInt8], WeightScale.Measurement)])
    func weights(bytes: [UInt8], value: WeightScale.Measurement) throws {
        try ValueRules.expect(bytes, is: value)
    }

    @Test(
        "Body compositions are written as they are read",
        arguments: [
            ([0x00, 0x00, 0xC3, 0x00], BodyComposition.Measurement(bodyFat: 19.5)),
            ([0x04, 0x00, 0xFF, 0xFF, 7], BodyComposition.Measurement(bodyFat: nil, userIndex: 7)),
            (
                [0x01, 0x14, 0xC3, 0x00, 0x58, 0x3E],
                BodyComposition.Measurement(
                    bodyFat: 19.5, units: .imperial, weight: 159.6, isOneOfTwo: true)
            ),
            (
                [
                    0xFE, 0x0F, 0xC3, 0x00, 0xEA, 0x07, 11, 22, 8, 30, 5, 2, 0xEC, 0x1B, 0xA4, 0x01, 0xE8,
                    0x17,
                    0x80, 0x2D, 0x38, 0x2B, 0x98, 0x21, 0x88, 0x13, 0x90, 0x38, 0xF4, 0x06,
                ],
                BodyComposition.Measurement(
                    bodyFat: 19.5, timestamp: morning, userIndex: 2, basalMetabolism: 7148,
                    musclePercentage: 42, muscleMass: 30.6, fatFreeMass: 58.24, softLeanMass: 55.32,
                    bodyWaterMass: 43, impedance: 500, weight: 72.4, height: 1.78)
            ),
        ] as [([UInt8], BodyComposition.Measurement)])
    func compositions(bytes: [UInt8], value: BodyComposition.Measurement) throws {
        try ValueRules.expect(bytes, is: value)
    }

    @Test("Every number of two bytes is written as it is read")
    func allNumbers() throws {
        try ValueRules.expectAllNumbers(WeightScale.Measurement.self, in: [0, 0, 0], at: 1)
        try ValueRules.expectAllNumbers(WeightScale.Measurement.self, in: [1, 0, 0], at: 1)
        try ValueRules.expectAllNumbers(WeightScale.Measurement.self, in: [8, 0, 0, 0, 0, 0, 0], at: 3)
        try ValueRules.expectAllNumbers(WeightScale.Measurement.self, in: [8, 0, 0, 0, 0, 0, 0], at: 5)
        try ValueRules.expectAllNumbers(WeightScale.Measurement.self, in: [9, 0, 0, 0, 0, 0, 0], at: 5)
        try ValueRules.expectAllNumbers(BodyComposition.Measurement.self, in: [0, 0, 0, 0], at: 2)
    }

    @Test("Numbers outside the range become the nearest that can be sent")
    func clamped() throws {
        #expect(WeightScale.Measurement(weight: 900).bytes == [0x00, 0xFE, 0xFF])
        #expect(WeightScale.Measurement(weight: -1).bytes == [0x00, 0x00, 0x00])
        #expect(BodyComposition.Measurement(bodyFat: .infinity).bytes == [0, 0, 0xFE, 0xFF])
        #expect(BodyComposition.Measurement(bodyFat: 1, weight: .nan).bytes == [0, 4, 10, 0, 0, 0])
    }

    @Test("Features have the bits of the specifications")
    func features() throws {
        try ValueRules.expect(
            [0xBF, 0x01, 0, 0],
            is: WeightScale.Features(
                hasTimestamps: true, hasMultipleUsers: true, hasBodyMassIndex: true,
                weightResolution: .grams5,
                heightResolution: .millimetre))
        try ValueRules.expect(
            [0x01, 0x3A, 0x01, 0],
            is: BodyComposition.Features(
                [.timestamps, .weight], massResolution: .grams5, heightResolution: .halfCentimetre))
        #expect(try WeightScale.Features(bytes: [0, 0xFC, 0xFF, 0xFF]).bytes == [0, 0, 0, 0])
        #expect(try BodyComposition.Features(bytes: [0, 0, 0xFC, 0xFF]).bytes == [0, 0, 0, 0])
        #expect(MassResolution.grams20.kilograms == 0.02)
        #expect(MassResolution.notSpecified.kilograms == nil && MassResolution(rawValue: 8).kilograms == nil)
    }

    @Test("Random bytes never trap, and values are stable")
    func random() throws {
        try ValueRules.expectStable(WeightScale.Measurement.self, upTo: 16)
        try ValueRules.expectStable(BodyComposition.Measurement.self, upTo: 30)
        try ValueRules.expectStable(WeightScale.Features.self, upTo: 5)
        try ValueRules.expectStable(BodyComposition.Features.self, upTo: 5)
    }
}
