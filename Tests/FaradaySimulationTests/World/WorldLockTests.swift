import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradaySimulation

@Suite struct WorldLockTests {
    @Test(
        "A thread that asks for something of a world gets it while another one drives",
        arguments: [false, true])
    func asking(isBatch: Bool) throws {
        let world = World()
        for _ in 0..<3 { world.add(.heartRateMonitor()) }
        let isDone = Lock(false)
        let asker = Thread {
            while world.eventCount == 0 { sched_yield() }
            for _ in 0..<500 { _ = world.eventCount }
            isDone.withLock { $0 = true }
        }
        asker.start()
        while !isDone.withLock({ $0 }) {
            if isBatch {
                try world.run(for: .hours(1))
            } else {
                _ = world.attempt(until: { isDone.withLock { $0 } }, timeout: .hours(1))
            }
        }
        print("events \(world.eventCount) \(isBatch)")
        #expect(world.eventCount < 5_000_000)
    }
}
