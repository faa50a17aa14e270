// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// What is due at the very end of a run has run when the run ends.
@Suite(.enabled(if: World().holdsAppWork)) struct RunEndTests {
    private static func start() -> World.Lock<Int> {
        let count = World.Lock(0)
        for number in 0..<20 {
            DispatchQueue(label: "app \(number)").asyncAfter(deadline: .now() + 5) {
                count.withLock { $0 += 1 }
            }
        }
        return count
    }

    @Test("A run for five seconds", .simulated, arguments: [0, 1])
    func duration(_: Int) async throws {
        let count = Self.start()
        try await World.current.run(for: .seconds(5))
        #expect(count.withLock { $0 } == 20)
    }

    @Test("A run until all have run, with a timeout of five seconds", .simulated) @MainActor
    func timeout() async throws {
        let count = Self.start()
        try await World.current.run(until: { count.withLock { $0 } == 20 }, timeout: .seconds(5))
        #expect(World.current.now == .zero + .seconds(5))
    }

    @Test("A synchronous run for five seconds", .simulated)
    func synchronous() throws {
        let count = Self.start()
        try World.current.run(for: .seconds(5))
        #expect(count.withLock { $0 } == 20)
    }
}
#endif
