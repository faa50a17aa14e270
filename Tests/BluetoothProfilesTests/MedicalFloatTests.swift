import BluetoothProfiles
import Testing

@Suite("Medical floats")
struct MedicalFloatTests {
    @Test(
        "Numbers take as few digits as they need",
        arguments: [
            (36.6, 366, -1), (120, 120, 0), (-5.25, -525, -2), (0, 0, 0), (0.001, 1, -3), (20_450, 2045, 1),
        ] as [(Double, Int, Int)])
    func digits(value: Double, mantissa: Int, exponent: Int) {
        let long = LongFloat(value)
        #expect(long.value == value)
        if value < 2046 { #expect((Int(long.mantissa), Int(long.exponent)) == (mantissa, exponent)) }
        #expect(abs(ShortFloat(value).value - value) <= abs(value) / 1000)
    }

    @Test("Every 16-bit number is written as it is read")
    func allShortFloats() throws {
        for raw in UInt16.min...UInt16.max {
            let bytes: [UInt8] = [UInt8(truncatingIfNeeded: raw), UInt8(raw >> 8)]
            #expect(try ShortFloat(bytes: bytes).bytes == bytes)
        }
    }

    @Test(
        "Special values have the bytes of the standard",
        arguments: [
            (ShortFloat.positiveInfinity, [0xFE, 0x07]), (.negativeInfinity, [0x02, 0x08]),
            (.notANumber, [0xFF, 0x07]), (.notAtThisResolution, [0x00, 0x08]),
        ] as [(ShortFloat, [UInt8])])
    func special(number: ShortFloat, bytes: [UInt8]) {
        #expect(number.bytes == bytes)
        #expect(number.special != nil)
    }

    @Test("A number that is too large is infinite")
    func tooLarge() {
        #expect(ShortFloat(1e12) == .positiveInfinity)
        #expect(ShortFloat(-1e12) == .negativeInfinity)
        #expect(ShortFloat(.nan) == .notANumber)
    }
}
