import BluetoothProfiles
import Testing

@Suite("Health thermometer values")
struct HealthThermometerTests {
    private static let morning = DateTime(year: 2026, month: 11, day: 22, hour: 8, minute: 30, second: 5)

    @Test(
        "Measurements are written as they are read",
        arguments: [
            ([0x00, 0x6E, 0x01, 0x00, 0xFF], HealthThermometer.Measurement(temperature: 36.6)),
            (
                [0x01, 0xDA, 0x03, 0x00, 0xFF],
                HealthThermometer.Measurement(temperature: 98.6, unit: .fahrenheit)
            ),
            (
                [0x06, 0x73, 0x0E, 0x00, 0xFE, 0xEA, 0x07, 11, 22, 8, 30, 5, 0x06],
                HealthThermometer.Measurement(
                    temperature: LongFloat(mantissa: 3699, exponent: -2), timestamp: morning, type: .mouth)
            ),
            (
                [0x04, 0xFF, 0xFF, 0x7F, 0x00, 0x09],
                HealthThermometer.Measurement(temperature: .notANumber, type: .tympanum)
            ),
        ] as [([UInt8], HealthThermometer.Measurement)])
    func measurements(bytes: [UInt8], value: HealthThermometer.Measurement) throws {
        try ValueRules.expect(bytes, is: value)
    }

    @Test("Reserved flags are kept, and an impossible date is an error")
    func flags() throws {
        let bytes: [UInt8] = [0xF8, 0x6E, 0x01, 0x00, 0xFF]
        let value = try HealthThermometer.Measurement(bytes: bytes)
        #expect(value.bytes == bytes && value.unknown == UnknownFields(flags: 0xF8))
        #expect(throws: DecodeError(.value, .invalidValue(field: "month", value: 13))) {
            try HealthThermometer.Measurement(
                bytes: [0x02, 0x6E, 0x01, 0x00, 0xFF, 0xEA, 0x07, 13, 1, 0, 0, 0])
        }
    }

    @Test("A temperature is the same in both units")
    func celsius() {
        let warm = HealthThermometer.Measurement(temperature: 98.6, unit: .fahrenheit)
        #expect(abs(warm.celsius - 37) < 1e-9)
        #expect(HealthThermometer.Measurement(temperature: 36.5).celsius == 36.5)
        #expect(HealthThermometer.Measurement(temperature: .notANumber).celsius.isNaN)
    }

    @Test("The places on the body have the codes of the supplement; others stay as they are")
    func types() throws {
        let all: [HealthThermometer.TemperatureType] = [
            .armpit, .body, .ear, .finger, .gastrointestinalTract, .mouth, .rectum, .toe, .tympanum,
        ]
        #expect(all.map(\.rawValue) == Array(1...9))
        #expect(try HealthThermometer.TemperatureType(bytes: [0x2A]).bytes == [0x2A])
    }

    @Test("A valid range has its ends in order")
    func range() throws {
        try ValueRules.expect([1, 0, 0x10, 0x0E], is: HealthThermometer.IntervalRange(1...3600))
        #expect(throws: DecodeError.self) { try HealthThermometer.IntervalRange(bytes: [2, 0, 1, 0]) }
    }

    @Test("Random bytes never trap, and values are stable")
    func random() throws {
        try ValueRules.expectStable(HealthThermometer.Measurement.self, upTo: 14)
        try ValueRules.expectStable(HealthThermometer.IntervalRange.self, upTo: 5)
    }
}
