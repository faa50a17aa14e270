import BluetoothProfiles
import Testing

@Suite("User data values")
struct UserDataTests {
    @Test(
        "Requests are written as they are read",
        arguments: [
            ([0x01, 0xD2, 0x04], .registerNewUser(consentCode: 1234)),
            ([0x02, 0x03, 0x0F, 0x27], .consent(user: 3, code: 9999)),
            ([0x03], .deleteUserData),
            ([0x04], .listAllUsers),
            ([0x05, 0xFF], .deleteUsers(user: UserData.unknownUser)),
        ] as [([UInt8], UserData.Request)])
    func requests(bytes: [UInt8], value: UserData.Request) throws {
        try ValueRules.expect(bytes, is: value)
        #expect(value.opCode.rawValue == bytes[0])
    }

    @Test("An op code that is no request is an error", arguments: [0x00, 0x06, 0x20, 0xFF] as [UInt8])
    func unknown(code: UInt8) {
        #expect(throws: DecodeError(.value, .unknownCode(Int(code)))) { try UserData.Request(bytes: [code]) }
    }

    @Test("Responses are written as they are read")
    func responses() throws {
        let registered = UserData.Response(to: .registerNewUser, .success, parameter: [4])
        #expect(registered.bytes == [0x20, 0x01, 0x01, 0x04])
        #expect(try UserData.Response(bytes: registered.bytes) == registered)
        #expect(registered.registeredUser == 4)
        let refused = UserData.Response(to: .consent, .userNotAuthorized)
        #expect(refused.bytes == [0x20, 0x02, 0x05] && refused.registeredUser == nil)
        for bytes: [UInt8] in [[], [0x20], [0x20, 1], [0x21, 1, 1]] {
            #expect(throws: DecodeError.self) { try UserData.Response(bytes: bytes) }
        }
    }

    @Test("The user's data are written as they are read")
    func data() throws {
        try ValueRules.expect([0x90, 0x38], is: UserData.Mass(kilograms: 72.4))
        try ValueRules.expect([0xB2, 0x00], is: UserData.Length(metres: 1.78))
        try ValueRules.expect([0x8E, 0x45], is: UserData.PreciseLength(metres: 1.7806))
        try ValueRules.expect([0x20, 0x03], is: UserData.StrideLength(metres: 0.8))
        try ValueRules.expect([0xC4, 0x07, 2, 29], is: UserData.CalendarDate(year: 1988, month: 2, day: 29))
        try ValueRules.expect([0, 0, 0, 0], is: UserData.CalendarDate(year: 0, month: 0, day: 0))
        try ValueRules.expect([110, 150], is: UserData.ThreeZoneLimits(moderate: 110, hard: 150))
        try ValueRules.expect(
            [110, 150, 170], is: UserData.FourZoneLimits(moderate: 110, hard: 150, maximum: 170))
        try ValueRules.expect(
            [90, 110, 150, 170],
            is: UserData.FiveZoneLimits(light: 90, moderate: 110, hard: 150, maximum: 170))
    }

    @Test("A date has a year, a month and a day of a calendar")
    func dates() {
        for bytes: [UInt8] in [[0x2D, 0x06, 1, 1], [0x10, 0x27, 1, 1], [0, 0, 13, 1], [0, 0, 1, 32]] {
            #expect(throws: DecodeError.self) { try UserData.CalendarDate(bytes: bytes) }
        }
    }

    @Test("Codes are those of the supplement, and others are errors")
    func codes() throws {
        #expect(UserData.Gender.allCases.map(\.rawValue) == Array(0...2))
        #expect(UserData.Handedness.allCases.map(\.rawValue) == Array(0...3))
        #expect(UserData.SportType.allCases.map(\.rawValue) == Array(0...11))
        #expect(throws: DecodeError.self) { try UserData.Gender(bytes: [3]) }
        #expect(throws: DecodeError.self) { try UserData.Handedness(bytes: [4]) }
        #expect(throws: DecodeError.self) { try UserData.SportType(bytes: [12]) }
    }

    @Test("Every number of two bytes is written as it is read")
    func allNumbers() throws {
        try ValueRules.expectAllNumbers(UserData.Mass.self, in: [0, 0], at: 0)
        try ValueRules.expectAllNumbers(UserData.Length.self, in: [0, 0], at: 0)
        try ValueRules.expectAllNumbers(UserData.PreciseLength.self, in: [0, 0], at: 0)
        try ValueRules.expectAllNumbers(UserData.StrideLength.self, in: [0, 0], at: 0)
    }

    @Test("Random bytes never trap, and values are stable")
    func random() throws {
        try ValueRules.expectStable(UserData.Request.self, upTo: 4)
        try ValueRules.expectStable(UserData.CalendarDate.self, upTo: 5)
    }
}
