import BluetoothTypes
import RandomCases
import Testing

@testable import BluetoothHost

/// The queue of what leaves a host.
@Suite struct OutputQueueTests {
    private func output(_ number: Int) -> Host.Output {
        .event(.commandSent(Host.LinkID(1), Host.Token(UInt64(number))))
    }

    @Test("outputs leave in the order in which they came, whether alone or in bursts", arguments: 1...20)
    func order(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var queue = Host.OutputQueue()
        var (added, taken) = (0, 0)
        for step in 0..<300 {
            for _ in 0..<random.below(1 + random.below(100)) {
                queue.append(output(added))
                added += 1
            }
            // Every tenth time until it is empty.
            let count = step % 10 == 9 ? added - taken : random.below(1 + added - taken)
            for _ in 0..<count {
                #expect(queue.next() == output(taken), "step \(step)")
                taken += 1
            }
            if taken == added { #expect(queue.next() == nil, "step \(step)") }
        }
    }
}
