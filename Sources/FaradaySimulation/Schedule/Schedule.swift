/// In which order, and how late, things happen for which real systems promise neither.
///
/// A world with the plain schedule delivers every callback at once, in the order in which the phone made it. On a real
/// phone two managers get their callbacks on two queues, one process is slower than another, and the system takes longer
/// today than yesterday. `.any(seed:)` draws all that from a seed. What CoreBluetooth promises stays: the callbacks of
/// one manager and of its peripherals keep their order. Documentation/Schedules.md lists what changes and what never does.
///
/// ```swift
/// let world = World(seed: 7, configuration: .init(schedule: .any(seed: 12)))
/// ```
///
/// The same seed, the same schedule and the same calls give the same trace.
public struct Schedule: Hashable, Sendable {
    /// A kind of freedom that a schedule uses; a failing schedule is made simpler by taking out one after the other.
    public struct Parts: OptionSet, Hashable, Sendable, Codable {
        /// One bit for each kind.
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Callbacks of different managers at one instant come in any order, and handlers of devices between them.
        public static let managers = Parts(rawValue: 1)
        /// Each callback comes some time after the phone made it: mostly within 3 ms, now and then up to 250 ms later
        /// (behaviour 5.29).
        public static let delays = Parts(rawValue: 2)
        /// Events of different nodes and links that are due at the same instant happen in any order.
        public static let instants = Parts(rawValue: 4)
        /// Latencies and intervals of the system, such as the time to a manager's first state, differ from the values of
        /// `OSProfile`; each phone draws its own.
        public static let system = Parts(rawValue: 8)
        /// What apps hand on to different queues, tasks and actors, and timers that are due at one instant, come in any
        /// order, also between callbacks.
        public static let jobs = Parts(rawValue: 16)
        /// Up to three times a piece of an app's work is interrupted where it asks for a lock, or for a queue by `sync`:
        /// others go first, as on another core.
        public static let preemptions = Parts(rawValue: 32)

        /// Each phone draws whether a restored connect goes on by itself (`OSProfile.restoredConnectsGoOn`, behaviour 7.8).
        public static let restoredConnects = Parts(rawValue: 1 << 8)
        /// Each phone draws whether a peripheral can take writes right after connecting
        /// (`OSProfile.canSendBeforeFirstWrite`, behaviour 5.18).
        public static let firstWrites = Parts(rawValue: 1 << 9)
        /// Each phone draws whether it forgets the attributes of peers when Bluetooth is switched off
        /// (`OSProfile.powerOffForgetsAttributes`, behaviour 4.11).
        public static let forgottenAttributes = Parts(rawValue: 1 << 10)
        /// Each phone draws whether it stops to ask a user who has refused to pair
        /// (`OSProfile.suppressesRefusedPairings`, behaviour 5.34).
        public static let refusedPairings = Parts(rawValue: 1 << 11)

        /// What the systems of different phones do in different ways: one kind for each switch of `OSProfile`.
        public static let switches: Parts = [
            .restoredConnects, .firstWrites, .forgottenAttributes, .refusedPairings,
        ]

        /// Every kind.
        public static let all: Parts = [
            .managers, .delays, .instants, .system, .jobs, .preemptions, .switches,
        ]

        /// Each kind with its name in Swift, in the order of the bits.
        static let names: [(part: Parts, name: String)] = [
            (.managers, "managers"), (.delays, "delays"), (.instants, "instants"), (.system, "system"),
            (.jobs, "jobs"), (.preemptions, "preemptions"), (.restoredConnects, "restoredConnects"),
            (.firstWrites, "firstWrites"), (.forgottenAttributes, "forgottenAttributes"),
            (.refusedPairings, "refusedPairings"),
        ]

        /// The kinds of this set, one by one.
        public var each: [Parts] { Self.names.map(\.part).filter(contains) }
    }

    /// The number from which everything is drawn; 0 in the plain schedule.
    public let seed: UInt64
    /// The kinds of freedom that are used; none in the plain schedule.
    public let parts: Parts

    private init(seed: UInt64, parts: Parts) {
        let known = parts.intersection(.all)
        self.seed = known.isEmpty ? 0 : seed
        self.parts = known
    }

    /// Every callback at once, in the order in which it was made.
    public static let plain = Schedule(seed: 0, parts: [])

    /// Any order and any delay that a real phone may show, drawn from `seed`.
    public static func any(seed: UInt64) -> Schedule { Schedule(seed: seed, parts: .all) }

    /// Some kinds of freedom, drawn from `seed`; without any kind this is the plain schedule.
    ///
    /// A kind draws the same whether or not others are used.
    public static func any(seed: UInt64, parts: Parts) -> Schedule { Schedule(seed: seed, parts: parts) }

    /// Whether this is the plain schedule.
    public var isPlain: Bool { parts.isEmpty }

    /// The same schedule without some kinds of freedom.
    public func without(_ parts: Parts) -> Schedule {
        Schedule(seed: seed, parts: self.parts.subtracting(parts))
    }

    /// Simpler schedules, the simplest first: the plain one, the one without any of `Parts.switches`, those with a single
    /// kind, those that lack one.
    ///
    /// ```swift
    /// let schedule = Schedule.any(seed: 7, parts: [.managers, .jobs])
    /// print(schedule.simplifications)
    /// // [.plain, .any(seed: 7, parts: .managers), .any(seed: 7, parts: .jobs)]
    /// ```
    public var simplifications: [Schedule] {
        guard !isPlain else { return [] }
        let each = parts.each
        var all: [Schedule] = [.plain]
        let switches = parts.intersection(.switches)
        if switches.each.count > 1, switches != parts { all.append(without(switches)) }
        if each.count > 1 { all += each.map { Schedule(seed: seed, parts: $0) } }
        if each.count > 2 { all += each.map { without($0) } }
        return all
    }
}

extension Schedule: CustomStringConvertible {
    /// The schedule as Swift: `.plain`, `.any(seed: 7)`, `.any(seed: 7, parts: [.managers, .jobs])`.
    public var description: String {
        if isPlain { return ".plain" }
        return parts == .all ? ".any(seed: \(seed))" : ".any(seed: \(seed), parts: \(parts))"
    }
}

extension Schedule.Parts: CustomStringConvertible {
    /// The kinds as Swift: `[]`, `.jobs`, `[.managers, .jobs]`.
    public var description: String {
        let names = Self.names.filter { contains($0.part) }.map { ".\($0.name)" }
        return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    }
}

extension Schedule: Codable {
    private enum CodingKeys: String, CodingKey { case seed, parts }

    /// Reads a schedule that `encode(to:)` wrote; kinds that this version does not know are left out.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            seed: try values.decode(UInt64.self, forKey: .seed),
            parts: try values.decode(Parts.self, forKey: .parts))
    }

    /// Writes the seed and the bits of the kinds.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(seed, forKey: .seed)
        try values.encode(parts, forKey: .parts)
    }
}
