import BluetoothTypes
import class BluetoothPort.Lock
import FaradayTesting

/// What happens in one run: draws, requests, and a checksum of everything.
final class ChaosRecord: Sendable {
    private struct State {
        var draws: EntropyStream
        var hasher = Hasher()
        var happenings = 0
        var problems: [String] = []
        var lines: [String] = []
        var excuses: Set<Instant> = []
        /// Requests by number: what they are, and how often they have ended.
        var requests: [(name: String, isStream: Bool, ends: Int)] = []
    }

    private let state: Lock<State>
    private let world: World
    private let keepsLines: Bool

    init(_ world: World, seed: UInt64, keepsLines: Bool) {
        self.world = world
        self.keepsLines = keepsLines
        state = Lock(State(draws: Entropy(seed: seed).stream("client chaos")))
    }

    // MARK: Draws

    /// 0..<bound.
    func below(_ bound: Int) -> Int { state.withLock { Int($0.draws.below(UInt64(bound))) } }
    func chance(_ percent: Int) -> Bool { below(100) < percent }
    func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }

    // MARK: What has happened

    /// Adds to the checksum.
    func note(_ happening: some Hashable, _ who: String) {
        let now = world.now
        let line = keepsLines ? "\(now) \(who): \(String(String(describing: happening).prefix(300)))" : ""
        state.withLock { state in
            state.happenings += 1
            state.hasher.combine(now)
            state.hasher.combine(happening)
            if keepsLines { state.lines.append(line) }
        }
    }

    /// Records that an event at this instant tells what the system knew before the app: commands of this instant may have
    /// come between.
    func excuse() {
        let now = world.now
        state.withLock { _ = $0.excuses.insert(now) }
    }

    /// Whether an event told the reason of a refused command, at the same instant.
    func isExcused(_ time: Instant) -> Bool { state.withLock { $0.excuses.contains(time) } }

    /// Records that a rule does not hold.
    func violate(_ rule: String) {
        let now = world.now
        state.withLock { state in
            state.problems.append(rule)
            if keepsLines { state.lines.append("\(now) !!! \(rule)") }
        }
    }

    // MARK: Requests

    /// Takes the number of a request that begins.
    func begin(_ name: String, isStream: Bool) -> Int {
        note(name, "begins")
        return state.withLock { state in
            state.requests.append((name, isStream, 0))
            return state.requests.count - 1
        }
    }

    func end(_ number: Int, _ result: String) {
        let (name, ends) = state.withLock { state in
            state.requests[number].ends += 1
            return (state.requests[number].name, state.requests[number].ends)
        }
        note(result, "\(number) \(name) ends")
        if ends > 1 { violate("request \(number), \(name), ended \(ends) times") }
    }

    /// Requests that have not ended.
    func open(streams: Bool) -> [String] {
        state.withLock { state in
            state.requests.enumerated()
                .filter { $0.element.ends == 0 && (streams || !$0.element.isStream) }
                .map { "\($0.offset) \($0.element.name)" }
        }
    }

    var requestCount: Int { state.withLock { $0.requests.count } }
    var problems: [String] { state.withLock { $0.problems } }
    var lines: [String] { state.withLock { $0.lines } }
    var happenings: Int { state.withLock { $0.happenings } }
    var digest: Int { state.withLock { $0.hasher.finalize() } }
}
