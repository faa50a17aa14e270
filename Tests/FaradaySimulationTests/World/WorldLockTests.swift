import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradaySimulation

@Suite struct WorldLockTests {
    /// By chance a few threads may get the lock anyway: sixteen, in several worlds, do not.
    @Test(
        "Threads that ask for something of a world get it while another one drives",
        arguments: [false, true], 0..<4)
    func asking(isBatch: Bool, round: Int) throws {
        let world = World()
        for _ in 0..<3 { world.add(.heartRateMonitor()) }
        let left = Lock(16)
        for _ in 0..<16 {
            Thread.detachNewThread {
                while world.eventCount == 0 { sched_yield() }
                for _ in 0..<500 { _ = world.eventCount }
                left.withLock { $0 -= 1 }
            }
        }
        while left.withLock({ $0 > 0 }) {
            if isBatch {
                try world.run(for: .hours(1))
            } else {
                _ = world.attempt(until: { left.withLock { $0 == 0 } }, timeout: .hours(1))
            }
        }
        #expect(world.eventCount < 2_000_000)
    }
}
