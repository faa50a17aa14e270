import BluetoothPort
import BluetoothProfiles
import Testing

@testable import FaradaySimulation

@Suite("Sensors for running and cycling")
struct SpeedSensorTests {
    typealias RSC = RunningSpeedAndCadence
    typealias CSC = CyclingSpeedAndCadence
    typealias CP = CyclingPower

    @Test("A foot pod measures every second, and its distance is its speed times the time")
    func footPod() throws {
        let app = try SportApp(.runningSpeedSensor(location: .hip))
        #expect(app.advertisement?.serviceUUIDs == [RSC.service])
        #expect(app.advertisement?.localName == "Foot Pod")
        #expect(try app.read(RSC.sensorLocation) == .hip)
        #expect(try app.read(RSC.feature).contains([.strideLength, .calibration]))
        try app.subscribe(to: RSC.measurement)
        let values = try app.values(of: RSC.measurement, for: .minutes(3))
        #expect((179...181).contains(values.count))
        #expect(Set(values.map(\.speed)).count > 50)
        for (before, now) in zip(values, values.dropFirst()) {
            let way = try #require(now.totalDistance) - #require(before.totalDistance)
            #expect(abs(way - now.speed) < 0.11)
            #expect(now.isRunning == (now.speed > 2.2) || abs(now.speed - 2.2) < 0.01)
            #expect((90...200).contains(now.cadence))
        }
    }

    @Test("Another seed runs differently, the same seed equally")
    func seeds() throws {
        func run(_ seed: UInt64) throws -> [RSC.Measurement] {
            let app = try SportApp(.runningSpeedSensor(), seed: seed)
            try app.subscribe(to: RSC.measurement)
            return try app.values(of: RSC.measurement, for: .seconds(20))
        }
        let first = try run(1)
        #expect(try run(1) == first)
        #expect(try run(2) != first)
    }

    @Test("The foot pod's control point sets, calibrates, and refuses with the service's own errors")
    func footPodControl() throws {
        let app = try SportApp(.runningSpeedSensor())
        try app.expectRules(
            of: RSC.controlPoint, slow: .startSensorCalibration, malformed: [0x01, 1], unconfigured: 0x81,
            busy: 0x80)
        #expect(try app.request(.setCumulativeValue(5000), at: RSC.controlPoint).result == .success)
        try app.subscribe(to: RSC.measurement)
        let first = try #require(try app.values(of: RSC.measurement, for: .milliseconds(1500)).first)
        #expect((500.0...510).contains(try #require(first.totalDistance)))
        let all = try app.request(.requestSupportedSensorLocations, at: RSC.controlPoint)
        #expect(all.supportedSensorLocations == [.topOfShoe, .inShoe, .hip])
        #expect(try app.request(.updateSensorLocation(.inShoe), at: RSC.controlPoint).result == .success)
        let wrong = try app.request(.updateSensorLocation(.spider), at: RSC.controlPoint)
        #expect(wrong.result == .invalidParameter)
        #expect(try app.read(RSC.sensorLocation) == .inShoe)
    }

    @Test("Two measurements of a bicycle give a speed and a cadence that a bicycle has")
    func bicycle() throws {
        let app = try SportApp(.cyclingSpeedSensor(wheelCircumference: 2))
        #expect(app.advertisement?.serviceUUIDs == [CSC.service])
        #expect(try app.read(CSC.feature).contains([.wheelRevolutions, .crankRevolutions]))
        try app.subscribe(to: CSC.measurement)
        // Past the roll-over of the times.
        let values = try app.values(of: CSC.measurement, for: .seconds(200))
        for (before, now) in zip(values.dropFirst(), values.dropFirst(2)) {
            let speed = try #require(now.speed(since: before, circumference: 2))
            #expect((2.9...14.1).contains(speed))
            let cadence = try #require(now.cadence(since: before))
            #expect(cadence == 0 || (10...190).contains(cadence))
        }
        let cadences = zip(values, values.dropFirst()).compactMap { $1.cadence(since: $0) }
        #expect(cadences.contains(0) && cadences.contains { $0 > 40 })
    }

