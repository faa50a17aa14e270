import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("The continuous glucose monitor")
struct ContinuousGlucoseMonitorTests {
    typealias Values = ContinuousGlucose
    typealias Code = ContinuousGlucose.ResponseCode

    static let measurement = ContinuousGlucose.measurement.uuid
    static let controlPoint = ContinuousGlucose.controlPoint.request.uuid

    /// A sensor and an app that is connected to it and has subscribed to everything.
    struct Bench {
        let world = World(seed: 7)
        let sensor: Device
        let app: LinkedApp

        init(_ definition: DeviceDefinition, subscribes: Bool = true) throws {
            sensor = world.add(definition)
            app = try LinkedApp(in: world, to: sensor)
            if subscribes { try app.subscribe(to: measurement, controlPoint, RecordAccess.uuid) }
        }

        func ask(_ request: Values.Request) throws -> Values.Response.Content? {
            try answer(to: request.bytes)?.content
        }

        func answer(to bytes: [UInt8]) throws -> Values.Response? {
            let found = try app.received(controlPoint) { () throws in
                #expect(try app.write(bytes, to: app.identifier(of: controlPoint)) == nil)
            }
            #expect(found.count == 1)
            return try found.first.map { try Values.Response(bytes: $0.value) }
        }

        func status() throws -> Values.Status {
            try Values.Status(bytes: app.read(app.identifier(of: Values.status.uuid)).get())
        }

        /// What is notified in a time.
        func measurements(within time: Nanoseconds) throws -> [Values.Measurement] {
            try app.received(measurement, within: time) {}.flatMap {
                try Values.Measurements(bytes: $0.value).records
            }
        }

        func records(_ request: RecordAccess.Request) throws -> ([UInt16], RecordAccess.Response?) {
            let found = try app.received(measurement, RecordAccess.uuid) { () throws in
                #expect(try app.write(request.bytes, to: app.identifier(of: RecordAccess.uuid)) == nil)
            }
            let records = try found.dropLast().flatMap { try Values.Measurements(bytes: $0.value).records }
            let response = try found.last.map { try RecordAccess.Response(bytes: $0.value) }
            return (records.map(\.timeOffset), response)
        }
    }

    @Test("It advertises the service; features, status and run time are read")
    func reading() throws {
        let bench = try Bench(.continuousGlucoseMonitor(runTime: 240), subscribes: false)
        let app = bench.app
        let seen = app.central.events.contains {
            if case .discovered(_, let seen, _) = $0 { seen.serviceUUIDs == [Values.service] } else { false }
        }
        #expect(seen)
        let feature = try app.read(app.identifier(of: Values.feature.uuid)).get()
        #expect(feature.suffix(2) == [0xFF, 0xFF])
        #expect(try Values.Feature(bytes: feature).features.contains(.multipleSessions))
        #expect(try bench.status() == Values.Status(timeOffset: 0, sensor: .sessionStopped))
        let runTime = try app.read(app.identifier(of: Values.sessionRunTime.uuid)).get()
        #expect(try Values.SessionRunTime(bytes: runTime).hours == 240)
    }

    @Test("Sessions start and stop, and a measurement comes once per interval while one runs")
    func sessions() throws {
        let bench = try Bench(.continuousGlucoseMonitor())
        #expect(try bench.measurements(within: .minutes(20)).isEmpty)
        #expect(try bench.ask(.startSession) == .ended(.startSession, .success))
        #expect(try bench.ask(.startSession) == .ended(.startSession, .procedureNotCompleted))
        let found = try bench.measurements(within: .minutes(20))
        #expect(found.map(\.timeOffset) == [5, 10, 15])
        #expect(found.allSatisfy { $0.trend != nil && $0.quality != nil && !$0.hasChecksum })
        #expect(try bench.ask(.stopSession) == .ended(.stopSession, .success))
        #expect(try bench.status().sensor == .sessionStopped)
        #expect(try bench.measurements(within: .minutes(20)).isEmpty)
        #expect(try bench.records(.countAll).1 == .numberOfRecords(4))
        #expect(try bench.ask(.startSession) == .ended(.startSession, .success))
        #expect(try bench.records(.countAll).1 == .numberOfRecords(0))
    }

