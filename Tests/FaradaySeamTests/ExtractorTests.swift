import Foundation
import Testing

@testable import FaradaySeam

@Suite struct ExtractorTests {
    @Test func aModuleIsExtractedWithWhatItReexports() throws {
        let sandbox = try Sandbox()
        try sandbox.module("Inner", "public struct Inside { public init() {} }")
        try sandbox.module("Beside", "public struct Beside {}")
        try sandbox.module(
            "Outer",
            """
            @_exported import Inner
            import Beside
            public struct Outside { public init(_ inside: Inside, _ beside: Beside) {} }
            extension Inside { public func added() {} }
            struct Hidden {}
            """)
        let extractor = Extractor(toolchain: sandbox.toolchain, search: sandbox.search)
        let extraction = try extractor.extraction(of: "Outer")
        #expect(Set(extraction.graph.symbols.map(\.names.title)) == ["Outside", "init(_:_:)"])
        #expect(try extraction.extensions(of: "Inner")?.symbols.map(\.names.title) == ["added()"])
        #expect(try extraction.extensions(of: "Beside") == nil)
        #expect(try extractor.reexports(of: "Outer") == ["Inner"])
        #expect(try extractor.reexports(of: "Inner") == [])
    }

    @Test func aClangModuleReexportsWholeModules() throws {
        let sandbox = try Sandbox()
        let map =
            "module Low { module part { header \"low.h\" export * } }\nmodule High { header \"high.h\" export * }\n"
        try sandbox.directory.write(map, to: "module.modulemap")
        try sandbox.directory.write("typedef int low_t;\n", to: "low.h")
        try sandbox.directory.write("#include \"low.h\"\nlow_t high(low_t a);\n", to: "high.h")
        let extractor = Extractor(toolchain: sandbox.toolchain, search: sandbox.search)
        #expect(try extractor.extraction(of: "High").graph.symbols.map(\.names.title) == ["high(_:)"])
        #expect(try extractor.reexports(of: "High") == ["Low"])
    }

    @Test func membersOfProtocolExtensionsAreListedWhenWanted() throws {
        let sandbox = try Sandbox()
        try sandbox.module("Act", "public actor Act { public func run() {} }")
        var extractor = Extractor(toolchain: sandbox.toolchain, search: sandbox.search)
        func titles() throws -> Set<String> {
            Set(try extractor.extraction(of: "Act").graph.symbols.map(\.names.title))
        }
        #expect(try titles() == ["Act", "run()"])
        extractor.listsInheritedMembers = true
        #expect(try titles().contains("assertIsolated(_:file:line:)"))
    }

    @Test func anUnknownModuleIsToldWithTheNearestName() throws {
        let sandbox = try Sandbox()
        try sandbox.module("Weather", "public struct Sun {}")
        let extractor = Extractor(toolchain: sandbox.toolchain, search: sandbox.search)
        let near = message { _ = try extractor.extraction(of: "Wether") }
        #expect(near == "there is no module named Wether; did you mean Weather?")
        let far = message { _ = try extractor.extraction(of: "Qqqqqq") }
        #expect(far == "there is no module named Qqqqqq")
        #expect(try extractor.visibleModules().contains("Weather"))
    }

    @Test func aModuleThatCannotBeLoadedIsToldWithTheCompilersReason() throws {
        let sandbox = try Sandbox()
        try sandbox.directory.write("not a module", to: "Broken.swiftmodule")
        let extractor = Extractor(toolchain: sandbox.toolchain, search: sandbox.search)
        let text = try #require(message { _ = try extractor.extraction(of: "Broken") })
        #expect(text.hasPrefix("the compiler can't load the module Broken: "))
        #expect(!text.contains("\n"))
    }

    @Test func aFileOfTheUserIsRead() throws {
        let place = try TemporaryDirectory()
        let good = #"{"module":{"name":"V"},"symbols":[],"relationships":[]}"#
        let path = try place.write(good, to: "V.symbols.json")
        #expect(try Extractor.extraction(inFile: path).graph.module.name == "V")
    }

    @Test(arguments: [
        ("{}", "\"module\" is missing at its top"), ("nonsense", "it is not JSON"),
        (#"{"module":{"name":1}}"#, "there is another kind of value in module.name"),
    ]) func aFileThatIsNoGraphIsToldWithTheReason(text: String, reason: String) throws {
        let place = try TemporaryDirectory()
        let path = try place.write(text, to: "V.json")
        let line = message { _ = try Extractor.extraction(inFile: path) }
        #expect(line == "\(path) is not a symbol graph: \(reason)")
        let gone = message { _ = try Extractor.extraction(inFile: path + "x") }
        #expect(gone == "can't read the symbol graph \(path)x")
    }

    @Test(arguments: [
        ("foundation", "Foundation"), ("Fundation", "Foundation"), ("CoreBluetoth", "CoreBluetooth"),
        ("Bluetooth", "CoreBluetooth"), ("XYZ", nil), ("", nil),
    ]) func theNearestNameIsFound(name: String, expected: String?) {
        #expect(
            closest(to: name, among: ["Foundation", "FoundationXML", "CoreBluetooth", "Swift"]) == expected)
    }
}
