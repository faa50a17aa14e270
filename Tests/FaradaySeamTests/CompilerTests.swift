import Foundation
import Testing

@testable import FaradaySeam

@Suite struct FormatterTests {
    @Test func manyTextsAreFormattedInTheirOrder() throws {
        let formatter = try Formatter(Machine.toolchain(), for: nil)
        let texts = try formatter.format(["struct A{var a:Int=1}\n", "func b( ){\n\n\n\n}\n"])
        #expect(texts == ["struct A { var a: Int = 1 }\n", "func b() {\n\n}\n"])
        #expect(try formatter.format(texts) == texts)
    }

    @Test func theConfigurationOfTheFolderHolds() throws {
        let place = try TemporaryDirectory()
        try place.write(#"{"version":1,"indentation":{"spaces":7}}"#, to: ".swift-format")
        // The folder needn't be there yet.
        let formatter = try Formatter(Machine.toolchain(), for: place.path + "/Sources/New")
        #expect(try formatter.format("struct A {\nvar a = 1\n}\n") == "struct A {\n       var a = 1\n}\n")
    }

    @Test func ourOwnConfigurationIsTheRepositorys() throws {
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { place, _ in
            place.deletingLastPathComponent()
        }
        let file = try String(contentsOf: root.appendingPathComponent(".swift-format"), encoding: .utf8)
        #expect(
            Formatter.defaultConfiguration.trimmingCharacters(in: .whitespacesAndNewlines)
                == file.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test func whatIsNotSwiftIsAnError() throws {
        let formatter = try Formatter(Machine.toolchain(), for: nil)
        let text = try #require(message { _ = try formatter.format("struct {") })
        #expect(text.hasPrefix("swift-format can't format what was generated: 0.swift:1:"))
        #expect(!text.contains("\n"))
    }
}

@Suite struct TypeCheckTests {
    @Test func errorsAndWarningsNameFileAndLine() throws {
        let sandbox = try Sandbox()
        try sandbox.module(
            "Given", "public struct Given { @available(*, deprecated) public static func old() {} }")
        let check = TypeCheck(toolchain: sandbox.toolchain, search: sandbox.search)
        let found = try check.diagnostics([
            "a.swift": "import Given\nfunc a() {\n  Given.old()\n}\n",
            "sub/b.swift": "func b() -> Int { missing }\n",
        ])
        let lines = Set(found.map(\.description))
        #expect(
            lines == [
                "a.swift:3:9: warning: 'old()' is deprecated [#DeprecatedDeclaration]",
                "sub/b.swift:1:19: error: cannot find 'missing' in scope",
            ])
    }

    @Test func goodSourcesHaveNoDiagnostics() throws {
        let check = TypeCheck(toolchain: try Machine.toolchain(), search: ModuleSearch())
        #expect(try check.diagnostics(["a.swift": "struct A {}", "b.swift": "let b = A()"]) == [])
        #expect(try check.diagnostics([:]) == [])
    }

    @Test func errorsInTheFlowShowIfWanted() throws {
        var check = TypeCheck(toolchain: try Machine.toolchain(), search: ModuleSearch())
        let sources = ["a.swift": "func a(_ b: Bool) -> Int { if b { return 1 } }"]
        #expect(try check.diagnostics(sources).map(\.line) == [1])
        check.checksFlow = false
        #expect(try check.diagnostics(sources) == [])
    }

    @Test func theLanguageModeCounts() throws {
        var check = TypeCheck(toolchain: try Machine.toolchain(), search: ModuleSearch())
        let sources = ["a.swift": "class A { static var shared = A() }"]
        #expect(try check.diagnostics(sources).contains { $0.severity == .error })
        check.languageMode = "5"
        #expect(try check.diagnostics(sources) == [])
    }

    @Test func diagnosticsAreReadFromWhatTheCompilerPrints() {
        let text = """
            /t/a.swift:3:9: error: cannot find 'B' in scope: no: really
            let b = B.self
                    ^
            <unknown>:0: warning: no place
            error: no file at all
            /t/with: colon.swift:1:2: note: here
            """
        let found = Diagnostic.all(in: text).map(\.description)
        #expect(
            found == [
                "/t/a.swift:3:9: error: cannot find 'B' in scope: no: really", "warning: no place",
                "error: no file at all", "/t/with: colon.swift:1:2: note: here",
            ])
    }
}
