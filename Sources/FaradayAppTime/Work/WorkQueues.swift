/// The queues of an app as a world knows them: which pieces wait on them, and which of these may run next.
///
/// A queue is known while something waits on it, while a blocked thread is on it, while it is suspended, and while another
/// known queue sends its work there. The rules are dispatch's: a serial queue runs its pieces in order and one after the
/// other; a concurrent one runs them in any order, but none across a barrier; a suspended one runs none; and a queue runs
/// nothing while a serial queue that its work goes to is in use.
package struct WorkQueues {
    /// What a queue promises.
    package enum Kind: Hashable, Sendable {
        case serial
        case concurrent
        /// No order and no barriers: the system's queues.
        case global
    }

    /// What has to be known of a queue when it is first used.
    package struct Description: Hashable, Sendable {
        package var kind: Kind
        /// The queue that its work goes to, unless that is one of the system's.
        package var target: UInt?
        package var isInactive: Bool

        package init(_ kind: Kind, target: UInt? = nil, isInactive: Bool = false) {
            (self.kind, self.target, self.isInactive) = (kind, target, isInactive)
        }
    }

    /// A piece that may run next.
    package struct Candidate: Hashable, Sendable {
        package let number: UInt64
        package let queue: UInt
        fileprivate let place: Int
        fileprivate let offset: Int
    }

    private struct Queue {
        var key: UInt = 0
        var kind = Kind.global
        var target: Int?
        /// Whether the place is in use.
        var isKnown = false
        var isInactive = false
        /// It keeps its memory for the place's next queue.
        var pending = PieceList()
        /// How many blocked threads are on the queue, or on queues that send their work here.
        var occupants = 0
        /// How many of these are there alone.
        var barriers = 0
        var suspensions = 0
        /// How many known queues send their work here.
        var sources = 0

        var isNeeded: Bool {
            !pending.isEmpty || occupants > 0 || suspensions > 0 || sources > 0 || isInactive
        }

        /// Whether it lets something begin.
        var isOpen: Bool {
            guard suspensions == 0, !isInactive else { return false }
            return kind == .serial ? occupants == 0 : barriers == 0
        }
    }

    /// Keys below this one are no queues of the system. Each has a place of its own, so that nothing is looked up for the
    /// parts of tasks.
    private static let ownKeys = 3

    private var queues = [Queue](repeating: Queue(), count: ownKeys)
    /// The places of the system's queues.
    private var places: [UInt: Int] = [:]
    private var knownCount = 0
    private var free: [Int] = []
    /// The places with pieces, in the order in which they got their first.
    private var active: [Int] = []
    /// Keys of queues that are no longer needed.
    private var forgotten: [UInt] = []

    package init() {}

    /// Whether nothing waits, and every queue is free.
    package var isEmpty: Bool { knownCount == 0 }

    // MARK: Pieces

    /// Whether a piece waits on some queue.
    package var hasPiece: Bool { !active.isEmpty }

    /// Adds a piece. `describe` is asked about queues that are not known yet.
    package mutating func add(_ piece: Piece, to key: UInt, _ describe: (UInt) -> Description) {
        let place = place(of: key, describe)
        if queues[place].pending.isEmpty { active.append(place) }
        queues[place].pending.insert(piece)
    }

    /// The pieces that may run next, at most `limit` of each queue; those of a queue in their order.
    package func candidates(atMost limit: Int) -> [Candidate] {
        var found: [Candidate] = []
        for place in active where isOpen(place) {
            for offset in 0..<min(limit, runnable(place)) { found.append(candidate(place, offset)) }
        }
        return found
    }

    private func candidate(_ place: Int, _ offset: Int) -> Candidate {
        Candidate(
            number: queues[place].pending[offset].number, queue: queues[place].key, place: place,
            offset: offset
        )
    }

    /// The oldest piece of one queue, also of one that is in use by the caller.
    package func oldest(on key: UInt) -> Candidate? {
        guard let place = place(of: key), !queues[place].pending.isEmpty else { return nil }
        return candidate(place, 0)
    }

    /// Whether the work of a queue goes to another, at once or over others.
    package func goes(_ key: UInt, to other: UInt) -> Bool {
        if key == other { return true }
        var next = place(of: key)
        while let place = next {
            if queues[place].key == other { return true }
            next = queues[place].target
        }
        return false
    }

    /// The only piece that waits, if it may run next.
    package var only: Candidate? {
        guard active.count == 1 else { return nil }
        let place = active[0]
        return queues[place].pending.count == 1 && isOpen(place) && runnable(place) > 0
            ? candidate(place, 0) : nil
    }

    /// The piece that came first among those that may run next.
    package func first() -> Candidate? {
        var first: Candidate?
        for place in active where isOpen(place) && runnable(place) > 0 {
            let next = candidate(place, 0)
            if let first, first.number <= next.number { continue }
            first = next
        }
        return first
    }

    /// Whether a piece may run next.
    package var hasCandidate: Bool {
        for place in active where isOpen(place) && runnable(place) > 0 { return true }
        return false
    }

    /// How many of the oldest pieces may begin, if the queue is open.
    private func runnable(_ place: Int) -> Int {
        switch queues[place].kind {
        case .serial: return min(1, queues[place].pending.count)
        case .global: return queues[place].pending.count
        case .concurrent:
            let all = queues[place].pending.count
            var count = 0
            while count < all, !queues[place].pending[count].isBarrier { count += 1 }
            return count > 0 || queues[place].occupants > 0 ? count : min(1, all)
        }
    }

    private func isOpen(_ place: Int) -> Bool {
        guard queues[place].isOpen else { return false }
        var target = queues[place].target
        while let next = target {
            guard queues[next].isOpen else { return false }
            target = queues[next].target
        }
        return true
    }

    /// Takes a candidate out; nothing may have changed since it was found.
    package mutating func take(_ candidate: Candidate) -> Piece {
        let place = candidate.place
        let piece = queues[place].pending.remove(at: candidate.offset)
        if queues[place].pending.isEmpty, let index = active.firstIndex(of: place) {
            active.remove(at: index)
        }
        forgetIfUnneeded(place)
        return piece
    }

    /// Takes all pieces out, of all queues.
    package mutating func takeAll() -> [Piece] {
        var pieces: [Piece] = []
        for place in active { pieces += queues[place].pending.takeAll() }
        let emptied = active
        active = []
        for place in emptied { forgetIfUnneeded(place) }
        return pieces.sorted { $0.number < $1.number }
    }

    // MARK: Use

    /// Whether something could begin on the queue now that came after everything that waits there.
    package func isFree(_ key: UInt, isBarrier: Bool) -> Bool {
        guard let place = place(of: key) else { return true }
        return queues[place].pending.isEmpty && isOpen(place) && (!isBarrier || queues[place].occupants == 0)
    }

    /// Whether a known queue runs one thing after the other.
    package func isSerial(_ key: UInt) -> Bool {
        place(of: key).map { queues[$0].kind == .serial } ?? false
    }

    /// A thread that runs something on the queue is blocked.
    package mutating func occupy(_ key: UInt, isBarrier: Bool, _ describe: (UInt) -> Description) {
        change(place(of: key, describe), by: 1, isBarrier: isBarrier)
    }

    /// Such a thread is done with the queue.
    package mutating func leave(_ key: UInt, isBarrier: Bool) {
        guard let place = place(of: key) else { preconditionFailure("nobody was on queue \(key)") }
        change(place, by: -1, isBarrier: isBarrier)
        forgetIfUnneeded(place)
    }

    private mutating func change(_ place: Int, by change: Int, isBarrier: Bool) {
        var next: Int? = place
        while let place = next {
            queues[place].occupants += change
            if isBarrier, next == place { queues[place].barriers += change }
            next = queues[place].target
        }
    }

    // MARK: Suspending

    package mutating func suspend(_ key: UInt, _ describe: (UInt) -> Description) {
        queues[place(of: key, describe)].suspensions += 1
    }

    /// Returns `false` if the queue was not suspended here.
    package mutating func resume(_ key: UInt) -> Bool {
        guard let place = place(of: key), queues[place].suspensions > 0 else { return false }
        queues[place].suspensions -= 1
        forgetIfUnneeded(place)
        return true
    }

    package mutating func activate(_ key: UInt) {
        guard let place = place(of: key) else { return }
        queues[place].isInactive = false
        forgetIfUnneeded(place)
    }

    // MARK: What is known

    private func place(of key: UInt) -> Int? {
        guard key < Self.ownKeys else { return places[key] }
        return queues[Int(key)].isKnown ? Int(key) : nil
    }

    private mutating func place(of key: UInt, _ describe: (UInt) -> Description) -> Int {
        if let place = place(of: key) { return place }
        let description = describe(key)
        let target = description.target.map { self.place(of: $0, describe) }
        if let target { queues[target].sources += 1 }
        let place = freePlace(for: key)
        queues[place].key = key
        queues[place].kind = description.kind
        queues[place].target = target
        queues[place].isInactive = description.isInactive
        queues[place].isKnown = true
        knownCount += 1
        return place
    }

    private mutating func freePlace(for key: UInt) -> Int {
        if key < Self.ownKeys { return Int(key) }
        let place = free.popLast() ?? queues.count
        if place == queues.count { queues.append(Queue()) }
        places[key] = place
        return place
    }

    private mutating func forgetIfUnneeded(_ place: Int) {
        guard queues[place].isKnown, !queues[place].isNeeded else { return }
        queues[place].isKnown = false
        knownCount -= 1
        let key = queues[place].key
        if key >= Self.ownKeys {
            places[key] = nil
            free.append(place)
            forgotten.append(key)
        }
        guard let target = queues[place].target else { return }
        queues[target].sources -= 1
        forgetIfUnneeded(target)
    }

    /// The queues that are no longer known since the last call: what was kept of them can go.
    package mutating func takeForgotten() -> [UInt] {
        guard !forgotten.isEmpty else { return [] }
        defer { forgotten.removeAll(keepingCapacity: true) }
        return forgotten.filter { places[$0] == nil }
    }
}