    @Test("A session ends after its run time, and a sensor for one session has no other one")
    func runTime() throws {
        let bench = try Bench(.continuousGlucoseMonitor(features: [], inSession: true, runTime: 1))
        #expect(try bench.measurements(within: .hours(2)).map(\.timeOffset).last == 60)
        #expect(try bench.status() == Values.Status(timeOffset: 60, sensor: .sessionStopped))
        #expect(try bench.ask(.startSession) == .ended(.startSession, .procedureNotCompleted))
    }

    @Test("The communication interval is set and read; without one, the sensor measures and does not notify")
    func interval() throws {
        let bench = try Bench(.continuousGlucoseMonitor(inSession: true))
        #expect(try bench.ask(.getCommunicationInterval) == .communicationInterval(5))
        let fastest = Values.Request.setCommunicationInterval(Values.fastestInterval)
        #expect(try bench.ask(fastest) == .ended(.setCommunicationInterval, .success))
        #expect(try bench.ask(.getCommunicationInterval) == .communicationInterval(1))
        #expect(try bench.measurements(within: .minutes(10)).count == 10)
        let none = Values.Request.setCommunicationInterval(Values.disabledInterval)
        #expect(try bench.ask(none) == .ended(.setCommunicationInterval, .success))
        let count = try bench.records(.countAll).1
        #expect(try bench.measurements(within: .minutes(10)).isEmpty)
        let later = try bench.records(.countAll).1
        #expect(count != later)
    }

    @Test("Records are asked for by time offset")
    func records() throws {
        let bench = try Bench(.continuousGlucoseMonitor(inSession: true))
        try bench.world.run(for: .seconds(16 * 60))
        let done = RecordAccess.Response.ended(.reportStoredRecords, .success)
        let rows: [(RecordAccess.Request, [UInt16])] = [
            (.reportAll, [5, 10, 15]), (.reportFirst, [5]), (.reportLast, [15]),
            (.reportStored(from: 6), [10, 15]), (.report(.upTo(10)), [5, 10]),
        ]
        for (request, offsets) in rows {
            let found = try bench.records(request)
            #expect(found.0 == offsets && found.1 == done)
        }
        let byTime = RecordAccess.Request.reportStored(from: DateTime(year: 2026, month: 1, day: 1))
        #expect(try bench.records(byTime).1 == .ended(.reportStoredRecords, .operandNotSupported))
        #expect(try bench.records(.deleteStored(from: 1, to: 5)).1 == .ended(.deleteStoredRecords, .success))
        #expect(try bench.records(.countAll).1 == .numberOfRecords(2))
    }

    @Test("The sensor's start time is the time that a client wrote, minus the session's age")
    func startTime() throws {
        let bench = try Bench(.continuousGlucoseMonitor(inSession: true))
        let id = try bench.app.identifier(of: Values.sessionStartTime.uuid)
        #expect(try bench.app.read(id) == .success(Values.SessionStartTime.unknown.bytes))
        #expect(try bench.status().sensor == .timeSynchronizationRequired)
        try bench.world.run(for: .minutes(10))
        let age = Int(try bench.status().timeOffset)
        let day = DateTime(year: 2026, month: 11, day: 22)
        let present = try #require(day.adding(seconds: age * 60))
        let value = Values.SessionStartTime(present, timeZone: 4, daylightSaving: .standardTime)
        #expect(try bench.app.write(value.bytes, to: id) == nil)
        let start = Values.SessionStartTime(day, timeZone: 4, daylightSaving: .standardTime)
        #expect(try bench.app.read(id) == .success(start.bytes))
        #expect(try bench.status().sensor == [])
        #expect(try bench.app.write(Values.SessionStartTime.unknown.bytes, to: id) == .att(code: 0xFF))
        #expect(try bench.app.write(Array(value.bytes.dropLast()), to: id) == .att(code: 0x0D))
    }

