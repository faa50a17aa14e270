import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// What waits for app code, and how much of it one instant may bring.
@Suite struct CallQueueTests {
    @Test("A call follows the work that had come when it came; a later note does not change that")
    func arrivals() {
        var queue = CallQueue()
        queue.append(.call {})
        queue.append(.call {})
        queue.noteArrivals(after: 3)
        queue.append(.call {})
        queue.noteArrivals(after: 8)
        let numbers = (0..<3).map { _ in queue.popFirst()?.number }
        #expect(numbers == [3, 3, 8])
        #expect(queue.isEmpty)
    }

    @Test("A call whose arrival nobody noted has no number")
    func unnoted() {
        var queue = CallQueue()
        queue.append(.call {})
        let first = queue.popFirst()
        #expect(first != nil && first?.number == nil)
    }

    @Test("What is taken out at once leaves no number behind for later calls")
    func takenAtOnce() {
        var queue = CallQueue()
        queue.append(.call {})
        queue.noteArrivals(after: 3)
        let taken = queue.takeAll().count
        #expect(taken == 1)
        queue.append(.call {})
        queue.noteArrivals(after: 5)
        let later = queue.popFirst()?.number
        #expect(later == 5)
    }

    @Test("An instant has room for its limit and no more; the next instant begins anew")
    func load() {
        var load = InstantLoad()
        let times = [Instant.zero, .zero, .zero, .zero, .zero, .zero + .seconds(1), .zero + .seconds(1)]
        let found = times.map { load.add(at: $0, limit: 2) }
        // Once it has said that there is no room, it counts anew.
        #expect(found == [true, true, false, true, true, true, true])
    }
}
