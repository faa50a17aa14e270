import RandomCases
import Testing

@testable import FaradayClient

/// One peripheral's machine, with commands, answers and nonsense in any order; `.ci/more chaos` plays ten times as many.
@Suite("The machine of a peripheral")
struct PeerMachineTests {
    private static let seeds = chaosSeeds(500)

    private func played(_ seed: UInt64) -> MachineBench {
        var bench = MachineBench(seed: seed)
        for _ in 0..<60 { bench.step() }
        if seed % 2 == 0 { bench.letGo() }
        bench.close()
        return bench
    }

    @Test("Whatever happens, every request ends once, and every rule holds after every step")
    func anyOrder() {
        for seed in Self.seeds {
            let bench = played(seed)
            guard let problem = bench.problems.first else { continue }
            Issue.record("seed \(seed): \(problem), and \(bench.problems.count - 1) more")
        }
    }

    @Test("Equal inputs give equal outputs")
    func determinism() {
        for seed in Self.seeds.prefix(100) {
            let (one, other) = (played(seed).log, played(seed).log)
            let parting = zip(one, other).first { $0 != $1 }
            #expect(
                parting == nil && one.count == other.count, "seed \(seed): \(String(describing: parting))")
            #expect(!one.isEmpty)
        }
    }
}
