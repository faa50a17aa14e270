import BluetoothProfiles
import Testing

@Suite("Continuous glucose values")
struct ContinuousGlucoseTests {
    typealias Measurement = ContinuousGlucose.Measurement
    typealias Measurements = ContinuousGlucose.Measurements
    typealias Request = ContinuousGlucose.Request
    typealias Response = ContinuousGlucose.Response

    /// The bytes with their checksum.
    static func checked(_ bytes: [UInt8]) -> [UInt8] {
        let sum = EndToEndChecksum.of(bytes)
        return bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
    }

    @Test("The checksum is CRC-16/MCRF4XX")
    func checksum() {
        #expect(EndToEndChecksum.of(Array("123456789".utf8)) == 0x6F91)
        #expect(EndToEndChecksum.of([]) == 0xFFFF)
        #expect(EndToEndChecksum.of(Self.checked([0x3E, 1, 2, 3, 4, 5, 6, 7, 8, 9])) == 0)
    }

    @Test(
        "Measurements are written as they are read",
        arguments: [
            (Measurement(glucose: 104.0, timeOffset: 35), [6, 0, 104, 0, 35, 0]),
            (
                Measurement(glucose: 104.0, timeOffset: 35, hasChecksum: true),
                checked([8, 0, 104, 0, 35, 0])
            ),
            (
                Measurement(glucose: 104.0, timeOffset: 0x0123, status: .calibrationRecommended),
                [7, 0x40, 104, 0, 0x23, 1, 4]
            ),
            (
                Measurement(
                    glucose: 52.0, timeOffset: 1, status: [.batteryLow, .calibrationRequired, .belowHypo],
                    trend: ShortFloat(-0.8), quality: 97.5, hasChecksum: true),
                checked([15, 0xE3, 52, 0, 1, 0, 0x02, 0x08, 0x04, 0xF8, 0xFF, 0xCF, 0xF3])
            ),
        ] as [(Measurement, [UInt8])])
    func measurements(value: Measurement, bytes: [UInt8]) throws {
        try CodecCheck.row(value, bytes)
        try CodecCheck.row(Measurements([value, value]), bytes + bytes, shorter: [bytes.count])
    }

