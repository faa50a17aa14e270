import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// How a bearer orders, times and ends what both ends do.
@Suite struct BearerTests {
    static let link = AttributeFixture.link
    static func ended(_ token: UInt64, _ outcome: GATT.Outcome) -> AttributeBearer.Action {
        .event(.procedureEnded(link, .init(token), outcome))
    }

    // MARK: Client

    @Test("one request is in flight; procedures run in the order of their calls")
    func oneRequest() {
        var fixture = AttributeFixture()
        #expect(fixture.perform(.read(3), token: 1) == [.send("0A0300")])
        #expect(fixture.perform(.write(5, [1]), token: 2) == [])
        #expect(fixture.perform(.signedWrite(5, [1]), token: 3) == [])
        #expect(fixture.perform(.read(6), token: 4) == [])
        #expect(fixture.receive("0BAA") == [Self.ended(1, .value([0xAA])), .send("12050001")])
        #expect(
            fixture.receive("0112050003") == [
                Self.ended(2, .failed(.error(.writeNotPermitted))),
                Self.ended(3, .failed(.signedWritesUnsupported)), .send("0A0600"),
            ])
        #expect(fixture.receive("0B") == [Self.ended(4, .value([]))])
        #expect(fixture.bearer.nextDeadline == nil)
    }

    @Test("commands and notifications are sent while a request is in flight")
    func commandsPass() {
        var fixture = AttributeFixture()
        _ = fixture.perform(.read(3))
        var actions: [AttributeBearer.Action] = []
        let value = [UInt8](repeating: 1, count: 30)
        fixture.bearer.writeWithoutResponse(value, to: 9, token: .init(2), into: &actions)
        let tag = Host.SendTag(kind: .command, token: .init(2))
        #expect(actions == [.send([0x52, 0x09, 0x00] + value.prefix(20), tag: tag)])
        actions = []
        fixture.bearer.sent(tag, into: &actions)
        fixture.bearer.sent(tag, into: &actions)
        #expect(actions == [.event(.commandSent(Self.link, .init(2)))])
        #expect(
            fixture.receive("1B040077") == [.event(.valueReceived(Self.link, 4, [0x77], .notification))])
    }

    @Test("Behaviour 9.16: 30 s without a response end the bearer, and everything on it")
    func requestTimeout() {
        var fixture = AttributeFixture()
        _ = fixture.perform(.read(3), token: 1)
        _ = fixture.perform(.read(5), token: 2)
        #expect(fixture.bearer.nextDeadline == .zero + .seconds(30))
        #expect(fixture.advance(.seconds(30) - .nanoseconds(1)) == [])
        #expect(
            fixture.advance(.nanoseconds(1)) == [
                Self.ended(1, .failed(.timeout)), Self.ended(2, .failed(.timeout)),
                .failLink(.remoteUserTerminatedConnection),
            ])
        #expect(fixture.bearer.nextDeadline == nil)
        #expect(fixture.receive("0B01") == [])
        #expect(fixture.receive("0A0300") == [])
        #expect(fixture.perform(.read(3), token: 3) == [Self.ended(3, .failed(.linkLost))])
        #expect(fixture.advance(.seconds(60)) == [])
    }

    @Test("each request of a procedure has its own 30 s")
    func eachRequestTimes() {
        var fixture = AttributeFixture()
        _ = fixture.perform(.read(3))
        _ = fixture.advance(.seconds(29))
        #expect(fixture.receive([0x0B] + [UInt8](repeating: 0, count: 22)) == [.send("0C03001600")])
        #expect(fixture.bearer.nextDeadline == .zero + .seconds(59))
    }

    @Test(
        "a response the request does not allow ends the bearer",
        arguments: ["13", "0D01", "010C030001", "03", "0102", "0904010002"])
    func wrongResponse(response: String) {
        var fixture = AttributeFixture()
        _ = fixture.perform(.read(3), token: 1)
        _ = fixture.perform(.read(5), token: 2)
        #expect(
            fixture.receive(response) == [
                Self.ended(1, .failed(.invalidResponse)), Self.ended(2, .failed(.linkLost)),
                .failLink(.remoteUserTerminatedConnection),
            ])
    }

    @Test("the MTU is the smaller one of both ends, exchanged once by each")
    func exchange() {
        var fixture = AttributeFixture()
        #expect(fixture.perform(.exchangeMTU(185)) == [.send("02B900")])
        #expect(
            fixture.receive("030001") == [.event(.mtuChanged(Self.link, 185)), Self.ended(1, .mtu(185))])
        #expect(fixture.perform(.exchangeMTU(200)) == [Self.ended(1, .mtu(185))])
        // The value is the same in the other role.
        #expect(fixture.receive("020004") == [.send("03B900")])
        #expect(fixture.receive("020004") == [.send("0102000006")])
        #expect(fixture.bearer.mtu == 185)
    }

    @Test("an MTU below 23 counts as 23")
    func leastMTU() {
        var fixture = AttributeFixture()
        #expect(fixture.receive("020100") == [.send("030502")])
        #expect(fixture.perform(.exchangeMTU(1)) == [.send("021700")])
        #expect(fixture.receive("030000") == [Self.ended(1, .mtu(23))])
    }

    @Test("a peer's indication of Service Changed, once its handle is known, names the range")
    func serviceChanged() {
        var fixture = AttributeFixture()
        let indication = "1D0B0010002000"
        let value = Host.Event.valueReceived(Self.link, 11, [0x10, 0, 0x20, 0], .indication)
        #expect(fixture.receive(indication) == [.send("1E"), .event(value)])
        _ = fixture.perform(.discoverCharacteristics(.init(first: 9, last: 10)))
        _ = fixture.receive("09070A00200B00052A")
        #expect(
            fixture.receive(indication) == [
                .send("1E"), .event(value),
                .event(.serviceChanged(Self.link, .init(first: 0x10, last: 0x20))),
            ])
        #expect(fixture.receive("1D0B0020001000").count == 2)
    }

    @Test("several values in one notification come one by one")
    func multipleNotification() {
        var fixture = AttributeFixture()
        #expect(
            fixture.receive("230300020001020400000000000000") == [
                .event(.valueReceived(Self.link, 3, [1, 2], .notification)),
                .event(.valueReceived(Self.link, 4, [], .notification)),
            ])
    }

    // MARK: Server

    @Test("the upper layer is asked for a dynamic value; the answer is cut to the MTU")
    func dynamicRead() throws {
        var fixture = AttributeFixture()
        let first = GATT.RequestID(link: Self.link, number: 1)
        #expect(
            fixture.receive("0A1C00") == [
                .event(.attributeRead(.init(id: first, link: Self.link, handle: 28, offset: 0)))
            ])
        #expect(first.link == Self.link)
        let long = Array(UInt8(0)..<40)
        #expect(fixture.respond(.init(99), .success([1])) == [])
        #expect(fixture.respond(first, .success(long)) == [.send([0x0B] + long.prefix(22), tag: nil)])
        #expect(fixture.respond(first, .success(long)) == [])
        let second = GATT.RequestID(link: Self.link, number: 2)
        #expect(
            fixture.receive("0C1C001600") == [
                .event(.attributeRead(.init(id: second, link: Self.link, handle: 28, offset: 22)))
            ])
        #expect(fixture.respond(second, .failure(.error(.invalidOffset))) == [.send("010C1C0007")])
        _ = fixture.receive("0A1C00")
        let third = GATT.RequestID(link: Self.link, number: 3)
        #expect(fixture.respond(third, .failure(.timeout)) == [.send("010A1C000E")])
    }

    @Test("while a request is being answered, a second one is dropped and commands are not")
    func secondRequest() {
        var fixture = AttributeFixture()
        _ = fixture.receive("0A1C00")
        #expect(fixture.receive("0A0300") == [])
        #expect(fixture.receive("26") == [])
        #expect(fixture.receive("0A03") == [])
        #expect(fixture.receive("521C0001").count == 1)
        #expect(fixture.respond(.init(link: Self.link, number: 1), .success([7])) == [.send("0B07")])
        #expect(fixture.receive("0A0300").count == 1)
    }

    @Test("the upper layer is asked for one dynamic value among several in its turn")
    func dynamicAmongSeveral() {
        var fixture = AttributeFixture()
        let asked = fixture.receive("0E1C0013001C00")
        #expect(asked.count == 1 && asked[0].event != nil)
        let again = fixture.respond(.init(link: Self.link, number: 1), .success([0xA1, 0xA2]))
        #expect(
            again == [
                .event(
                    .attributeRead(
                        .init(
                            id: .init(link: Self.link, number: 2), link: Self.link, handle: 28, offset: 0)))
            ])
        #expect(
            fixture.respond(.init(link: Self.link, number: 2), .success([0xB1])) == [.send("0FA1A201B1")])
        _ = fixture.receive("201C001300")
        #expect(
            fixture.respond(.init(link: Self.link, number: 3), .success([0xA1])) == [.send("210100A1010001")])
        _ = fixture.receive("201C001300")
        #expect(
            fixture.respond(.init(link: Self.link, number: 4), .failure(.error(.outOfRange))) == [
                .send("01201C00FF")
            ])
    }

    @Test("a dynamic value is found by its type")
    func dynamicByType() {
        var fixture = AttributeFixture()
        #expect(fixture.receive("080100FFFF3F2A").first?.event != nil)
        #expect(
            fixture.respond(.init(link: Self.link, number: 1), .success([0xA1])) == [.send("09031C00A1")])
        _ = fixture.receive("080100FFFF3F2A")
        #expect(
            fixture.respond(.init(link: Self.link, number: 2), .failure(.error(.unlikelyError))) == [
                .send("01081C000E")
            ])
    }

    @Test("a write to a dynamic value gets the upper layer's answer")
    func dynamicWrite() {
        var fixture = AttributeFixture()
        let parts = [GATT.WriteRequest.Part(handle: 21, offset: 0, value: [0xAA])]
        for (number, result) in [(UInt32(1), "13"), (2, "0112150080")] {
            let id = GATT.RequestID(link: Self.link, number: number)
            #expect(
                fixture.receive("121500AA") == [
                    .event(.attributeWritten(.init(id: id, link: Self.link, parts: parts)))
                ])
            let answer: Result<[UInt8], ATT.Failure> =
                number == 1 ? .success([]) : .failure(.error(.init(rawValue: 0x80)))
            #expect(fixture.respond(id, answer) == [.send(result)])
        }
    }

    @Test("an executed write with a dynamic part waits with all of them")
    func dynamicExecute() {
        var fixture = AttributeFixture()
        for isAccepted in [false, true] {
            _ = fixture.receive("1619000000A0")
            _ = fixture.receive("1615000300B0")
            let asked = fixture.receive("1801")
            guard case .event(.attributeWritten(let request)) = asked.first, let id = request.id else {
                Issue.record("\(asked)")
                return
            }
            #expect(request.parts.map(\.handle) == [25, 21])
            #expect(request.parts.map(\.offset) == [0, 3])
            let result: Result<[UInt8], ATT.Failure> =
                isAccepted ? .success([]) : .failure(.error(.valueNotAllowed))
            #expect(fixture.respond(id, result) == [.send(isAccepted ? "19" : "0118190013")])
            #expect(fixture.receive("0C19003B00") == [.send(isAccepted ? "010C190007" : "0D3B")])
        }
    }

    @Test("the error of an executed write names the part that the upper layer has refused, or the first one")
    func refusedPart() {
        var fixture = AttributeFixture()
        let table: [(refused: ATT.Handle?, answer: String)] = [
            (21, "0118150013"), (25, "0118190013"), (nil, "0118190013"), (28, "0118190013"),
        ]
        for (number, (refused, answer)) in table.enumerated() {
            _ = fixture.receive("1619000000A0")
            _ = fixture.receive("1615000000B0")
            _ = fixture.receive("1801")
            let id = GATT.RequestID(link: Self.link, number: UInt32(number + 1))
            #expect(
                fixture.respond(id, .failure(.error(.valueNotAllowed)), refused: refused) == [.send(answer)])
        }
    }

    @Test("a write command is reported to the upper layer without an identifier for an answer")
    func writeCommand() {
        var fixture = AttributeFixture()
        for handle: ATT.Handle in [25, 28] {
            let part = GATT.WriteRequest.Part(handle: handle, offset: 0, value: [0x55])
            #expect(
                fixture.receive([0x52, UInt8(handle), 0, 0x55]) == [
                    .event(.attributeWritten(.init(id: nil, link: Self.link, parts: [part])))
                ])
        }
        #expect(fixture.receive("0A1900") == [.send("0B55")])
        // A configuration takes no command, nor does a value without the property.
        #expect(fixture.receive("5211000100") == [])
        #expect(fixture.receive("521500AA") == [])
    }
}
