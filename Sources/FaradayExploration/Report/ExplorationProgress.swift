import BluetoothPort
import Dispatch
import FaradaySimulation
import Foundation

/// Says on standard error how far an exploration is: on a terminal in one line that changes, elsewhere in a line now and
/// then. An exploration of a few seconds says nothing.
///
/// A clock of its own lets it speak while no run ends, too.
final class ExplorationProgress: Sendable {
    private struct State {
        var done = 0
        var failed = 0
        var running: [RunningCase] = []
        var hasLine = false
    }

    /// When it speaks, in seconds, and where.
    struct Manner: Sendable {
        var interval: Double
        /// Whether a line takes the place of the last one.
        var replacesLine: Bool
        var write: @Sendable (String) -> Void

        /// On standard error.
        static var standard: Manner {
            let isTerminal = isatty(STDERR_FILENO) == 1
            return Manner(interval: isTerminal ? 0.5 : 30, replacesLine: isTerminal) {
                FileHandle.standardError.write(Data($0.utf8))
            }
        }
    }

    /// A run that takes so many seconds is named.
    private static let long = 10

    private let name: String
    private let all: Int
    private let manner: Manner
    private let begin = monotonicNanoseconds()
    private let state = Lock(State())
    private let isOver = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ name: String, of all: Int, _ manner: Manner = .standard) {
        (self.name, self.all, self.manner) = (name, all, manner)
        outsideWorlds { Thread.detachNewThread { self.speak() } }
    }

    /// A run begins; call `ended` for it.
    func begins(_ running: RunningCase) {
        running.begin()
        state.withLock { $0.running.append(running) }
    }

    /// A run has ended.
    ///
    /// - Parameter failed: Whether it failed; `nil` if it does not count.
    func ended(_ running: RunningCase, failed: Bool?) {
        state.withLock { state in
            state.running.removeAll { $0 === running }
            if failed != nil { state.done += 1 }
            if failed == true { state.failed += 1 }
        }
    }

    /// The exploration has ended.
    func end() {
        isOver.signal()
        hasEnded.wait()
    }

    private func speak() {
        // On a terminal, too, what takes two seconds needs no line.
        var pause = max(manner.interval, min(2, manner.interval * 4))
        while isOver.wait(timeout: .now() + pause) == .timedOut {
            pause = manner.interval
            let line = line(at: monotonicNanoseconds())
            manner.write(manner.replacesLine ? "\r\(line)\u{1B}[K" : line + "\n")
            state.withLock { $0.hasLine = true }
        }
        if manner.replacesLine, state.withLock({ $0.hasLine }) { manner.write("\r\u{1B}[K") }
        hasEnded.signal()
    }

    /// `AppTests.reconnects: 17 of 1000 runs, 3 a second, 1 failed; run 17 has taken 34 s so far: ...`
    func line(at now: Int64) -> String {
        let (done, failed, running) = state.withLock { ($0.done, $0.failed, $0.running) }
        let perSecond = Double(done) * 1e9 / Double(max(1, now - begin))
        var line = "\(name): \(done) of \(all) runs, \(Int(perSecond)) a second"
        if failed > 0 { line += ", \(failed) failed" }
        let long = running.filter { $0.seconds(at: now) >= Self.long }
        if let slowest = long.max(by: { $0.seconds(at: now) < $1.seconds(at: now) }) {
            line += "; " + slowest.text(at: now)
        }
        return line
    }
}
