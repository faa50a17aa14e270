#if os(macOS) || os(Linux)
import Foundation
import Testing

/// Whoever looks a public name up finds a sentence about it.
struct PublicDocumentationTests {
    @Test(
        "Every public name of a product has a sentence, but initialisers and stored properties, which may have none"
    )
    func everyPublicNameIsDocumented() throws {
        let interface = try PublicInterface.whole.get()
        #expect(interface.products.count >= 7)
        #expect(interface.symbols.count > 2000)
        let silent = interface.silent
        #expect(silent.isEmpty, "these have no sentence:\n\(silent.joined(separator: "\n"))")
    }

    @Test(
        "What a product exports counts, what aliases stand for, and what declarations name; nothing else does"
    )
    func exportsCount() throws {
        let paths = Set(try PublicInterface.whole.get().symbols.map(\.path))
        let shown: Set<String> = [
            "World", "MonotonicInstant.zero", "HCI.Command.reset",
            "OSProfile.iOS(_:_:hasChannelSounding:hasLongMTU:)",
            "ATT.ErrorCode.invalidHandle",
            "ATT.Failure.timeout", "Host.Bond.peer", "Host.Privacy.off", "Central.Event.connected(_:)",
        ]
        #expect(shown.subtracting(paths) == [])
        let hidden: Set<String> = ["Host.Command", "Central.ScanRequest", "PhoneModel", "PcapngWriter"]
        #expect(hidden.intersection(paths) == [])
    }

    @Test(
        "A name without a comment, with an empty one, and with half a sentence is found; a compiler's is not")
    func theTestSees() throws {
        let text = """
            {"relationships": [], "symbols": [
              \(Self.symbol("a", comment: "Says what it is.")), \(Self.symbol("b", comment: nil)),
              \(Self.symbol("c", comment: " ")), \(Self.symbol("d", comment: "0x14")),
              \(Self.symbol("e", comment: nil, isWritten: false))
            ]}
            """
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(text.utf8))
        let silent = graph.symbols.filter(\.isSilent).map(\.path)
        #expect(silent == ["b", "c", "d"])
    }

    @Test(
        "Of two names without a comment, the function needs one; a stored property may not have half a sentence"
    )
    func storedPropertiesAreExcused() throws {
        let file = HouseTests.SourceFile(
            path: "Sources/A/A.swift",
            text:
                "struct A {\n    public var stored: Int\n    public func function() {}\n    /// 0x14\n    public var half: Int\n}"
        )
        let text = """
            {"relationships": [], "symbols": [
              \(Self.symbol("stored", comment: nil, line: 1)), \(Self.symbol("function", comment: nil, line: 2)),
              \(Self.symbol("half", comment: "0x14", line: 4))
            ]}
            """
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(text.utf8))
        let silent = PublicInterface.silent(graph.symbols, in: [file])
        #expect(silent == ["Sources/A/A.swift:3: function", "Sources/A/A.swift:5: half"])
    }

    private static func symbol(_ name: String, comment: String?, isWritten: Bool = true, line: Int = 1)
        -> String
    {
        let place = #""location": {"uri": "file:///Sources/A/A.swift", "position": {"line": \#(line)}}, "#
        let lines = comment.map { #""docComment": {"lines": [{"text": "\#($0)"}]}, "# } ?? ""
        return """
            {\(isWritten ? place : "")\(lines)"identifier": {"precise": "\(name)"}, "pathComponents": ["\(name)"],
            "kind": {"identifier": "swift.var"}, "declarationFragments": [], "accessLevel": "public"}
            """
    }
}
#endif
