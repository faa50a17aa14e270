#if os(macOS) || os(Linux)
import FaradayInspection
import FaradaySimulation
import Foundation
import HeartRate
import Testing

@testable import FaradayBridge

/// What `faraday watch` draws of the lines of a feed.
@Suite struct FeedTableTests {
    private func table(of world: World, events: Int = 3) -> FeedTable {
        var feed = WorldFeed(world, title: "table")
        var table = FeedTable(events: events)
        for line in [feed.header] + feed.next(isLast: true) { _ = table.add(line) }
        return table
    }

    /// The rows of nodes, without the spaces between their columns.
    private func nodes(_ table: FeedTable) -> [String] {
        table.text().split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).prefix {
            !$0.isEmpty
        }
        .map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func placesAndLinksFollowTheWorld() throws {
        let world = World(seed: 1)
        world.startTrace()
        let phone = world.addPhone(.iOS(18), name: "phone")
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        #expect(nodes(table(of: world)) == ["phone phone at 0 m -", "HR-1 device at 2 m -"])
        let app = phone.run { HeartRateApp { _ in } }
        try world.run(until: { app.isConnected })
        #expect(
            nodes(table(of: world)) == [
                "phone phone at 0 m linked to HR-1", "HR-1 device at 2 m linked to phone",
            ])
        strap.move(to: .meters(5))
        #expect(nodes(table(of: world)).last == "HR-1 device at 5 m linked to phone")
        strap.powerOff()
        #expect(nodes(table(of: world)).last == "HR-1 device off -")
        try world.run(until: { !app.isConnected })
        #expect(nodes(table(of: world)).first == "phone phone at 0 m -")
    }

    /// A trace that began late, or has lost its beginning, has no record that says where a node is.
    @Test(arguments: [("[2,0,0]", "at 2 m"), ("[1.5,-2,0]", "at (1.5, -2, 0) m"), ("null", "out of range")])
    func placesAreKnownFromTheStart(position: String, place: String) {
        var table = FeedTable(events: 0)
        _ = table.add("{\"faraday\":\"trace\",\"version\":1}")
        _ = table.add(
            "{\"type\":\"node\",\"t\":5,\"node\":1,\"name\":\"HR-1\",\"kind\":\"device\",\"position\":\(position)}"
        )
        #expect(nodes(table) == ["HR-1 device \(place) -"])
        _ = table.add("{\"type\":\"node\",\"t\":6,\"node\":1,\"name\":\"HR-1\"}")
        #expect(nodes(table) == ["HR-1 device \(place) -"], "a line without a position says nothing of it")
    }

    @Test func thePastIsSaidToBeReplayed() {
        var table = FeedTable(events: 0)
        func first() -> Substring? { table.text().split(separator: "\n").first }
        _ = table.add("{\"faraday\":\"trace\",\"version\":1}")
        #expect(first() == "0.000 s   0 records   replaying what happened before")
        _ = table.add("{\"type\":\"present\"}")
        #expect(first() == "0.000 s   0 records")
        _ = table.add("{\"faraday\":\"trace\",\"version\":1}")
        #expect(first()?.hasSuffix("replaying what happened before") == true, "everything comes anew")
    }

    @Test func theLastEventsStandBelow() {
        let world = World(seed: 1)
        world.startTrace()
        for number in 1...5 { world.note("note \(number)") }
        let lines = table(of: world).text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 7)
        #expect(lines.dropFirst(3).prefix(3).map { $0.suffix(6) } == ["note 3", "note 4", "note 5"])
        #expect(!table(of: world, events: 0).text().contains("note"))
    }

    @Test(
        "Names stand as they are, and what controls a terminal is escaped",
        arguments: [
            ("Ada\u{2019}s Küche", "Ada\u{2019}s Küche"), ("心拍 ❤️", "心拍 ❤️"), ("👨‍👩‍👧", "👨‍👩‍👧"),
            ("a\u{1B}[2Jb\r", "a\\u{1B}[2Jb\\u{D}"), ("\u{202E}x\u{9B}y", "\\u{202E}x\\u{9B}y"),
            ("tab\there\u{2028}", "tab\\there\\u{2028}"),
        ])
    func names(name: String, shown: String) throws {
        let world = World(seed: 1)
        world.startTrace()
        world.add(.heartRateMonitor(name: name))
        world.note("she renames it \(name)")
        let lines = table(of: world).text().split(separator: "\n")
        #expect(lines.dropFirst().first?.hasPrefix(shown + " ") == true, "\(lines)")
        #expect(lines.last?.hasSuffix("she renames it " + shown) == true, "\(lines)")
    }

    @Test("Wide signs take two columns, and no line is longer than the terminal")
    func columns() {
        let world = World(seed: 1)
        world.startTrace()
        world.add(.heartRateMonitor(name: "心拍計心拍計"))
        world.add(.heartRateMonitor(name: "HR-1"))
        let rows = table(of: world, events: 0).text().split(separator: "\n").suffix(2)
        #expect(rows.map(\.count) == [rows[rows.endIndex - 1].count - 6, rows[rows.endIndex - 1].count])
        let cut = table(of: world, events: 0).text(fitting: (columns: 7, rows: 20)).split(separator: "\n")
        #expect(cut.suffix(2).map(String.init) == ["心拍計", "HR-1   "])
    }

    @Test func valuesAreSaidInWords() throws {
        let world = World(seed: 1)
        world.startTrace()
        let app = world.addPhone(name: "phone").run { HeartRateApp { _ in } }
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        try world.run(until: { app.battery != nil })
        var feed = WorldFeed(world, title: "words")
        var table = FeedTable(events: 3)
        let events = ([feed.header] + feed.next(isLast: true)).compactMap { table.add($0) }
        #expect(events.contains { $0.hasSuffix("didUpdateValue 2A19 (Battery Level) of HR-1: 57  =  87 %") })
    }

    @Test(arguments: [(40, 8), (12, 4), (1, 3), (80, 24)])
    func itFitsTheTerminal(columns: Int, rows: Int) {
        let world = World(seed: 1)
        world.startTrace()
        for number in 1...9 {
            world.add(.heartRateMonitor(name: "HR-\(number)"), at: .meters(Double(number)))
        }
        let whole = table(of: world, events: 12).text()
        #expect(whole.contains("HR-9"))
        let text = table(of: world, events: 12).text(fitting: (columns, rows))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count < rows || rows <= 3, "the cursor needs the last row")
        #expect(lines.allSatisfy { $0.count <= columns })
        if rows == 8 { #expect(lines.last == "and 5 more") }
    }

    /// Names may be a peer's: nothing of them may move the cursor or change the terminal.
    @Test func controlCharactersAreShown() {
        let world = World(seed: 1)
        world.startTrace()
        world.add(.heartRateMonitor(name: "HR\u{1B}[2J\n\u{9B}1m"), at: .meters(1))
        world.note("a\u{1B}]0;title\u{7}b")
        let text = table(of: world).text()
        #expect(text.unicodeScalars.allSatisfy { $0.isASCII && ($0 == "\n" || $0.value >= 0x20) })
        #expect(text.contains("HR\\u{1B}[2J\\n\\u{9B}1m"))
    }

    @Test(
        "Lines that are no feed change nothing",
        arguments: ["", "{", "[]", "{\"type\":7}", "{\"t\":\"x\"}", "null"])
    func otherLines(line: String) {
        var table = FeedTable(events: 3)
        #expect(table.add(line) == nil)
        #expect(!table.hasBegun)
        #expect(table.text() == "0.000 s   0 records\n\n\n")
    }
}
#endif
