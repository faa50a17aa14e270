import BluetoothPort
import BluetoothProfiles
import Testing

@testable import FaradaySimulation

@Suite("Fitness machines")
struct FitnessMachineDeviceTests {
    typealias FM = FitnessMachine

    /// The whole records while time passes.
    private func records<Record: FitnessMachineRecord>(
        _ app: SportApp, _ data: TypedCharacteristic<Record>, for time: Nanoseconds
    ) throws -> [Record] {
        var joiner = FM.Joiner<Record>()
        return try app.values(of: data, for: time).compactMap { joiner.add($0) }
    }

    private func ask(_ app: SportApp, _ request: FM.Request) throws -> ProcedureResult {
        try app.request(request, at: FM.controlPoint).result
    }

    private func started(_ definition: DeviceDefinition) throws -> SportApp {
        let app = try SportApp(definition)
        try app.subscribe(to: FM.controlPoint.response)
        #expect(try ask(app, .requestControl) == .success)
        return app
    }

    @Test func treadmillIsFound() throws {
        let app = try SportApp(.treadmill())
        #expect(app.advertisement?.serviceUUIDs == [FM.service])
        let data = try #require(app.advertisement?.serviceData.first)
        #expect(data.uuid == FM.service)
        #expect(try FM.Availability(bytes: data.data) == .init(kinds: .treadmill))
        #expect(try app.read(FM.feature).targets == [.speed, .inclination])
        #expect(try app.read(FM.supportedSpeedRange).maximum == 20)
        #expect(try app.read(FM.supportedInclinationRange).maximum == 15)
        #expect(try app.read(FM.trainingStatus) == .init(.idle))
    }

    @Test("Nothing but the request for control is granted without it")
    func control() throws {
        let app = try SportApp(.treadmill())
        // Without control the procedures are refused, but by an answer.
        try app.expectRules(of: FM.controlPoint, slow: .startOrResume, malformed: [0x02, 1], busy: nil)
        let requests: [FM.Request] = [
            .startOrResume, .stopOrPause(.stop), .set(.speed(5)), .set(.power(100)), .reset,
            .spinDown(.start),
        ]
        for request in requests { #expect(try ask(app, request) == .controlNotPermitted) }
        #expect(try ask(app, .requestControl) == .success)
        #expect(try ask(app, .requestControl) == .success)
        #expect(try ask(app, .set(.speed(0.5))) == .invalidParameter)
        #expect(try ask(app, .set(.inclination(16))) == .invalidParameter)
        #expect(try ask(app, .set(.power(100))) == .opCodeNotSupported)
        #expect(try ask(app, .spinDown(.start)) == .opCodeNotSupported)
        #expect(try ask(app, .stopOrPause(.pause)) == .operationFailed)
        #expect(try ask(app, .startOrResume) == .success)
        #expect(try ask(app, .startOrResume) == .operationFailed)
        #expect(try ask(app, .reset) == .success)
        #expect(try ask(app, .startOrResume) == .controlNotPermitted)
    }

    @Test("The belt speeds up to its target, rests in a pause, and stops")
    func treadmillRuns() throws {
        let app = try started(.treadmill())
        try app.subscribe(to: FM.treadmillData)
        #expect(try records(app, FM.treadmillData, for: .seconds(3)).allSatisfy { $0.speed == 0 })
        #expect(try ask(app, .set(.speed(9.5))) == .success)
        #expect(try ask(app, .set(.inclination(2))) == .success)
        #expect(try ask(app, .startOrResume) == .success)
        let start = try records(app, FM.treadmillData, for: .seconds(8))
        let speeds = try start.map { try #require($0.speed) }
        #expect(speeds == speeds.sorted() && speeds.allSatisfy { $0 < 9.5 } && (speeds.last ?? 0) > 6)
        let later = try #require(try records(app, FM.treadmillData, for: .minutes(4)).last)
        #expect(later.speed == 9.5)
        #expect(later.incline?.percent == 2)
        let way = try #require(later.totalDistance)
        #expect(abs(way - 9.5 / 3.6 * 243.5) < 20)
        #expect(abs(Double(try #require(later.elapsedTime)) - 248) <= 2)
        #expect((later.heartRate ?? 0) > 110)
        #expect((later.energy?.total ?? 0) > 30)
        #expect(try ask(app, .stopOrPause(.pause)) == .success)
        _ = try records(app, FM.treadmillData, for: .seconds(10))
        let paused = try records(app, FM.treadmillData, for: .seconds(10))
        #expect(paused.allSatisfy { $0.speed == 0 && $0.elapsedTime == paused[0].elapsedTime })
        #expect(try app.read(FM.trainingStatus) == .init(.other, text: "Paused"))
        #expect(try ask(app, .startOrResume) == .success)
        let resumed = try #require(try records(app, FM.treadmillData, for: .seconds(20)).last)
        #expect((resumed.totalDistance ?? 0) > way)
        #expect(try ask(app, .stopOrPause(.stop)) == .success)
        #expect(try ask(app, .startOrResume) == .success)
        let new = try #require(try records(app, FM.treadmillData, for: .seconds(5)).last)
        #expect((new.elapsedTime ?? 99) < 10)
    }

    @Test("The status and the training tell what happened")
    func statuses() throws {
        let app = try started(.treadmill())
        try app.subscribe(to: FM.status)
        try app.subscribe(to: FM.trainingStatus)
        var trainings: [FM.TrainingStatus] = []
        let statuses = try app.values(of: FM.status) {
            trainings = try app.values(of: FM.trainingStatus) {
                let requests: [FM.Request] = [
                    .set(.speed(6)), .set(.speed(99)), .startOrResume, .set(.inclination(1.5)),
                    .stopOrPause(.pause), .stopOrPause(.stop), .reset,
                ]
                for request in requests { _ = try ask(app, request) }
                try app.world.run(for: .seconds(1))
            }
        }
        #expect(
            statuses == [
                .targetChanged(.speed(6)), .startedOrResumed, .targetChanged(.inclination(1.5)),
                .stoppedOrPaused(.pause), .stoppedOrPaused(.stop), .reset,
            ])
        #expect(trainings.map(\.phase) == [.manualMode, .other, .idle, .idle])
    }

    @Test("The control ends with the link")
    func release() throws {
        let app = try started(.treadmill())
        app.device.disconnect()
        try app.world.run(for: .seconds(2))
        let other = try LinkedApp(in: app.world, to: app.device)
        let point = try #require(
            other.characteristics.joined().first { $0.uuid == FM.controlPoint.request.uuid }
        ).identifier
        try other.subscribe(to: point)
        for request in [FM.Request.startOrResume, .requestControl, .startOrResume] {
            #expect(try other.write(request.bytes, to: point) == nil)
            try other.world.run(for: .seconds(1))
        }
        let answers = try other.values(of: point, since: 0).map { try FM.Response(bytes: $0).result }
        #expect(answers == [.controlNotPermitted, .success, .success])
    }

