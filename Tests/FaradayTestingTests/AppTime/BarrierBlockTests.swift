// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import BluetoothPort
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// Which blocks are barriers on a concurrent queue.
@Suite(.enabled(if: World().holdsAppWork)) struct BarrierBlockTests {
    @Test("A block is no barrier though one was that had its address before", .simulated)
    func addressesAreUsedAgain() async throws {
        let world = World.current
        var items: [DispatchWorkItem] = []
        for _ in 0..<2_000 { items.append(DispatchWorkItem(flags: .barrier) {}) }
        items = []
        let (count, times) = (2_000, Lock<[World.Instant: Int]>([:]))
        let queue = DispatchQueue(label: "app", attributes: .concurrent)
        queue.async { Thread.sleep(forTimeInterval: 10) }
        for _ in 0..<count { queue.async { times.withLock { $0[world.now, default: 0] += 1 } } }
        try await world.run(for: .seconds(60))
        #expect(times.withLock { $0 } == [.zero: count])
    }
}
#endif
