import BluetoothProfiles
import Testing

@Suite("Heart rate values")
struct HeartRateTests {
    @Test(
        "Measurements are written as they are read",
        arguments: [
            ([0x00, 0x48], HeartRate.Measurement(beatsPerMinute: 72)),
            ([0x01, 0x2C, 0x01], HeartRate.Measurement(beatsPerMinute: 300)),
            (
                [0x1E, 0x48, 0x2E, 0x00, 0x55, 0x03, 0x60, 0x03],
                HeartRate.Measurement(
                    beatsPerMinute: 72, hasContact: true, energyExpended: 46, intervals: [0x355, 0x360])
            ),
        ] as [([UInt8], HeartRate.Measurement)])
    func measurements(bytes: [UInt8], value: HeartRate.Measurement) throws {
        #expect(try HeartRate.Measurement(bytes: bytes) == value)
        #expect(value.bytes == bytes)
    }

    @Test(
        "A truncated measurement is an error",
        arguments: [[], [0x01, 0x2C], [0x08, 0x48, 0x2E], [0x11, 0x48]] as [[UInt8]])
    func truncated(bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try HeartRate.Measurement(bytes: bytes) }
    }
}
