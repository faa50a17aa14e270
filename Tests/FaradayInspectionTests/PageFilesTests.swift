#if os(macOS) || os(Linux)
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayInspection

/// The page that reports contain: `Inspector/Page` has its files, and the library has their text.
@Suite struct PageFilesTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let page = root.appendingPathComponent("Inspector/Page")
    private static let sources = root.appendingPathComponent("Sources/FaradayInspection/Page")
    private static var writes: Bool { ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" }

    /// A file of the page, and its name in Swift.
    struct PageFile: Sendable, CustomTestStringConvertible {
        var file: String
        var testDescription: String { file }
        /// `app.js` is `appJS`.
        var name: String {
            let parts = file.split(separator: ".")
            return parts[0].replacingOccurrences(of: "-", with: "") + parts[1].uppercased()
        }
    }

    static let scripts: [PageFile] = {
        let text =
            (try? String(contentsOf: page.appendingPathComponent("scripts.txt"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { PageFile(file: String($0)) }
    }()
    static let styles: [PageFile] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: page.path)) ?? []
        return names.filter { $0.hasSuffix(".css") }.sorted().map { PageFile(file: $0) }
    }()
    static let all = [PageFile(file: "page.html"), PageFile(file: "loader.js")] + styles + scripts

    /// After a change of the page: `FARADAY_WRITE_DOCS=1 swift test --filter PageFilesTests`, twice if names changed.
    @Test(arguments: all) func theLibraryHasTheTextOfTheFile(_ file: PageFile) throws {
        if Self.writes, file.file == "names.js" {
            try Self.names.write(
                to: Self.page.appendingPathComponent(file.file), atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOf: Self.page.appendingPathComponent(file.file), encoding: .utf8)
        #expect(!text.contains("\"\"\"#") && !text.contains("\\#("), "a raw string of Swift can't contain it")
        #expect(text.hasSuffix("\n") && !text.contains("\r"))
        #expect(
            text.split(separator: "\n").allSatisfy { $0.count(where: { $0 == "`" }) % 2 == 0 },
            "a text over several lines would lose its indentation")
        let swift = Self.swift(file, text)
        let place = Self.sources.appendingPathComponent("PageFiles+\(file.name).swift")
        if Self.writes { return try swift.write(to: place, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: place, encoding: .utf8) == swift, "FARADAY_WRITE_DOCS=1 writes it")
    }

    @Test func theLibraryHasTheFilesInTheirOrder() throws {
        let place = Self.sources.appendingPathComponent("PageFiles.swift")
        if Self.writes {
            try Self.order.write(to: place, atomically: true, encoding: .utf8)
            let names = Set(
                Self.all.map { "PageFiles+\($0.name).swift" } + ["PageFiles.swift", "PageFiles+packed.swift"])
            for old in try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            where !names.contains(old) {
                try FileManager.default.removeItem(at: Self.sources.appendingPathComponent(old))
            }
        }
        #expect(try String(contentsOf: place, encoding: .utf8) == Self.order)
        #expect(Self.scripts.count > 10)
    }

    /// Reports have the scripts packed. Packed once here, because a test that fails has no time for it.
    @Test func theLibraryHasTheScriptsPacked() throws {
        let place = Self.sources.appendingPathComponent("PageFiles+packed.swift")
        let scripts = try Self.scripts.map { script in
            if script.file == "names.js" { return Self.shortened(Self.names) }
            let file = Self.page.appendingPathComponent(script.file)
            return Self.shortened(try String(contentsOf: file, encoding: .utf8))
        }
        let swift = """
            // Generated from Inspector/Page. Do not edit: PageFilesTests writes it.
            // swift-format-ignore-file

            extension PageFiles {
                /// The scripts in their order, as gzip in Base64.
                static let packed = "\(Base64.text(Gzip.compressed(Array(scripts.joined().utf8))))"
            }

            """
        if Self.writes { return try swift.write(to: place, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: place, encoding: .utf8) == swift, "FARADAY_WRITE_DOCS=1 writes it")
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

    private static func swift(_ file: PageFile, _ text: String) -> String {
        """
        // Generated from Inspector/Page/\(file.file). Do not edit: PageFilesTests writes it.
        // swift-format-ignore-file

        extension PageFiles {
            static let \(file.name) = #\"\"\"
        \(file.file.hasSuffix(".js") ? shortened(text) : file.file.hasSuffix(".css") ? shortenedStyle(text) : text)
        \"\"\"#
        }

        """
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

    private static var order: String {
        """
        // Generated from Inspector/Page. Do not edit: PageFilesTests writes it.
        // swift-format-ignore-file

        /// The page as text; `Inspector/Page` has its files.
        enum PageFiles {
            static var page: String { pageHTML }
            static var style: String { \(styles.map(\.name).joined(separator: " + ")) }
            static var scripts: [String] {
                [\(scripts.map(\.name).joined(separator: ", "))]
            }
        }

        """
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
