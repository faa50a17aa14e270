import FaradaySimulation
import Testing

@testable import FaradayDeviceFiles

@Suite("A test in Swift of a recorded conversation")
struct ReplayTestTests {
    private static func text(_ name: String, file: String = "a.json", app: String? = "App()") -> String {
        var rules = DeviceRules()
        rules.conversation = DeviceConversation([.init(.connected)])
        var definition = DeviceDefinition(name: name) {}
        definition.rules = rules
        return ReplayTest(of: definition, file: file, app: app, captures: ["one.pcapng", "two.pklg"]).text
    }

    @Test(
        "Any name of a device is one of a function, and stays within its comment",
        arguments: [
            ("Strap", "Strap"), ("HR-1 pro", "HR1Pro"), ("4711", "4711"), ("\u{1F3C3}", "TheDevice"),
            ("", "TheDevice"),
            ("a\nb", "AB"), ("()*/", "TheDevice"),
        ])
    func names(_ name: String, _ identifier: String) {
        let text = Self.text(name)
        #expect(text.contains("@Test(.simulated) func sameConversationWith\(identifier)() async throws {\n"))
        #expect(text.split(separator: "\n").count == Self.text("Strap").split(separator: "\n").count)
    }

    @Test("It names the captures, the steps and the file; without an app it has a placeholder")
    func parts() {
        let text = Self.text("Strap", file: "../a \"b\".json", app: nil)
        #expect(text.contains("in one.pcapng, two.pklg again,\n/// 1 step:"))
        #expect(text.contains(#"world.add(.file("../a \"b\".json", replay: .strict))"#))
        #expect(text.contains("run { <#what makes the app and its managers#> }"))
    }
}
