#if os(macOS) || os(Linux)
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import Foundation
import RandomCases
import Testing

@testable import FaradayInspection

/// Captures as feeds: ours in all formats, and damaged ones.
@Suite struct CaptureFeedTests {
    private static let world = RecordedWorld.world

    @Test(arguments: CaptureFormat.allCases) func aCaptureHasTheBytesOfTheTrace(_ format: CaptureFormat)
        throws
    {
        let feed = try CaptureFeed(Self.world.capture(format), title: "capture")
        let records = CaptureReport.records(of: feed)
        let expected = TimeOrder.sorted(Self.world.records).filter { record in
            switch format {
            case .pcapng: record.stair == .hci || record.stair == .air
            case .btsnoop: record.stair == .hci
            case .btsnoopFirstNode, .packetLogger: record.stair == .hci && record.node?.rawValue == 0
            }
        }
        let bytes = records.filter { $0["kind"] as? String != "note" }.compactMap { $0["bytes"] as? String }
        let wanted = Unpacked.lines(Self.packed(expected)).compactMap { line -> String? in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["bytes"] as? String
        }
        #expect(bytes == wanted && bytes.count > 100)
        #expect(feed.unread == 0)
    }

    private static func packed(_ records: [TraceRecord]) -> [UInt8] {
        var feed = TraceFeed(names: TraceReader(Self.world).names)
        var packed = PackedFeed()
        for record in records { packed.add(feed.record(of: record)) }
        return packed.text
    }

    /// Attributes have names although no node has told its database: discoveries pass in the capture.
    @Test func attributesAreNamedByTheDiscoveriesInTheCapture() throws {
        let records = CaptureReport.records(
            of: try CaptureFeed(Self.world.capture(.btsnoop), title: "capture"))
        let values = records.filter { $0["att"] as? String == "HANDLE_VALUE_NTF" }
        #expect(
            !values.isEmpty && values.contains { $0["uuid"] as? String == "2A37" && $0["meaning"] != nil })
        let writes = records.filter { $0["uuid"] as? String == "2902" }
        #expect(writes.contains { $0["characteristic"] as? String == "2A37" })
    }

    /// On air, addresses are the nodes, by the names that they advertise.
    @Test func senderAndReceiverOnAirAreFoundByTheirAddresses() throws {
        let records = CaptureReport.records(
            of: try CaptureFeed(Self.world.capture(.pcapng), title: "capture"))
        let advertising = records.filter { ($0["text"] as? String)?.contains("ADV_IND") ?? false }
        let names = Set(advertising.compactMap { $0["name"] as? String })
        #expect(names == ["HR-1"])
        let data = records.filter { $0["stair"] as? String == "air" && $0["kind"] as? String == "data" }
        #expect(Set(data.compactMap { $0["name"] as? String }).count == 2)
    }

    @Test(arguments: CaptureFormat.allCases) func aCutFileGivesThePacketsBeforeTheCut(_ format: CaptureFormat)
        throws
    {
        let whole = Self.world.capture(format)
        let all = try CaptureReader.packets(whole)
        for length in stride(from: 200, to: whole.count, by: 611) {
            let some = try CaptureReader.packets(Array(whole.prefix(length)))
            #expect(some.elementsEqual(all.prefix(some.count)))
        }
        #expect(try CaptureReader.contents(whole).length == whole.count)
        let cut = try CaptureReader.contents(Array(whole.dropLast(9)))
        #expect(cut.length < whole.count - 9 && cut.packets.count == all.count - 1)
        #expect(try CaptureReader.contents(Array(whole.prefix(cut.length))).length == cut.length)
    }

    /// Damage is no trap, whatever it does to lengths and types.
    @Test(arguments: CaptureFormat.allCases) func damagedFilesAreReadOrRefused(_ format: CaptureFormat) {
        let whole = Array(Self.world.capture(format).prefix(6000))
        var numbers = SeededNumbers(seed: 11)
        for _ in 0..<randomCases(134) {
            var bytes = whole
            for _ in 0..<4 {
                bytes[numbers.below(bytes.count)] = numbers.byte()
            }
            _ = try? CaptureFeed(bytes, title: "damaged")
        }
    }

    @Test(arguments: [
        ("", "the file is no pcapng, pcap, btsnoop or PacketLogger file"),
        ("hello", "the file is no pcapng, pcap, btsnoop or PacketLogger file"),
        ("btsnoop\0", "the btsnoop file ends within its header"),
    ]) func whatIsNoCaptureIsNamed(_ text: String, _ problem: String) {
        #expect(throws: CaptureProblem(problem)) { try CaptureFeed(Array(text.utf8), title: "") }
    }

    @Test func aTraceWithoutAHeaderGetsOne() throws {
        let plain = Array(Self.world.traceJSONLines().utf8)
        let feed = String(decoding: try TraceFile.feed(plain, title: "mine"), as: UTF8.self)
        #expect(feed.hasPrefix(#"{"faraday":"trace","version":1,"origin":"world","title":"mine""#))
        #expect(throws: CaptureProblem("line 2 is no JSON object")) {
            try TraceFile.feed(Array("{}\nno".utf8), title: "")
        }
        #expect(throws: CaptureProblem("the trace is empty")) { try TraceFile.feed([], title: "") }
    }
}
#endif
