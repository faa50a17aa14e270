import BluetoothProfiles
import Testing

@Suite("Fitness machines write levels and paces in two forms")
struct FitnessMachineFormTests {
    typealias FM = FitnessMachine

    private static func level<Record: FitnessMachineRecord, Level: Equatable>(
        _ bytes: [UInt8], _ path: KeyPath<Record, Level>, _ level: Level, _ form: KeyPath<Record, FM.Form>,
        _ expected: FM.Form, unknown: [UInt8] = []
    ) throws {
        let record = try Record(bytes: bytes)
        #expect(record[keyPath: path] == level)
        #expect(record[keyPath: form] == expected)
        #expect(record.unknown.bytes == unknown)
        #expect(record.bytes == bytes, "it is written as it was read")
    }

    @Test("An indoor bike's level of resistance has two bytes or one, and what follows it is read right")
    func bikes() throws {
        // Speed, level, power.
        try Self.level(
            [0x60, 0, 100, 0, 7, 0, 200, 0], \FM.IndoorBikeData.resistanceLevel, 7, \.form, .service)
        try Self.level(
            [0x60, 0, 100, 0, 7, 200, 0], \FM.IndoorBikeData.resistanceLevel, 70, \.form, .supplement)
        #expect(try FM.IndoorBikeData(bytes: [0x60, 0, 100, 0, 7, 200, 0]).power == 200)
        try Self.level(
            [0x60, 0, 100, 0, 7, 0, 200, 0, 9], \FM.IndoorBikeData.resistanceLevel, 7, \.form, .service,
            unknown: [9])
        try Self.level([0x40, 0, 100, 0, 200, 0], \FM.IndoorBikeData.resistanceLevel, nil, \.form, .service)
        #expect(throws: DecodeError.self) { try FM.IndoorBikeData(bytes: [0x60, 0, 100, 0, 7, 200]) }
    }

    @Test func rowers() throws {
        // Strokes, level, heart rate.
        try Self.level(
            [0x80, 2, 60, 9, 0, 12, 0, 140], \FM.RowerData.resistanceLevel, 12, \.form, .service)
        try Self.level(
            [0x80, 2, 60, 9, 0, 12, 140], \FM.RowerData.resistanceLevel, 120, \.form, .supplement)
    }

    @Test func crossTrainers() throws {
        // Speed, level, heart rate.
        try Self.level(
            [0x80, 8, 0, 100, 0, 25, 0, 140], \FM.CrossTrainerData.resistanceLevel, 2.5, \.form, .service)
        try Self.level(
            [0x80, 8, 0, 100, 0, 2, 140], \FM.CrossTrainerData.resistanceLevel, 20, \.form, .supplement)
    }

    @Test("A treadmill's paces have one byte or two")
    func treadmills() throws {
        // Speed, pace, average pace, heart rate.
        try Self.level([0x60, 1, 100, 0, 2, 1, 140], \FM.TreadmillData.pace, 0.2, \.form, .service)
        let bytes: [UInt8] = [0x60, 1, 100, 0, 0x2C, 1, 0x5E, 1, 140]
        try Self.level(bytes, \FM.TreadmillData.supplementPace, 300, \.form, .supplement)
        let record = try FM.TreadmillData(bytes: bytes)
        #expect(record.supplementAveragePace == 350 && record.pace == nil && record.heartRate == 140)
    }

    @Test("A range of levels has six bytes or three")
    func ranges() throws {
        let rows: [([UInt8], FM.ResistanceRange)] = [
            ([10, 0, 0xE8, 3, 5, 0], FM.ResistanceRange(minimum: 1, maximum: 100, increment: 0.5)),
            ([1, 10, 1], FM.ResistanceRange(minimum: 10, maximum: 100, increment: 10)),
        ]
        for (bytes, expected) in rows {
            let range = try FM.ResistanceRange(bytes: bytes)
            #expect(range.minimum == expected.minimum && range.maximum == expected.maximum)
            #expect(range.increment == expected.increment)
            #expect(range.form == (bytes.count == 3 ? .supplement : .service))
            #expect(range.bytes == bytes)
        }
        #expect(throws: DecodeError.self) { try FM.ResistanceRange(bytes: [1, 2, 3, 4]) }
    }

    @Test("Parts of a record keep the form, and join into it")
    func parts() throws {
        var whole = FM.IndoorBikeData(speed: 10, resistanceLevel: 80, power: 150)
        whole.form = .supplement
        var joiner = FM.Joiner<FM.IndoorBikeData>()
        var joined: FM.IndoorBikeData?
        for piece in whole.pieces(upTo: 5) { joined = joiner.add(try FM.IndoorBikeData(bytes: piece.bytes)) }
        #expect(joined?.resistanceLevel == 80 && joined?.power == 150 && joined?.speed == 10)
    }
}
