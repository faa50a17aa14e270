#if canImport(XCTest)
import BluetoothPort
import FaradayExploration
import FaradaySimulation
import XCTest

/// An XCTest case with a fresh world for each test.
///
/// Managers that the test creates find the world's only phone, on every thread. The first failure of a test prints the
/// seed, what apps and the test did until then, hints if the cause is known, and the path of a capture file. Misuse of
/// the API is a failure. On Linux the test's waits, sleeps and timeouts are virtual time, and the world moves during them.
///
/// ```swift
/// final class HeartRateTests: SimulatedTestCase {
///     func testConnects() throws {
///         world.add(.heartRateMonitor())
///         let app = world.addPhone().run { HeartRateApp() }
///         try world.run(until: { app.isConnected })
///     }
/// }
/// ```
open class SimulatedTestCase: XCTestCase {
    /// The seed of all randomness in the world; override to change it.
    open var seed: UInt64 { 0 }
    /// The date on which the world begins, as for `.simulated(date:)`; override to change it.
    open var date: Date? { nil }
    /// What happens when the app misuses the API; override to change it.
    open var misusePolicy: World.MisusePolicy { .fail }
    /// Whose time the app's timers, queues and tasks have, and `Date()`; override to change it.
    open var appTime: World.AppTime { .simulated }

    /// The case that the world replays, as a report of an exploration prints it; override to set one. `FARADAY_REPLAY`
    /// overrides it.
    open var replayed: ExploredCase? { nil }

    private var made: World?
    private var scope: TestStories.Scope?
    private var reminder: SlowTestReminder?
    private var code: ThreadCode?
    private var inspection: TestInspection?

    /// The world of the running test. Before `setUp` and after `tearDown` there is none: the test fails, and this
    /// property returns a world whose runs throw.
    ///
    /// In an asynchronous test on Linux the world moves by itself whenever the test is suspended.
    public var world: World {
        made
            ?? World.standIn(
                for: "SimulatedTestCase.world: the world exists only between setUp and tearDown.")
    }

    /// Makes the world; a subclass that overrides it calls `super.setUp()` first.
    open override func setUp() {
        super.setUp()
        let world = World.ofTest(seed: seed, appTime, date: date, replaying: replayed)
        world.prepareForTest(misusePolicy)
        // `tearDown` removes it again.
        nonisolated(unsafe) let test = self
        world.onMistake { test.fail($0.message, $0.place) }
        world.onBrokenInvariant { test.fail($0.text, $0.place) }
        made = world
        ExploringTest.ofXCTest.withLock { $0 = "\(String(reflecting: type(of: self)))/\(testMethod)" }
        let report = SimulationReport(
            world, CapturePlace(name: testName, filePath: CapturePlace.workingFile))
        scope = TestStories.begin(report)
        CrashStories.begin(report)
        reminder = SlowTestReminder(report, isOfXCTest: true, ending: TestHang(world).end)
        let phone = OnlyPhone(world) { test.fail($0 + CallLines.ofRunningCall, nil) }
        PortEnvironment.install(phone)
        inspection = TestInspection(world, title: report.capture.name)
        inspection?.wait(at: .begin)
        code = ThreadCode(of: world, phone)
    }

    /// Reports misuse and, if the test failed, its report; a subclass that overrides it calls `super.tearDown()` last.
    open override func tearDown() {
        code?.end()
        inspection?.wait(at: .end)
        if let world = made {
            if let error = world.code.takeDeadlock(of: world) { fail("\(error)", nil) }
            for text in world.misusesOfTest.texts { fail(text, nil) }
            for kind in world.missingMisuses {
                fail(World.MissingMisuse(kind: kind).description, nil)
            }
            if let (text, isFailure) = world.unfiredFaultText {
                // XCTest has no warnings.
                if isFailure { fail(text, nil) } else { print("warning: \(testName): \(text)") }
            }
            world.onMistake(nil)
            world.onBrokenInvariant(nil)
            world.endAttachments()
            world.code.end(of: world)
        }
        reminder?.end()
        if let scope {
            CrashStories.end(scope.report)
            // For platforms without an observer of single failures.
            if let testRun, testRun.totalFailureCount > 0 { scope.failedSomehow() }
            TestStories.end(scope)
        }
        PortEnvironment.install(nil)
        ExploringTest.ofXCTest.withLock { $0 = nil }
        (made, scope, reminder, code, inspection) = (nil, nil, nil, nil, nil)
        super.tearDown()
    }

    /// Fails the test at `place`. Without a place, it fails at the last run or wait of the test, or nowhere: the line of
    /// this file would say nothing.
    private func fail(_ message: String, _ place: SourcePlace?) {
        let place = place ?? made?.lastRunPlace
        #if canImport(XCTest.XCTIssue)
        let location = place.map { XCTSourceCodeLocation(filePath: $0.filePath, lineNumber: Int($0.line)) }
        record(
            XCTIssue(
                type: .assertionFailure, compactDescription: message,
                sourceCodeContext: XCTSourceCodeContext(location: location)))
        #elseif canImport(Darwin)
        // The message contains the place, because XCTFail takes only literals as a place.
        XCTFail(place.map { "\($0): \(message)" } ?? message)
        #else
        recordFailure(
            withDescription: "failed - \(message)",
            inFile: place?.filePath ?? String(reflecting: type(of: self)),
            atLine: Int(place?.line ?? 0), expected: true)
        #endif
    }

    // A failed assertion in a run of `explore` is a failure of that run, and not yet one of the test.

    #if canImport(XCTest.XCTIssue)
    /// Records an issue; in a run of `explore` it is a failure of that run.
    open override func record(_ issue: XCTIssue) {
        let place = issue.sourceCodeContext.location
        if Self.notes(issue.compactDescription, place?.fileURL.path, place?.lineNumber) { return }
        super.record(issue)
    }
    #elseif !canImport(Darwin)
    /// Records a failure; in a run of `explore` it is a failure of that run.
    open override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        if Self.notes(description, filePath, lineNumber) { return }
        super.recordFailure(
            withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    #endif

    /// Notes a failed assertion if it is one of an explored run.
    private static func notes(_ text: String, _ path: String?, _ line: Int?) -> Bool {
        guard let world = World.scoped, let notes = RunNotes.ofCaller(world) else { return false }
        let file = path.map { String($0.split(separator: "/").last ?? "") }
        let place = [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
        notes.note(
            RunNotes.Failure(
                FailureSignature(.expectation, place), text, time: world.now,
                snapshot: notes.failures.isEmpty ? world.snapshot() : nil))
        return true
    }

    /// `AppTests.HeartRateTests.testConnects`, on every platform.
    private var testName: String { "\(String(reflecting: type(of: self))).\(testMethod)" }

    private var testMethod: String {
        name.split(whereSeparator: { ". []-".contains($0) }).last.map(String.init) ?? name
    }
}
#endif
