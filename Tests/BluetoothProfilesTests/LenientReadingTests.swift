import BluetoothProfiles
import Testing

@Suite("One rule for what was added to a value")
struct LenientReadingTests {
    /// A value without optional fields of each type that begins with flags, and a flag that is reserved in it.
    static let rows: [(any FlaggedValue, [UInt8], UInt32)] = [
        (HeartRate.Measurement(beatsPerMinute: 60), [0, 60], 0x80),
        (CyclingSpeedAndCadence.Measurement(), [0], 0x80),
        (RunningSpeedAndCadence.Measurement(speed: 1, cadence: 70), [0, 0, 1, 70], 0x80),
        (CyclingPower.Measurement(power: 1), [0, 0, 1, 0], 0x8000),
        (CyclingPower.Vector(), [0], 0x80),
        (FitnessMachine.IndoorBikeData(speed: 1), [0, 0, 100, 0], 0x8000),
        (FitnessMachine.TrainingStatus(.idle), [0, 1], 0x80),
    ]

    @Test("A reserved flag, one byte more, and both are kept and written again", arguments: rows.indices)
    func additions(row: Int) throws {
        let (value, bytes, flag) = Self.rows[row]
        try check(value, bytes, flag)
    }

    private func check<Value: FlaggedValue>(_ value: Value, _ bytes: [UInt8], _ flag: UInt32) throws {
        var flagged = bytes
        for place in 0..<Value.flagsLength {
            flagged[place] |= UInt8(truncatingIfNeeded: flag >> UInt32(8 * place))
        }
        let cases: [([UInt8], UnknownFields)] = [
            (bytes, UnknownFields()), (bytes + [7], UnknownFields(bytes: [7])),
            (flagged, UnknownFields(flags: flag)), (flagged + [7], UnknownFields(flags: flag, bytes: [7])),
            (flagged + [7, 8, 9], UnknownFields(flags: flag, bytes: [7, 8, 9])),
        ]
        for (bytes, unknown) in cases {
            var read = try Value(bytes: bytes)
            #expect(read.unknown == unknown)
            #expect(read.bytes == bytes)
            if !unknown.isEmpty { #expect(throws: DecodeError.self) { try Value(strictly: bytes) } }
            read.unknown = UnknownFields()
            #expect(read == value)
        }
    }

    @Test(
        "A battery level is a number up to 100; the same bytes of a typed constant without a range are not checked"
    )
    func range() throws {
        #expect(try Battery.level.value(of: [100]) == 100)
        #expect(throws: DecodeError(.value, .invalidValue(field: "value", value: 101))) {
            try Battery.level.value(of: [101])
        }
        let plain = TypedCharacteristic<UInt8>("2A19", of: "180F")
        #expect(try plain.value(of: [101]) == 101)
        #expect(plain == Battery.level)
    }
}
