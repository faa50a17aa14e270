import BluetoothPort
import FaradaySimulation

/// Ends what a test waits for that never comes.
final class TestHang: Sendable {
    private let world: World
    private let giveUp: (@Sendable (Int64) -> Void)?
    private let breaks = Lock(0)

    /// A test that blocks its thread again as often as this is left behind.
    private static let mostBreaks = 3

    /// - Parameter giveUp: Leaves the body behind, which has had so many seconds of real time; `nil` if it can't be.
    init(_ world: World, giveUp: (@Sendable (Int64) -> Void)? = nil) {
        (self.world, self.giveUp) = (world, giveUp)
    }

    /// Lets a blocked thread of the test go on, whose world then fails with a deadlock; or else leaves the test behind.
    /// Returns whether the test goes on.
    @Sendable func end(after seconds: Int64) -> Bool {
        let mayBreak = breaks.withLock { breaks in
            breaks += 1
            return breaks <= Self.mostBreaks
        }
        if mayBreak, world.code.breakDeadlock(of: world) { return true }
        giveUp?(seconds)
        return false
    }
}
