#if os(macOS) || os(Linux)
import BluetoothHost
import BluetoothTypes
import FaradaySimulation
import Foundation
import HeartRate
import Testing

@testable import FaradayInspection

/// A world whose app reads, writes and gets values, and its feed.
private struct Played {
    let world: World
    let strap: Device
    var lines: [[String: Any]] = []

    init(seed: UInt64 = 1) throws {
        world = World(seed: seed)
        world.startTrace()
        let phone = world.addPhone(.iOS(18), name: "phone")
        strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = phone.run { HeartRateApp { _ in } }
        try world.run(until: { app.readingCount >= 2 && app.battery != nil && app.hasResetEnergy })
        strap.move(to: .outOfRange)
        try world.run(until: { !app.isConnected })
        world.note("out of \"range\"")
        app.disconnect()
        lines = Self.parsed(Self.whole(world, "plays"))
    }

    static func whole(_ world: World, _ title: String) -> [String] {
        var feed = WorldFeed(world, title: title)
        return [feed.header] + feed.next(isLast: true)
    }

    static func parsed(_ lines: [String]) -> [[String: Any]] {
        lines.compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object != nil, "\(line)")
            return object
        }
    }

    var records: [[String: Any]] { lines.filter { $0["id"] != nil } }

    func records(_ stair: String, _ kind: String) -> [[String: Any]] {
        records.filter { $0["stair"] as? String == stair && $0["kind"] as? String == kind }
    }
}

/// What `Documentation/TraceFormat.md` says of the lines.
@Suite struct TraceFeedTests {
    @Test func everyLineIsAnObjectAndTheFirstIsTheHeader() throws {
        let played = try Played()
        let header = try #require(played.lines.first)
        #expect(header["faraday"] as? String == "trace" && header["version"] as? Int == 1)
        #expect(header["title"] as? String == "plays" && header["seed"] as? String == "1")
        #expect(header["epoch"] as? String == "2025-01-01T00:00:00Z")
    }

    @Test func recordsAreNumberedAndInTheOrderOfTheirTimes() throws {
        let records = try Played().records
        #expect(records.count > 300)
        #expect(records.compactMap { $0["id"] as? Int } == Array(records.indices))
        let times = records.compactMap { $0["t"] as? Int }
        #expect(times == times.sorted() && times.count == records.count)
    }

    @Test func baseKeysAreThoseOfAPlainTrace() throws {
        let played = try Played()
        let plain = Played.parsed(played.world.traceJSONLines().split(separator: "\n").map(String.init))
        let key = { (record: [String: Any]) in
            "\(record["t"] ?? "") \(record["stair"] ?? "") \(record["dir"] ?? "") \(record["kind"] ?? "")"
                + " \(record["bytes"] ?? "") \(record["name"] ?? "")"
        }
        // The plain trace is asked for later: it has the frames of an event that began meanwhile, too.
        let (ours, theirs) = (played.records.map(key), plain.map(key))
        #expect(Set(ours).isSubset(of: theirs) && ours.count > 300)
    }

    @Test func nodesSayWhatTheyAreAndOffer() throws {
        let nodes = try Played().lines.filter { $0["type"] as? String == "node" }
        let phone = try #require(nodes.first { $0["name"] as? String == "phone" })
        #expect(phone["kind"] as? String == "phone" && phone["system"] as? String == "iOS 18.0")
        let strap = try #require(nodes.last { $0["name"] as? String == "HR-1" })
        #expect(strap["kind"] as? String == "device" && strap["position"] is NSNull)
        let services = try #require(strap["services"] as? [[String: Any]])
        let heartRate = try #require(services.first { $0["uuid"] as? String == "180D" })
        #expect(heartRate["name"] as? String == "Heart Rate" && heartRate["primary"] as? Bool == true)
        let measured = try #require(heartRate["characteristics"] as? [[String: Any]])
        #expect(measured.first?["properties"] as? [String] == ["notify"])
        #expect((measured.first?["descriptors"] as? [[String: Any]])?.first?["uuid"] as? String == "2902")
    }

