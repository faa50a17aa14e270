import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("A ready-made server of user data")
struct UserDataServerTests {
    /// Writes a request to the control point and waits for the answer.
    private func request(_ bytes: [UInt8], _ app: HealthApp) throws -> UserData.Response {
        let point = try app.id(UserData.controlPoint.request)
        let count = app.app.central.events.count
        #expect(try app.app.write(bytes, to: point) == nil)
        try app.world.run(for: .seconds(1))
        let answers = app.app.values(of: point, since: count)
        #expect(answers.count == 1)
        return try UserData.Response(bytes: try #require(answers.first))
    }

    private func request(_ request: UserData.Request, _ app: HealthApp) throws -> UserData.Response {
        try self.request(request.bytes, app)
    }

    private func app(
        _ users: DeviceUsers = DeviceUsers(), _ change: (inout DeviceDefinition) -> Void = { _ in }
    ) throws -> HealthApp {
        var definition = DeviceDefinition.userDataServer(users: users)
        change(&definition)
        let app = try HealthApp(definition)
        try app.subscribe(to: UserData.controlPoint.response)
        return app
    }

    @Test("It advertises its service, and has a characteristic for each of a user's data")
    func layout() throws {
        let app = try app()
        #expect(app.advertised == [UserData.service])
        var layout = app.layout(of: UserData.service)
        #expect(layout.count == 36)
        #expect(layout.removeValue(forKey: "2A99") == 0x1A)
        #expect(layout.removeValue(forKey: "2A9A") == 0x02)
        #expect(layout.removeValue(forKey: "2A9F") == 0x28)
        #expect(layout.values.allSatisfy { $0 == 0x0A })
    }

    @Test("A user is registered, gives consent, and is deleted with all data")
    func life() throws {
        let app = try app()
        #expect(try app.read(UserData.userIndex) == UserData.unknownUser)
        let new = try request(.registerNewUser(consentCode: 1234), app)
        #expect(new == UserData.Response(to: .registerNewUser, .success, parameter: [0]))
        #expect(try request(.registerNewUser(consentCode: 7), app).registeredUser == 1)
        #expect(try app.readError(UserData.firstName) == .att(code: UserData.accessNotPermitted))

        #expect(try request(.consent(user: 0, code: 1234), app).outcome == .success)
        #expect(try app.read(UserData.userIndex) == 0)
        #expect(try app.read(UserData.firstName) == "")
        #expect(try app.write("S\u{F8}ren", to: UserData.firstName) == nil)
        #expect(try app.write(UserData.Length(metres: 1.78), to: UserData.height) == nil)
        #expect(try app.write(1, to: UserData.databaseChangeIncrement) == nil)
        #expect(try app.read(UserData.firstName) == "S\u{F8}ren")
        #expect(try app.read(UserData.databaseChangeIncrement) == 1)

        #expect(try request(.consent(user: 1, code: 7), app).outcome == .success)
        #expect(try app.read(UserData.firstName) == "")
        #expect(try app.read(UserData.databaseChangeIncrement) == 0)
        #expect(try request(.consent(user: 0, code: 1234), app).outcome == .success)
        #expect(try app.read(UserData.height) == UserData.Length(metres: 1.78))

        #expect(try request(.deleteUserData, app).outcome == .success)
        #expect(try app.read(UserData.userIndex) == UserData.unknownUser)
        #expect(try request(.consent(user: 0, code: 1234), app).outcome == .userNotAuthorized)
        #expect(try request(.registerNewUser(consentCode: 5), app).registeredUser == 0)
        #expect(try request(.consent(user: 0, code: 5), app).outcome == .success)
        #expect(try app.read(UserData.firstName) == "")
    }

    @Test(
        "A request that can't be done has the answer of the specification",
        arguments: [
            (UserData.Request.registerNewUser(consentCode: 10_000).bytes, .invalidParameter),
            (UserData.Request.registerNewUser(consentCode: 1).bytes, .operationFailed),
            (UserData.Request.consent(user: 0, code: 4321).bytes, .userNotAuthorized),
            (UserData.Request.consent(user: 9, code: 1234).bytes, .userNotAuthorized),
            (UserData.Request.consent(user: UserData.unknownUser, code: 1234).bytes, .invalidParameter),
            (UserData.Request.deleteUserData.bytes, .userNotAuthorized),
            (UserData.Request.listAllUsers.bytes, .opCodeNotSupported),
            ([0x02, 0x00], .invalidParameter), ([0x01, 1, 2, 3], .invalidParameter),
            ([0x20, 1, 1], .opCodeNotSupported), ([0x00], .opCodeNotSupported),
        ] as [([UInt8], UserData.Outcome)])
    func refusals(bytes: [UInt8], outcome: UserData.Outcome) throws {
        let app = try app(DeviceUsers(consentCodes: [1234], capacity: 1))
        let answer = try request(bytes, app)
        #expect(answer == UserData.Response(to: UserData.OpCode(rawValue: bytes[0]), outcome))
    }

    @Test("A second request before the answer, and one without a subscription, are refused")
    func errors() throws {
        let app = try app()
        let point = try app.id(UserData.controlPoint.request)
        let register = UserData.Request.registerNewUser(consentCode: 1).bytes
        for _ in 0..<2 {
            _ = app.app.central.port.send(
                .writeCharacteristic(app.app.peer, point, register, .withResponse))
        }
        try app.world.run(for: .seconds(2))
        let results = app.app.central.events.compactMap { event -> PortError?? in
            if case .characteristicWritten(_, point, let error) = event { .some(error) } else { nil }
        }
        #expect(results == [nil, .att(code: 0xFE)])
        #expect(try app.app.write([], to: point) == .att(code: 0x0D))
        try app.unsubscribe(from: UserData.controlPoint.response)
        #expect(try app.app.write(register, to: point) == .att(code: 0xFD))
    }

    @Test("What is no value is refused, and so is a write without consent")
    func malformed() throws {
        let app = try app(DeviceUsers(consentCodes: [1234]))
        #expect(try app.write(30, to: UserData.age) == .att(code: UserData.accessNotPermitted))
        #expect(
            try app.write(1, to: UserData.databaseChangeIncrement)
                == .att(code: UserData.accessNotPermitted))
        #expect(try request(.consent(user: 0, code: 1234), app).outcome == .success)
        #expect(try app.app.write([3], to: app.id(UserData.gender)) == .att(code: 0x13))
        #expect(try app.app.write([1, 2], to: app.id(UserData.age)) == .att(code: 0x0D))
        #expect(try app.write(30, to: UserData.age) == nil)
        #expect(try app.read(UserData.age) == 30)
    }

