import Testing

@testable import FaradaySeam

/// A seam in front of a module that has lost a member does not compile: nothing else takes the member's place.
@Suite struct RemovedMemberTests {
    private static func errors(now source: String) throws -> [String] {
        let member = """
            public func scan(a: Int = 1, b: Int = 2, c: Int = 3, d: Int = 4) -> Int { a + b + c + d }
            public func log(_ text: String, line: Int = #line) -> Int { line }
            public subscript(a: Int = 1, b: Int = 2, c: Int = 3, d: Int = 4) -> Int { a }
            public func sum(a: Int = 1, b: Int = 2, c: Int = 3, d: Int = 4, _ more: Int...) -> Int { a }
            """
        let before = try Sandbox()
        try before.module("Vendor", "public final class Radio { public init() {}\n\(member) }")
        let extractor = Extractor(toolchain: before.toolchain, search: before.search)
        let files = try Seam(
            toolchain: before.toolchain, search: before.search,
            interface: Interface(try extractor.extraction(of: "Vendor").graph),
            request: SeamRequest(module: "Vendor", types: ["Radio"]), command: "faraday seam --module Vendor"
        ).run().files
        let after = try Sandbox()
        try after.module(
            "Vendor", "public final class Radio { public init() {}\n\(source.isEmpty ? member : source) }")
        let check = TypeCheck(toolchain: after.toolchain, search: after.search)
        let sources = Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first }
        // Calls with and without default arguments go to the member.
        let calls = """
            func calls(_ radio: any RadioProtocol) -> Int {
                radio.scan() + radio.scan(b: 5) + radio.scan(a: 1, b: 2, c: 3, d: 4) + radio.log("x") + radio.log("x", line: 3)
                    + radio[1, 2, 3, 4] + radio.sum(a: 2, 7, 8)
            }
            """
        return try check.diagnostics(sources.merging(["calls.swift": calls]) { first, _ in first })
            .filter { $0.severity == .error }.map(\.message)
    }

    @Test func withAllMembersItCompiles() throws {
        #expect(try Self.errors(now: "") == [])
    }

    @Test func withoutThemItDoesNot() throws {
        let errors = try Self.errors(now: "public func other() {}")
        #expect(errors == ["type 'Radio' does not conform to protocol 'RadioProtocol'"])
    }
}
