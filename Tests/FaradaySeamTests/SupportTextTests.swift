#if os(macOS) || os(Linux)
import Foundation
import Testing

@testable import FaradaySeam

/// The files that the tool writes beside spies and proxies: this folder has them, and the tool has their text.
@Suite struct SupportTextTests {
    enum Support: String, CaseIterable {
        case spies = "SpySupport"
        case proxies = "ProxySupport"
        case events = "EventSupport"

        var text: String {
            switch self {
            case .spies: SpySupportText.text
            case .proxies: ProxySupportText.text
            case .events: EventSupportText.text
            }
        }

        var file: URL {
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "\(rawValue).swift")
        }
    }

    /// After a change of the file: `FARADAY_WRITE_DOCS=1 swift test --filter SupportTextTests`.
    @Test(arguments: Support.allCases) func theToolWritesTheFileThatIsTestedHere(_ support: Support) throws {
        let text = try String(contentsOf: support.file, encoding: .utf8)
        if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" {
            try embed(text, of: support)
        } else {
            #expect(support.text == text)
        }
    }

    @Test(arguments: Support.allCases) func itIsASCII(_ support: Support) {
        #expect(support.text.utf8.allSatisfy { $0 < 128 })
        #expect(!support.text.contains("\r"))
    }

    @Test(
        arguments: Support.allCases,
        [
            "-swift-version 5", "-swift-version 5 -strict-concurrency=complete", "-swift-version 6",
            "-swift-version 6 -default-isolation MainActor",
            "-swift-version 6 -enable-upcoming-feature NonisolatedNonsendingByDefault",
            "-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility",
        ])
    func itCompilesWithoutAWarning(_ support: Support, settings: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-typecheck", "-warnings-as-errors"] + settings.components(separatedBy: " ")
            + [support.file.path]
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let complaints = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(complaints)")
    }

    /// Writes the file of the tool's sources that has the text.
    private func embed(_ text: String, of support: Support) throws {
        let root = support.file.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "" : "        \($0)"
        }
        let source = """
            /// The text of `\(support.rawValue).swift`. A test writes it, from the file of that name among the tests.
            enum \(support.rawValue)Text {
                static let text = #\"""
            \(lines.joined(separator: "\n"))
                    \"""#
            }

            """
        let folder = root.appendingPathComponent("Sources/FaradaySeam/Writing")
        try source.write(
            to: folder.appendingPathComponent("\(support.rawValue)Text.swift"), atomically: true,
            encoding: .utf8)
    }
}
#endif
