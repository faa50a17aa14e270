import BluetoothProfiles
import BluetoothWire
import RandomCases
import Testing

@Suite("Ranging values (Ranging Service 1.0)")
struct RangingTests {
    @Test(
        "Requests are written as they are read",
        arguments: [
            (.getData(counter: 0x0102), [0, 2, 1]), (.acknowledge(counter: 0x0102), [1, 2, 1]),
            (.retrieveSegments(counter: 0x0102, first: 3, last: 0xFF), [2, 2, 1, 3, 0xFF]), (.abort, [3]),
            (.setFilter(.init(mode: 2, mask: 0x2001)), [4, 0x06, 0x80]),
        ] as [(Ranging.Request, [UInt8])])
    func requests(_ request: Ranging.Request, _ bytes: [UInt8]) throws {
        try CodecCheck.row(request, bytes)
        #expect(request.opCode == bytes[0])
        #expect(throws: DecodeError(.value, .trailingBytes(1))) { try Ranging.Request(bytes: bytes + [0]) }
    }

    @Test(
        "Answers are written as they are read",
        arguments: [
            (.dataComplete(counter: 0x0102), [0, 2, 1]),
            (.segmentsComplete(counter: 0x0102, first: 3, last: 9), [1, 2, 1, 3, 9]),
            (.ended(.success), [2, 1]), (.ended(.opCodeNotSupported), [2, 2]),
            (.ended(.invalidParameter), [2, 3]),
            (.ended(.successPersisted), [2, 4]), (.ended(.abortUnsuccessful), [2, 5]),
            (.ended(.procedureNotCompleted), [2, 6]), (.ended(.serverBusy), [2, 7]),
            (.ended(.noRecordsFound), [2, 8]),
        ] as [(Ranging.Response, [UInt8])])
    func responses(_ response: Ranging.Response, _ bytes: [UInt8]) throws {
        try CodecCheck.row(response, bytes)
    }

    @Test("Op codes that the service does not have are named")
    func unknownOpCodes() {
        #expect(throws: DecodeError(.value, .unknownCode(5))) { try Ranging.Request(bytes: [5, 0, 0]) }
        #expect(throws: DecodeError(.value, .unknownCode(3))) { try Ranging.Response(bytes: [3, 0, 0]) }
    }

    @Test("Features have a bit each, and the service its UUIDs")
    func features() throws {
        try CodecCheck.row(Ranging.Features([.realTimeData, .filter]), [0x09, 0, 0, 0])
        try CodecCheck.row(Ranging.Features([.retrieveLostSegments, .abortOperation]), [0x06, 0, 0, 0])
        #expect(Ranging.service == "185B" && Ranging.realTimeData.uuid == "2C15")
        #expect(Ranging.controlPoint.request.uuid == "2C17" && Ranging.dataReady.uuid == "2C18")
    }

    @Test(
        "A segment's first octet says whether it is the first or the last, and its number",
        arguments: [
            (Ranging.Segment(isFirst: true, isLast: false, index: 0, data: [7, 8]), [0x01, 7, 8]),
            (Ranging.Segment(isFirst: false, isLast: true, index: 63, data: []), [0xFE]),
            (Ranging.Segment(isFirst: true, isLast: true, index: 5, data: [9]), [0x17, 9]),
        ] as [(Ranging.Segment, [UInt8])])
    func segments(_ segment: Ranging.Segment, _ bytes: [UInt8]) throws {
        #expect(segment.bytes == bytes)
        #expect(try Ranging.Segment(bytes: bytes) == segment)
    }

    private static let tone = ChannelSounding.Tone(.init(i: 0x123, q: -0x123), .init(.high))
    private static let report = Ranging.Report(
        header: .init(counter: 0xABC, configID: 2, selectedTXPower: -4, antennaPaths: 0b1),
        subevents: [
            .init(
                startACLConnectionEvent: 0x0102, frequencyCompensation: .init(hundredths: 0x0304),
                progress: .init(procedure: .partial, subevent: .complete), referencePowerLevel: -14,
                steps: [
                    .mode0(.init(rssi: -60)),
                    .mode2(.init(antennaPermutation: 0, paths: [tone], extensionSlot: tone)),
                ]),
            .init(
                startACLConnectionEvent: 0x0103,
                progress: .init(
                    procedure: .aborted, subevent: .aborted, procedureAbort: .requested,
                    subeventAbort: .noSync),
                steps: [.missing(mode: 2), .mode1(.init(rssi: nil, time: 5))]),
        ])
    /// Counter below configuration, power, paths; event, compensation, subevent above procedure, reasons, power, count;
    /// steps.
    private static let bytes: [UInt8] = [
        0xBC, 0x2A, 0xFC, 0x01,  // header
        0x02, 0x01, 0x04, 0x03, 0x01, 0x00, 0xF2, 2, 0, 0x00, 0xC4, 1,  // mode 0
        2, 0x00, 0x23, 0xD1, 0xED, 0x00, 0x23, 0xD1, 0xED, 0x00,  // mode 2
        0x03, 0x01, 0x00, 0xC0, 0xFF, 0x21, 0x7F, 2,
        0x82, 1, 0x00, 0xFF, 0x7F, 0x05, 0x00, 1,  // nothing, mode 1
    ]

    @Test("A report is its header, and subevents with steps that have no length")
    func reports() throws {
        #expect(Self.report.bytes == Self.bytes)
        #expect(try Ranging.Report(bytes: Self.bytes, role: .reflector) == Self.report)
        // A report may end after its header and after each subevent.
        for length in Self.bytes.indices {
            let found = try? Ranging.Report(bytes: Array(Self.bytes[..<length]), role: .reflector)
            #expect((found != nil) == [4, 26].contains(length), "\(length) bytes")
        }
    }

