import BluetoothProfiles
import Testing

@Suite("Running and cycling speed and cadence values")
struct SpeedAndCadenceTests {
    @Test func running() throws {
        typealias Value = RunningSpeedAndCadence.Measurement
        try expectRows([
            ([0x00, 0x00, 0x03, 0x5A], Value(speed: 3, cadence: 90)),
            (
                [0x07, 0x80, 0x02, 0xA0, 0x78, 0x00, 0x39, 0x30, 0x00, 0x00],
                Value(speed: 2.5, cadence: 160, isRunning: true, strideLength: 1.2, totalDistance: 1234.5)
            ),
            (
                [0x02, 0x00, 0x01, 0x46, 0xFF, 0xFF, 0xFF, 0xFF],
                Value(speed: 1, cadence: 70, totalDistance: 429_496_729.5)
            ),
        ])
        expectNoTraps(Value.self)
        var value = Value(speed: 1, cadence: 70)
        value.unknown = UnknownFields(flags: 0x80, bytes: [9, 9])
        #expect(try Value(bytes: [0x80, 0, 1, 70, 9, 9]) == value)
        #expect(throws: DecodeError.self) { try Value(strictly: [0x00, 0, 1, 70, 9]) }
    }

    @Test func cycling() throws {
        typealias Value = CyclingSpeedAndCadence.Measurement
        try expectRows([
            ([0x00], Value()),
            (
                [0x01, 0x01, 0x02, 0x03, 0x04, 0x00, 0x04],
                Value(wheel: WheelRevolutions(count: 0x0403_0201, lastEvent: 1024))
            ),
            (
                [0x03, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x04, 0x05, 0x00, 0x00, 0x08],
                Value(
                    wheel: WheelRevolutions(count: 10, lastEvent: 1024),
                    crank: CrankRevolutions(count: 5, lastEvent: 2048))
            ),
        ])
        expectNoTraps(Value.self)
    }

    @Test("Requests and answers of the control point")
    func control() throws {
        typealias Response = SpeedAndCadenceControl.Response
        try expectRows(
            [
                ([0x01, 0x78, 0x56, 0x34, 0x12], .setCumulativeValue(0x1234_5678)),
                ([0x02], .startSensorCalibration),
                ([0x03, 0x03], .updateSensorLocation(.hip)),
                ([0x04], .requestSupportedSensorLocations),
            ] as [([UInt8], SpeedAndCadenceControl.Request)])
        try expectRows(
            [
                ([0x10, 0x04, 0x01], Response.supportedSensorLocations([])),
                ([0x10, 0x77, 0x02], Response(.init(rawValue: 0x77), .opCodeNotSupported)),
            ])
        let answer = try Response(bytes: [0x10, 0x04, 0x01, 0x01, 0x0C])
        #expect(answer.supportedSensorLocations == [.topOfShoe, .rearWheel])
        #expect(Response(.updateSensorLocation).supportedSensorLocations == nil)
        expectNoTraps(SpeedAndCadenceControl.Request.self)
        #expect(throws: DecodeError(.value, .unknownCode(9))) {
            try SpeedAndCadenceControl.Request(bytes: [9])
        }
        #expect(throws: DecodeError(.value, .unknownCode(0x20))) { try Response(bytes: [0x20, 4, 1]) }
    }

    @Test("Features and locations keep their bits")
    func plain() throws {
        try expectRows([([0x1F, 0x00], RunningSpeedAndCadence.Feature(rawValue: 0x1F))])
        let all: CyclingSpeedAndCadence.Feature = [
            .wheelRevolutions, .crankRevolutions, .multipleSensorLocations,
        ]
        try expectRows([([0x07, 0x00], all)])
        try expectRows([([0x10], SensorLocation.chainRing), ([0x63], SensorLocation(rawValue: 99))])
    }

    @Test(
        "Speed and cadence come from two measurements, across roll-overs",
        arguments: [
            (0, 0, 10, 1024, 10.0), (10, 65_000, 11, 488, 1.0), (65_535, 100, 1, 2148, 1.0),
            (5, 100, 5, 100, 0.0), (5, 100, 4, 612, -2.0), (5, 100, 5, 5000, 0.0), (5, 100, 6, 100, nil),
        ] as [(UInt16, UInt16, UInt16, UInt16, Double?)])
    func rates(from: UInt16, at: UInt16, to: UInt16, then: UInt16, rate: Double?) {
        let crank = (
            CrankRevolutions(count: from, lastEvent: at), CrankRevolutions(count: to, lastEvent: then)
        )
        #expect(crank.1.perSecond(since: crank.0, ticksPerSecond: 1024) == rate)
        typealias Value = CyclingSpeedAndCadence.Measurement
        let cadence = Value(crank: crank.1).cadence(since: Value(crank: crank.0))
        #expect(cadence == rate.map { $0 * 60 })
    }

    @Test("The wheel of a power meter ticks twice as fast")
    func wheels() {
        let (before, after) = (
            WheelRevolutions(count: 7, lastEvent: 0), WheelRevolutions(count: 11, lastEvent: 2048)
        )
        let plain = CyclingSpeedAndCadence.Measurement(wheel: after)
            .speed(since: .init(wheel: before), circumference: 2.1)
        #expect(plain == 4.2)
        let meter = CyclingPower.Measurement(power: 0, wheel: after)
            .speed(since: .init(power: 0, wheel: before), circumference: 2.1)
        #expect(meter == 8.4)
        #expect(
            CyclingSpeedAndCadence.Measurement().speed(since: .init(wheel: before), circumference: 2) == nil)
    }
}
