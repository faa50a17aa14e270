// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import FaradayTesting
import Foundation
import Testing

/// Operations of queues that tests share, which run side by side.
@Suite(.enabled(if: World().holdsAppWork)) struct OperationTests {
    private static let unlimited = OperationQueue()
    private static let other = OperationQueue()

    enum Way: CaseIterable {
        case shared, barrier, main, observer
    }

    @Test(
        "An operation of a queue that tests share runs in the world of who added it",
        arguments: Way.allCases, 0..<12)
    func keepsItsWorld(_ way: Way, _ number: Int) async throws {
        let start = Double(number + 1) * 100_000_000
        try await withWorld(date: Date(timeIntervalSince1970: start)) { world in
            let times = World.Lock<[Double]>([])
            for second in 0..<10 {
                Self.add(way, "\(number) \(second)") {
                    times.withLock { $0.append(Date().timeIntervalSince1970 - start) }
                }
                try await world.run(for: .seconds(1))
                try #require(times.withLock { $0.count } == second + 1)
            }
            #expect(times.withLock { $0 } == (0..<10).map(Double.init))
        }
    }

    private static func add(_ way: Way, _ name: String, _ body: @escaping @Sendable () -> Void) {
        switch way {
        case .shared: unlimited.addOperation(body)
        case .barrier: other.addBarrierBlock(body)
        case .main: OperationQueue.main.addOperation(body)
        case .observer:
            let name = Notification.Name("OperationTests \(name)")
            let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                _ in body()
            }
            NotificationCenter.default.post(name: name, object: nil)
            NotificationCenter.default.removeObserver(observer)
        }
    }

    @Test("The main queue of operations is the world's, and the one on which its operations run", .simulated)
    @MainActor func mainQueue() async throws {
        let (queue, seen) = (OperationQueue.main, World.Lock<[Bool]>([]))
        #expect(queue === OperationQueue.main)
        queue.addOperation {
            seen.withLock { $0 = [Thread.isMainThread, OperationQueue.current === queue] }
        }
        try await World.current.run(until: { !seen.withLock { $0.isEmpty } })
        #expect(seen.withLock { $0 } == [true, true])
        #expect(queue.maxConcurrentOperationCount == 1)
    }

    @Test(
        "What the main thread posts reaches an observer on the main queue before the call returns", .simulated
    )
    @MainActor func inPlace() async throws {
        let (name, count) = (Notification.Name("OperationTests in place"), World.Lock(0))
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
            count.withLock { $0 += 1 }
        }
        NotificationCenter.default.post(name: name, object: nil)
        #expect(count.withLock { $0 } == 1)
        NotificationCenter.default.removeObserver(observer)
    }

    @Test(
        "Tests that post the same name at one time hear each other, and none waits for another's world",
        arguments: 0..<12)
    func sameName(_ number: Int) async throws {
        try await withWorld { world in
            let (name, count) = (Notification.Name("OperationTests crowd"), World.Lock(0))
            let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                _ in count.withLock { $0 += 1 }
            }
            for posted in 1...10 {
                NotificationCenter.default.post(name: name, object: nil)
                #expect(count.withLock { $0 } >= posted)
                try await world.run(for: .seconds(1))
            }
            NotificationCenter.default.removeObserver(observer)
        }
    }
}
#endif
