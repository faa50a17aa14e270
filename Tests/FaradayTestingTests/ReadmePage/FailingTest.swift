import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// README shows a first test and what it prints when it fails.
@Suite struct ReadmeTests {
    @Test("What README says that the failing test prints is what it prints")
    func theFailure() async throws {
        let failure = await #expect(throws: SimulatedTestFailure.self) {
            try await withWorld(seed: 7, name: "HeartRateTests.valuesComeAgainAfterALostLink") { world in
                world.add(.heartRateMonitor(name: "HR-1"), at: .meters(5000))
                let app = world.addPhone(.iOS(18)).run { HeartRateApp() }
                try await world.run(until: { app.rates.count == 3 })
            }
        }
        let printed = try #require(failure).description.split(separator: "\n").map(Self.trimmed)
        let shown = try Self.readmeBlock().map(Self.trimmed)
        #expect(shown.count > 10)
        // The first line is Swift Testing's. The capture's path differs from machine to machine.
        let beginning = try #require(shown.first)
        #expect(beginning.hasSuffix(try #require(printed.first)))
        #expect(shown.dropFirst().filter(Self.isOurs) == printed.dropFirst().filter(Self.isOurs))
    }

    private static func trimmed(_ line: Substring) -> String {
        withoutPlace(line).trimmingCharacters(in: CharacterSet(charactersIn: "↳ "))
    }

    /// A hint without the line of the call at its end, which is another one in this file.
    private static func withoutPlace(_ line: Substring) -> Substring {
        guard line.contains("hint: "), let place = line.lastIndex(of: "(") else { return line }
        return line[..<place]
    }

    /// Where Swift Testing knows the line of the run, the report leaves it out; `withWorld` has it in the report.
    private static func isOurs(_ line: String) -> Bool {
        !line.hasPrefix("capture for Wireshark:") && !line.hasPrefix("the run that gave up:")
    }

    /// The first block of README that begins with a failed test.
    private static func readmeBlock() throws -> [Substring] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("✘") })
        return Array(lines[start...].prefix { !$0.hasPrefix("```") })
    }
}
