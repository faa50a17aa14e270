import BluetoothPort
import Foundation

/// How much longer the first test of a process takes than the second: what a process makes once, and looks up once. Each
/// repetition is a process of its own.
enum FirstTest {
    /// Tells a process that it is one of those.
    static let variable = "FARADAY_BENCH_FIRST_TEST"

    /// Runs two typical tests, and prints how long the first took and how long the second, in nanoseconds.
    static func runProgram() -> Int32 {
        do {
            let times = try (1...2).map { seed in try Sample.timing { try TypicalTest.runTraced(seed: seed) } }
            print(times.map { "\(Int($0.nanoseconds)) \(Int($0.cpuNanoseconds))" }.joined(separator: " "))
            return 0
        } catch {
            complain("\(error)")
            return 1
        }
    }

    #if os(macOS) || os(Linux)
    static func measure(_ options: Options) throws -> Fields {
        let runs = try (0..<options.repetitions(usual: 9)).map { _ in try run() }
        let samples = runs.map { times in
            Sample(
                count: 1, seconds: Double(times[0] - times[2]) / 1e9,
                cpuSeconds: Double(times[1] - times[3]) / 1e9)
        }
        return Sample.summary(samples)
    }

    private static func run() throws -> [Int] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let times = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
            Int($0)
        }
        guard times.count == 4 else { throw BenchmarkError("the process with the first test failed") }
        return times
    }
    #else
    static func measure(_ options: Options) throws -> Fields {
        throw BenchmarkError("this system starts no processes")
    }
    #endif
}
