import BluetoothProfiles
import Testing

@Suite("Fitness machine values")
struct FitnessMachineTests {
    typealias FM = FitnessMachine
    private static let energy = FM.Energy(total: 100, perHour: 600, perMinute: 10)
    private static let tail: [UInt8] = [100, 0, 0x58, 0x02, 10, 140, 35, 60, 0, 120, 0]

    private static let treadmill = FM.TreadmillData(
        speed: 9.5, averageSpeed: 9, totalDistance: 70_000, incline: .init(percent: 1.5),
        elevationGain: .init(up: 12.3, down: 0.5), pace: 0.2, averagePace: 0.1, energy: energy,
        heartRate: 140,
        metabolicEquivalent: 3.5, elapsedTime: 60, remainingTime: 120, effort: .init(power: 200))

    @Test func treadmills() throws {
        try expectRows([
            ([0x00, 0x00, 0xB6, 0x03], FM.TreadmillData(speed: 9.5)),
            ([0x01, 0x00], FM.TreadmillData()),
            (
                [0xFE, 0x1F, 0xB6, 0x03, 0x84, 0x03, 0x70, 0x11, 0x01, 15, 0, 0xFF, 0x7F, 123, 0, 5, 0, 2, 1]
                    + Self.tail + [0xFF, 0x7F, 200, 0],
                Self.treadmill
            ),
        ])
        expectNoTraps(FM.TreadmillData.self)
    }

    // One byte less is the level of resistance, or the range, in the Supplement's form.

    @Test func crossTrainers() throws {
        try expectRows(
            [
                ([0x00, 0x80, 0x00, 0x64, 0x00], FM.CrossTrainerData(speed: 1, isBackward: true)),
                (
                    [
                        0xFE, 0x7F, 0x00, 100, 0, 200, 0, 5, 0, 0, 120, 0, 0xFF, 0xFF, 15, 0, 3, 0, 1, 0,
                        0xFF,
                        0x7F, 20,
                    ]
                        + [0, 25, 0, 90, 0, 80, 0] + Self.tail,
                    FM.CrossTrainerData(
                        speed: 1, averageSpeed: 2, totalDistance: 5, stepRate: .init(perMinute: 120),
                        strideCount: 1.5, elevationGain: .init(up: 3, down: 1), incline: .init(rampAngle: 2),
                        resistanceLevel: 2.5, power: 90, averagePower: 80, energy: Self.energy,
                        heartRate: 140,
                        metabolicEquivalent: 3.5, elapsedTime: 60, remainingTime: 120)
                ),
            ], prefixes: 1)
        expectNoTraps(FM.CrossTrainerData.self)
    }

    @Test func climbers() throws {
        try expectRows([
            (
                [0xFE, 0x01, 3, 0, 60, 0, 50, 0, 45, 0, 9, 0] + Self.tail,
                FM.StepClimberData(
                    climb: .init(floors: 3, steps: 60), stepsPerMinute: 50, averageStepRate: 45,
                    elevationGain: 9, energy: Self.energy, heartRate: 140, metabolicEquivalent: 3.5,
                    elapsedTime: 60, remainingTime: 120)
            )
        ])
        try expectRows([
            (
                [0xFE, 0x03, 3, 0, 50, 0, 45, 0, 9, 0, 30, 0] + Self.tail,
                FM.StairClimberData(
                    floors: 3, stepsPerMinute: 50, averageStepRate: 45, elevationGain: 9, strideCount: 30,
                    energy: Self.energy, heartRate: 140, metabolicEquivalent: 3.5, elapsedTime: 60,
                    remainingTime: 120)
            )
        ])
        expectNoTraps(FM.StepClimberData.self)
        expectNoTraps(FM.StairClimberData.self)
    }

