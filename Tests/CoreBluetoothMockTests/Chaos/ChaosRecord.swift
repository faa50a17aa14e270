import BluetoothPort
import FaradayTesting
import Foundation

/// What happened in a chaotic run, and which rules did not hold.
final class ChaosRecord: Sendable {
    private struct Lines {
        /// By whom it was seen: between queues there is no order.
        var logs: [String: [String]] = [:]
        var problems: [String] = []
    }

    private let lines = Lock(Lines())
    private let world: WeakWorld

    init(_ world: World) { self.world = WeakWorld(world) }

    var log: [String] { lines.withLock { $0.logs.sorted { $0.key < $1.key }.flatMap(\.value) } }
    var problems: [String] { lines.withLock { $0.problems } }

    func note(_ who: String, _ what: String, _ error: Error? = nil) {
        let now = world.world?.now.nanoseconds ?? 0
        let failure = (error as NSError?).map { ": \($0.domain) \($0.code)" } ?? ""
        lines.withLock { $0.logs[who, default: []].append("\(now) \(who) \(what)\(failure)") }
    }

    func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
        guard !condition else { return }
        let now = world.world?.now.nanoseconds ?? 0
        let text = "\(now) \(problem())"
        lines.withLock { $0.problems.append(text) }
    }
}
