#if canImport(XCTest)
import BluetoothPort
import FaradaySimulation
import Foundation
import XCTest

/// Prints the story of a world at the first failure of a test of XCTest in it, right behind that failure.
final class TestStories: NSObject, XCTestObservation, Sendable {
    /// A test, or a part of it, that has a world.
    final class Scope: Sendable {
        let report: SimulationReport
        private let hasTold = Lock(false)

        init(_ report: SimulationReport) { self.report = report }

        /// Whether the story was printed.
        var isTold: Bool { hasTold.withLock { $0 } }

        /// Whether it is for the caller to tell the story.
        func takeFirst() -> Bool {
            hasTold.withLock { hasTold in
                defer { hasTold = true }
                return !hasTold
            }
        }
    }

    private struct State {
        /// The innermost last; XCTest runs one test at a time.
        var scopes: [Scope] = []
        /// The test that the story of the process's world was told for.
        var toldFor: String?
    }

    private static let state = Lock(State())
    private static let registration: Void = XCTestObservationCenter.shared.addTestObserver(TestStories())

    /// Where stories go: behind the failure that XCTest prints.
    static let output = Lock<@Sendable (String) -> Void>({ print($0, terminator: "") })

    private static func write(_ text: String) { output.withLock { $0 }(text) }

    /// From now on a failure is about this world.
    static func begin(_ report: SimulationReport) -> Scope {
        _ = registration
        let scope = Scope(report)
        state.withLock { $0.scopes.append(scope) }
        return scope
    }

    static func end(_ scope: Scope) { state.withLock { $0.scopes.removeAll { $0 === scope } } }

    /// Failures outside of all scopes are about the process's world, if there is one.
    static func watchProcess() { _ = registration }

    #if canImport(Darwin)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        Self.failed(testCase.name, issue.compactDescription, issue.sourceCodeContext.location?.fileURL.path)
    }
    #else
    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        Self.failed(testCase.name, description, filePath)
    }
    #endif

    private static func failed(_ name: String, _ description: String, _ filePath: String?) {
        guard let scope = state.withLock({ $0.scopes.last }) ?? scopeOfProcess(name, filePath),
            scope.takeFirst()
        else { return }
        let world = scope.report.world
        // An error of a run is about the world as it was when the run gave up.
        let run = world.failedRun
        let isOfRun = run?.error.map { description.contains(String("\($0)".prefix(60))) } ?? false
        write(scope.report.text(isOfRun ? run : nil, showsPlace: true))
    }

    /// The world that mocks use in a test without one, in virtual time; its capture is written here, since nobody ends it.
    private static func scopeOfProcess(_ name: String, _ filePath: String?) -> Scope? {
        guard let world = World.ofProcess.withLock({ $0 })?.world, !world.isPaced, world.traceCount > 0 else {
            return nil
        }
        let isFirst = state.withLock { state in
            defer { state.toldFor = name }
            return state.toldFor != name
        }
        guard isFirst else { return nil }
        let report = SimulationReport(
            world, CapturePlace(name: name, filePath: filePath ?? CapturePlace.workingFile))
        if let problem = report.writeCapture() { write(problem + "\n") }
        return Scope(report)
    }
}
#endif
