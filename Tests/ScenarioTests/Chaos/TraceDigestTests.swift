import FaradaySimulation
import Foundation
import RandomCases
import Testing

/// What 200 chaotic worlds send, and everything that crossed their stairs, is what it was when `TraceDigests.tsv` was
/// written, byte for byte. So a change of the code that shall change no behaviour changes none.
///
/// A few seeds run with the other tests; `FARADAY_CHAOS_SEEDS=200` plays them all, as `.ci/more chaos` does. After a
/// change that is meant, `FARADAY_WRITE_DIGESTS=1` writes the file again.
@Suite struct TraceDigestTests {
    private static let steps = 40
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("TraceDigests.tsv")
    private static let isWriting = ProcessInfo.processInfo.environment["FARADAY_WRITE_DIGESTS"] != nil

    @Test("Chaotic worlds give the captures and traces that they gave before")
    func asRecorded() async throws {
        let seeds = Self.isWriting ? 0..<200 : chaosSeeds(4)
        let played = await withTaskGroup(of: TraceDigests.self) { group in
            for seed in seeds { group.addTask { ChaosRun.digests(seed: seed, steps: Self.steps) } }
            var all: [TraceDigests] = []
            for await one in group { all.append(one) }
            return all.sorted { $0.seed < $1.seed }
        }
        if Self.isWriting {
            try (played.map(\.line).joined(separator: "\n") + "\n")
                .write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let lines = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
        for one in played where one.seed < lines.count {
            #expect(lines[Int(one.seed)] == one.line, "seed \(one.seed) gives another trace")
        }
    }
}

/// The checksums of one run.
struct TraceDigests: Sendable {
    let seed: UInt64
    let capture: UInt64
    let trace: UInt64

    var line: String { "\(seed)\t\(hex(capture))\t\(hex(trace))" }

    private func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// FNV-1a, 64 bits.
enum FNV {
    static func digest(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
