import FaradayExploration
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
            let others = sample.extra.compactMap { name, value in
                if case .integer(let number) = value { "\(name)=\(number)" } else { nil }
            }
            let numbers = [sample.count, Int(sample.seconds * 1e9), Int(sample.cpuSeconds * 1e9)]
            print((numbers.map(String.init) + others).joined(separator: " "))
        }
        fflush(nil)
        return 0
    }

    /// Measures one exploration, and ends this process after its sample.
    static func report(
        _ growth: MemoryGrowth? = nil, of explore: () async -> ExplorationResult
    ) async -> Int32 {
        let (start, cpu) = (DispatchTime.now().uptimeNanoseconds, Sample.cpuTime)
        let result = await explore()
        var sample = Sample(
            count: result.runs, seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9,
            cpuSeconds: Double(Sample.cpuTime - cpu) / 1e9)
        if let growth { sample.extra = growth.fields }
        do {
            try result.check()
        } catch {
            complain("\(error)")
            return 1
        }
        return report([sample])
    }

    /// Ends this process with the status that a task returns. The main thread is given up first, as in a process of Swift
    /// Testing.
    static func runTask(_ perform: @escaping @Sendable () async -> Int32) -> Never {
        // From there the first world sees that no thread is the main one any more.
        DispatchQueue.main.async { Task.detached { exit(await perform()) } }
        dispatchMain()
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
        return try String(decoding: data, as: UTF8.self).split(separator: "\n").map(sample)
    }

    private static func sample(_ line: Substring) throws -> Sample {
        let words = line.split(separator: " ")
        let numbers = words.prefix(3).compactMap { Int($0) }
        guard numbers.count == 3 else { throw BenchmarkError("a process has said '\(line)'") }
        var sample = Sample(
            count: numbers[0], seconds: Double(numbers[1]) / 1e9, cpuSeconds: Double(numbers[2]) / 1e9)
        for word in words.dropFirst(3) {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let number = Int(parts[1]) else { continue }
            sample.extra.append((String(parts[0]), .integer(number)))
        }
        return sample
    }
    #else
    static func run(_ wish: [String]) throws -> [Sample] {
        throw BenchmarkError("this system starts no processes")
    }
    #endif
}
