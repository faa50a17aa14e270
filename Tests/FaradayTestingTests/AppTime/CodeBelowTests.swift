import Dispatch
import FaradayTesting
import Foundation
import Testing

/// A test on the main actor that makes its world by itself.
@Suite(.enabled(if: World().holdsAppWork)) struct CodeBelowTests {
    private static func count(_ world: World) throws {
        let count = World.Lock(0)
        let add: @Sendable () -> Void = { count.withLock { $0 += 1 } }
        DispatchQueue.main.async(execute: add)
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
            Thread.sleep(forTimeInterval: 1)
            add()
        }
        DispatchQueue(label: "ble").async { DispatchQueue.main.sync(execute: add) }
        try world.run(for: .seconds(5))
        #expect(count.withLock { $0 } == 3)
        #expect(world.now == .zero + .seconds(5))
    }

    @Test("What goes to the main queue runs during a run of withWorld") @MainActor
    func inScope() throws {
        try withWorld { try Self.count($0) }
    }

    @Test("So it does if the test waits in virtual time first") @MainActor
    func afterAWait() throws {
        try withWorld { world in
            let isDone = World.Lock(false)
            DispatchQueue.main.async { isDone.withLock { $0 = true } }
            Thread.sleep(forTimeInterval: 1)
            // The test is on the main queue.
            #expect(!isDone.withLock { $0 })
            try world.run(until: { isDone.withLock { $0 } })
            #expect(world.now == .zero + .seconds(1))
        }
    }

    @Test("So it does in a world without a scope") @MainActor
    func withoutScope() throws {
        let world = World()
        let isDone = World.Lock(false)
        world.addPhone().run { DispatchQueue.main.async { isDone.withLock { $0 = true } } }
        try world.run(until: { isDone.withLock { $0 } }, timeout: .seconds(5))
    }

    @Test("So it does in a synchronous part of an asynchronous test") @MainActor
    func inTask() async throws {
        try await withWorld { world in
            try Self.count(world)
            try await Task.sleep(nanoseconds: 1_000_000_000)
            #expect(world.now == .zero + .seconds(6))
        }
    }
}
