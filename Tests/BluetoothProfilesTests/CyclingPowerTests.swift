import BluetoothProfiles
import Testing

@Suite("Cycling power values")
struct CyclingPowerTests {
    typealias Measurement = CyclingPower.Measurement

    private static let full = Measurement(
        power: -3, pedalBalance: .init(percent: 49.5, isLeft: true), accumulatedTorque: 2,
        measuresTorqueAtCrank: true, wheel: .init(count: 1, lastEvent: 2),
        crank: .init(count: 3, lastEvent: 4),
        extremeForces: .init(maximum: 300, minimum: -20), extremeTorques: .init(maximum: 40, minimum: -1.5),
        extremeAngles: .init(maximum: 0x123, minimum: 0xABC), topDeadSpotAngle: 5, bottomDeadSpotAngle: 185,
        accumulatedEnergy: 1000, needsOffsetCompensation: true)
    private static let fullBytes: [UInt8] = [
        0xFF, 0x1F, 0xFD, 0xFF, 99, 0x40, 0x00, 1, 0, 0, 0, 2, 0, 3, 0, 4, 0, 0x2C, 0x01, 0xEC, 0xFF, 0x00,
        0x05, 0xD0, 0xFF, 0x23, 0xC1, 0xAB, 5, 0, 185, 0, 0xE8, 0x03,
    ]

    @Test func measurements() throws {
        try expectRows([
            ([0x00, 0x00, 0xFA, 0x00], Measurement(power: 250)),
            (
                [0x20, 0x00, 0xFA, 0x00, 0x10, 0x00, 0x00, 0x04],
                Measurement(power: 250, crank: .init(count: 16, lastEvent: 1024))
            ),
            (
                [0x01, 0x00, 0x64, 0x00, 0x64],
                Measurement(power: 100, pedalBalance: .init(percent: 50, isLeft: false))
            ),
            (Self.fullBytes, Self.full),
        ])
        expectNoTraps(Measurement.self)
        // Flags about parts that are not there, and a reserved one with a part of its own.
        var value = Measurement(power: 1)
        value.unknown = UnknownFields(flags: 0x8000, bytes: [9, 9])
        #expect(try Measurement(bytes: [0x0A, 0x80, 1, 0, 9, 9]) == value)
    }

    @Test("A mask leaves out what it names", arguments: 0...8)
    func masks(bit: UInt16) {
        let rest = Self.full.masked(by: .init(rawValue: 1 << bit))
        let flags: [UInt16] = [0x03, 0x0C, 0x10, 0x20, 0xC0, 0x100, 0x200, 0x400, 0x800]
        let sent = UInt16(rest.bytes[0]) | UInt16(rest.bytes[1]) << 8
        #expect(sent == 0x1FFF & ~flags[Int(bit)])
    }

    @Test func vectors() throws {
        typealias Value = CyclingPower.Vector
        try expectRows([
            ([0x00], Value()),
            (
                [0x13, 1, 0, 2, 0, 90, 0],
                Value(crank: .init(count: 1, lastEvent: 2), firstAngle: 90, direction: .tangential)
            ),
        ])
        // An array may end after each number, and half a number is kept as unknown.
        try expectRows(
            [([0x34, 5, 0, 0xFB, 0xFF], Value(magnitudes: .forces([5, -5]), direction: .lateral))],
            prefixes: 4)
        try expectRows([([0x08, 0x20, 0, 0xF0, 0xFF], Value(magnitudes: .torques([1, -0.5])))], prefixes: 4)
        #expect(throws: DecodeError.self) { try Value(bytes: [0x0C, 1, 0]) }
        expectNoTraps(Value.self)
    }

    @Test func requests() throws {
        let rows: [([UInt8], CyclingPower.Request)] = [
            ([0x01, 0, 0, 1, 0], .setCumulativeValue(65_536)),
            ([0x02, 0x05], .updateSensorLocation(.leftCrank)),
            ([0x03], .requestSupportedSensorLocations),
            ([0x04, 0x59, 0x01], .setCrankLength(172.5)),
            ([0x05], .requestCrankLength),
            ([0x06, 0x78, 0x05], .setChainLength(1400)),
            ([0x07], .requestChainLength),
            ([0x08, 0x2C, 0x01], .setChainWeight(300)),
            ([0x09], .requestChainWeight),
            ([0x0A, 0x64, 0x00], .setSpanLength(100)),
            ([0x0B], .requestSpanLength),
            ([0x0C], .startOffsetCompensation),
            ([0x0D, 0x08, 0x01], .maskMeasurementContent([.crankRevolutions, .accumulatedEnergy])),
            ([0x0E], .requestSamplingRate),
            ([0x0F], .requestFactoryCalibrationDate),
            ([0x10], .startEnhancedOffsetCompensation),
        ]
        try expectRows(rows)
        for (bytes, request) in rows { #expect(request.opCode.rawValue == bytes[0]) }
        expectNoTraps(CyclingPower.Request.self)
    }

    @Test func answers() throws {
        typealias Answer = CyclingPower.Response
        let date = DateTime(year: 2026, month: 11, day: 22)
        let offset = CyclingPower.EnhancedOffset(offset: -2, company: 0x1234, data: [7])
        #expect(Answer.crankLength(172.5).bytes == [0x20, 0x05, 0x01, 0x59, 0x01])
        #expect(Answer.crankLength(172.5).crankLength == 172.5)
        #expect(Answer.chainLength(1400).chainLength == 1400)
        #expect(Answer.chainWeight(300).chainWeight == 300)
        #expect(Answer.spanLength(100).spanLength == 100)
        #expect(Answer.compensatedOffset(-5).compensatedOffset == -5)
        #expect(Answer.samplingRate(200).samplingRate == 200)
        #expect(Answer.factoryCalibrationDate(date).factoryCalibrationDate == date)
        #expect(Answer.enhancedOffset(offset).bytes == [0x20, 0x10, 1, 0xFE, 0xFF, 0x34, 0x12, 1, 7])
        #expect(Answer.enhancedOffset(offset).enhancedOffset == offset)
        #expect(Answer.supportedSensorLocations([.spider]).supportedSensorLocations == [.spider])
        #expect(Answer(.requestCrankLength, .operationFailed, parameter: [1, 2]).crankLength == nil)
        #expect(Answer(.requestCrankLength, parameter: [1]).crankLength == nil)
        expectNoTraps(CyclingPower.EnhancedOffset.self)
    }

    @Test func feature() throws {
        let feature: CyclingPower.Feature = [.pedalPowerBalance, .contentMasking, .forDistributedSystem]
        try expectRows([([0x01, 0x04, 0x20, 0x00], feature)])
    }
}
