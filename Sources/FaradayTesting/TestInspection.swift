import FaradayBridge
import FaradaySimulation
import Foundation

/// With `FARADAY_INSPECT=1`, each test shows its world in a browser: it waits for `continue` where it begins, and once more
/// where it ends.
struct TestInspection {
    /// Where a test waits, and what its user is told.
    enum Moment: String {
        case begin = "open the address, then press Continue; the test has not begun yet"
        case end = "the test's code has ended; Continue ends the test"
    }

    /// The environment variable that asks for it.
    static let variable = "FARADAY_INSPECT"

    private static let isAskedFor: Bool = {
        let value = ProcessInfo.processInfo.environment[variable] ?? ""
        return !value.isEmpty && value != "0"
    }()

    private let world: World
    private let title: String
    private let inspection: Inspection

    /// `nil` unless the environment asks for it.
    init?(_ world: World, title: String) {
        guard Self.isAskedFor else { return nil }
        (self.world, self.title) = (world, title)
        do {
            inspection = try world.inspect(title: title)
        } catch {
            InspectionText.say("\(Self.variable): \(error)")
            return nil
        }
    }

    func wait(at moment: Moment) async {
        InspectionText.say("\(title): \(moment.rawValue)")
        await world.pause()
        leave(moment)
    }

    /// The same for tests that are not asynchronous.
    func wait(at moment: Moment) {
        InspectionText.say("\(title): \(moment.rawValue)")
        world.pause()
        leave(moment)
    }

    /// Whoever told the test to end gets an answer, although the process may end next.
    private func leave(_ moment: Moment) {
        if moment == .end { inspection.stop() }
    }
}
