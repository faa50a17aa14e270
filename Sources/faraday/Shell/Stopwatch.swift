import Dispatch

/// Measures the real time since its creation. (`ContinuousClock` is newer than the oldest macOS that the tool runs on.)
struct Stopwatch: Sendable {
    private let start = DispatchTime.now().uptimeNanoseconds

    var seconds: Double { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }
}
