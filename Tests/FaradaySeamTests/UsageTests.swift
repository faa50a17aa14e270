import Foundation
import Testing

@testable import FaradaySeam

@Suite struct UsageTests {
    private static let library = """
        open class Thing {
            public static let shared = Thing()
            public init() {}
            public init(name: String) {}
            public var level = 0
            public var unused = 0
            public class var kind: Int { 3 }
            public func scan(for ids: [String] = [], timeout: Double = 1) -> [String] { [] }
            public func scan(_ other: Int) {}
            open func changed() {}
            public subscript(index: Int) -> String { get { "" } set {} }
            public weak var delegate: (any ThingDelegate)?
        }
        public protocol ThingDelegate: AnyObject {
            func thing(_ thing: Thing, did level: Int)
            func thingEnded(_ thing: Thing)
        }
        extension ThingDelegate { public func thingEnded(_ thing: Thing) {} }
        public func top(_ a: Int) -> Int { a }
        public enum Fault: Error { case small, big(Int) }
        """

    /// The titles of the library's symbols that are used, and the rest of the usage.
    private func usage(_ files: [String: String], generated: String? = nil) throws -> (
        titles: Set<String>, usage: Usage
    ) {
        let sandbox = try Sandbox()
        try sandbox.module("Lib", Self.library)
        let sources = try TemporaryDirectory()
        for (name, text) in files { try sources.write(text, to: name) }
        let finder = UsageFinder(toolchain: sandbox.toolchain, search: sandbox.search)
        let usage = try finder.usage(
            in: [sources.path + "/App"], generated: generated.map { "\(sources.path)/\($0)" })
        let graph = try Extractor(toolchain: sandbox.toolchain, search: sandbox.search).extraction(of: "Lib")
            .graph
        let titles = graph.symbols.filter { usage.symbols.contains($0.identifier.precise) }.map {
            $0.pathComponents.joined(separator: ".")
        }
        return (Set(titles), usage)
    }

    @Test func usesAreFoundWhereverTheyStand() throws {
        let text = """
            import Lib
            func use(_ t: Thing) {
                _ = t.scan()
                t[3] = "a"
                t.level += 1
                _ = \\Thing.delegate
                _ = type(of: t).kind
                let f = top
                _ = [Fault.small].map { $0 }
                _ = f
            }
            """
        let found = try usage(["App/a.swift": text])
        let expected: Set = [
            "Thing.scan(for:timeout:)", "Thing.subscript(_:)", "Thing.level", "Thing.delegate", "Thing.kind",
            "top(_:)", "Fault.small",
        ]
        #expect(found.titles == expected)
        #expect(found.usage.warnings == [])
        #expect(found.usage.implementations == [:])
    }

    @Test func overloadsAndInitialisersAreToldApart() throws {
        let text =
            "import Lib\nfunc use() { Thing(name: \"\").scan(1); _ = Thing.shared; struct S { let t = Thing() } }\n"
        let found = try usage(["App/a.swift": text])
        #expect(found.titles == ["Thing.init(name:)", "Thing.scan(_:)", "Thing.shared", "Thing.init()"])
    }

    @Test func whatASubclassOverridesIsUsed() throws {
        let found = try usage([
            "App/a.swift": "import Lib\nclass Mine: Thing { override func changed() {} }\n"
        ])
        #expect(found.titles.contains("Thing.changed()"))
        #expect(!found.titles.contains("Thing.level"))
    }

    /// The members of a conforming type may stand in the type, in extensions in other files, and in superclasses.
    @Test func implementationsNameTheMembersOfConformingTypes() throws {
        let files = [
            "App/a.swift": """
            import Lib
            class Base { func thing(_ thing: Thing, did level: Int) {} }
            final class Mine: Base { var own = 1; init(a: Int) {}; subscript(b: Int) -> Int { b } }
            """,
            "App/sub/b.swift": """
            import Lib
            extension Mine: ThingDelegate { func thingEnded(_ ended: Thing) {} }
            func local() { class Local: ThingDelegate { func thing(_ a: Thing, did b: Int) {}; func inside() {} } }
            """,
        ]
        let found = try usage(files)
        let expected: Set = [
            "thing(_:did:)", "thingEnded(_:)", "own", "init(a:)", "subscript(_:)", "inside()",
        ]
        #expect(found.usage.implementations["s:3Lib13ThingDelegateP"] == expected)
        #expect(found.titles == ["ThingDelegate"])
    }

    @Test func errorsAreToldAndTheRestIsFound() throws {
        let found = try usage([
            "App/a.swift": "import Lib\nfunc a(_ t: Thing) { t.level = 1; missing(); t.nothing() }\n"
        ])
        #expect(found.titles == ["Thing.level"])
        let line = try #require(found.usage.warnings.first)
        #expect(found.usage.warnings.count == 1)
        #expect(line.hasPrefix("2 errors in "))
        #expect(line.contains(" hid some uses; the first is "))
        #expect(line.hasSuffix("/App/a.swift:2:35: error: cannot find 'missing' in scope"))
    }

    @Test func conditionsAreTheCompilers() throws {
        let text = """
            import Lib
            #if NEVER
            func a(_ t: Thing) { t.level = 1 }
            #else
            func a(_ t: Thing) { t.unused = 1 }
            #endif
            """
        #expect(try usage(["App/a.swift": text]).titles == ["Thing.unused"])
    }

