import BluetoothProfiles
import Testing

@Suite("Glucose values")
struct GlucoseTests {
    typealias Measurement = Glucose.Measurement
    typealias Context = Glucose.Context

    static let time = DateTime(year: 2026, month: 11, day: 22, hour: 8, minute: 30)
    static let timeBytes: [UInt8] = [0xEA, 0x07, 11, 22, 8, 30, 0]

    @Test(
        "Measurements are written as they are read",
        arguments: [
            (Measurement(sequenceNumber: 1, baseTime: time), [0x00, 1, 0] + timeBytes),
            (
                Measurement(
                    sequenceNumber: 0x0102, baseTime: time, timeOffset: -60,
                    concentration: .milligramsPerDecilitre(95), contextFollows: true),
                [0x13, 2, 1] + timeBytes + [0xC4, 0xFF, 95, 0xB0, 0x11]
            ),
            (
                Measurement(
                    sequenceNumber: 3, baseTime: time,
                    concentration: .millimolesPerLitre(5.2, type: .venousPlasma, location: .alternateSite),
                    status: [.batteryLow, .timeFault]),
                [0x0E, 3, 0] + timeBytes + [52, 0xC0, 0x24, 0x01, 0x08]
            ),
        ] as [(Measurement, [UInt8])])
    func measurements(value: Measurement, bytes: [UInt8]) throws {
        try CodecCheck.row(value, bytes)
    }

    @Test("Reserved bits are ignored")
    func reserved() throws {
        var bare = Measurement(sequenceNumber: 1, baseTime: Self.time)
        bare.unknown.flags = 0xE0
        #expect(try Measurement(bytes: [0xE0, 1, 0] + Self.timeBytes) == bare)
        let status = try Measurement(bytes: [0x08, 1, 0] + Self.timeBytes + [1, 0xF0]).status
        #expect(status == .batteryLow)
        #expect(try Glucose.Features(bytes: [0x01, 0xFC]) == [.lowBatteryDetection, .multipleBonds])
        #expect(Glucose.Features.multipleBonds.bytes == [0, 4])
    }

    @Test("The user's time is the base time and the offset")
    func userFacingTime() {
        var value = Measurement(sequenceNumber: 1, baseTime: Self.time, timeOffset: -31)
        let earlier = DateTime(year: 2026, month: 11, day: 22, hour: 7, minute: 59)
        #expect(value.userFacingTime == earlier)
        value.timeOffset = nil
        #expect(value.userFacingTime == Self.time)
        value.timeOffset = .max
        #expect(value.userFacingTime == nil)
    }

    @Test("A concentration has both units")
    func units() {
        let inMass = Glucose.Concentration.milligramsPerDecilitre(180)
        let inMoles = Glucose.Concentration.millimolesPerLitre(10)
        #expect(inMass.milligramsPerDecilitre == 180)
        #expect(abs(inMass.millimolesPerLitre - 9.991) < 0.001)
        #expect(inMoles.millimolesPerLitre == 10)
        #expect(abs(inMoles.milligramsPerDecilitre - 180.156) < 0.001)
        #expect(Glucose.Concentration.milligramsPerDecilitre(9999).amount.special == nil)
        #expect(Glucose.Concentration.millimolesPerLitre(.infinity).amount.special == nil)
    }

    @Test(
        "Contexts are written as they are read",
        arguments: [
            (Context(sequenceNumber: 7), [0x00, 7, 0]),
            (Context(sequenceNumber: 7, meal: .fasting), [0x02, 7, 0, 3]),
            (
                Context(sequenceNumber: 7, tester: .user, health: .underStress),
                [0x04, 7, 0, 0x41]
            ),
            (
                Context(
                    sequenceNumber: 7, extendedFlags: 0,
                    carbohydrate: Glucose.Carbohydrate(.breakfast, kilograms: 0.06), meal: .postprandial,
                    tester: .notAvailable, health: .noIssues,
                    exercise: Glucose.Exercise(seconds: 1800, intensity: 60),
                    medication: Glucose.Medication(
                        .rapidActingInsulin, amount: ShortFloat(mantissa: 4, exponent: -5), .litres),
                    hbA1c: 5.8),
                [0xFF, 7, 0, 0, 1, 6, 0xE0, 2, 0x5F, 0x08, 0x07, 60, 1, 4, 0xB0, 58, 0xF0]
            ),
        ] as [(Context, [UInt8])])
    func contexts(value: Context, bytes: [UInt8]) throws {
        try CodecCheck.row(value, bytes)
    }

    @Test("One of tester and health is enough to send both")
    func testerAndHealth() throws {
        let value = Context(sequenceNumber: 1, health: .noIssues)
        let read = try Context(bytes: value.bytes)
        #expect(read.tester == .notAvailable && read.health == .noIssues)
    }

    @Test(
        "A code that the specification does not have is an error",
        arguments: [
            [0x01, 7, 0, 0, 0, 0], [0x01, 7, 0, 8, 0, 0], [0x02, 7, 0, 6], [0x04, 7, 0, 0x14, 0],
            [0x04, 7, 0, 0x61], [0x04, 7, 0, 0x14], [0x08, 7, 0, 0, 0, 101], [0x10, 7, 0, 6, 0, 0],
        ] as [[UInt8]])
    func codes(bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try Context(bytes: bytes) }
    }

    @Test("Every type and location is written as it is read")
    func samples() throws {
        for byte in UInt8.min...UInt8.max {
            let bytes = [0x02, 1, 0] + Self.timeBytes + [95, 0xB0, byte]
            #expect(try Measurement(bytes: bytes).bytes == bytes)
        }
    }

    @Test("Random bytes never trap")
    func noise() throws {
        let starts: [[UInt8]] = (0..<32).map { [$0, 1, 0] + Self.timeBytes }
        #expect(try CodecCheck.noise(Measurement.self, starts: starts, upTo: 8) > 0)
        #expect(try CodecCheck.noise(Context.self) > 0)
    }
}