    @Test("Consent ends with the link; the data stay")
    func link() throws {
        let app = try app(DeviceUsers(consentCodes: [1234]))
        #expect(try request(.consent(user: 0, code: 1234), app).outcome == .success)
        #expect(try app.write(30, to: UserData.age) == nil)
        app.device.disconnect()
        try app.world.run(for: .seconds(2))
        let other = try LinkedApp(in: app.world, to: app.device)
        let found = other.characteristics.joined()
        let age = try #require(found.first { $0.uuid == UserData.age.uuid }).identifier
        #expect(try other.read(age) == .failure(.att(code: UserData.accessNotPermitted)))
        let point = try #require(found.first { $0.uuid == "2A9F" }).identifier
        try other.subscribe(to: point)
        #expect(try other.write(UserData.Request.consent(user: 0, code: 1234).bytes, to: point) == nil)
        try app.world.run(for: .seconds(1))
        #expect(try other.read(age) == .success([30]))
    }

    @Test("Another central of the same user learns a change; a central of another user does not")
    func others() throws {
        let users = DeviceUsers(consentCodes: [1234, 5678])
        let app = try app(users) { $0.advertising[0].continuesWhileConnected = true }
        let requests: [UserData.Request] = [.consent(user: 0, code: 1234), .consent(user: 1, code: 5678)]
        var others: [(LinkedApp, AttributeIdentifier, Int)] = []
        for consent in requests {
            let other = try LinkedApp(in: app.world, to: app.device)
            let found = other.characteristics.joined()
            let point = try #require(found.first { $0.uuid == "2A9F" }).identifier
            let changes = try #require(found.first { $0.uuid == "2A99" }).identifier
            try other.subscribe(to: point)
            try other.subscribe(to: changes)
            #expect(try other.write(consent.bytes, to: point) == nil)
            others.append((other, changes, 0))
        }
        #expect(try request(requests[0], app).outcome == .success)
        for index in others.indices { others[index].2 = others[index].0.central.events.count }
        #expect(try app.write(7, to: UserData.databaseChangeIncrement) == nil)
        try app.world.run(for: .seconds(1))
        #expect(others[0].0.values(of: others[0].1, since: others[0].2) == [[7, 0, 0, 0]])
        #expect(others[1].0.values(of: others[1].1, since: others[1].2) == [])
    }
}
