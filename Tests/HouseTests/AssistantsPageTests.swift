import Foundation
import Testing

/// What assistants read: `llms.txt`, and the page that is enough for right tests.
@Suite struct AssistantsPageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("llms.txt links only to what is there, and has the form that assistants know")
    func links() throws {
        let lines = try Self.text("llms.txt").split(separator: "\n")
        #expect(lines[0] == "# Faraday" && lines[1].hasPrefix("> "))
        let targets = lines.filter { $0.hasPrefix("- [") }.compactMap {
            $0.split(separator: "(").dropFirst().first?.split(separator: ")").first
        }
        #expect(targets.count > 15)
        for target in targets {
            let url = Self.root.appendingPathComponent(String(target))
            #expect(FileManager.default.fileExists(atPath: url.path), "there is no \(target)")
        }
    }

    @Test("The page for assistants has at most 8,000 words")
    func length() throws {
        let words = try Self.text("Documentation/ForAssistants.md").split { $0.isWhitespace }
        #expect(words.count > 2000 && words.count <= 8000)
    }

    @Test("Each call in the tables of the page for assistants is in the public interface")
    func calls() throws {
        let page = try Self.text("Documentation/ForAssistants.md")
        let part = try #require(
            page.components(separatedBy: "## API").last?.components(separatedBy: "## Mist").first)
        let names = part.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
            .map {
                $0.element.prefix { $0 != "(" && $0 != ":" }.split(separator: ".").last.map(String.init) ?? ""
            }
            .filter { $0.first?.isLetter == true }
        let folder = Self.root.appendingPathComponent("Documentation/Interfaces")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let interface = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        #expect(names.count > 80)
        for name in Set(names).sorted() {
            let forms = [
                " \(name)(", "func \(name)<", " \(name):", "case \(name)", "struct \(name)", "class \(name)",
            ]
            let isThere = (forms + ["enum \(name)"]).contains { interface.contains($0) }
            #expect(isThere, "\(name) is no public name")
        }
    }
}