    @Test("A calibration is stored, counts for the next result, and has a number")
    func calibrating() throws {
        let bench = try Bench(.continuousGlucoseMonitor(inSession: true))
        #expect(try bench.ask(.getCalibration()) == .ended(.getCalibration, .parameterOutOfRange))
        let value = Values.Calibration(glucose: 300.0, time: 0)
        #expect(try bench.ask(.setCalibration(value)) == .ended(.setCalibration, .success))
        var stored = value
        (stored.recordNumber, stored.nextTime) = (1, 720)
        #expect(try bench.ask(.getCalibration()) == .calibration(stored))
        #expect(try bench.ask(.getCalibration(1)) == .calibration(stored))
        #expect(try bench.ask(.getCalibration(2)) == .ended(.getCalibration, .parameterOutOfRange))
        let next = try #require(try bench.measurements(within: .minutes(6)).first)
        #expect((290...310).contains(next.glucose.value))
        for wrong in [(900.0, 0), (100.0, 9999)] as [(Double, UInt16)] {
            let calibration = Values.Calibration(glucose: ShortFloat(wrong.0), time: wrong.1)
            let answer = try bench.ask(.setCalibration(calibration))
            #expect(answer == .ended(.setCalibration, .parameterOutOfRange))
        }
        _ = try bench.ask(.stopSession)
        #expect(try bench.ask(.setCalibration(value)) == .ended(.setCalibration, .procedureNotCompleted))
    }

    @Test("A calibration is recommended after 12 hours")
    func calibrationDue() {
        var sensor = GlucoseSensor(features: .calibration, interval: 5, runTime: 24)
        sensor.switchOn(seed: 1, startingSession: true)
        sensor.measure(until: .zero + .minutes(719))
        #expect(!sensor.status.sensor.contains(.calibrationRecommended))
        sensor.measure(until: .zero + .minutes(720))
        #expect(sensor.status.sensor.contains(.calibrationRecommended))
    }

    @Test("Alert levels are set and read, and measurements warn by them", arguments: Values.Alert.allCases)
    func alerts(alert: Values.Alert) throws {
        let bench = try Bench(.continuousGlucoseMonitor(inSession: true, every: 1))
        let isRate = alert == .rateOfDecrease || alert == .rateOfIncrease
        let level: ShortFloat = isRate ? 0.5 : alert == .patientLow || alert == .hypo ? 400.0 : 40.0
        let set = Values.Opcode.setLevel(of: alert)
        #expect(try bench.ask(.setLevel(of: alert, level)) == .ended(set, .success))
        #expect(try bench.ask(.getLevel(of: alert)) == .level(alert, level))
        for wrong in [ShortFloat(500.0), .notANumber, .positiveInfinity] {
            let answer = try bench.ask(.setLevel(of: alert, wrong))
            #expect(answer == .ended(set, .parameterOutOfRange))
        }
        let warnings: [Values.Alert: Values.SensorStatus] = [
            .patientHigh: .abovePatientHigh, .patientLow: .belowPatientLow, .hypo: .belowHypo,
            .hyper: .aboveHyper, .rateOfDecrease: .fallsTooFast, .rateOfIncrease: .risesTooFast,
        ]
        let warning = try #require(warnings[alert])
        let found = try bench.measurements(within: .minutes(10))
        let warned = found.filter { $0.status.contains(warning) }
        let sign: Double = alert == .rateOfDecrease ? -1 : 1
        let expected = isRate ? found.filter { sign * ($0.trend?.value ?? 0) > 0.5 } : found
        #expect(warned == expected && !warned.isEmpty)
    }

    @Test("The device's own alert stays until it is reset")
    func deviceAlert() throws {
        let bench = try Bench(.continuousGlucoseMonitor(inSession: true, every: 1))
        try bench.world.run(for: .hours(8))
        #expect(try bench.status().sensor.contains(.deviceSpecificAlert))
        #expect(try bench.ask(.resetDeviceSpecificAlert) == .ended(.resetDeviceSpecificAlert, .success))
        #expect(try !bench.status().sensor.contains(.deviceSpecificAlert))
    }

