#if canImport(XCTest)
import BluetoothPort
import FaradaySimulation
import Foundation
import XCTest

/// Tells the story of a world after a failure of a test of XCTest in it: as it was at the first failure, and at the end of
/// the test, since XCTest prints a failure before or after its observers hear of it.
final class TestStories: NSObject, Sendable {
    /// A test, or a part of it, that has a world.
    final class Scope: Sendable {
        let report: SimulationReport
        private let story = Lock<String?>(nil)

        init(_ report: SimulationReport) { self.report = report }

        /// Takes the first failure.
        func failed(_ description: String) {
            guard story.withLock({ $0 == nil }) else { return }
            let world = report.world
            // An error of a run is about the world as it was when the run gave up.
            let run = world.failedRun
            let isOfRun = run?.error.map { description.contains(String("\($0)".prefix(60))) } ?? false
            let text = report.text(isOfRun ? run : nil, showsPlace: true)
            story.withLock { story in if story == nil { story = text } }
        }

        /// Tells the story of a failure, if there was one, and writes the capture.
        func tell() {
            guard let text = story.withLock({ $0 }) else { return }
            TestStories.write(text)
            if let problem = report.writeCapture() { TestStories.write(problem + "\n") }
        }
    }

    private struct State {
        /// The innermost last; XCTest runs one test at a time.
        var scopes: [Scope] = []
        /// The test that the story of the process's world was told for.
        var toldFor: String?
    }

    private static let state = Lock(State())
    private static let registration: Void = observeFailures(by: TestStories())

    /// Where stories go: behind the failure that XCTest prints.
    static let output = Lock<@Sendable (String) -> Void>({ print($0, terminator: "") })

    fileprivate static func write(_ text: String) { output.withLock { $0 }(text) }

    /// From now on a failure is about this world.
    static func begin(_ report: SimulationReport) -> Scope {
        _ = registration
        let scope = Scope(report)
        state.withLock { $0.scopes.append(scope) }
        return scope
    }

    /// The test is over, and tells its story if it failed.
    static func end(_ scope: Scope) {
        state.withLock { $0.scopes.removeAll { $0 === scope } }
        scope.tell()
    }

    /// Failures outside of all scopes are about the process's world, if there is one.
    static func watchProcess() { _ = registration }

    /// A test of XCTest has failed.
    static func failed(_ name: String, _ description: String, _ filePath: String?) {
        if let scope = state.withLock({ $0.scopes.last }) { return scope.failed(description) }
        // Nobody ends a test in the process's world, which may be torn down when it is over.
        guard let scope = scopeOfProcess(name, filePath) else { return }
        scope.failed(description)
        scope.tell()
    }

    /// The world that mocks use in a test without one, in virtual time.
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

// Who hears of failures as they come. Where XCTest's headers for that are not found, stories are told of errors that are
// thrown, and at the end of a `SimulatedTestCase`.
#if canImport(XCTest.XCTIssue) && canImport(XCTest.XCTestObservation)
extension TestStories: XCTestObservation {
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        Self.failed(testCase.name, issue.compactDescription, issue.sourceCodeContext.location?.fileURL.path)
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
        Self.failed(testCase.name, description, filePath)
    }

    fileprivate static func observeFailures(by observer: TestStories) {
        XCTestObservationCenter.shared.addTestObserver(observer)
    }
}
#endif
#endif
