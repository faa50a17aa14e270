import Testing

@testable import FaradaySeam

/// A class can inherit from another module's, and a protocol refine another module's.
@Suite struct ParentModuleTests {
    @Test func whatIsInheritedFromAnotherModuleIsInTheFacade() throws {
        let sandbox = try Sandbox()
        try sandbox.module(
            "Base",
            """
            public protocol Closable: AnyObject { func close() }
            open class Device { public init() {}; open func open() throws {}; public var name: String { "" } }
            """)
        try sandbox.module(
            "Derived",
            """
            import Base
            public final class Lamp: Device { public func light() {}; public override func open() throws {} }
            public protocol Door: Closable { func knock() }
            """)
        let extractor = Extractor(toolchain: sandbox.toolchain, search: sandbox.search)
        var interface = Interface(try extractor.extraction(of: "Derived").graph)
        #expect(interface.parentModules == ["Base"])
        interface.mergeParents(try extractor.extraction(of: "Base").graph)
        #expect(interface.parentModules.isEmpty)

        var planner = Planner(interface, SeamRequest(module: "Derived"))
        let facades = try planner.plan()
        #expect(facades.map(\.name) == ["LampProtocol", "Door"])
        #expect(Set(facades[0].members.map(\.title)) == ["light()", "open()", "name"])
        #expect(facades[0].factory.map(\.title) == ["init()"])
        #expect(Set(facades[1].members.map(\.title)) == ["knock()", "close()"])
    }
}
