// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// Who waits for whom without end, and that nobody else waits then.
@Suite(.enabled(if: World().holdsAppWork)) struct DeadlockTests {
    /// Runs a world in which a device advertises, so that something is always due.
    private static func deadlock(_ seconds: Int = 60, _ begin: () -> Void) throws -> String? {
        var text: String?
        try withWorld { world in
            world.add(.heartRateMonitor())
            begin()
            do { try world.run(for: .seconds(seconds)) } catch let error as World.RunError {
                text = "\(error)"
            }
        }
        return text
    }

    @Test("Two queues that wait for each other end the run at once, and are told by name")
    func queues() throws {
        let text = try Self.deadlock {
            let (ble, store) = (DispatchQueue(label: "ble"), DispatchQueue(label: "store"))
            ble.async {
                usleep(1000)
                store.sync {}
            }
            store.async {
                usleep(1000)
                ble.sync {}
            }
        }
        let lines = text?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.first == "deadlock at 0.001000 s: nobody can go on")
        #expect(
            lines.contains { $0.hasPrefix("  ble waits for its turn on store (in DeadlockTests.queues)") })
        #expect(
            lines.contains { $0.hasPrefix("  store waits for its turn on ble (in DeadlockTests.queues)") })
    }

    @Test("So do two locks that are taken in two orders")
    func locks() throws {
        let text = try Self.deadlock {
            let (first, second) = (NSLock(), NSLock())
            @Sendable func take(_ one: NSLock, _ other: NSLock) {
                one.lock()
                usleep(1000)
                other.lock()
                other.unlock()
                one.unlock()
            }
            DispatchQueue(label: "ble").async { take(first, second) }
            DispatchQueue.main.async { take(second, first) }
        }
        let lines = text?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.first == "deadlock at 0.001000 s: nobody can go on")
        #expect(lines.contains { $0.hasPrefix("  main waits for a lock that ble has") })
        #expect(lines.contains { $0.hasPrefix("  ble waits for a lock that main has") })
    }

    /// What a run ends with that waits for what never comes, beside nothing that is due.
    private static func end(_ begin: () -> Void) throws -> [String] {
        var text = ""
        try withWorld { world in
            begin()
            do { try world.run(until: { false }) } catch let error as World.RunError { text = "\(error)" }
        }
        return text.split(separator: "\n").map(String.init)
    }

    private static func waitForSemaphore(_ queue: DispatchQueue) {
        queue.async { DispatchSemaphore(value: 0).wait() }
    }

    private static func waitForGroup(_ queue: DispatchQueue) {
        let group = DispatchGroup()
        group.enter()
        queue.async {
            group.wait()
            group.leave()
        }
    }

    private static func waitForCondition(_ queue: DispatchQueue) {
        queue.async {
            let condition = NSCondition()
            condition.lock()
            condition.wait()
            condition.unlock()
        }
    }

    @Test(
        "A wait that nobody ends, while nothing is due, is told with its queue and its function",
        arguments: [
            ("a semaphore", "waitForSemaphore", waitForSemaphore), ("a group", "waitForGroup", waitForGroup),
            ("a condition", "waitForCondition", waitForCondition),
        ] as [(String, String, @Sendable (DispatchQueue) -> Void)])
    func waits(_ thing: String, _ function: String, _ begin: @escaping @Sendable (DispatchQueue) -> Void)
        throws
    {
        let lines = try Self.end {
            begin(DispatchQueue(label: "store"))
            DispatchQueue(label: "ble").asyncAfter(deadline: .now() + 2) { begin(.main) }
        }
        #expect(lines.first == "deadlock at 2.000000 s: nobody can go on")
        let beginnings = [("store", 0), ("main", 2)].map { queue, seconds in
            "  \(queue) waits for \(thing) (in DeadlockTests.\(function)), since \(seconds).000000 s"
        }
        for beginning in beginnings {
            #expect(lines.contains { $0.hasPrefix(beginning) }, "\(lines)")
        }
    }

    @Test("A wait for a condition that a test leaves behind is none for the tests after it")
    func conditionsAreLeft() throws {
        for _ in 0..<20 {
            for queue in [.main, DispatchQueue(label: "store")] {
                #expect(try Self.end { Self.waitForCondition(queue) }.first?.hasPrefix("deadlock") == true)
            }
            try withWorld { world in
                let (condition, isDone) = (NSCondition(), World.Lock(false))
                DispatchQueue.main.async {
                    condition.lock()
                    condition.wait()
                    condition.unlock()
                    isDone.withLock { $0 = true }
                }
                DispatchQueue(label: "app").asyncAfter(deadline: .now() + 1) { condition.signal() }
                try world.run(until: { isDone.withLock { $0 } })
                #expect(world.now == .zero + .seconds(1))
            }
        }
    }

    @Test("Who waits on a concurrent queue behind others does not wait for those that are on it")
    func concurrentQueue() throws {
        let done = World.Lock(0)
        let text = try Self.deadlock {
            let (reads, ble, lock) = (
                DispatchQueue(label: "reads", attributes: .concurrent), DispatchQueue(label: "ble"), NSLock()
            )
            reads.async {
                usleep(1000)
                lock.lock()
                lock.unlock()
                done.withLock { $0 += 1 }
            }
            ble.async {
                lock.lock()
                usleep(2000)
                reads.async { done.withLock { $0 += 1 } }
                reads.sync { done.withLock { $0 += 1 } }
                lock.unlock()
            }
        }
        #expect(text == nil)
        #expect(done.withLock { $0 } == 3)
    }

    @Test("A wait with a time-out is no deadlock")
    func timeOut() throws {
        let text = try Self.deadlock {
            let (ble, lock) = (DispatchQueue(label: "ble"), NSLock())
            DispatchQueue.main.async {
                lock.lock()
                ble.sync {}
                lock.unlock()
            }
            ble.async {
                usleep(1000)
                _ = lock.lock(before: Date() + 5)
            }
        }
        #expect(text == nil)
    }

    /// A queue that outlives its tests.
    private static let shared = DispatchQueue(label: "shared")

    @Test("What is blocked when a test ends leaves its queues, also main, to the next test")
    func queuesAreLeft() throws {
        for _ in 0..<3 {
            try withWorld { world in
                world.add(.heartRateMonitor())
                let count = World.Lock(0)
                Self.shared.async { count.withLock { $0 += 1 } }
                DispatchQueue.main.async { count.withLock { $0 += 1 } }
                try world.run(for: .seconds(1))
                #expect(count.withLock { $0 } == 2)
                Self.shared.async { DispatchSemaphore(value: 0).wait() }
                DispatchQueue.main.async {
                    let inner = DispatchQueue(label: "inner")
                    inner.sync { Self.shared.sync {} }
                }
                try world.run(for: .seconds(1))
            }
        }
    }
}
#endif
