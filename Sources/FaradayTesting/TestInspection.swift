import FaradayBridge
import FaradaySimulation
import Foundation

/// With `FARADAY_INSPECT=1`, each test shows its world in a browser: it waits for `continue` where it begins, and once more
/// where it ends.
struct TestInspection {
    /// The environment variable that asks for it.
    static let variable = "FARADAY_INSPECT"

    private let world: World
    private let title: String

    /// `nil` unless the environment asks for it.
    init?(_ world: World, title: String, environment: [String: String] = ProcessInfo.processInfo.environment)
    {
        guard let value = environment[Self.variable], !value.isEmpty, value != "0" else { return nil }
        (self.world, self.title) = (world, title)
        do {
            _ = try world.inspect(title: title)
        } catch {
            print("\(Self.variable): \(error)".asciiText)
            return nil
        }
    }

    func begin() async {
        print("\(title): open the address, then press Continue; the test has not begun yet".asciiText)
        await world.pause()
    }

    func end() async {
        print("\(title): the test's code has ended; Continue ends the test".asciiText)
        await world.pause()
    }

    // The same for tests that are not asynchronous.

    func begin() {
        print("\(title): open the address, then press Continue; the test has not begun yet".asciiText)
        world.pause()
    }

    func end() {
        print("\(title): the test's code has ended; Continue ends the test".asciiText)
        world.pause()
    }
}
