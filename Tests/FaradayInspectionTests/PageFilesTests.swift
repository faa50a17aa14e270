#if os(macOS) || os(Linux)
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayInspection

/// The page of reports and of servers: `Inspector/Page` has its files, and the library has them as one text.
@Suite struct PageFilesTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let page = root.appendingPathComponent("Inspector/Page")
    private static let generated = root.appendingPathComponent("Sources/CInspectionPage/page.html")
    private static var writes: Bool { ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" }

    /// The page's scripts, in their order.
    static let scripts: [String] = {
        let text =
            (try? String(contentsOf: page.appendingPathComponent("scripts.txt"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }()
    static let files: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: page.path)) ?? []
        return names.filter { !$0.hasPrefix(".") && $0 != "scripts.txt" }.sorted()
    }()
    static let styles = files.filter { $0.hasSuffix(".css") }

    /// After a change of the page: `FARADAY_WRITE_DOCS=1 swift test --filter PageFilesTests`.
    @Test func theGeneratedPageIsWhatItsFilesGive() throws {
        let text = try Self.assembled()
        if Self.writes { return try text.write(to: Self.generated, atomically: true, encoding: .utf8) }
        #expect(
            try String(contentsOf: Self.generated, encoding: .utf8) == text, "FARADAY_WRITE_DOCS=1 writes it")
    }

    @Test(.disabled(if: writes, "the library has the page from before"))
    func theLibraryHasTheGeneratedPage() throws {
        #expect(try String(contentsOf: Self.generated, encoding: .utf8) == ReportPage.template)
    }

    @Test(arguments: files) func aFileCanBeShortened(_ file: String) throws {
        let text = try String(contentsOf: Self.page.appendingPathComponent(file), encoding: .utf8)
        #expect(text.hasSuffix("\n") && !text.contains("\r"))
        #expect(
            text.split(separator: "\n").allSatisfy { $0.count(where: { $0 == "`" }) % 2 == 0 },
            "a text over several lines would lose its indentation")
    }

    @Test func everyFileIsPartOfThePage() {
        let parts = Self.scripts + Self.styles + ["page.html", "loader.js"]
        #expect(Set(parts) == Set(Self.files) && parts.count == Self.files.count)
        #expect(Self.scripts.count > 10 && Self.styles.count > 1)
    }

    @Test func aReportHasItsFeedAndAServersPageSaysThatItIsLive() {
        let feed = Array("{}\n".utf8)
        let rows = [
            (ReportPage.html(feeds: [feed]), ["feed"], false),
            (ReportPage.html(feeds: [feed, feed]), ["feed", "feed2"], false), (ReportPage.live(), [], true),
        ]
        for (page, feeds, isLive) in rows {
            let ids = page.components(separatedBy: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
            #expect(ids.filter { $0.hasPrefix("feed") }.map(String.init) == feeds)
            #expect(page.contains("<meta name=\"faraday\" content=\"live\">") == isLive)
            #expect(ids.contains("code") && !page.contains("<!--"))
        }
    }

    @Test func theScriptWithNamesHasOursAndNoOthers() throws {
        let file = Self.page.appendingPathComponent("names.js")
        if Self.writes { try Self.names.write(to: file, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: file, encoding: .utf8) == Self.names)
    }

    @Test func commandsWithFieldsHaveTheNamesOfTheLibrary() throws {
        let text = try String(
            contentsOf: Self.page.appendingPathComponent("layouts.js"), encoding: .utf8)
        let start = try #require(text.range(of: "const commands = {"))
        let end = try #require(text.range(of: "const events = {"))
        var found: Set<HCI.Opcode> = []
        for line in text[start.upperBound..<end.lowerBound].split(separator: "\n") {
            let parts = line.split(separator: "\"", maxSplits: 2).map(String.init)
            let key = parts[0].trimmingCharacters(in: .whitespaces)
            guard key.hasPrefix("0x"), key.hasSuffix(": ["),
                let code = UInt16(key.dropFirst(2).dropLast(3), radix: 16)
            else { continue }
            let opcode = HCI.Opcode(rawValue: code)
            found.insert(opcode)
            #expect(parts[1] == opcode.name && opcode.isKnown)
        }
        #expect(found == Set((0...UInt16.max).map(HCI.Opcode.init).filter(\.isKnown)))
    }

    // MARK: What is written

    /// The page without a feed: its styles in their place, its scripts packed, and the loader behind them.
    private static func assembled() throws -> String {
        func text(_ file: String) throws -> String {
            if file == "names.js" { return names }
            return try String(contentsOf: page.appendingPathComponent(file), encoding: .utf8)
        }
        let style = try styles.map { shortenedStyle(try text($0)) }.joined()
        let code = try scripts.map { shortened(try text($0)) }.joined()
        let packed = Base64.text(Gzip.compressed(Array(code.utf8)))
        return try text("page.html").replacingOccurrences(of: "<!--style-->", with: style)
            .replacingOccurrences(
                of: "<!--scripts-->",
                with: """
                    <script type="application/octet-stream" id="code">\(packed)</script>
                    <script>
                    \(shortened(try text("loader.js")))</script>
                    """)
    }

    /// Without indentation, empty lines and lines of comments, which no browser needs: each report has the scripts.
    private static func shortened(_ script: String) -> String {
        script.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }.map { $0 + "\n" }.joined()
    }

    /// The same for a style sheet, whose comments are lines of their own.
    private static func shortenedStyle(_ style: String) -> String {
        style.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !($0.hasPrefix("/*") && $0.hasSuffix("*/")) }.map { $0 + "\n" }.joined()
    }

    /// The names that the page shows for numbers, from the tables of the libraries.
    private static var names: String {
        let uuids = (0...UInt16.max).compactMap { number -> String? in
            BluetoothUUID(number).name.map { "\"\(BluetoothUUID(number))\":\(quoted($0))" }
        }
        let att = (0...UInt8.max).compactMap { code in
            numbered(Int(code), "\(ATT.ErrorCode(rawValue: code))")
        }
        let hci = (0...UInt8.max).compactMap { code in
            numbered(Int(code), "\(HCI.ErrorCode(rawValue: code))")
        }
        // Those that `layouts.js` has fields for have their names there.
        let opcodes = (0...UInt16.max).map(HCI.Opcode.init).compactMap { opcode in
            opcode.isKnown ? nil : numbered(Int(opcode.rawValue), opcode.name)
        }
        return """
            // Generated from the libraries' tables. Do not edit: PageFilesTests writes it.
            "use strict";
            globalThis.Faraday = globalThis.Faraday || {};

            /** Names of numbers: UUIDs of 16 bits by their text, error codes of ATT and of HCI, opcodes of HCI. */
            Faraday.names = {
              uuids: {\(rows(uuids))},
              att: {\(rows(att))},
              hci: {\(rows(hci))},
              opcodes: {\(rows(opcodes))},
            };

            """
    }

    /// Eight to a line.
    private static func rows(_ entries: [String]) -> String {
        stride(from: 0, to: entries.count, by: 8).map { start in
            entries[start..<min(start + 8, entries.count)].joined(separator: ",")
        }.joined(separator: ",\n    ")
    }

    private static func numbered(_ code: Int, _ name: String) -> String? {
        name.contains("0x") ? nil : "\(code):\(quoted(name))"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            + "\""
    }
}
#endif
