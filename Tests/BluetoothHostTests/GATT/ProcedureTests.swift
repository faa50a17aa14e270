import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Client procedures against scripted servers: the requests they send, and their results after wrong answers.
@Suite struct ProcedureTests {
    /// Plays `script`: each entry is the request expected and the response given to it.
    static func play(
        _ procedure: GATT.Procedure, _ script: [(String, String)], takesInvalidOffsetAsEnd: Bool = false,
        line: Int = #line
    ) -> GATT.Outcome? {
        var fixture = AttributeFixture()
        fixture.bearer = AttributeBearer(
            link: AttributeFixture.link, role: .peripheral, preferredMTU: 517,
            takesInvalidOffsetAsEnd: takesInvalidOffsetAsEnd)
        var actions = fixture.perform(procedure)
        for (request, response) in script {
            #expect(actions == [.send(request)], "line \(line)")
            actions = fixture.receive(response)
        }
        guard case .procedureEnded(_, _, let outcome) = actions.first?.event else { return nil }
        return outcome
    }

    static func range(_ first: UInt16, _ last: UInt16) -> ATT.HandleRange { .init(first: first, last: last) }

    @Test("services are asked for until there are no more")
    func services() {
        let outcome = Self.play(
            .discoverPrimaryServices([]),
            [
                ("100100FFFF0028", "1106" + "010005000018" + "060009000118"),
                ("100A00FFFF0028", "11140A000C00" + ServerAnswerTests.service128),
                ("100D00FFFF0028", "011001000A"),
            ])
        #expect(
            outcome
                == .services([
                    .init(range: Self.range(1, 5), uuid: BluetoothUUID(0x1800)),
                    .init(range: Self.range(6, 9), uuid: BluetoothUUID(0x1801)),
                    .init(range: Self.range(10, 12), uuid: AttributeFixture.service128),
                ]))
    }

    @Test("a service that ends at the last handle ends the discovery")
    func lastHandle() {
        let outcome = Self.play(
            .discoverPrimaryServices([]), [("100100FFFF0028", "11060100FFFF0018")])
        #expect(outcome == .services([.init(range: .all, uuid: BluetoothUUID(0x1800))]))
    }

    @Test("services are searched by one UUID after the other; 32-bit UUIDs are sent as 128 bits")
    func servicesByUUID() {
        let outcome = Self.play(
            .discoverPrimaryServices([BluetoothUUID(0x180D), BluetoothUUID(bits32: 0x1234_5678)]),
            [
                ("060100FFFF00280D18", "07" + "10001F00" + "30003F00"),
                ("064000FFFF00280D18", "010640000A"),
                ("060100FFFF0028FB349B5F80000080001000007856" + "3412", "0720002FFF"),
                ("0630FFFFFF0028FB349B5F800000800010000078563412", "010630FF0A"),
            ])
        #expect(
            outcome
                == .services([
                    .init(range: Self.range(0x10, 0x1F), uuid: BluetoothUUID(0x180D)),
                    .init(range: Self.range(0x30, 0x3F), uuid: BluetoothUUID(0x180D)),
                    .init(range: Self.range(0x20, 0xFF2F), uuid: BluetoothUUID(bits32: 0x1234_5678)),
                ]))
    }

    @Test("included services of 128 bits are read for their UUID")
    func included() {
        let found = Self.play(
            .discoverIncludedServices(Self.range(0x10, 0x20)),
            [
                ("08100020000228", "0908" + "110030003F000D18"),
                ("08120020000228", "0906" + "120040004F00"),
                ("08130020000228", "010813000A"),
                ("0A4000", "0B" + ServerAnswerTests.service128),
            ])
        #expect(
            found
                == .includedServices([
                    .init(
                        declaration: 0x11,
                        service: .init(range: Self.range(0x30, 0x3F), uuid: BluetoothUUID(0x180D))),
                    .init(
                        declaration: 0x12,
                        service: .init(range: Self.range(0x40, 0x4F), uuid: AttributeFixture.service128)),
                ]))
    }

    @Test("a reversed range contains nothing, and causes no request")
    func emptyRange() {
        #expect(Self.play(.discoverDescriptors(Self.range(5, 4)), []) == .descriptors([]))
        #expect(Self.play(.discoverCharacteristics(Self.range(0, 4)), []) == .characteristics([]))
        #expect(Self.play(.discoverIncludedServices(Self.range(5, 4)), []) == .includedServices([]))
        #expect(Self.play(.readMultipleVariable([]), []) == .values([]))
        #expect(Self.play(.reliableWrite([]), []) == .written)
    }

    @Test("a long read continues while parts are full, and ends where the server ends it")
    func longRead() {
        let full = String(repeating: "AB", count: 22)
        let bytes = [UInt8](repeating: 0xAB, count: 22)
        let request = ("0A0300", "0B" + full)
        #expect(Self.play(.read(3), [("0A0300", "0B01")]) == .value([1]))
        #expect(Self.play(.read(3), [request, ("0C03001600", "0D")]) == .value(bytes))
        #expect(Self.play(.read(3), [request, ("0C03001600", "010C03000B")]) == .value(bytes))
        #expect(
            Self.play(.read(3), [request, ("0C03001600", "0D" + full), ("0C03002C00", "0D02")])
                == .value(bytes + bytes + [2]))
        #expect(
            Self.play(.read(3), [request, ("0C03001600", "010C030002")])
                == .failed(.error(.readNotPermitted)))
        let behindTheEnd = [request, ("0C03001600", "010C030007")]
        #expect(Self.play(.read(3), behindTheEnd) == .failed(.error(.invalidOffset)))
        #expect(Self.play(.read(3), behindTheEnd, takesInvalidOffsetAsEnd: true) == .value(bytes))
        #expect(Self.play(.read(3), [("0A0300", "010A030007")]) == .failed(.error(.invalidOffset)))
    }

    @Test("a server that never stops is cut off at 512 bytes")
    func endlessValue() {
        var fixture = AttributeFixture()
        var actions = fixture.perform(.read(3))
        var blobs = 0
        while let pdu = actions.first?.pdu, blobs < 100 {
            blobs += 1
            actions = fixture.receive([pdu[0] + 1] + [UInt8](repeating: 1, count: 22))
        }
        #expect(blobs == 24)
        #expect(
            actions.first?.event
                == .procedureEnded(
                    AttributeFixture.link, .init(1), .value([UInt8](repeating: 1, count: 512))))
    }

    @Test("values found by UUID before a refusal count")
    func readUsingUUID() {
        let procedure = GATT.Procedure.readUsingUUID(.all, BluetoothUUID(0x2A19))
        let first = ("080100FFFF192A", "09030300AA")
        let value = GATT.ReadValue(handle: 3, value: [0xAA])
        #expect(
            Self.play(procedure, [first, ("080400FFFF192A", "0108040005")]) == .values([value]))
        #expect(
            Self.play(procedure, [("080100FFFF192A", "010801000A")])
                == .failed(.error(.attributeNotFound)))
    }

    @Test("values that a response left out are asked for again")
    func readMultipleVariable() {
        let outcome = Self.play(
            .readMultipleVariable([3, 5, 7]),
            [("20030005000700", "210100AA0100BB"), ("0A0700", "0BCC")])
        #expect(
            outcome
                == .values([
                    .init(handle: 3, value: [0xAA]), .init(handle: 5, value: [0xBB]),
                    .init(handle: 7, value: [0xCC]),
                ]))
        #expect(
            Self.play(.readMultipleVariable([3, 5]), [("2003000500", "210000" + "0000" + "0000")])
                == .failed(.invalidResponse))
        #expect(Self.play(.readMultiple([3, 5]), [("0E03000500", "0FAABB")]) == .value([0xAA, 0xBB]))
        #expect(
            Self.play(.readMultiple(Array(1...12)), []) == .failed(.error(.invalidPDU)))
    }

    @Test("a value that fits is written at once, a longer one in parts that nobody compares")
    func writes() {
        #expect(Self.play(.write(3, [1]), [("12030001", "13")]) == .written)
        let long = [UInt8](repeating: 1, count: 21)
        let part = String(repeating: "01", count: 18)
        #expect(
            Self.play(
                .write(3, long),
                [
                    ("1603000000" + part, "1703000000"), ("1603001200010101", "1709000900"),
                    ("1801", "19"),
                ]) == .written)
        #expect(
            Self.play(.write(3, [UInt8](repeating: 1, count: 513)), [])
                == .failed(.error(.invalidAttributeValueLength)))
        #expect(
            Self.play(.write(3, long), [("1603000000" + part, "0116030003")])
                == .failed(.error(.writeNotPermitted)))
        #expect(
            Self.play(
                .write(3, long),
                [
                    ("1603000000" + part, "1703000000"), ("1603001200010101", "0116030009"),
                    ("1800", "19"),
                ]) == .failed(.error(.prepareQueueFull)))
        #expect(
            Self.play(
                .write(3, long),
                [
                    ("1603000000" + part, "1703000000"), ("1603001200010101", "1703001200010101"),
                    ("1801", "0118030007"),
                ]) == .failed(.error(.invalidOffset)))
    }

    @Test(
        "a reliable write whose echo differs is cancelled",
        arguments: ["170400" + "020001", "170300" + "030001", "170300" + "020002", "170300" + "0200"])
    func echo(response: String) {
        let parts = [GATT.WriteRequest.Part(handle: 3, offset: 2, value: [1])]
        #expect(
            Self.play(.reliableWrite(parts), [("160300020001", response), ("1800", "19")])
                == .failed(.echoMismatch))
        #expect(
            Self.play(.reliableWrite(parts), [("160300020001", "170300020001"), ("1801", "19")]) == .written)
    }

    @Test(
        "lists that do not progress, or are empty, end the bearer",
        arguments: [
            (GATT.Procedure.discoverPrimaryServices([]), "11060000050000" + "18"),
            (.discoverPrimaryServices([]), "1106050004000018"),
            (.discoverPrimaryServices([]), "110601000500001804000600" + "0018"),
            (.discoverPrimaryServices([]), "110601000500"),
            (.discoverPrimaryServices([]), "110801000500" + "00180000"),
            (.discoverPrimaryServices([]), "11060100FFFF001801000200" + "0018"),
            (.discoverPrimaryServices([BluetoothUUID(0x1800)]), "0705000400"),
            (.discoverPrimaryServices([BluetoothUUID(0x1800)]), "11060100" + "05000018"),
            (.discoverCharacteristics(.init(first: 10, last: 20)), "0907090002" + "0A00002A"),
            (.discoverCharacteristics(.init(first: 10, last: 20)), "09070A0002" + "0A00002A"),
            (.discoverCharacteristics(.init(first: 10, last: 20)), "0907150002" + "1600002A"),
            (.discoverCharacteristics(.init(first: 10, last: 20)), "09060A0002" + "0B0000"),
            (.discoverDescriptors(.init(first: 10, last: 20)), "05010900" + "0029"),
            (.discoverDescriptors(.init(first: 10, last: 20)), "05010A0000290A000029"),
            (.discoverIncludedServices(.init(first: 10, last: 20)), "09080A00" + "050004000018"),
            (.discoverIncludedServices(.init(first: 10, last: 20)), "09070A00" + "0100040000"),
            (.readUsingUUID(.all, BluetoothUUID(0x2A00)), "090300" + "0001"),
        ])
    func malformedLists(procedure: GATT.Procedure, response: String) {
        var fixture = AttributeFixture()
        _ = fixture.perform(procedure)
        #expect(
            fixture.receive(response) == [
                BearerTests.ended(1, .failed(.invalidResponse)), .failLink(.remoteUserTerminatedConnection),
            ])
    }
}
