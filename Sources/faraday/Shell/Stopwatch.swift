import FaradaySimulation

/// Measures the machine's time since its creation, also when code of a world asks, which has the world's time.
struct Stopwatch: Sendable {
    private let start = monotonicNanoseconds()

    var seconds: Double { Double(monotonicNanoseconds() - start) / 1e9 }
}
