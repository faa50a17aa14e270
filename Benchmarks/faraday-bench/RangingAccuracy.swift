import FaradayEngine
import FaradaySimulation
import Foundation

/// How far measured distances are from true ones, through the whole chain: positions, tones on the air, two controllers,
/// and the estimate of a host from the reports of its own controller.
///
/// Each measurement is one procedure of 72 tones. Nothing is smoothed, as a phone does for apps.
enum RangingAccuracy {
    /// The measurements of one true distance.
    struct Row {
        let meters: Double
        /// Sorted.
        private(set) var distances: [Double] = []
        /// Their errors without sign, sorted.
        private(set) var errors: [Double] = []
        /// How many procedures gave no distance.
        private(set) var misses = 0

        init(meters: Double, _ measured: [Double?]) {
            self.meters = meters
            distances = measured.compactMap { $0 }.sorted()
            errors = distances.map { abs($0 - meters) }.sorted()
            misses = measured.count - distances.count
        }
    }

    /// The measurements in one kind of surroundings.
    struct Series {
        let surroundings: RangingSurroundings
        let rows: [Row]
        /// All errors without sign, sorted.
        var errors: [Double] { rows.flatMap(\.errors).sorted() }
        var misses: Int { rows.reduce(0) { $0 + $1.misses } }
    }

    static func measure(_ options: Options) throws -> Fields {
        let count = options.operations(1_000, quick: 100)
        let series = try RangingSurroundings.all.map { try measure($0, count) }
        if let folder = options.output { try write(series, count, to: folder) }
        var fields: Fields = [("seeds", .integer(count))]
        for one in series {
            let (name, errors) = (one.surroundings.name, one.errors)
            fields += [
                ("\(name)Median", .decimal(errors.share(0.5), 4)),
                ("\(name)95", .decimal(errors.share(0.95), 4)),
                ("\(name)Most", .decimal(errors.last ?? 0, 4)), ("\(name)Misses", .integer(one.misses)),
            ]
        }
        return fields
    }

    /// A world for each seed, in which the tag is carried from distance to distance.
    private static func measure(_ surroundings: RangingSurroundings, _ count: Int) throws -> Series {
        var measured = surroundings.distances.map { _ in [Double?]() }
        for seed in 1...UInt64(count) {
            var draws = Entropy(seed: seed).stream("ranging-accuracy")
            // Crystals of phones and tags are off by up to 20 parts per million.
            let offsets = (
                host: Double.random(in: -20...20, using: &draws),
                tag: Double.random(in: -20...20, using: &draws)
            )
            let bench = try RangingBench(seed: seed, clockOffsets: offsets)
            for (index, meters) in surroundings.distances.enumerated() {
                let conditions = surroundings.conditions(&draws)
                bench.world.configureMedium { $0.tones = conditions }
                let (one, other) = surroundings.ends(meters, &draws)
                measured[index].append(try bench.measure(from: one, to: other))
            }
        }
        let rows = zip(surroundings.distances, measured).map { Row(meters: $0, $1) }
        return Series(surroundings: surroundings, rows: rows)
    }

    private static func write(_ series: [Series], _ count: Int, to folder: String) throws {
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(RangingTable.text(series, count).utf8)
                .write(to: url.appendingPathComponent("ranging-accuracy.md"))
            try Data(RangingPlot(series).text.utf8)
                .write(to: url.appendingPathComponent("ranging-accuracy.svg"))
        } catch {
            throw BenchmarkError("can't write to \(folder): \(error.localizedDescription)")
        }
    }
}

extension [Double] {
    /// Of sorted numbers, the one below which this share of them is; 0 if there are none.
    func share(_ share: Double) -> Double {
        isEmpty ? 0 : self[Swift.min(count - 1, Int(share * Double(count)))]
    }
}
