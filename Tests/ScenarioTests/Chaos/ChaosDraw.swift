import BluetoothPort
import RandomCases

/// The random draws of a chaotic run.
struct ChaosDraw {
    private var numbers: SeededNumbers
    /// Every chance is false from now on.
    var isCalm = false

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x4368_616F_7321_0001)
    }

    /// 0..<bound.
    mutating func below(_ bound: Int) -> Int { numbers.below(max(1, bound)) }
    mutating func chance(_ percent: Int) -> Bool { !isCalm && below(100) < percent }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
    mutating func bytes(upTo count: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(below(256)), count: chance(70) ? below(20) : below(count))
    }
}

/// The shared state of a run's parts: its draws, and what has happened.
///
/// Only one thread at a time runs, but on several queues, so a lock guards everything.
final class Chaos: Sendable {
    private struct Journal {
        var draw: ChaosDraw
        /// In order; equal runs have equal lists.
        var hasher = Hasher()
        var happenings = 0
        var violations: [String] = []
        /// The last happenings, for reading when a rule fails.
        var tail: [String] = []
    }

    private let journal: Lock<Journal>
    let keepsTail: Bool

    init(seed: UInt64, keepsTail: Bool = false) {
        journal = Lock(Journal(draw: ChaosDraw(seed: seed)))
        self.keepsTail = keepsTail
    }

    /// From now on apps make no calls by themselves.
    func calm() { journal.withLock { $0.draw.isCalm = true } }

    func draw<Value>(_ body: (inout ChaosDraw) -> Value) -> Value { journal.withLock { body(&$0.draw) } }
    func below(_ bound: Int) -> Int { draw { $0.below(bound) } }
    func chance(_ percent: Int) -> Bool { draw { $0.chance(percent) } }
    func pick<Element>(_ values: [Element]) -> Element? { values.isEmpty ? nil : values[below(values.count)] }

    /// Records what has happened.
    func note(_ happening: some Hashable, _ who: String) {
        journal.withLock { journal in
            journal.happenings += 1
            journal.hasher.combine(who)
            journal.hasher.combine(happening)
            guard keepsTail else { return }
            journal.tail.append("\(who): \(String(describing: happening).prefix(300))")
        }
    }

    /// Records that a rule does not hold.
    func violate(_ rule: String) {
        journal.withLock { journal in
            journal.violations.append(rule)
            if keepsTail { journal.tail.append("!!! \(rule)") }
        }
    }

    var violations: [String] { journal.withLock { $0.violations } }
    var happenings: Int { journal.withLock { $0.happenings } }
    var tail: [String] { journal.withLock { $0.tail } }
    /// A checksum of everything that has happened.
    var digest: Int { journal.withLock { $0.hasher.finalize() } }
}