    @Test func rowersAndBikes() throws {
        try expectRows(
            [
                (
                    [0xFE, 0x1F, 49, 80, 0, 48, 0xF4, 0x01, 0, 120, 0, 125, 0, 150, 0, 140, 0, 4, 0]
                        + Self.tail,
                    FM.RowerData(
                        strokes: .init(rate: 24.5, count: 80), averageStrokeRate: 24, totalDistance: 500,
                        pace: 120,
                        averagePace: 125, power: 150, averagePower: 140, resistanceLevel: 4,
                        energy: Self.energy,
                        heartRate: 140, metabolicEquivalent: 3.5, elapsedTime: 60, remainingTime: 120)
                )
            ], prefixes: 1)
        try expectRows(
            [
                (
                    [0xFE, 0x1F, 0xB8, 0x0B, 0xC4, 0x09, 181, 0, 180, 0, 10, 0, 0, 7, 0, 0xC8, 0, 0xBE, 0]
                        + Self.tail,
                    FM.IndoorBikeData(
                        speed: 30, averageSpeed: 25, cadence: 90.5, averageCadence: 90, totalDistance: 10,
                        resistanceLevel: 7, power: 200, averagePower: 190, energy: Self.energy,
                        heartRate: 140,
                        metabolicEquivalent: 3.5, elapsedTime: 60, remainingTime: 120)
                )
            ], prefixes: 1)
        expectNoTraps(FM.RowerData.self)
        expectNoTraps(FM.IndoorBikeData.self)
    }

    @Test("A record in pieces is joined again, whatever the length of the pieces", arguments: 2...40)
    func pieces(length: Int) throws {
        var joiner = FM.Joiner<FM.TreadmillData>()
        let pieces = Self.treadmill.pieces(upTo: length)
        for piece in pieces.dropLast() {
            #expect(piece.hasMoreData)
            #expect(joiner.add(try .init(bytes: piece.bytes)) == nil)
        }
        #expect(joiner.add(try .init(bytes: pieces[pieces.count - 1].bytes)) == Self.treadmill)
        #expect(pieces.allSatisfy { $0.bytes.count <= max(length, 7) })
        // The next record begins with nothing of this one.
        #expect(joiner.add(.init(speed: 1)) == .init(speed: 1))
        #expect(length < 36 || pieces.count == 1)
        #expect(length != 20 || pieces.count == 2)
    }

    @Test func targets() throws {
        let targets: [([UInt8], UInt8, FM.Target)] = [
            ([0x02, 0xB6, 0x03], 0x05, .speed(9.5)),
            ([0x03, 0xF1, 0xFF], 0x06, .inclination(-1.5)),
            ([0x04, 25], 0x07, .resistanceLevel(2.5)),
            ([0x05, 0xC8, 0x00], 0x08, .power(200)),
            ([0x06, 140], 0x09, .heartRate(140)),
            ([0x09, 0x2C, 0x01], 0x0A, .expendedEnergy(300)),
            ([0x0A, 1, 2], 0x0B, .steps(0x201)),
            ([0x0B, 1, 2], 0x0C, .strides(0x201)),
            ([0x0C, 0x88, 0x13, 0x00], 0x0D, .distance(5000)),
            ([0x0D, 0x08, 0x07], 0x0E, .trainingTime(1800)),
            ([0x0E, 1, 0, 2, 0], 0x0F, .timesInTwoZones(fatBurn: 1, fitness: 2)),
            ([0x0F, 1, 0, 2, 0, 3, 0], 0x10, .timesInThreeZones(light: 1, moderate: 2, hard: 3)),
            (
                [0x10, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0], 0x11,
                .timesInFiveZones(veryLight: 1, light: 2, moderate: 3, hard: 4, maximum: 5)
            ),
            (
                [0x11, 0xE8, 0x03, 0x9C, 0xFF, 40, 51], 0x12,
                .simulation(
                    .init(windSpeed: 1, grade: -1, rollingResistance: 0.004, windResistance: 0.51))
            ),
            ([0x12, 0x3A, 0x52], 0x13, .wheelCircumference(2105)),
            ([0x14, 0xB4, 0x00], 0x15, .cadence(90)),
        ]
        try expectRows(targets.map { ($0.0, FM.Request.set($0.2)) })
        try expectRows(targets.map { ([$0.1] + $0.0.dropFirst(), FM.Status.targetChanged($0.2)) })
    }

