import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayProtocol
import Testing

@testable import FaradaySimulation

@Suite struct TraceTests {
    private static func record(
        _ microseconds: Int, _ node: UInt32?, _ direction: TraceRecord.Direction,
        _ payload: TraceRecord.Payload
    ) -> TraceRecord {
        TraceRecord(
            time: .zero + .microseconds(microseconds), node: node.map { NodeID($0) }, direction: direction,
            payload: payload)
    }

    private static let read: [UInt8] = [0x03, 0x00, 0x04, 0x00, 0x0A, 0x10, 0x00]

    private static let records: [TraceRecord] = [
        record(0, 0, .none, .world(.added(name: "phone", .origin))),
        record(0, 0, .down, .opened(SessionID(1), .central)),
        record(5_000, 0, .up, .centralEvent(SessionID(1), .stateChanged(.poweredOn))),
        record(
            5_000, 0, .down,
            .centralCommand(SessionID(1), .scan(.init(services: [BluetoothUUID(0x180D)])))),
        record(5_000, 0, .down, .hci(.command(.reset))),
        record(
            5_001, 0, .up,
            .hci(.event(.commandComplete(.init(opcode: .reset, returnParameters: [0]))))),
        record(
            1_234_567, 1, .down,
            .hci(.acl(.init(connectionHandle: 1, packetBoundary: .firstNonFlushable, data: read)))),
        record(
            1_234_567, 1, .none,
            .air(
                AirFrame(
                    time: .zero + .microseconds(1_234_567), node: NodeID(1), receiver: NodeID(0), channel: 12,
                    phy: .le1M, txPower: 0, rssi: -47, accessAddress: 0x5065_6789, crcInit: 0x12_3456,
                    kind: .data(LL.DataPDU(llid: .start, nesn: false, sn: true, md: false, payload: read)),
                    isLost: true))),
        record(2_000_000, nil, .none, .world(.note("a \"note\"\n"))),
    ]

