/// How much longer the first test of a process takes than the second: what a process makes once, and looks up once. Each
/// repetition is a process of its own.
enum FirstTest {
    static let wish = "first-test"

    /// Runs two typical tests, each with the trace that a simulated test keeps.
    static func runProgram() throws -> Int32 {
        MeasuringProcess.report(
            try (1...2).map { seed in try Sample.timing { try TypicalTest.runTraced(seed: seed) } })
    }

    static func measure(_ options: Options) throws -> Fields {
        let samples = try (0..<options.repetitions(usual: 9)).map { _ in
            let tests = try MeasuringProcess.run([wish])
            guard tests.count == 2 else { throw BenchmarkError("the process with the first test failed") }
            return Sample(
                count: 1, seconds: tests[0].seconds - tests[1].seconds,
                cpuSeconds: tests[0].cpuSeconds - tests[1].cpuSeconds)
        }
        return Sample.summary(samples)
    }
}
