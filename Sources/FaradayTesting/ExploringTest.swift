import BluetoothPort
import FaradayExploration
import FaradaySimulation
import Testing

/// The test that calls `explore`: what its exploration is called, and how it runs again.
struct ExploringTest {
    let capture: CapturePlace
    /// What `swift test --filter` takes for it.
    let filter: String
    /// How a child process comes to it.
    let launch: ChildLaunch?

    /// - Parameter function: The function that calls, for tests that are not known otherwise.
    init(_ function: String, _ place: SourcePlace) {
        if let test = Test.current {
            capture = CapturePlace(test, Test.Case.current)
            filter = ReplayCommand.filter(test)
            launch = ChildLaunch.of(test)
            return
        }
        if let test = Self.ofXCTest.withLock({ $0 }) {
            capture = CapturePlace(
                name: test.split(separator: "/").joined(separator: "."), filePath: place.filePath)
            filter = test
            launch = ChildLaunch.ofXCTest(test)
            return
        }
        let file = place.fileID.split(separator: "/").map(String.init)
        filter = String(function.prefix { $0 != "(" })
        let parts = [file.first ?? "", file.last?.split(separator: ".").first.map(String.init) ?? "", filter]
        capture = CapturePlace(name: parts.joined(separator: "."), filePath: place.filePath)
        launch = ChildLaunch.ofCaller
    }

    /// The `SimulatedTestCase` that runs, as `AppTests.PulseTests/testConnects`. XCTest runs one test at a time.
    static let ofXCTest = Lock<String?>(nil)
}