    @Test func textIsOneReadableLineForEachRecord() {
        let text = TraceText(names: ["phone", "HR-1"]).text(of: Self.records)
        #expect(
            text == """
                    0.000000  phone  world  --  added at 0 m
                    0.000000  phone  port   ->  manager 1: a CBCentralManager is created
                    0.005000  phone  port   <-  manager 1: didUpdateState poweredOn
                    0.005000  phone  port   ->  manager 1: scanForPeripherals 180D (Heart Rate)
                    0.005000  phone  hci    ->  Reset
                    0.005001  phone  hci    <-  Command Complete: Reset ok
                    1.234567  HR-1   hci    ->  link 1 ATT READ_REQ 0x0010
                    1.234567  HR-1   air    --  ch 12 ATT READ_REQ 0x0010 [100] -> phone -47 dBm LOST
                    2.000000  world  world  --  a "note"\\n

                """)
    }

    @Test func addressesOfObjectsAreNotInTheText() {
        let message = "peripheral <CBPeripheral: 0x7fe438004fe0, name = X> at handle 0x000E, 0x"
        let misuse = Misuse(kind: .notConnected, call: "call()", message: message)
        let record = Self.record(0, 0, .none, .world(.misuse(misuse)))
        #expect(
            TraceText(names: []).what(record)
                == "MISUSE call(): peripheral <CBPeripheral, name = X> at handle 0x000E, 0x")
    }

    @Test(
        "A misuse shows what matters of its objects",
        arguments: [
            (
                "API MISUSE: Cancelling <CBPeripheral: 0x1, identifier = 60C2FD63, name = HR-1, mtu = 23, state = on>, why?",
                "Cancelling <CBPeripheral, name = HR-1, state = on>, why?"
            ),
            (
                "WARNING: <CBCharacteristic: 0x10, UUID = 2A19> and <other: 0x7fe438004fe0>",
                "WARNING: <CBCharacteristic, UUID = 2A19> and <other: 0x...>"
            ),
            ("<CBPeripheral: 0x1", "<CBPeripheral: 0x1"), ("a < b > c", "a < b > c"), ("", ""),
        ])
    func misuseText(message: String, shown: String) { #expect(MisuseText.short(message) == shown) }

    @Test(
        "Long names lose their middle, and no two are shown the same",
        arguments: [
            (["Kitchen Thermometer Left", "phone"], ["Kitchen Thermometer Left", "phone"]),
            (
                ["The Kitchen Thermometer Left", "The Kitchen Thermometer Right"],
                ["The Kitchen ...eter Left", "The Kitchen ...ter Right"]
            ),
            (
                ["The Kitchen A Thermometer", "The Kitchen B Thermometer", "The Kitchen ...rmometer"],
                ["The Kitchen ...ermometer", "The Kitchen...rmometer 2", "The Kitchen ...rmometer"]
            ),
            (
                ["Thermometer of the kitchen", "Thermometer of the kitchen"],
                ["Thermometer ...e kitchen", "Thermometer ...kitchen 2"]
            ),
            (["K\u{FC}che \u{2013} die Lampe \u{1F4A1}"], ["K\\u{FC}che ...\\u{1F4A1}"]),
        ])
    func longNames(names: [String], shown: [String]) {
        let nodes = TraceNames(nodes: names).nodes
        #expect(nodes == shown)
        #expect(nodes.allSatisfy { $0.count <= TraceNames.longest } && Set(nodes).count == names.count)
    }

    @Test("A file for programs has the whole name")
    func wholeNamesInJSON() {
        let name = "The thermometer of the kitchen"
        let record = Self.record(0, 0, .none, .world(.note("x")))
        #expect(TraceJSON(names: [name]).lines(of: [record]).contains("\"name\":\"\(name)\""))
        #expect(TraceText(names: [name]).line(of: record).contains("  The thermome...e kitchen  "))
    }

    @Test func jsonHasOneObjectOnEachLineWithItsKeysInOrder() {
        let lines = TraceJSON(names: ["phone", "HR-1"]).lines(of: Self.records).split(separator: "\n")
        #expect(lines.count == Self.records.count)
        #expect(
            lines[4] == """
                {"t":5000000,"node":0,"name":"phone","stair":"hci","dir":"down","kind":"command",\
                "text":"Reset","bytes":"01030c00"}
                """)
        #expect(
            lines[8] == """
                {"t":2000000000,"node":null,"name":"world","stair":"world","dir":"none","kind":"note",\
                "text":"a \\"note\\"\\\\n","bytes":null}
                """)
    }

    @Test(arguments: CaptureFormat.allCases)
    func capturesBeginWithTheirMagicAndRepeatExactly(format: CaptureFormat) {
        func bytes() -> [UInt8] {
            var recorder = CaptureRecorder(format, names: ["phone", "HR-1"])
            for record in Self.records { recorder.add(record) }
            return recorder.drain()
        }
        let first = bytes()
        #expect(first == bytes())
        switch format {
        case .pcapng: #expect(Array(first.prefix(4)) == [0x0A, 0x0D, 0x0D, 0x0A])
        case .btsnoop, .btsnoopFirstNode: #expect(Array(first.prefix(8)) == Array("btsnoop\0".utf8))
        // Without a mark: the length of the first record.
        case .packetLogger: #expect(Array(first.prefix(4)) == [0, 0, 0, 12])
        }
        // The reset command is in all of them; the ATT request of node 1 is not in the first node's.
        #expect(first.contains([0x03, 0x0C, 0x00]))
        #expect(first.contains(Self.read) == (format == .pcapng || format == .btsnoop))
    }

    @Test func theRingKeepsTheLastRecordsAndCountsAll() {
        let world = World()
        world.startTrace(capacity: 10)
        for number in 0..<25 { world.note("\(number)") }
        #expect(world.traceCount == 25)
        #expect(notes(world.trace) == (15..<25).map { "\($0)" })
        #expect(notes(world.trace(since: 22).records) == ["22", "23", "24"])
        #expect(notes(world.trace(since: 3).records).first == "15")
        #expect(world.trace(since: 25).records.isEmpty)
        world.startTrace(capacity: 4)
        #expect(notes(world.trace) == ["21", "22", "23", "24"])
        for number in 25..<31 { world.note("\(number)") }
        #expect(notes(world.trace) == ["27", "28", "29", "30"])
        world.stopTrace()
        world.note("unheard")
        #expect(world.traceCount == 31)
    }

    private func notes(_ records: [TraceRecord]) -> [String] {
        records.compactMap { record in
            guard case .world(.note(let text)) = record.payload else { return nil }
            return text
        }
    }

    @Test func aWorldThatIsNotTracedKeepsNothing() throws {
        let world = World()
        let central = TestCentral(world.addPhone())
        try world.run(until: { central.isOn })
        #expect(world.trace.isEmpty)
        #expect(world.traceText() == "")
    }
}

extension Array where Element: Equatable {
    fileprivate func contains(_ part: [Element]) -> Bool {
        guard part.count <= count else { return false }
        return (0...count - part.count).contains { Array(self[$0..<$0 + part.count]) == part }
    }
}
