import Foundation

/// Measurements for which a process has to be new, or has to have given up its main thread.
enum MeasuringProcess {
    /// Tells a process what it is to measure.
    private static let variable = "FARADAY_BENCH_PROCESS"

    /// What this process is to measure, as words, if it is one of these.
    static var wish: [String]? {
        ProcessInfo.processInfo.environment[variable]?.split(separator: " ").map(String.init)
    }

    /// Ends this process after its samples.
    static func report(_ samples: [Sample]) -> Int32 {
        for sample in samples {
            print(sample.count, Int(sample.seconds * 1e9), Int(sample.cpuSeconds * 1e9))
        }
        fflush(nil)
        return 0
    }

    #if os(macOS) || os(Linux)
    /// The samples of a new process.
    static func run(_ wish: [String]) throws -> [Sample] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.environment = ProcessInfo.processInfo.environment.merging(
            [variable: wish.joined(separator: " ")]
        ) { $1 }
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("the process of '\(wish.joined(separator: " "))' failed")
        }
        return try String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3 else { throw BenchmarkError("a process has said '\(line)'") }
            return Sample(
                count: numbers[0], seconds: Double(numbers[1]) / 1e9, cpuSeconds: Double(numbers[2]) / 1e9)
        }
    }
    #else
    static func run(_ wish: [String]) throws -> [Sample] {
        throw BenchmarkError("this system starts no processes")
    }
    #endif
}
