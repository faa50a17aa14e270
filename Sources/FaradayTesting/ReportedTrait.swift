import Testing

/// Asks for a report of each failure, an HTML file for a browser; see `Trait.reported`.
public struct ReportedTrait: TestTrait, SuiteTrait {
    /// Always `true`: the trait of a suite applies to all tests in it.
    public var isRecursive: Bool { true }

    /// Whether the running test has the trait.
    static var isOnCurrentTest: Bool {
        Test.current?.traits.contains { $0 is ReportedTrait } ?? false
    }
}

extension Trait where Self == ReportedTrait {
    /// If the test fails, a report is written beside its capture: one HTML file, which any browser opens without a network.
    ///
    /// The failure names the file. `FARADAY_REPORT_DIR` asks for the reports of all tests instead, and says where they go.
    ///
    /// ```swift
    /// @Test(.simulated, .reported) func reconnects() async throws {
    /// ```
    public static var reported: Self { Self() }
}

extension SourceLocation {
    /// `File.swift:12`.
    var shortText: String { "\(fileName):\(line)" }
}