    /// The same attribute on all layers, by its name; values in words.
    @Test func valuesAreNamedOnEveryLayer() throws {
        let played = try Played()
        let callback = try #require(
            played.records("port", "characteristicValue").first { $0["uuid"] as? String == "2A37" })
        let meaning = try #require(callback["meaning"] as? String)
        #expect(meaning.hasPrefix("beats per minute ") && callback["peer"] as? String == "HR-1")
        for (stair, kind) in [("hci", "acl"), ("air", "data")] {
            let packets = played.records(stair, kind).filter { $0["att"] as? String == "HANDLE_VALUE_NTF" }
            #expect(
                packets.contains { $0["uuid"] as? String == "2A37" && $0["meaning"] as? String == meaning },
                "\(stair)")
            #expect(packets.allSatisfy { $0["handle"] is Int }, "\(stair)")
        }
    }

    @Test func aReadIsNamedInItsRequestAndItsResponse() throws {
        let played = try Played()
        for stair in ["hci", "air"] {
            let packets = played.records.filter {
                $0["stair"] as? String == stair && $0["uuid"] as? String == "2A19"
            }
            let names = Set(packets.compactMap { $0["att"] as? String })
            #expect(names.isSuperset(of: ["READ_REQ", "READ_RSP"]), "\(stair): \(names)")
        }
        let answers = played.records("hci", "acl").filter { $0["att"] as? String == "READ_RSP" }
        #expect(answers.contains { $0["value"] as? String != nil && $0["meaning"] as? String != nil })
    }

    @Test func aDescriptorNamesItsCharacteristic() throws {
        let writes = try Played().records.filter {
            $0["att"] as? String == "WRITE_REQ" && $0["uuid"] as? String == "2902"
        }
        #expect(writes.count > 1)
        #expect(writes.allSatisfy { $0["characteristic"] is String })
        #expect(writes.contains { $0["characteristic"] as? String == "2A37" })
    }

    @Test func framesSayWhoHeardThem() throws {
        let frames = try Played().records("air", "data").filter { $0["lost"] == nil }
        #expect(
            frames.allSatisfy {
                $0["to"] is Int && $0["rssi"] is Int && $0["access"] is Int && $0["phy"] is Int
            })
    }

    @Test func movesAndNotesCanBeFound() throws {
        let played = try Played()
        #expect(played.records("world", "moved").allSatisfy { $0["at"] is NSNull })
        #expect(played.records("world", "added").contains { ($0["at"] as? [Int]) == [2, 0, 0] })
        let notes = played.records("world", "note").filter { $0["flag"] as? String == "note" }
        #expect(notes.contains { $0["text"] as? String == "out of \"range\"" })
    }

    /// What a reader gets in pieces is what it gets at once.
    @Test func piecesAreTheWhole() throws {
        let world = World(seed: 3)
        world.startTrace()
        var feed = WorldFeed(world, title: "pieces")
        var lines = [feed.header] + feed.next()
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp { _ in } }
        for _ in 0..<40 {
            try world.run(for: .milliseconds(137))
            lines += feed.next()
        }
        lines += feed.next(isLast: true)
        let whole = Played.whole(world, "pieces")
        let records = { (lines: [String]) in lines.filter { $0.hasPrefix("{\"id\"") }.count }
        #expect(app.readingCount > 0 && records(lines) == records(whole))
        let times = Played.parsed(lines).filter { $0["id"] != nil }.compactMap { $0["t"] as? Int }
        #expect(times == times.sorted())
    }

    /// The packed form says the same as the plain one.
    @Test func packedRecordsAreThePlainOnes() throws {
        let played = try Played()
        var feed = TraceFeed(names: TraceReader(played.world).names)
        var plain = TraceFeed(names: TraceReader(played.world).names)
        let nodes = TraceReader(played.world).nodes
        #expect(feed.lines(of: nodes) == plain.lines(of: nodes))
        let records = TimeOrder.sorted(played.world.records)
        var packed = PackedFeed()
        for record in records { packed.add(feed.record(of: record)) }
        #expect(Unpacked.lines(packed.text) == plain.lines(of: records))
    }

    /// A report that would be too large has the whole story, and the last packets.
    @Test func aReportLeavesOutTheOldestPackets() throws {
        let played = try Played()
        let whole = ReportPage.html(of: played.world, title: "whole")
        let part = ReportPage.html(of: played.world, title: "part", limit: 100)
        #expect(part.utf8.count < whole.utf8.count)
        let lines = Unpacked.lines(ReportPage.feed(of: played.world, title: "part", limit: 100))
        let records = Played.parsed(lines).filter { $0["id"] != nil }
        let isPacket = { (record: [String: Any]) in ["hci", "air"].contains(record["stair"] as? String) }
        let story = played.world.records.filter { $0.stair == .port || $0.stair == .world }
        #expect(records.count(where: isPacket) == 100)
        #expect(records.count - 100 == story.count && !story.isEmpty)
        #expect(TraceFeed.header(title: "", origin: .world, leftOut: 3).hasSuffix("\"leftOut\":3}"))
        #expect(!TraceFeed.header(title: "", origin: .world).contains("leftOut"))
    }

    /// Packets push the story out of the ring within minutes; a report has it nevertheless.
    @Test func theStoryOutlivesThePackets() throws {
        let world = World(seed: 5)
        world.startTrace(capacity: 50)
        world.note("it begins")
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp { _ in } }
        try world.run(until: { app.readingCount >= 2 })
        let lines = Played.parsed(Unpacked.lines(ReportPage.feed(of: world, title: "", limit: 1000)))
        let texts = lines.compactMap { $0["text"] as? String }
        #expect(texts.contains("it begins") && texts.contains { $0.contains("didConnect") })
        #expect(lines[0]["leftOut"] as? Int ?? 0 > 100 && lines[0]["lost"] == nil)
        let times = lines.filter { $0["id"] != nil }.compactMap { $0["t"] as? Int }
        #expect(times == times.sorted() && lines.count - 1 < world.traceCount)
    }

    @Test func aReportSaysWhatOfTheStoryItLacks() {
        let world = World()
        world.startTrace()
        for number in 0..<3 { world.note("\(number)") }
        _ = TraceTaker(world).take()
        world.note("3")
        let lines = Played.parsed(Unpacked.lines(ReportPage.feed(of: world, title: "", limit: 10)))
        #expect(lines[0]["lost"] as? Int == 3 && lines[0]["leftOut"] == nil)
        #expect(lines.compactMap { $0["text"] as? String } == ["3"])
    }

    /// Each app of a phone has records of its own.
    @Test func recordsOfThePortNameTheApp() throws {
        let world = World(seed: 6)
        world.startTrace()
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone(name: "phone")
        let apps = [phone.run { HeartRateApp { _ in } }, phone.app(2).run { HeartRateApp { _ in } }]
        try world.run(until: { apps.allSatisfy { $0.readingCount > 0 } })
        let records = Played.parsed(Played.whole(world, "two apps")).filter {
            $0["stair"] as? String == "port"
        }
        let named = Set(records.compactMap { $0["app"] as? String })
        #expect(named.count == 2 && records.allSatisfy { $0["app"] != nil })
    }

    @Test func nodesSayWhatTheyRemember() throws {
        let world = World(seed: 8)
        world.startTrace()
        let phone = world.addPhone(name: "phone")
        // A bond of an earlier life of both; they do not meet in this test.
        let lamp = world.add(.blinky(name: "Lamp"), at: .outOfRange)
        let key = Host.Bond.Key(value: [UInt8](repeating: 7, count: 16))
        phone.restore([Host.Bond(peer: lamp.address, keyAsCentral: key)])
        lamp.setBonds([
            Host.Bond(peer: phone.identityAddress, peerResolvingKey: key.value, keyAsPeripheral: key)
        ])
        let nodes = Played.parsed(Played.whole(world, "bond")).filter { $0["type"] as? String == "node" }
        let known = try #require(nodes.last { $0["name"] as? String == "phone" })
        let bond = try #require((known["bonds"] as? [[String: Any]])?.first)
        #expect(bond["peer"] as? String == "Lamp" && bond["keys"] as? String == "LTK")
        let other = try #require(nodes.last { $0["name"] as? String == "Lamp" })
        let its = try #require((other["bonds"] as? [[String: Any]])?.first)
        #expect(its["peer"] as? String == "phone" && its["keys"] as? String == "LTK, IRK")
    }

    /// Scripts split lines there.
    @Test func noCharacterEndsALine() throws {
        let world = World()
        world.startTrace()
        world.note("a\u{2028}b\u{2029}c\u{85}d\r\ne")
        let whole = Played.whole(world, "x\u{2028}y")
        #expect(
            whole.allSatisfy { !$0.contains("\u{2028}") && !$0.contains("\u{2029}") && !$0.contains("\n") })
        #expect(Played.parsed(whole).first?["title"] as? String == "x\u{2028}y")
    }

    @Test func theTimeOfTheCalendarIsRight() {
        for (seconds, text): (UInt64, String) in [
            (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_600, "2025-01-01T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        ] {
            #expect(CalendarTime.text(seconds * 1_000_000_000) == text)
        }
        for (rest, text): (UInt64, String) in [
            (42_000_000, "2025-01-01T00:00:00.042Z"), (42_001_000, "2025-01-01T00:00:00.042001Z"),
            (1, "2025-01-01T00:00:00.000000001Z"),
        ] {
            #expect(CalendarTime.text(1_735_689_600_000_000_000 + rest) == text)
        }
    }
}
#endif
