import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayExploration

/// How many runs of explorations are under way in a process at once.
@Suite struct RunPermitsTests {
    private struct Tally {
        var now = 0
        var most = 0
        var begun: [Int] = []
    }

    @Test("No more runs are under way than there are permits, whoever asks", arguments: [1, 2, 5])
    func mostAtOnce(count: Int) async {
        let permits = RunPermits(count)
        let tally = Lock(Tally())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    await permits.run {
                        tally.withLock { tally in
                            tally.now += 1
                            tally.most = max(tally.most, tally.now)
                            tally.begun.append(number)
                        }
                        for _ in 0..<10 { await Task.yield() }
                        tally.withLock { $0.now -= 1 }
                    }
                }
            }
        }
        let seen = tally.withLock { $0 }
        #expect(seen.most <= count)
        #expect(seen.begun.sorted() == Array(0..<40))
        // All are back.
        #expect(await permits.run { true })
    }

    @Test("Who waits gets the permit that comes back, the first one first")
    func order() async {
        let permits = RunPermits(1)
        let order = Lock([Int]())
        await permits.run {
            for number in 0..<5 {
                // Outside the run, which has a permit.
                let other = Task.detached { await permits.run { order.withLock { $0.append(number) } } }
                while permits.waiting <= number { await Task.yield() }
                if number > 0 { other.cancel() }
            }
            #expect(order.withLock { $0.isEmpty })
        }
        // Cancelled runs have begun too: an exploration takes out what their results are.
        while order.withLock({ $0.count < 5 }) { await Task.yield() }
        #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
        #expect(permits.waiting == 0)
    }

    @Test("What a run explores in turn needs no permit of its own")
    func inside() async {
        let permits = RunPermits(1)
        let isInside = await permits.run { await permits.run { await permits.run { true } } }
        #expect(isInside)
    }

    @Test("Explorations that begin at once share the processors, unless they say how many runs they want")
    func explorations() async {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let tally = Lock(Tally())
        let wide = Lock(Tally())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<(2 * processors) { group.addTask { await Self.explore(6, nil, tally) } }
            group.addTask { await Self.explore(2 * processors + 1, 2 * processors + 1, wide) }
        }
        #expect(tally.withLock { $0.most } <= processors)
        #expect(tally.withLock { $0.begun.count } == 12 * processors)
        #expect(wide.withLock { $0.most } > processors)
    }

    /// Explores with bodies that count those under way. With more than one, each waits for the next one.
    private static func explore(_ runs: Int, _ width: Int?, _ tally: Lock<Tally>) async {
        var exploration = ExplorationTests.exploration(runs)
        exploration.parallelRuns = width
        let result = await exploration.run { world in
            let number = tally.withLock { tally in
                tally.now += 1
                tally.most = max(tally.most, tally.now)
                tally.begun.append(0)
                return tally.begun.count
            }
            try await world.run(for: .seconds(1))
            // The first run of all is alone.
            if let width, number > 1 {
                while tally.withLock({ $0.begun.count }) < width { await Task.yield() }
            }
            tally.withLock { $0.now -= 1 }
        }
        #expect(result.isSuccess, "\(result.report)")
    }
}
