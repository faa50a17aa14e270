import BluetoothTypes
import FaradaySimulation

/// A test in Swift that has a recorded conversation again.
package struct ReplayTest {
    /// The device's name.
    private let name: String
    /// The device file, as the test names it.
    private let file: String
    private let steps: Int
    /// The expression that makes the app.
    private let app: String
    /// The captures, for who reads the test.
    private let captures: [String]

    /// A test of `definition`, which has a conversation and is in `file`. `app` is an expression that makes the app and its
    /// managers; without one, the test has a placeholder there, which Xcode shows and no compiler accepts.
    package init(of definition: DeviceDefinition, file: String, app: String?, captures: [String]) {
        (name, self.file) = (definition.name, file)
        steps = definition.rules?.conversation?.steps.count ?? 0
        self.app = app ?? "<#what makes the app and its managers#>"
        self.captures = captures
    }

    /// The content of a file of a test target.
    package var text: String {
        let imports = ["FaradayTesting", "Testing"].map { "import \($0)" }.joined(separator: "\n")
        return """
            \(imports)

            /// The conversation with \(name.asciiLine) in \(captures.joined(separator: ", ").asciiLine) again,
            /// \(steps) step\(steps == 1 ? "" : "s"): the test fails at the first thing that the app does otherwise.
            @Test(.simulated) func sameConversationWith\(identifier)() async throws {
                let world = World.current
                let device = world.add(.file(\(SwiftText.quoted(file).text()), replay: .strict))
                let app = world.addPhone().run { \(app) }
                try await world.run(until: { device.replay?.isComplete == true })
                // The last values are on their way.
                try await world.run(for: .milliseconds(200))
                // What the app should have made of it belongs here: #expect(app...)
                withExtendedLifetime(app) {}
            }

            """
    }

    /// The name as a part of a Swift name.
    private var identifier: String {
        let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return joined.isEmpty ? "TheDevice" : joined
    }
}