    @Test(
        "A size that the flags do not give is an error",
        arguments: [
            [0], [1], [5, 0, 104, 0, 35], [7, 0, 104, 0, 35, 0, 1], [6, 1, 104, 0, 35, 0],
            [9, 0, 104, 0, 35, 0, 1, 2, 3], [6, 0, 104, 0, 35, 0, 1],
        ] as [[UInt8]])
    func sizes(bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try Measurement(bytes: bytes) }
        #expect(throws: DecodeError.self) { try Measurements(bytes: bytes) }
    }

    @Test("A wrong checksum is an error that says so")
    func wrongChecksum() throws {
        let values: [[UInt8]] = [
            Measurement(glucose: 104.0, timeOffset: 35, hasChecksum: true).bytes,
            ContinuousGlucose.Feature(.checksum).bytes, Request.startSession.withChecksum.bytes,
        ]
        for (place, value) in values.enumerated() {
            var bytes = value
            bytes[bytes.count - 1] ^= 1
            let error = #expect(throws: DecodeError.self) {
                switch place {
                case 0: _ = try Measurement(bytes: bytes)
                case 1: _ = try ContinuousGlucose.Feature(bytes: bytes)
                default: _ = try Request(bytes: bytes)
                }
            }
            #expect(error?.isWrongChecksum == true)
        }
        let other = #expect(throws: DecodeError.self) { try Request(bytes: [0x01]) }
        #expect(other?.isWrongChecksum == false)
    }

    @Test("The feature's checksum is 0xFFFF without the feature, and right with it")
    func feature() throws {
        try CodecCheck.row(
            ContinuousGlucose.Feature([.calibration, .trend, .quality]), [0x01, 0x80, 0x01, 0x59, 0xFF, 0xFF])
        let safe = ContinuousGlucose.Feature(
            [.checksum], type: .capillaryWholeBlood, location: .finger)
        try CodecCheck.row(safe, Self.checked([0, 0x10, 0, 0x11]))
    }

    @Test("Status, start time and run time are written as they are read, with and without checksum")
    func sessions() throws {
        let status = ContinuousGlucose.Status(timeOffset: 5, sensor: [.sessionStopped, .resultTooHigh])
        try CodecCheck.row(status, [5, 0, 1, 0, 0x80])
        try CodecCheck.row(
            ContinuousGlucose.Status(timeOffset: 5, sensor: .sessionStopped, hasChecksum: true),
            Self.checked([5, 0, 1, 0, 0]), shorter: [5])
        let start = ContinuousGlucose.SessionStartTime(
            DateTime(year: 2026, month: 11, day: 22, hour: 8), timeZone: -20, daylightSaving: .oneHour)
        try CodecCheck.row(start, [0xEA, 7, 11, 22, 8, 0, 0, 0xEC, 4])
        try CodecCheck.row(
            ContinuousGlucose.SessionStartTime.unknown, [0, 0, 0, 0, 0, 0, 0, 0x80, 0xFF])
        try CodecCheck.row(ContinuousGlucose.SessionRunTime(hours: 336), [0x50, 1])
        try CodecCheck.row(
            ContinuousGlucose.SessionRunTime(hours: 336, hasChecksum: true), Self.checked([0x50, 1]),
            shorter: [2])
    }

    @Test(
        "Times that can't be are errors",
        arguments: [
            [0xEA, 7, 11, 22, 8, 0, 0, 57, 0], [0xEA, 7, 11, 22, 8, 0, 0, 0, 1],
            [0xEA, 7, 13, 22, 8, 0, 0, 0, 0],
        ] as [[UInt8]])
    func times(bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try ContinuousGlucose.SessionStartTime(bytes: bytes) }
    }

    static let calibration = ContinuousGlucose.Calibration(
        glucose: 110.0, time: 60, nextTime: 780, recordNumber: 2, status: .pending)
    static let calibrationBytes: [UInt8] = [110, 0, 60, 0, 0x11, 0x0C, 3, 2, 0, 4]
    static let calibrationRequest: [UInt8] = [0x04] + calibrationBytes
    static let calibrationResponse: [UInt8] = [0x06] + calibrationBytes

    static let requestRows: [(Request, [UInt8])] = [
        (Request.setCommunicationInterval(5), [0x01, 5]), (Request.getCommunicationInterval, [0x02]),
        (Request.setCalibration(calibration), calibrationRequest),
        (Request.getCalibration(), [0x05, 0xFF, 0xFF]),
        (Request.setLevel(of: .patientHigh, 180.0), [0x07, 180, 0]),
        (Request.getLevel(of: .patientHigh), [0x08]),
        (Request.setLevel(of: .patientLow, 80.0), [0x0A, 80, 0]),
        (Request.getLevel(of: .patientLow), [0x0B]), (Request.setLevel(of: .hypo, 65.0), [0x0D, 65, 0]),
        (Request.getLevel(of: .hypo), [0x0E]), (Request.setLevel(of: .hyper, 250.0), [0x10, 250, 0]),
        (Request.getLevel(of: .hyper), [0x11]), (Request.setLevel(of: .rateOfDecrease, 2.0), [0x13, 2, 0]),
        (Request.getLevel(of: .rateOfDecrease), [0x14]),
        (Request.setLevel(of: .rateOfIncrease, 3.0), [0x16, 3, 0]),
        (Request.getLevel(of: .rateOfIncrease), [0x17]), (Request.resetDeviceSpecificAlert, [0x19]),
        (Request.startSession, [0x1A]), (Request.stopSession, [0x1B]),
    ]

    @Test(
        "Requests have the opcodes of the specification, and may have a checksum",
        arguments: requestRows)
    func requests(request: Request, bytes: [UInt8]) throws {
        try CodecCheck.row(request, bytes)
        try CodecCheck.row(request.withChecksum, Self.checked(bytes), shorter: [bytes.count])
    }

    static let responseRows: [(Response.Content, [UInt8])] = [
        (Response.Content.communicationInterval(5), [0x03, 5]),
        (Response.Content.calibration(calibration), calibrationResponse),
        (Response.Content.level(.patientHigh, 180.0), [0x09, 180, 0]),
        (Response.Content.level(.patientLow, 80.0), [0x0C, 80, 0]),
        (Response.Content.level(.hypo, 65.0), [0x0F, 65, 0]),
        (Response.Content.level(.hyper, 250.0), [0x12, 250, 0]),
        (Response.Content.level(.rateOfDecrease, 2.0), [0x15, 2, 0]),
        (Response.Content.level(.rateOfIncrease, 3.0), [0x18, 3, 0]),
        (Response.Content.ended(.startSession, .procedureNotCompleted), [0x1C, 0x1A, 4]),
        (Response.Content.ended(.stopSession, .success), [0x1C, 0x1B, 1]),
    ]

    @Test(
        "Responses have the opcodes of the specification, and may have a checksum",
        arguments: responseRows)
    func responses(content: Response.Content, bytes: [UInt8]) throws {
        let response = Response(content)
        try CodecCheck.row(response, bytes)
        try CodecCheck.row(Response(content, hasChecksum: true), Self.checked(bytes), shorter: [bytes.count])
        #expect(response.isSuccess == (bytes[0] != 0x1C || bytes[2] == 1))
    }

    @Test("Requests are not responses, and other opcodes are neither")
    func opcodes() {
        let requests = Set(Self.requestRows.map { $0.1[0] })
        let responses = Set(Self.responseRows.map { $0.1[0] })
        for code in UInt8.min...UInt8.max {
            let tails: [[UInt8]] = [0, 1, 2, 10].map { Array(repeating: 0, count: $0) }
            let isRequest = tails.contains { (try? Request(bytes: [code] + $0)) != nil }
            let isResponse = tails.contains { (try? Response(bytes: [code] + $0)) != nil }
            #expect(isRequest == requests.contains(code), "\(code)")
            #expect(isResponse == responses.contains(code), "\(code)")
        }
    }

    @Test("Random bytes never trap")
    func noise() throws {
        let starts: [[UInt8]] = [[6, 0], [7, 0x20], [8, 1], [9, 0x43], [15, 0xE3]]
        #expect(try CodecCheck.noise(Measurement.self, starts: starts, upTo: 16) > 0)
        #expect(try CodecCheck.noise(Measurements.self, starts: starts, upTo: 16) > 0)
        let codes: [[UInt8]] = (0..<0x1E).map { [$0] }
        #expect(try CodecCheck.noise(Request.self, starts: codes, upTo: 12) > 0)
        #expect(try CodecCheck.noise(Response.self, starts: codes, upTo: 12) > 0)
        #expect(try CodecCheck.noise(ContinuousGlucose.Status.self, upTo: 8) > 0)
        #expect(try CodecCheck.noise(ContinuousGlucose.Feature.self, upTo: 8) > 0)
        let times: [[UInt8]] = [[0xEA, 7, 1, 2, 3, 4, 5, 6]]
        #expect(try CodecCheck.noise(ContinuousGlucose.SessionStartTime.self, starts: times, upTo: 3) > 0)
    }
}
