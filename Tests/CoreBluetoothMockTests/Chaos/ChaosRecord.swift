import BluetoothPort
import FaradayTesting
import Foundation

/// What happened in a chaotic run, and which rules did not hold.
final class ChaosRecord: Sendable {
    private struct Lines {
        var log: [String] = []
        var problems: [String] = []
    }

    private let lines = Lock(Lines())
    private let world: WeakWorld

    init(_ world: World) { self.world = WeakWorld(world) }

    var log: [String] { lines.withLock { $0.log } }
    var problems: [String] { lines.withLock { $0.problems } }

    func note(_ who: String, _ what: String, _ error: Error? = nil) {
        let now = world.world?.now.nanoseconds ?? 0
        let failure = (error as NSError?).map { ": \($0.domain) \($0.code)" } ?? ""
        lines.withLock { $0.log.append("\(now) \(who) \(what)\(failure)") }
    }

    func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
        guard !condition else { return }
        let now = world.world?.now.nanoseconds ?? 0
        let text = "\(now) \(problem())"
        lines.withLock { lines in
            lines.problems.append(text)
            lines.log.append("PROBLEM \(text)")
        }
    }
}
