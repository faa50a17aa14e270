#if os(macOS) || os(Linux)
import BluetoothWire
import Testing

/// The browser's page has layouts of its own. They are compared with the packets of the codecs' tables.
@Suite("The page reads packets as the codecs do") struct PageLayoutTests {
    private static let all = Result { try PageLayouts.read("layouts.js", "layoutslink.js") }

    private func table(_ name: String) throws -> [Int: PageLayouts.Row] {
        try #require(try Self.all.get()[name])
    }

    @Test(
        "Each command has its name, and its fields end where the specification's end",
        arguments: HCITable.commands)
    func commands(_ golden: HCIGolden<HCI.Command>) throws {
        if case .unknown = golden.value { return }
        let opcode = golden.value.opcode
        let row = try #require(
            try table("commands")[Int(opcode.rawValue)], "\(opcode.name) is not in the page")
        #expect(row[0] == opcode.name)
        check(row[1], golden, header: 3)
    }

    @Test(
        "Each event has its name, and its fields end where the specification's end",
        arguments: HCITable.events)
    func events(_ golden: HCIGolden<HCI.Event>) throws {
        let event = golden.value
        if case .commandComplete = event { return }
        let number = event.subevent ?? event.code
        let rows = try table(event.subevent == nil ? "events" : "leEvents")
        if case .unknown = event { return }
        if case .unknownLE = event { return }
        let row = try #require(rows[Int(number)], "\(event.name) is not in the page")
        #expect(row[0] == event.name)
        check(row[1], golden, header: event.subevent == nil ? 2 : 3)
    }

    @Test("Return parameters end where the specification's end", arguments: HCITable.returns)
    func returns(_ golden: HCIGolden<any HCI.Value>) throws {
        guard let row = try table("commands").values.first(where: { $0[0] == golden.testDescription }) else {
            return
        }
        check(row.count > 2 ? row[2] : "", golden, header: 1)
    }

    @Test("ATT PDUs have the lengths of the specification", arguments: ATTGoldens.all)
    func attributes(_ golden: WireGolden<ATT.PDU>) throws { try check(golden, in: "att") }

    @Test("SMP PDUs have the lengths of the specification", arguments: SMPGoldens.all)
    func security(_ golden: WireGolden<SMP.PDU>) throws { try check(golden, in: "smp") }

    @Test(
        "Control PDUs of links have the lengths of the specification",
        arguments: LinkLayerGoldens.control + LinkLayerGoldens.sounding)
    func control(_ golden: WireGolden<LL.ControlPDU>) throws { try check(golden, in: "control") }

    /// Of all lengths up to a byte more than the golden one, the page reads those that decode. Where a list must not be
    /// empty the page shows an empty one.
    private func check<Value>(_ golden: WireGolden<Value>, in table: String) throws {
        guard golden.testDescription != "unknown" else { return }
        let row = try #require(try self.table(table)[Int(golden.bytes[0])], "\(golden) is not in the page")
        let layout = PageLayout(row[1])
        let bytes = golden.bytes + [0]
        let lengths = 1...bytes.count
        let read = lengths.filter { layout.pieces(Array(bytes[1..<$0])) != nil }
        let allowed = lengths.filter { golden.tail.allows($0, outOf: golden.bytes.count) }
        #expect(read.filter { $0 >= allowed[0] } == allowed, "\(golden): \(row[1])")
    }

    private func check<Value>(_ layout: String, _ golden: HCIGolden<Value>, header: Int) {
        guard let pieces = PageLayout(layout).pieces(Array(golden.bytes.dropFirst(header))) else {
            Issue.record("the page does not read \(golden): \(layout)")
            return
        }
        guard !golden.ends.isEmpty else { return }
        let ends = Set(pieces.map(\.end)).subtracting([0])
        let expected = Set(golden.ends.filter { $0 > header }.map { $0 - header })
        #expect(ends.subtracting(expected).sorted() == [], "cuts of the page alone, in \(golden)")
        let inside = expected.subtracting(ends).filter { end in
            !pieces.contains { $0.isOpaque && $0.start < end && end < $0.end }
        }
        #expect(inside.sorted() == [], "ends that the page does not know, in \(golden)")
    }
}
#endif
