#if os(Linux) && compiler(>=6.3)
import BluetoothPort
import BluetoothTypes
@testable import FaradayTesting
import Testing

@Suite(.enabled(if: World().holdsAppWork)) struct CapturingTests {
    private actor Log {
        var lines: [String] = []
        func add(_ line: String) { lines.append(line) }
    }

    @Test(.simulated)
    func sleepsOfUnstructuredTasksTakeVirtualTime() async throws {
        let world = World.current
        let log = Log()
        let tasks = (0..<10).map { number in
            Task {
                try await Task.sleep(for: .seconds(60))
                await log.add("\(number) after a minute, at \(world.now)")
                try await Task.sleep(for: .seconds(5))
                try await Task.sleep(for: .seconds(3600))
            }
        }
        for task in tasks { try await task.value }
        #expect(world.now == .zero + .seconds(3665))
        #expect(await log.lines == (0..<10).map { "\($0) after a minute, at 60.000000" })
    }

    @Test(.simulated, arguments: 0..<20)
    func detachedTasksRunInTheOrderOfTheSeed(run: Int) async throws {
        let world = World.current
        let log = Log()
        for number in 0..<8 {
            Task.detached {
                for step in 0..<5 {
                    await Task.yield()
                    await log.add("\(number).\(step)")
                    try? await Task.sleep(for: .seconds(number))
                }
            }
        }
        try await Task.sleep(for: .seconds(600))
        #expect(world.now == .zero + .seconds(600))
        let lines = await log.lines
        #expect(lines.count == 40)
        let isSame = Self.first.withLock { first in
            if first.isEmpty { first = lines }
            return first == lines
        }
        #expect(isSame)
    }

    private static let first = Lock<[String]>([])

    @Test(.simulated)
    func deadlinesOfTheSystemsClockAreRounded() async throws {
        let world = World.current
        try await Task.sleep(until: .now + .seconds(2), clock: .continuous)
        #expect(world.now == .zero + .seconds(2))
    }
}
#endif
