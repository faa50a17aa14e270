import BluetoothTypes
import RandomCases
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
        let numbers = (0..<3).map { _ in number(ofNextIn: &queue) }
        #expect(numbers == [3, 3, 8])
        #expect(queue.isEmpty)
    }

    /// Takes out the next call; returns its number.
    private func number(ofNextIn queue: inout CallQueue) -> UInt64? {
        #expect(queue.popFirst() != nil)
        return queue.takeArrival()
    }

    @Test("Calls keep their numbers, however they come and go", arguments: UInt64(0)..<20)
    func comingAndGoing(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var queue = CallQueue()
        var expected: [UInt64?] = []
        for _ in 0..<200 {
            switch random.below(4) {
            case 0, 1:
                queue.append(.call {})
                expected.append(nil)
            case 2:
                let number = UInt64(random.below(3))
                queue.noteArrivals(after: number)
                for place in expected.indices where expected[place] == nil { expected[place] = number }
            default:
                guard !expected.isEmpty, expected[0] != nil else { continue }
                #expect(number(ofNextIn: &queue) == expected.removeFirst())
            }
        }
    }

    @Test("A call whose arrival nobody noted has no number")
    func unnoted() {
        var queue = CallQueue()
        queue.append(.call {})
        #expect(number(ofNextIn: &queue) == nil)
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
        #expect(number(ofNextIn: &queue) == 5)
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