    @Test func bicycleControl() throws {
        let app = try SportApp(.cyclingSpeedSensor())
        try app.expectRules(
            of: CSC.controlPoint, slow: .setCumulativeValue(1_000_000), malformed: [0x03], unconfigured: 0x81,
            busy: nil)
        #expect(try app.request(.setCumulativeValue(1_000_000), at: CSC.controlPoint).result == .success)
        try app.subscribe(to: CSC.measurement)
        let first = try #require(try app.values(of: CSC.measurement, for: .milliseconds(1500)).first)
        #expect((1_000_000...1_000_010).contains(try #require(first.wheel?.count)))
        #expect(try app.request(.startSensorCalibration, at: CSC.controlPoint).result == .opCodeNotSupported)
        #expect(try app.request(.updateSensorLocation(.chainstay), at: CSC.controlPoint).result == .success)
        #expect(
            try app.request(.updateSensorLocation(.chest), at: CSC.controlPoint).result == .invalidParameter)
        #expect(try app.read(CSC.sensorLocation) == .chainstay)
    }

    @Test("A power meter's power, cadence, energy and torque belong together")
    func powerMeter() throws {
        let app = try SportApp(.cyclingPowerMeter())
        #expect(app.advertisement?.serviceUUIDs == [CP.service])
        try app.subscribe(to: CP.measurement)
        let values = try app.values(of: CP.measurement, for: .minutes(2))
        #expect((119...121).contains(values.count))
        let work = values.reduce(0) { $0 + Double($1.power) } / 1000
        #expect(abs(work - Double(try #require(values.last?.accumulatedEnergy))) < 2)
        for (before, now) in zip(values, values.dropFirst()) where now.power > 0 && before.power > 0 {
            let turns = Double(try #require(now.crank).count &- #require(before.crank).count)
            let torque = try #require(now.accumulatedTorque) - #require(before.accumulatedTorque)
            guard turns > 0, torque > 0, let cadence = now.cadence(since: before), cadence > 0 else {
                continue
            }
            // Power is torque times angular speed; the cadence of whole turns is a little late.
            let power = torque / turns * cadence / 60 * 2 * .pi
            #expect(abs(power - Double(now.power)) < 0.25 * Double(now.power) + 5)
        }
        try app.subscribe(to: CP.vector)
        let vectors = try app.values(of: CP.vector, for: .seconds(3))
        #expect(vectors.count >= 2 && vectors.allSatisfy { $0.direction == .tangential })
    }

    @Test func powerMeterControl() throws {
        let app = try SportApp(.cyclingPowerMeter())
        try app.expectRules(of: CP.controlPoint, slow: .startOffsetCompensation, malformed: [0x04, 1])
        func answer(_ request: CP.Request) throws -> CP.Response {
            try app.request(request, at: CP.controlPoint)
        }
        #expect(try answer(.requestCrankLength).crankLength == 172.5)
        #expect(try answer(.setCrankLength(170)).result == .success)
        #expect(try answer(.setCrankLength(250)).result == .invalidParameter)
        #expect(try answer(.requestCrankLength).crankLength == 170)
        #expect(try answer(.requestSamplingRate).samplingRate == 200)
        #expect(try answer(.requestFactoryCalibrationDate).factoryCalibrationDate?.year == 2026)
        #expect(try answer(.startOffsetCompensation).compensatedOffset == 12)
        #expect(try answer(.startEnhancedOffsetCompensation).enhancedOffset?.offset == 12)
        #expect(try answer(.requestSupportedSensorLocations).supportedSensorLocations?.count == 3)
        #expect(try answer(.updateSensorLocation(.leftCrank)).result == .success)
        #expect(try answer(.updateSensorLocation(.hip)).result == .invalidParameter)
        #expect(try app.read(CP.sensorLocation) == .leftCrank)
        let missing: [CP.Request] = [
            .setCumulativeValue(1), .setChainLength(1), .requestChainLength, .setChainWeight(1),
            .requestChainWeight, .setSpanLength(1), .requestSpanLength,
        ]
        for request in missing { #expect(try answer(request).result == .opCodeNotSupported) }
        #expect(try answer(.maskMeasurementContent([.accumulatedEnergy])).result == .success)
        try app.subscribe(to: CP.measurement)
        let values = try app.values(of: CP.measurement, for: .seconds(5))
        #expect(values.allSatisfy { $0.accumulatedEnergy == nil && $0.crank != nil })
        #expect(values.last.map { $0.needsOffsetCompensation } == false)
        // The crank turns now.
        var turning = try #require(values.last)
        while turning.power == 0 {
            turning = try #require(try app.values(of: CP.measurement, for: .milliseconds(1050)).last)
        }
        #expect(try answer(.startOffsetCompensation).result == .operationFailed)
    }
}