    @Test func control() throws {
        try expectRows(
            [
                ([0x00], .requestControl), ([0x01], .reset), ([0x07], .startOrResume),
                ([0x08, 0x01], .stopOrPause(.stop)), ([0x08, 0x02], .stopOrPause(.pause)),
                ([0x13, 0x01], .spinDown(.start)), ([0x13, 0x02], .spinDown(.ignore)),
            ] as [([UInt8], FM.Request)])
        expectNoTraps(FM.Request.self)
        for bytes in [[0x08, 0x03], [0x15], [0x80, 0x00, 0x01], [0x02, 0x01], []] as [[UInt8]] {
            #expect(throws: DecodeError.self) { try FM.Request(bytes: bytes) }
        }
        let speeds = FM.SpinDownSpeeds(low: 10, high: 30)
        let answer = FM.Response.spinDownSpeeds(speeds)
        #expect(answer.bytes == [0x80, 0x13, 0x01, 0xE8, 0x03, 0xB8, 0x0B])
        #expect(answer.spinDownSpeeds == speeds)
        #expect(FM.Response(.startOrResume, .controlNotPermitted).bytes == [0x80, 0x07, 0x05])
    }

    @Test func status() throws {
        try expectRows(
            [
                ([0x01], .reset), ([0x02, 0x01], .stoppedOrPaused(.stop)), ([0x03], .stoppedBySafetyKey),
                ([0x04], .startedOrResumed), ([0x14, 0x04], .spinDown(.stopPedaling)),
                ([0xFF], .controlPermissionLost),
            ] as [([UInt8], FM.Status)])
        expectNoTraps(FM.Status.self)
        #expect(throws: DecodeError(.value, .unknownCode(0x16))) { try FM.Status(bytes: [0x16]) }
    }

    @Test func trainings() throws {
        try expectRows([([0x00, 0x0D], FM.TrainingStatus(.manualMode))])
        // A text may end after each letter.
        try expectRows([([0x01, 0x02, 0x48, 0x69], FM.TrainingStatus(.warmingUp, text: "Hi"))], prefixes: 2)
        let cut = FM.TrainingStatus(.other, text: "A", hasLongerText: true)
        try expectRows([([0x03, 0x00, 0x41], cut)], prefixes: 1)
        expectNoTraps(FM.TrainingStatus.self)
    }

    @Test func ranges() throws {
        try expectRows([([100, 0, 0xD0, 7, 10, 0], FM.SpeedRange(minimum: 1, maximum: 20, increment: 0.1))])
        try expectRows([
            ([0xE2, 0xFF, 150, 0, 5, 0], FM.InclinationRange(minimum: -3, maximum: 15, increment: 0.5))
        ])
        try expectRows(
            [
                ([10, 0, 0xC8, 0, 10, 0], FM.ResistanceRange(minimum: 1, maximum: 20, increment: 1))
            ], prefixes: 1)
        try expectRows([([60, 200, 1], FM.HeartRateRange(minimum: 60, maximum: 200, increment: 1))])
        let powers = FM.PowerRange(minimum: 25, maximum: 800, increment: 5)
        try expectRows([([25, 0, 0x20, 3, 5, 0], powers)])
        #expect(powers.contains(25) && powers.contains(800) && !powers.contains(801))
    }

    @Test func features() throws {
        let feature = FM.Feature(
            machine: [.averageSpeed, .userDataRetention], targets: [.speed, .cadence])
        try expectRows([([0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00], feature)])
        try expectRows([([0x01, 0x20, 0x00], FM.Availability(kinds: .indoorBike))])
    }
}
