import BluetoothProfiles
import Testing

@Suite("The record access control point")
struct RecordAccessTests {
    typealias Request = RecordAccess.Request
    typealias Response = RecordAccess.Response
    typealias Records = RecordAccess.Records

    static let eight = DateTime(year: 2026, month: 11, day: 22, hour: 8)
    static let nine = DateTime(year: 2026, month: 11, day: 22, hour: 9)
    static let all: Set<RecordAccess.FilterType> = [.sequenceNumber, .userFacingTime]

    @Test(
        "Requests have the bytes of the specification, and are read as what they were written for",
        arguments: [
            (.reportAll, [1, 1], .all), (.reportFirst, [1, 5], .first), (.reportLast, [1, 6], .last),
            (.deleteAll, [2, 1], .all), (.countAll, [4, 1], .all),
            (.report(.upTo(0x0102)), [1, 2, 1, 2, 1], .upTo(0x0102)),
            (.reportStored(from: 5), [1, 3, 1, 5, 0], .from(5)),
            (.deleteStored(from: 5, to: 7), [2, 4, 1, 5, 0, 7, 0], .within(5, 7)),
            (.countStored(from: 5), [4, 3, 1, 5, 0], .from(5)),
            (.reportStored(from: eight), [1, 3, 2, 0xEA, 7, 11, 22, 8, 0, 0], .from(eight)),
            (.deleteStored(from: eight), [2, 3, 2, 0xEA, 7, 11, 22, 8, 0, 0], .from(eight)),
            (
                .countStored(from: eight, to: nine),
                [4, 4, 2, 0xEA, 7, 11, 22, 8, 0, 0, 0xEA, 7, 11, 22, 9, 0, 0], .within(eight, nine)
            ),
        ] as [(Request, [UInt8], Records)])
    func requests(request: Request, bytes: [UInt8], records: Records) throws {
        try CodecCheck.row(request, bytes, shorter: Set(2..<max(2, bytes.count)))
        #expect(try request.records(filters: Self.all) == records)
    }

    @Test("Abort has no operator and no operand")
    func abort() throws {
        try CodecCheck.row(Request.abort, [3, 0])
    }

    @Test(
        "Responses have the bytes of the specification",
        arguments: [
            (.numberOfRecords(0x0102), [5, 0, 2, 1]), (.ended(.reportStoredRecords, .success), [6, 0, 1, 1]),
            (.ended(.deleteStoredRecords, .noRecordsFound), [6, 0, 2, 6]),
            (.ended(.abortOperation, .abortUnsuccessful), [6, 0, 3, 7]),
        ] as [(Response, [UInt8])])
    func responses(response: Response, bytes: [UInt8]) throws {
        try CodecCheck.row(response, bytes)
        #expect(response.isSuccess == (bytes[0] == 5 || bytes[3] == 1))
    }

    @Test(
        "A response with another opcode or operator is an error", arguments: [[1, 0, 1, 1], [6, 1, 1, 1]])
    func wrongResponses(bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try Response(bytes: bytes) }
    }

    @Test(
        "A malformed request has a response code",
        arguments: [
            ([1, 0], .invalidOperator), ([1, 7], .operatorNotSupported), ([1, 1, 1], .invalidOperand),
            ([1, 3], .invalidOperand), ([1, 3, 1], .invalidOperand), ([1, 3, 1, 5], .invalidOperand),
            ([1, 3, 1, 5, 0, 0], .invalidOperand), ([1, 3, 3, 5, 0], .operandNotSupported),
            ([1, 4, 1, 5, 0], .invalidOperand), ([1, 4, 1, 5, 0, 4, 0], .invalidOperand),
            ([1, 3, 2, 0xEA, 7, 13, 22, 8, 0, 0], .invalidOperand),
        ] as [([UInt8], RecordAccess.ResponseCode)])
    func malformed(bytes: [UInt8], code: RecordAccess.ResponseCode) throws {
        let request = try Request(bytes: bytes)
        #expect(throws: code) { try request.records(filters: Self.all) }
    }

    @Test("A service without a filter type refuses it, and without any, the operators that need one")
    func filters() {
        #expect(throws: RecordAccess.ResponseCode.operandNotSupported) {
            try Request.reportStored(from: Self.eight).records(filters: [.timeOffset])
        }
        #expect(throws: RecordAccess.ResponseCode.operatorNotSupported) {
            try Request.reportStored(from: 1).records(filters: [])
        }
    }

    @Test(
        "Records are picked by place, by number and by time, limits included",
        arguments: [
            (.all, [3, 4, 8, 9]), (.first, [3]), (.last, [9]), (.from(4), [4, 8, 9]), (.upTo(4), [3, 4]),
            (.within(4, 8), [4, 8]), (.within(5, 7), []), (.within(8, 4), []), (.from(eight), [4, 8]),
            (.upTo(eight), [3, 4]), (.within(eight, eight), [4]),
        ] as [(Records, [UInt16])])
    func picking(records: Records, numbers: [UInt16]) {
        // Record 9 has no time.
        let stored: [UInt16] = [3, 4, 8, 9]
        let found = records.pick(from: stored, number: { $0 }) { number in
            number == 9 ? nil : Self.eight.adding(seconds: (Int(number) - 4) * 60)
        }
        #expect(found == numbers)
        #expect(records.pick(from: [], number: { $0 }) == [])
    }

    @Test("Random bytes never trap")
    func noise() throws {
        #expect(try CodecCheck.noise(Request.self) > 0)
        #expect(try CodecCheck.noise(Response.self, starts: [[5, 0], [6, 0]], upTo: 3) > 0)
    }
}