    @Test("A report of the initiator has the frequency offset, and one with sounding sequences their phases")
    func layouts() throws {
        let steps: [ChannelSounding.StepData] = [
            .mode0(.init(rssi: 1, frequencyOffset: .init(hundredths: 5))),
            .mode3(
                .init(rssi: 2, time: nil, sounding: .init(first: .init(i: 1, q: 2), second: nil)),
                .init(paths: [Self.tone, Self.tone], extensionSlot: Self.tone)),
        ]
        let report = Ranging.Report(
            header: .init(counter: 1, configID: 0, selectedTXPower: nil, antennaPaths: 0b101),
            subevents: [.init(startACLConnectionEvent: 1, steps: steps)])
        #expect(try Ranging.Report(bytes: report.bytes, role: .initiator, hasSounding: true) == report)
        #expect(throws: DecodeError.self) { try Ranging.Report(bytes: report.bytes, role: .initiator) }
    }

    @Test("Another format of tones, and a reserved status, are refused by name")
    func reserved() {
        #expect(throws: DecodeError(.value, .invalidValue(field: "PCTFormat", value: 1))) {
            try Ranging.Report(bytes: [0, 0, 0, 0x41], role: .reflector)
        }
        #expect(throws: DecodeError(.value, .invalidValue(field: "subeventDoneStatus", value: 2))) {
            try Ranging.Report(bytes: [0, 0, 0, 1, 0, 0, 0, 0, 0x20, 0, 0, 0], role: .reflector)
        }
    }

    @Test("Noise is no report, or one that is read again as the same")
    func noise() throws {
        var (numbers, reports) = (SeededNumbers(seed: 1), 0)
        func next() -> UInt8 { numbers.byte() }
        for _ in 0..<randomCases(5_000) {
            var bytes = Self.bytes
            for _ in 0...next() % 3 { bytes[Int(next()) % bytes.count] = next() }
            if next() < 64 { bytes.removeLast(Int(next()) % bytes.count) }
            for role in ChannelSounding.Role.allCases {
                guard let report = try? Ranging.Report(bytes: bytes, role: role, hasSounding: next() < 64)
                else { continue }
                reports += 1
                let sounding = report.subevents.flatMap(\.steps).contains { $0.packets?.sounding != nil }
                let again = try Ranging.Report(bytes: report.bytes, role: role, hasSounding: sounding)
                #expect(again == report)
            }
        }
        #expect(reports > 500, "most noise is no report, so that the rule says nothing")
    }
}

@Suite("Segments of ranging data (Ranging Service 1.0)")
struct RangingSegmentTests {
    private static let report = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    @Test(
        "A report goes through segments of any size, given at once or in pieces",
        arguments: [2, 20, 61, 244, 3_000])
    func roundTrip(_ limit: Int) {
        for piece in [1, 19, 500, 2_000] {
            var (segmenter, assembler) = (Ranging.Segmenter(limit: limit), Ranging.Assembler())
            var segments: [Ranging.Segment] = []
            for start in stride(from: 0, to: Self.report.count, by: piece) {
                segments += segmenter.append(
                    Array(Self.report[start..<min(start + piece, Self.report.count)]))
            }
            segments += segmenter.finish()
            #expect(segments.allSatisfy { $0.bytes.count <= limit })
            #expect(segments.filter(\.isFirst).count == 1 && segments.first?.isFirst == true)
            #expect(segments.filter(\.isLast).count == 1 && segments.last?.isLast == true)
            #expect(segments.enumerated().allSatisfy { Int($1.index) == $0 % 64 })
            let findings = segments.map { assembler.feed($0) }
            #expect(findings.dropLast().allSatisfy { $0 == .incomplete })
            #expect(findings.last == .complete(Self.report))
        }
    }

    @Test("A missing segment is named, and the report is given up until the next first segment")
    func losses() {
        var segmenter = Ranging.Segmenter(limit: 101)
        let segments = segmenter.append(Self.report) + segmenter.finish()
        var assembler = Ranging.Assembler()
        #expect(assembler.feed(segments[5]) == .ignored)
        #expect(assembler.feed(segments[0]) == .incomplete)
        #expect(assembler.feed(segments[4]) == .lost(first: 1, last: 3))
        #expect(assembler.feed(segments[1]) == .ignored)
        #expect(assembler.feed(segments[0]) == .incomplete)
        #expect(assembler.feed(segments[1]) == .incomplete)
        assembler.reset()
        #expect(assembler.feed(segments[2]) == .ignored)
    }

    @Test("A report without an end does not fill the memory")
    func endless() {
        var assembler = Ranging.Assembler()
        let data = [UInt8](repeating: 0, count: 500)
        var findings = [assembler.feed(.init(isFirst: true, isLast: false, index: 0, data: data))]
        for round in 1..<200 {
            findings.append(
                assembler.feed(.init(isFirst: false, isLast: false, index: UInt8(round % 64), data: data)))
        }
        let taken = findings.prefix { $0 == .incomplete }.count
        #expect(taken == Ranging.Assembler.limit / 500)
        #expect(findings.dropFirst(taken).allSatisfy { $0 == .ignored })
    }

    @Test("An empty report is one segment, and a segmenter begins again after its end")
    func empty() {
        var segmenter = Ranging.Segmenter(limit: 20)
        let only = Ranging.Segment(isFirst: true, isLast: true, index: 0, data: [])
        #expect(segmenter.finish() == [only])
        #expect(segmenter.append([1]) == [] && segmenter.finish().map(\.data) == [[1]])
    }
}