    @Test("An indoor bike holds a power, brakes at a level, and follows a road")
    func bike() throws {
        let app = try started(.indoorBike())
        #expect(try app.read(FM.supportedPowerRange).contains(200))
        #expect(try app.read(FM.supportedResistanceRange).maximum == 20)
        try app.subscribe(to: FM.indoorBikeData)
        let rest = try #require(try records(app, FM.indoorBikeData, for: .seconds(2)).last)
        #expect(rest.power == 0 && rest.cadence == 0)
        #expect(try ask(app, .set(.power(220))) == .success)
        #expect(try ask(app, .startOrResume) == .success)
        _ = try records(app, FM.indoorBikeData, for: .seconds(20))
        let held = try records(app, FM.indoorBikeData, for: .seconds(30))
        #expect(
            held.allSatisfy { abs(Int($0.power ?? 0) - 220) <= 2 && (68...102).contains($0.cadence ?? 0) })
        #expect(Set(held.map(\.cadence)).count > 10)
        func power(_ target: FM.Target) throws -> Int16 {
            #expect(try ask(app, .set(target)) == .success)
            return try #require(try records(app, FM.indoorBikeData, for: .seconds(25)).last?.power)
        }
        #expect(try power(.resistanceLevel(2)) < power(.resistanceLevel(9)))
        func road(_ grade: Double) -> FM.Target {
            .simulation(.init(windSpeed: 0, grade: grade, rollingResistance: 0.004, windResistance: 0.51))
        }
        #expect(try power(road(0)) < power(road(4)))
        #expect(try ask(app, .set(.power(900))) == .invalidParameter)
        #expect(try ask(app, .set(.resistanceLevel(0))) == .invalidParameter)
        #expect(try ask(app, .set(.speed(10))) == .opCodeNotSupported)
    }

    @Test("A spin-down names its speeds, and ends with a status")
    func spinDown() throws {
        let app = try started(.indoorBike())
        try app.subscribe(to: FM.status)
        let statuses = try app.values(of: FM.status) {
            let answer = try app.request(.spinDown(.start), at: FM.controlPoint)
            #expect(answer.spinDownSpeeds == .init(low: 10, high: 30))
            try app.world.run(for: .seconds(10))
        }
        #expect(statuses == [.spinDown(.stopPedaling), .spinDown(.success)])
        #expect(try ask(app, .spinDown(.ignore)) == .success)
    }
}