    @Test("A sensor without a feature does not know its opcodes; others and wrong operands have codes, too")
    func unsupported() throws {
        let bench = try Bench(.continuousGlucoseMonitor(features: [], inSession: true))
        let requests: [Values.Request] =
            [.getCalibration(), .setCalibration(Values.Calibration(glucose: 100.0, time: 0))]
            + [.resetDeviceSpecificAlert] + Values.Alert.allCases.map { .getLevel(of: $0) }
        for request in requests {
            #expect(try bench.ask(request) == .ended(request.opcode, .opcodeNotSupported))
        }
        let rows: [([UInt8], Code)] = [
            ([0x30], .opcodeNotSupported), ([0x1C, 1, 1], .opcodeNotSupported), ([0x01], .invalidOperand),
            ([0x1A, 0], .invalidOperand), (Values.Request.startSession.withChecksum.bytes, .invalidOperand),
        ]
        for (bytes, code) in rows {
            let answer = try bench.answer(to: bytes)?.content
            #expect(answer == .ended(Values.Opcode(rawValue: bytes[0]), code))
        }
        let found = try #require(try bench.measurements(within: .minutes(6)).first)
        #expect(found.trend == nil && found.quality == nil)
    }

    @Test("Control points need a subscription (0xFD) and do one thing at a time (0xFE)")
    func refusals() throws {
        let bench = try Bench(.continuousGlucoseMonitor(inSession: true), subscribes: false)
        let app = bench.app
        let (point, access) = (
            try app.identifier(of: Self.controlPoint), try app.identifier(of: RecordAccess.uuid)
        )
        let (get, count) = (
            Values.Request.getCommunicationInterval.bytes, RecordAccess.Request.countAll.bytes
        )
        #expect(try app.write(get, to: point) == .att(code: 0xFD))
        #expect(try app.write(count, to: access) == .att(code: 0xFD))
        try app.subscribe(to: Self.controlPoint, RecordAccess.uuid)
        let report = RecordAccess.Request.reportAll.bytes
        #expect(try app.write(report, to: access) == .att(code: 0xFD))
        try app.subscribe(to: Self.measurement)
        try bench.world.run(for: .hours(20))
        #expect(try app.write(report, to: access) == nil)
        #expect(try app.write(count, to: access) == .att(code: 0xFE))
        #expect(try app.write(RecordAccess.Request.abort.bytes, to: access) == nil)
        #expect(try app.write(get, to: point) == nil)
        #expect(try app.write(get, to: point) == .att(code: 0xFE))
        try bench.world.run(for: .seconds(1))
        #expect(try app.write(get, to: point) == nil)
    }

    @Test("A sensor with checksums sends them, needs them, and refuses wrong ones")
    func checksums() throws {
        let bench = try Bench(.continuousGlucoseMonitor(features: [.checksum], inSession: true))
        let app = bench.app
        #expect(try bench.status().hasChecksum)
        let feature = try app.read(app.identifier(of: Values.feature.uuid)).get()
        #expect(EndToEndChecksum.of(feature) == 0)
        let point = try app.identifier(of: Self.controlPoint)
        let request = Values.Request.getCommunicationInterval
        let answer = try bench.answer(to: request.withChecksum.bytes)
        #expect(answer == Values.Response(.communicationInterval(5), hasChecksum: true))
        #expect(try app.write(request.bytes, to: point) == .att(code: 0x80))
        #expect(try app.write([0x30], to: point) == .att(code: 0x80))
        #expect(try app.write(request.bytes + [0, 0], to: point) == .att(code: 0x81))
        let start = try app.identifier(of: Values.sessionStartTime.uuid)
        var time = Values.SessionStartTime(DateTime(year: 2026, month: 11, day: 22))
        #expect(try app.write(time.bytes, to: start) == .att(code: 0x80))
        time.hasChecksum = true
        #expect(try app.write(time.bytes, to: start) == nil)
        #expect(try bench.measurements(within: .minutes(6)).first?.hasChecksum == true)
        let unknown = Values.SessionRunTime(hours: 0x0030, hasChecksum: true).bytes
        #expect(
            try bench.answer(to: unknown)?.content
                == .ended(Values.Opcode(rawValue: 0x30), .opcodeNotSupported))
    }
}
