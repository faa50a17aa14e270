import Foundation
import Testing

/// `Documentation/Client.md` compares one small app in the styles of several libraries, and says how many lines each has.
///
/// Two of them are compiled: `Tests/FaradayClientTests/Styles`. The others are text, in `Documentation/Styles`.
/// `FARADAY_WRITE_DOCS=1 swift test --filter StylesTests` writes the numbers.
struct StylesTests {
    private static let page = "Documentation/Client.md"

    /// Lines with code on them: no blank lines, and none with only a comment.
    static func lineCount(of source: String) -> Int {
        source.split(separator: "\n").count { line in
            let code = line.drop { $0 == " " }
            return !code.isEmpty && !code.hasPrefix("//")
        }
    }

    /// The page, with the number of lines in each row that begins with a link to an app.
    private static func counted(_ page: String) throws -> (text: String, files: [String]) {
        var files: [String] = []
        let lines = try page.components(separatedBy: "\n").map { line -> String in
            guard line.hasPrefix("| ["), let start = line.range(of: "]("),
                let end = line.range(of: ") | ", range: start.upperBound..<line.endIndex),
                let cell = line.range(of: " |", range: end.upperBound..<line.endIndex)
            else { return line }
            let file = String(line[start.upperBound..<end.lowerBound])
            guard file.contains("Styles/") else { return line }
            files.append(file)
            let url = HouseTests.root.appendingPathComponent("Documentation").appendingPathComponent(file)
            let count = try lineCount(of: String(contentsOf: url, encoding: .utf8))
            return line.replacingCharacters(in: end.upperBound..<cell.lowerBound, with: "\(count)")
        }
        return (lines.joined(separator: "\n"), files)
    }

    @Test("The page of the client says how many lines the same app has in each style")
    func linesAreCounted() throws {
        let page = try String(
            contentsOf: HouseTests.root.appendingPathComponent(Self.page), encoding: .utf8)
        let (text, files) = try Self.counted(page)
        let isTrue = try WrittenPage(Self.page).says(text)
        #expect(isTrue, "lines have changed: run FARADAY_WRITE_DOCS=1 swift test --filter StylesTests")
        let styles = try FileManager.default.contentsOfDirectory(
            atPath: HouseTests.root.appendingPathComponent("Documentation/Styles").path)
        #expect(styles.count == 6)
        let rows = Set(files.map { $0.split(separator: "/").last.map(String.init) ?? "" })
        #expect(rows == Set(styles).union(["ClientStrapApp.swift", "PlainStrapApp.swift"]))
    }

    @Test("Every app that is not compiled says so in its first line", arguments: ["Documentation/Styles"])
    func uncompiledAppsSaySo(_ folder: String) throws {
        let folder = HouseTests.root.appendingPathComponent(folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            let first = text.prefix { $0 != "\n" }
            #expect(first.hasPrefix("// In the style of ") && first.contains("not compiled here"), "\(name)")
        }
    }

    @Test("A line counts if there is code on it")
    func countsCode() {
        #expect(Self.lineCount(of: "import A\n\n// says\n    /// says\nlet a = 1  // one\n  }\n") == 3)
    }
}
