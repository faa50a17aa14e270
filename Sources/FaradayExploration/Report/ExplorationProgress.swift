import BluetoothPort
import FaradaySimulation
import Foundation

/// Says on standard error how far an exploration is: on a terminal in one line that changes, elsewhere in a line now and
/// then. An exploration of a few seconds says nothing.
final class ExplorationProgress: Sendable {
    private struct State {
        var done = 0
        var failed = 0
        var lastTold: Int64
        var hasLine = false
    }

    private static let isTerminal = isatty(STDERR_FILENO) == 1
    private static let intervalOnTerminal: Int64 = 500_000_000
    private static let interval: Int64 = 30_000_000_000

    private let name: String
    private let all: Int
    private let begin = monotonicNanoseconds()
    private let state: Lock<State>

    init(_ name: String, of all: Int) {
        self.name = name
        self.all = all
        state = Lock(State(lastTold: begin))
    }

    /// One more run has ended.
    func ended(failed: Bool) {
        let now = monotonicNanoseconds()
        let line = state.withLock { state -> String? in
            state.done += 1
            if failed { state.failed += 1 }
            let interval = Self.isTerminal ? Self.intervalOnTerminal : Self.interval
            // On a terminal, too, what takes two seconds needs no line.
            guard now - state.lastTold > interval, now - begin > 2_000_000_000 else { return nil }
            state.lastTold = now
            state.hasLine = true
            let perSecond = Double(state.done) * 1e9 / Double(now - begin)
            return "\(name): \(state.done) of \(all) runs, \(Int(perSecond)) a second"
                + (state.failed > 0 ? ", \(state.failed) failed" : "")
        }
        guard let line else { return }
        Self.write(Self.isTerminal ? "\r\(line)\u{1B}[K" : line + "\n")
    }

    /// The exploration has ended.
    func end() {
        if Self.isTerminal, state.withLock({ $0.hasLine }) { Self.write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
