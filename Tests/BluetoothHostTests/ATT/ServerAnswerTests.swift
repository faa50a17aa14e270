import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// What the server answers to each request, byte by byte, at an ATT_MTU of 23.
@Suite struct ServerAnswerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let request: String
        /// Empty: no answer.
        let answer: String
        var testDescription: String { rule }
        init(_ rule: String, _ request: String, _ answer: String) {
            self.rule = rule
            self.request = request
            self.answer = answer
        }
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
    static let service128 = "00FFEEDDCCBBAA998877665544332211"
    static let characteristic128 = "01FFEEDDCCBBAA998877665544332211"

    static let reads: [Row] = [
        Row("a read gives the value", "0A0300", "0B466978"),
        Row("a read is cut to MTU - 1", "0A1900", "0B" + hexadecimal(0..<22)),
        Row("handle 0 is invalid", "0A0000", "010A000001"),
        Row("an unused handle is invalid", "0A2500", "010A250001"),
        Row("a value without the property is not readable", "0A1000", "010A100002"),
        Row("a protected value wants pairing first", "0A1E00", "010A1E0005"),
        Row("a blob gives the bytes from the offset on", "0C19001600", "0D" + hexadecimal(22..<44)),
        Row("a blob at the end is empty", "0C19003C00", "0D"),
        Row("a blob behind the end has an invalid offset", "0C19003D00", "010C190007"),
        Row("a short stored value may be read by blob", "0C03000100", "0D6978"),
        Row("a declaration is not long", "0C0E000000", "010C0E000B"),
        Row("a configuration is not long", "0C11000000", "010C11000B"),
        Row("a blob of an unused handle", "0C25000000", "010C250001"),
        Row("a configuration reads as zero at first", "0A1100", "0B0000"),
        Row("several values come in a row", "0E05001300", "0F410301"),
        Row("several values are cut at the MTU", "0E13001900", "0F01" + hexadecimal(0..<21)),
        Row("one wrong handle refuses several values", "0E05002500", "010E250001"),
        Row("one unreadable value refuses several", "0E05001000", "010E100002"),
        Row("several values with lengths", "2005001300", "21020041030100" + "01"),
        Row("the last value with length is cut", "2013001900", "210100013C00" + hexadecimal(0..<17)),
        Row("one wrong handle refuses several with lengths", "2005002500", "0120250001"),
    ]

    static let searches: [Row] = [
        Row(
            "types of equal width, as many as fit", "040100FFFF",
            "0501" + "01000028" + "02000328" + "0300002A" + "04000328" + "0500012A"),
        Row("types end where the width changes", "0418002100", "050118000328"),
        Row("a type of 128 bits", "0419002100", "05021900" + characteristic128),
        Row("no types behind the last handle", "042500FFFF", "010425000A"),
        Row("types from handle 0", "040000FFFF", "0104000001"),
        Row("types of a range upside down", "0405000400", "0104050001"),
        Row("a service of 16 bits by value", "060100FFFF00280D18", "070E001500"),
        Row("a service of 128 bits by value", "060100FFFF0028" + service128, "0716002100"),
        Row(
            "a service by its UUID written with 128 bits",
            "060100FFFF0028FB349B5F80000080001000000D180000", "070E001500"),
        Row("an attribute that is no service by value", "060100FFFF382A01", "0713001300"),
        Row("no service has this value", "060100FFFF0028AABB", "010601000A"),
        Row("by value from handle 0", "060000FFFF00280D18", "0106000001"),
        Row(
            "declarations of equal length, as many as fit", "080100FFFF0328",
            "0907" + "0200020300002A" + "0400020500012A" + "0700200800052A"),
        Row("a declaration of 128 bits", "081800FFFF0328", "091518000E1900" + characteristic128),
        Row("an include declaration", "081600FFFF0228", "090817000E0015000D18"),
        Row("by type, asked for with 128 bits", "080E00FFFFFB349B5F8000008000100000382A0000", "0903130001"),
        Row("no attribute of a type", "080100FFFF0A2A", "010801000A"),
        Row("the first one of a type can't be read", "080100FFFF372A", "0108100002"),
        Row("by type from handle 0", "080000FFFF0328", "0108000001"),
        Row("by type in a range upside down", "0805000400" + "0328", "0108050001"),
        Row(
            "services of equal length, as many as fit", "100100FFFF0028",
            "1106" + "010005000018" + "06000D000118" + "0E0015000D18"),
        Row("a service of 128 bits", "101600FFFF0028", "111416002100" + service128),
        Row("secondary services", "100100FFFF0128", "1106220024000F18"),
        Row("characteristics are no groups here", "100100FFFF0328", "0110010010"),
        Row("no service behind the last", "102300FFFF0028", "011023000A"),
        Row("groups from handle 0", "100000FFFF0028", "0110000001"),
    ]

    static let writes: [Row] = [
        Row("a stored value is written", "121900AA", "13"),
        Row("a value without the property is not writable", "12130000", "0112130003"),
        Row("a declaration is not writable", "120E0000", "01120E0003"),
        Row("a value that needs authorization", "121E0000", "01121E0008"),
        Row("a write to an unused handle", "12250000", "0112250001"),
        Row("a configuration takes what the properties allow", "1211000100", "13"),
        Row("a configuration takes nothing else", "1211000200", "0112110013"),
        Row("a configuration has two bytes", "12110001", "011211000D"),
        Row("client features are stored", "120B0001", "13"),
        Row("client features have a byte", "120B00", "01120B000D"),
        Row("the hash is not writable", "120D0000", "01120D0003"),
        Row("a prepared write is echoed", "1619000500AABB", "1719000500AABB"),
        Row("a prepared write to an unused handle", "1625000000AA", "0116250001"),
        Row("a prepared write without the property", "1613000000AA", "0116130003"),
        Row("nothing prepared is executed", "1801", "19"),
        Row("nothing prepared is cancelled", "1800", "19"),
        Row("a command gets no answer", "521900AA", ""),
        Row("a wrong command gets no answer", "522500AA", ""),
        Row("a signed command is ignored", "D21900AA000000000000000000000000", ""),
    ]

    static let others: [Row] = [
        Row("the MTU is answered with the own one", "02C800", "030502"),
        Row("an unknown request is not supported", "26", "0126000006"),
        Row("an unknown command is ignored", "6601", ""),
        Row("a request that is cut", "0A03", "010A000004"),
        Row("a request with bytes too many", "0A030000", "010A000004"),
        Row("read multiple of one handle", "0E0300", "010E000004"),
        Row("execute with unknown flags", "1802", "0118000004"),
        Row("a type of three bytes", "080100FFFF032800", "0108000004"),
        Row(
            "a request longer than the MTU",
            "121900" + String(repeating: "00", count: 21), "0112000004"),
        Row("an unexpected response", "0B00", ""),
        Row("an unexpected error", "010A000001", ""),
        Row("an unexpected confirmation", "1E", ""),
        Row("an indication is confirmed", "1D0300AA", "1E"),
        Row("a notification gets no answer", "1B0300AA", ""),
        Row("a notification that is cut", "1B03", ""),
        Row("nothing at all", "", ""),
    ]

    @Test("the server answers as the specification says", arguments: reads + searches + writes + others)
    func answer(row: Row) {
        var fixture = AttributeFixture()
        let sent = fixture.receive(row.request).compactMap(\.pdu)
        let expected = row.answer.isEmpty ? [] : [Hexadecimal.bytes(row.answer)]
        #expect(sent == expected)
    }

    @Test("a bigger MTU carries more entries")
    func biggerMTU() {
        var fixture = AttributeFixture()
        _ = fixture.receive("022800")
        #expect(fixture.bearer.mtu == 40)
        // Five characteristics of 7 bytes make 37.
        let pdu = fixture.receive("080100FFFF0328").compactMap(\.pdu)[0]
        #expect(pdu.count == 37)
        #expect(fixture.receive("0A1900") == [.send("0B" + Self.hexadecimal(0..<39))])
    }

    @Test(
        "an encrypted link reads what an unencrypted one may not; with a key alone the client has to encrypt")
    func security() {
        var fixture = AttributeFixture()
        fixture.server.setSecurity(AttributeSecurity(hasKey: true), of: AttributeFixture.link)
        #expect(fixture.receive("0A1E00") == [.send("010A1E000F")])
        fixture.server.setSecurity(
            AttributeSecurity(hasKey: true, isEncrypted: true, keySize: 16), of: AttributeFixture.link)
        #expect(fixture.receive("0A1E00") == [.send("0B09")])
        #expect(fixture.receive("121E0001") == [.send("01121E0008")])
        fixture.server.setSecurity(AttributeSecurity(isAuthorized: true), of: AttributeFixture.link)
        #expect(fixture.receive("121E0001").first == .send("13"))
    }

    @Test("prepared writes change the value together, in order, and not before they are executed")
    func execute() {
        var fixture = AttributeFixture()
        _ = fixture.receive("1619000000A0A1")
        _ = fixture.receive("1619000200A2")
        #expect(fixture.receive("0C19003A00") == [.send("0D3A3B")])
        let parts = [
            GATT.WriteRequest.Part(handle: 25, offset: 0, value: [0xA0, 0xA1]),
            GATT.WriteRequest.Part(handle: 25, offset: 2, value: [0xA2]),
        ]
        #expect(
            fixture.receive("1801") == [
                .send("19"),
                .event(.attributeWritten(.init(id: nil, link: AttributeFixture.link, parts: parts))),
            ])
        #expect(fixture.receive("0A1900") == [.send("0BA0A1A2")])
        #expect(fixture.receive("1801") == [.send("19")])
    }

    @Test(
        "an executed write that fails in one part writes nothing and empties the queue",
        arguments: [
            (["1619000000A0", "1619000500A1"], "0118190007"),
            (["1619000000A0", "16110000000F00"], "0118110013"),
        ])
    func executeFails(prepared: [String], answer: String) {
        var fixture = AttributeFixture()
        for request in prepared { #expect(fixture.receive(request).first?.pdu?.first == 0x17) }
        #expect(fixture.receive("1801") == [.send(answer)])
        #expect(fixture.receive("1801") == [.send("19")])
        #expect(fixture.receive("0C19003A00") == [.send("0D3A3B")])
    }

    @Test("a cancelled queue is emptied, a full one refuses more")
    func queueLimits() {
        var fixture = AttributeFixture()
        for _ in 0..<ClientRecord.preparedLimit { _ = fixture.receive("1619000000A0") }
        #expect(fixture.receive("1619000000A0") == [.send("0116190009")])
        #expect(fixture.receive("1800") == [.send("19")])
        #expect(fixture.receive("1619000000A0") == [.send("1719000000A0")])
    }

    @Test("client features can't be unset, and belong to this client only")
    func clientFeatures() {
        var fixture = AttributeFixture()
        #expect(fixture.receive("120B00F1") == [.send("13")])
        #expect(fixture.receive("0A0B00") == [.send("0B01")])
        #expect(fixture.receive("120B0000") == [.send("01120B0013")])
        let other = Host.LinkID(8)
        fixture.server.linkOpened(other)
        #expect(fixture.server.read(10, by: other) == .value([0]))
    }
}
