import BluetoothPort
import Foundation

/// What the process holds of the machine's memory at its peak, early and in the end.
final class MemoryGrowth: Sendable {
    private struct State {
        var runs = 0
        var early: Int?
    }

    private let state = Lock(State())
    private let earlyRuns: Int

    init(after earlyRuns: Int) { self.earlyRuns = earlyRuns }

    /// Counts a run that begins.
    func count() {
        state.withLock { state in
            state.runs += 1
            if state.runs == earlyRuns { state.early = Self.peakKiB }
        }
    }

    var fields: Fields {
        guard let early = state.withLock({ $0.early }), let peak = Self.peakKiB else { return [] }
        return [("peakKiBAfterATenth", .integer(early)), ("peakKiB", .integer(peak))]
    }

    /// `nil` where the system counts it in another way.
    private static var peakKiB: Int? {
        #if os(Linux)
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
        #else
        return nil
        #endif
    }
}
