import FaradayExploration

/// The reports of explorations with many base seeds, all of which fail.
enum Reports {
    static func ofSeeds(parallelRuns: Int) -> [String] {
        (0..<200 as Range<UInt64>).map { seed in
            var exploration = ExplorationTests.exploration(60, seed: seed)
            exploration.parallelRuns = parallelRuns
            return exploration.run(Bodies.sensitive).report
        }
    }

    /// A checksum that is the same in each process (FNV-1a).
    static func digest(_ reports: [String]) -> String {
        let hash = reports.joined(separator: "\n\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        return "digest " + String(hash, radix: 16)
    }
}