    /// What a proxy forwards is no use, and what a moved source calls on the facade counts for the facade.
    @Test func generatedFilesDoNotCountButTheirMembersAreNamed() throws {
        let files = [
            "Seams/Thing.swift": """
            // Generated by faraday seam
            import Lib
            protocol ThingProtocol { func scan(_ a: Int); func changed(); var level: Int { get } }
            extension ThingProtocol { func scan() { scan(1) } }
            extension Thing: ThingProtocol {}
            final class ThingProxy: ThingProtocol {
                let real = Thing()
                func scan(_ a: Int) { real.scan(a) }
                func changed() { real.changed() }
                var level: Int { real.level }
            }
            protocol ThingProtocolDelegate { func did() }
            """,
            "App/a.swift": """
            import Lib
            func a(_ t: any ThingProtocol, _ r: Thing) { t.scan(1); t.scan(); _ = t.level; r.unused = 1; _ = ThingProxy() }
            struct D: ThingProtocolDelegate { func did() {} }
            """,
        ]
        let found = try usage(files, generated: "Seams")
        #expect(found.usage.warnings == [])
        #expect(found.titles == ["Thing.unused"])
        #expect(found.usage.seams["ThingProtocol"]?.uses == ["scan(_:)", "scan()", "level"])
        #expect(found.usage.seams["ThingProtocolDelegate"]?.implementations == ["did()"])
        #expect(found.usage.seams["ThingProxy"]?.uses == nil)
        let missing = try usage(["App/a.swift": "import Lib\nlet t = Thing()\n"], generated: "Nowhere")
        #expect(missing.titles == ["Thing.init()"])
    }

    @Test func aScriptAndAMainTypeCompile() throws {
        #expect(try usage(["App/main.swift": "import Lib\nThing.shared.changed()\n"]).usage.warnings == [])
        let main = "import Lib\n@main struct App { static func main() { Thing.shared.changed() } }\n"
        #expect(try usage(["App/a.swift": main]).usage.warnings == [])
    }

    @Test func noSourcesAreAnError() throws {
        let place = try TemporaryDirectory()
        try place.write("text", to: "readme.txt")
        let finder = UsageFinder(toolchain: try Machine.toolchain(), search: ModuleSearch())
        #expect(
            message { _ = try finder.usage(in: [place.path]) } == "there are no Swift files in \(place.path)")
        #expect(message { _ = try finder.usage(in: ["/no/such"]) } == "there is no directory /no/such")
    }

    @Test(arguments: [
        ("s:1V5ThingC5levelSivg", "s:1V5ThingC5levelSivp"), ("s:1V5ThingC3clsSivgZ", "s:1V5ThingC3clsSivpZ"),
        ("s:1V5ThingCySSSicis", "s:1V5ThingCySSSicip"), ("s:1V5ThingC4scanyyF", "s:1V5ThingC4scanyyF"),
        ("c:objc(cs)NSThing(im)level", "c:objc(cs)NSThing(im)level"),
        ("s:1V5ThingC5levelSivM", "s:1V5ThingC5levelSivp"), ("", ""),
    ]) func anAccessorCountsAsItsProperty(accessor: String, property: String) {
        #expect(UsageReader.property(accessor) == property)
    }
}

@Suite struct ASTDumpTests {
    /// A compiler that crashes leaves half a dump.
    @Test func aDumpThatEndsTooSoonIsReadAsFarAsItGoes() {
        let whole = #"""
            {"_kind":"source_file","filename":"/a \"b\".swift","items":[{"_kind":"class_decl","usr":"s:C","name":{"_kind":"decl_name","base_name":{"_kind":"base_name","name":"C"}},"interface_type":"$sCmD","inherits":{"_kind":"inheritance","conformances":[{"_kind":"normal_conformance","protocol":"s:P"}]},"members":[{"_kind":"func_decl","usr":"s:f","name":{"_kind":"decl_name","base_name":{"_kind":"base_name","name":"f"},"args":["","b"]},"body":{"x":["\\",{"y":"}"}],"decl_usr":"s:g"}}]}]}
            """#
        let dump = ASTDump(Data(whole.utf8))
        let file = dump.files()[0]
        #expect(file.path == #"/a "b".swift"#)
        #expect(dump.references(in: file) == ["s:g"])
        let type = dump.types(in: file)[0]
        #expect(type.name == "C")
        #expect(type.type == "$sC")
        #expect(type.protocols == ["s:P"])
        #expect(type.members.map(\.title) == ["f(_:b:)"])
        for count in 0..<whole.utf8.count {
            let half = ASTDump(Data(whole.utf8.prefix(count)))
            for file in half.files() { _ = (half.references(in: file), half.types(in: file)) }
        }
    }

    @Test func depthIsNoLimit() {
        let deep =
            String(repeating: "[", count: 100_000) + #"{"decl_usr":"s:deep"}"#
            + String(repeating: "]", count: 100_000)
        let text =
            #"{"_kind":"source_file","filename":"a","items":[{"_kind":"struct_decl","usr":"s:S","body":\#(deep),"members":[]}]}"#
        let dump = ASTDump(Data(text.utf8))
        #expect(dump.files().map(dump.references) == [["s:deep"]])
        #expect(dump.files().flatMap(dump.types).map(\.usr) == ["s:S"])
    }
}
