import Foundation
import Testing

@Suite("What was measured on real systems")
struct MeasurementsTests {
    private static func file(_ system: String, _ rules: String) -> (name: String, data: Data) {
        ("a.json", Data(#"{"version": 1, "system": "\#(system)", "rules": [\#(rules)]}"#.utf8))
    }

    @Test("A rule has the systems that were measured, and what they did instead")
    func cells() throws {
        let rules =
            #"{"rule": "3.10", "outcome": "as written"}, {"rule": "3.11", "outcome": "otherwise", "seen": "code 0"}"#
        let untried = #"{"rule": "4.1", "outcome": "not tried"}"#
        let measured = try Measurements(
            files: [Self.file("macOS 26.4", "\(rules), \(untried)"), Self.file("iOS 26.4", rules)],
            sources: [#"[VerifiableRule("4.1", "x") {}, VerifiableRule("#, "\n    \"5.2\", \"y\") {}"])
        #expect(measured.cell("3.10") == "macOS 26.4; iOS 26.4")
        #expect(measured.cell("3.11") == "macOS 26.4: code 0; iOS 26.4: code 0")
        #expect(measured.cell("4.1") == "can be tried")
        #expect(measured.cell("9.9") == "")
    }

    @Test("A number may stand on the next line")
    func numbers() throws {
        let measured = try Measurements(files: [], sources: ["VerifiableRule(\n    \"5.2\", \"y\") {}"])
        #expect(measured.cell("5.2") == "can be tried" && measured.counts.tryable == 1)
    }

    @Test("Only what Apple's systems do is evidence")
    func strangers() {
        #expect(throws: Measurements.Problem(text: "a.json is about Linux, which is no system of Apple's")) {
            try Measurements(files: [Self.file("Linux", "")], sources: [])
        }
        #expect(throws: Measurements.Problem.self) {
            try Measurements(files: [("b.json", Data("{}".utf8))], sources: [])
        }
    }
}
