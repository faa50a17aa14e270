// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import BluetoothPort
import FaradayTesting
import Foundation
import Testing

/// Threads that an app has begun work in their world's turns: the clock stands while they work.
@Suite(.enabled(if: World().holdsAppWork)) struct ThreadTurnTests {
    /// A thread that reads from a pipe, and then runs its run loop for 50 ms, again and again.
    private final class Reader: Sendable {
        private let pipe: (input: Int32, output: Int32)
        private let times = Lock<[World.Instant]>([])
        private let isAwake = Lock(false)
        static let rounds = 20

        init(_ world: World) {
            var ends: [Int32] = [-1, -1]
            precondition(Glibc.pipe(&ends) == 0, "no pipe")
            pipe = (ends[0], ends[1])
            Thread { [self] in
                let loop = RunLoop.current
                loop.add(Timer(timeInterval: 1e6, repeats: true) { _ in }, forMode: .default)
                var byte: UInt8 = 0
                // The world goes on without the thread until somebody writes.
                guard read(pipe.input, &byte, 1) == 1 else { return }
                isAwake.withLock { $0 = true }
                for _ in 0..<Self.rounds {
                    _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
                    times.withLock { $0.append(world.now) }
                    work()
                }
            }.start()
        }

        deinit {
            close(pipe.input)
            close(pipe.output)
        }

        /// Takes a while: a world that did not wait for the thread would be far away then.
        private func work() {
            var sum = 0
            for number in 0..<300_000 { sum &+= number }
            withExtendedLifetime(sum) {}
        }

        /// Wakes the thread. A busy machine takes its time for that, and a world goes through hours meanwhile.
        func write() {
            var byte: UInt8 = 1
            _ = Glibc.write(pipe.output, &byte, 1)
            while !isAwake.withLock({ $0 }) { sched_yield() }
        }

        var isDone: Bool { times.withLock { $0.count == Self.rounds } }

        /// How long the rounds took, in virtual time.
        var lengths: [Nanoseconds] {
            let times = times.withLock { $0 }
            return zip(times.dropFirst(), times).map { $0 - $1 }
        }
    }

    @Test(
        "A thread that has waited for something outside has its turns again afterwards", .simulated(seed: 1))
    func turnsAfterWaitingOutside() throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let reader = Reader(world)
        try world.run(for: .seconds(1))
        reader.write()
        try world.run(until: { reader.isDone }, timeout: .hours(1_000))
        // Dates are as fine as microseconds.
        let range = Nanoseconds.milliseconds(50)...(.microseconds(50_001))
        #expect(reader.lengths.filter { !range.contains($0) } == [])
    }
}
#endif
