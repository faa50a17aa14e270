import Foundation

/// Fields of one line of output, in order.
typealias Fields = [(name: String, value: Report.Value)]

/// The output: one JSON object per line.
enum Report {
    enum Value {
        case integer(Int)
        /// Rounded to this many decimals.
        case decimal(Double, Int)
        case text(String)

        var json: String {
            switch self {
            case .integer(let value): String(value)
            case .decimal(let value, let digits): String(format: "%.\(digits)f", value)
            case .text(let value): "\"\(value)\""
            }
        }
    }

    static func emit(_ name: String, _ fields: Fields) {
        let all = [("name", Value.text(name))] + fields
        print("{" + all.map { "\"\($0.0)\": \($0.1.json)" }.joined(separator: ", ") + "}")
        fflush(nil)
    }
}

/// One repetition of a measurement.
struct Sample {
    /// How many operations it consisted of.
    var count: Int
    /// How long they took on the wall clock.
    var seconds: Double
    /// How long the process worked for them; on a busy machine what counts.
    var cpuSeconds: Double
    /// What else is to be told of it.
    var extra: Fields = []

    init(count: Int, seconds: Double, cpuSeconds: Double, extra: Fields = []) {
        self.count = count
        self.seconds = seconds
        self.cpuSeconds = cpuSeconds
        self.extra = extra
    }

    var nanoseconds: Double { seconds * 1e9 / Double(max(1, count)) }
    var cpuNanoseconds: Double { cpuSeconds * 1e9 / Double(max(1, count)) }

    /// Runs `body` on the clock; it answers how many operations it consisted of.
    static func timing(_ body: () throws -> Int) rethrows -> Sample {
        let start = (DispatchTime.now().uptimeNanoseconds, cpuTime)
        let count = try body()
        let end = (DispatchTime.now().uptimeNanoseconds, cpuTime)
        return Sample(
            count: count, seconds: Double(end.0 - start.0) / 1e9, cpuSeconds: Double(end.1 - start.1) / 1e9)
    }

    /// What the process has used of its processors, in nanoseconds.
    static var cpuTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The best of `samples` and their median.
    static func summary(_ samples: [Sample]) -> Fields {
        let sorted = samples.sorted { $0.nanoseconds < $1.nanoseconds }
        guard let best = sorted.first else { return [] }
        let middle = sorted[sorted.count / 2]
        let fields: Fields = [
            ("nanoseconds", .decimal(best.nanoseconds, 1)),
            ("medianNanoseconds", .decimal(middle.nanoseconds, 1)),
            ("cpuNanoseconds", .decimal(sorted.map(\.cpuNanoseconds).min() ?? 0, 1)),
            ("rate", .decimal(1e9 / best.nanoseconds, 1)),
            ("medianRate", .decimal(1e9 / middle.nanoseconds, 1)),
            ("count", .integer(best.count)),
            ("repeats", .integer(samples.count)),
            ("seconds", .decimal(best.seconds, 6)),
        ]
        return fields + best.extra
    }
}

/// A measurement that did not do what it was to measure.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
