import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// A run that is under way: what it is called, and how far it has come.
final class RunningCase: Sendable, CustomStringConvertible {
    private struct State {
        weak var world: World?
        var begin: Int64?
    }

    /// `run 17 of AppTests.reconnects`
    let description: String
    /// `run 17`
    private let shortName: String
    private let state = Lock(State())

    init(_ shortName: String, of exploration: String) {
        self.shortName = shortName
        description = "\(shortName) of \(exploration)"
    }

    /// A run that another process has named.
    init(_ description: String) { (self.description, shortName) = (description, description) }

    /// The run begins, maybe in another process.
    func begin(in world: World? = nil) {
        state.withLock { state in
            if let world { state.world = world }
            if state.begin == nil { state.begin = monotonicNanoseconds() }
        }
    }

    func end() { state.withLock { $0.world = nil } }

    /// How long the run has taken, in seconds.
    func seconds(at now: Int64) -> Int {
        state.withLock { state in state.begin.map { Int((now - $0) / 1_000_000_000) } ?? 0 }
    }

    /// `run 17 has taken 34 s so far: 12 d of virtual time, 4000000 steps`; what is in another process is not known.
    func text(at now: Int64) -> String {
        let taken = "\(shortName) has taken \(seconds(at: now)) s so far"
        guard let world = state.withLock({ $0.world }) else { return taken }
        let way = WorldLife(of: world).way
        return taken
            + ": \((way.time - .zero).shortText) of virtual time, \(way.steps) steps"
    }
}
