import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol LampFinder: AnyObject {
    /// The name of the lamp that was found last.
    var found: String? { get }
}

@Suite(.serialized, .enabled(if: World().holdsAppWork)) struct ManagerTests {
    /// Two tests of a suite, one after the other.
    func findsInEachTest(_ launch: () -> some LampFinder) async throws {
        for name in ["Lamp 1", "Lamp 2"] {
            try await withWorld(seed: 7) { world in
                world.add(DeviceDefinition(name: name) { DeviceAdvertising(services: ["FFE0"]) })
                let app = world.addPhone(.iOS(18)).run { launch() }
                try await world.run(until: { app.found == name }, timeout: .seconds(10))
            }
        }
    }

    @Test func hasOneForEachTest() async throws {
        try await findsInEachTest {
            MendedManager.shared = MendedManager()
            return MendedManager.shared
        }
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted) func findsInEachTest() async throws {
        try await findsInEachTest { NaiveManager.shared }
    }
}
