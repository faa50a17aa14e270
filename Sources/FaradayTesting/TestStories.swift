#if canImport(XCTest)
import BluetoothPort
import FaradaySimulation
import Foundation
import XCTest

/// Prints the story of a world after an XCTest test failed in it. The story describes the world at the first failure.
/// It is printed at the end of the test, because XCTest prints a failure before or after it calls its observers.
final class TestStories: NSObject, FailureWatch, Sendable {
    /// A test, or a part of it, that has a world.
    final class Scope: Sendable {
        let report: SimulationReport
        private let story = Lock<String?>(nil)

        init(_ report: SimulationReport) { self.report = report }

        /// Takes the story of the first failure, and every failure for the report.
        ///
        /// - Parameter place: `File.swift:12`, if the test framework knows it.
        func failed(_ description: String, at place: String? = nil) {
            let world = report.world
            // The error of a run describes the world at the time when the run gave up.
            let run = world.failedRun
            let isOfRun = run?.error.map { description.contains(String("\($0)".prefix(60))) } ?? false
            report.note(description, at: place, isOfRun ? run : nil)
            guard story.withLock({ $0 == nil }) else { return }
            let text = report.text(isOfRun ? run : nil, showsPlace: true)
            story.withLock { story in if story == nil { story = text } }
        }

        /// Takes the story at the end of a test that failed, where no observer told of its failures.
        func failedSomehow() {
            if story.withLock({ $0 == nil }) { failed("") }
        }

        /// Prints the story of a failure, if there was one, and writes the capture.
        func tell() {
            guard let text = story.withLock({ $0 }) else { return report.notePassed() }
            TestStories.write(text + "\n")
            if let problem = report.writeFiles() { TestStories.write(problem + "\n") }
        }
    }

    private struct State {
        /// The innermost scope is last; XCTest runs one test at a time.
        var scopes: [Scope] = []
        /// The test for which the story of the process's world was printed.
        var toldFor: String?
    }

    private static let state = Lock(State())
    private static let registration: Void = observeFailures(by: TestStories())

    /// Prints stories, after the failure that XCTest prints.
    /// Where stories are written. A closure in a lock would get a layer more with each access.
    struct Output: Sendable { let write: @Sendable (String) -> Void }
    static let output = Lock(Output { print($0, terminator: "") })

    fileprivate static func write(_ text: String) { output.withLock { $0 }.write(text) }

    /// From now on, a failure belongs to this world.
    static func begin(_ report: SimulationReport) -> Scope {
        _ = registration
        let scope = Scope(report)
        state.withLock { $0.scopes.append(scope) }
        return scope
    }

    /// Ends the test; prints its story if it failed.
    static func end(_ scope: Scope) {
        state.withLock { $0.scopes.removeAll { $0 === scope } }
        scope.tell()
    }

    /// Failures outside of all scopes belong to the process's world, if there is one.
    static func watchProcess() { _ = registration }

    /// A test of XCTest has failed.
    static func failed(_ name: String, _ description: String, _ filePath: String?, line: Int? = nil) {
        let place = filePath.flatMap { $0.split(separator: "/").last }.flatMap { file in
            line.map { "\(file):\($0)" }
        }
        if let scope = state.withLock({ $0.scopes.last }) { return scope.failed(description, at: place) }
        // The end of a test in the process's world is not reported here, and the world may be torn down by then.
        guard let scope = scopeOfProcess(name, filePath) else { return }
        scope.failed(description, at: place)
        scope.tell()
    }

    /// The world that mocks use in a test without a world of its own, if its time is virtual.
    private static func scopeOfProcess(_ name: String, _ filePath: String?) -> Scope? {
        guard let world = World.ofProcess.withLock({ $0 })?.world, !world.isPaced, world.traceCount > 0 else {
            return nil
        }
        let isFirst = state.withLock { state in
            defer { state.toldFor = name }
            return state.toldFor != name
        }
        guard isFirst else { return nil }
        return Scope(
            SimulationReport(
                world, CapturePlace(name: name, filePath: filePath ?? CapturePlace.workingFile)))
    }
}

// Observes failures when they happen. If XCTest's headers for that are missing, stories are printed for errors that are
// thrown, and at the end of a `SimulatedTestCase`.
#if canImport(XCTest.XCTIssue) && canImport(XCTest.XCTestObservation)
extension TestStories: XCTestObservation {
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        Self.failed(
            testCase.name, issue.compactDescription, location?.fileURL.path, line: location?.lineNumber)
    }

    fileprivate static func observeFailures(by observer: TestStories) {
        XCTestObservationCenter.shared.addTestObserver(observer)
    }
}
#elseif canImport(Darwin)
extension TestStories {
    fileprivate static func observeFailures(by observer: TestStories) {}
}
#else
extension TestStories: XCTestObservation {
    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        Self.failed(testCase.name, description, filePath, line: lineNumber)
    }

    fileprivate static func observeFailures(by observer: TestStories) {
        XCTestObservationCenter.shared.addTestObserver(observer)
    }
}
#endif
#endif
