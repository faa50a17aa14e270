import FaradayExploration
import FaradaySimulation
import Foundation

/// What a test is told whose own world nobody has run: `FaradaySimulation` finds it by its name.
struct UnusedWorldNotice: UnusedWorldTelling {
    static func tellOfUnusedWorld(_ offsets: [UInt32: UInt], _ place: () -> String?) {
        CallLines.lookUp(offsets)
        let where_ = place().map { " (\($0))" } ?? ""
        FileHandle.standardError.write(Data((text + where_ + "\n").utf8))
    }

    private static let text =
        "note: a manager was made in a world that nobody has run, so nothing has happened in it. Write "
        + "try world.run(until: { app.isConnected }): wait(for:), Task.sleep and Thread.sleep run no world of the test's "
        + "own. They run the one of a test with the trait .simulated, and of a SimulatedTestCase."
}
