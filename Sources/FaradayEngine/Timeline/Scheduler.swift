import BluetoothTypes

/// The world's clock and its queue of events, ordered by (time, insertion).
///
/// Each world has one scheduler for everything that must happen later. Events are small plain values. They cannot be
/// cancelled: when an unwanted event is due, its generation shows that it is outdated.
package final class Scheduler {
    /// A future event: a plain value, handled by its kind.
    package struct Event: Hashable, Sendable {
        package enum Kind: UInt8, Sendable {
            /// An event of the medium: advertising, connection events, supervision … `code` says which.
            case radio
            /// A deadline of node `index`.
            case deadline
            /// A closure of the test or of a device's script, by `index` in the world's table.
            case action
            /// A callback that a schedule has delayed, by `index` of its manager in the world's table.
            case delivery
        }
        package var kind: Kind
        /// For use by the kind's owner.
        var code: UInt8
        /// The number of the node, link or action.
        package var index: UInt32
        /// Distinguishes a valid event from an outdated one.
        package var generation: UInt32

        package init(_ kind: Kind, code: UInt8 = 0, index: UInt32, generation: UInt32 = 0) {
            self.kind = kind
            self.code = code
            self.index = index
            self.generation = generation
        }
    }

    /// An event and its position in the order of all events.
    struct Entry {
        var time: Int64
        var order: UInt64
        var event: Event

        @inline(__always)
        func precedes(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : order < other.order
        }
    }

    /// From this number of events on, the wheel is used: a heap is faster for few events.
    private static let wheelThreshold = 64

    // Stored under other names than those that other modules use: the compiler forgets `unchecked` in code that it
    // copies into another module, and checks there at every event.
    @exclusivity(unchecked) private var time: Instant = .zero
    @exclusivity(unchecked) private var processed: UInt64 = 0
    /// The current time; moves only in `next` and `advance`.
    package var now: Instant { time }
    /// How many events have been processed since the world began.
    package var eventCount: UInt64 { processed }
    /// Each event is in one of these places; the choice does not affect the order. The soonest two are kept apart, while
    /// the wheel is empty.
    //
    // They are a link's next event and the end of its packets, which would be sorted into the heap and taken out again:
    // that was 1,000 of the 30,000 instructions of a GATT read.
    @exclusivity(unchecked) private var soonest: Entry?
    @exclusivity(unchecked) private var second: Entry?
    @exclusivity(unchecked) private var heap = EventHeap()
    @exclusivity(unchecked) private var wheel = EventWheel()
    @exclusivity(unchecked) private var inserted: UInt64 = 0
    @exclusivity(unchecked) private var waiting = 0
    /// Whether events that are due at the same instant change places, and the number from which their places are drawn.
    @exclusivity(unchecked) private var mixesTies = false
    private var tieSeed: UInt64 = 0

    /// Creates a clock at time zero, with no event.
    package init() {}

    /// How many events wait.
    package var count: Int { waiting }

    /// When the next event is due.
    package var nextTime: Instant? {
        var earliest = min(soonest?.time ?? .max, heap.first?.time ?? .max)
        if let entry = wheel.first(by: earliest) { earliest = min(earliest, entry.time) }
        return count == 0 ? nil : Instant(nanoseconds: earliest)
    }

    /// All waiting events in the order in which they are due; for messages.
    package var pending: [(Instant, Event)] {
        let all = heap.entries + wheel.entries + [soonest, second].compactMap { $0 }
        return all.sorted { $0.precedes($1) }.map { (Instant(nanoseconds: $0.time), $0.event) }
    }

    /// Changes when other events are next in `lookAhead`.
    var stretch: Int64 { wheel.stretch }

    /// Calls `body` with events of the next quarter of a millisecond.
    @inline(__always)
    func lookAhead(_ body: (Event) -> Void) { wheel.forEachInStretch(body) }

    /// Schedules `event`; a past time counts as now.
    package func schedule(_ event: Event, at time: Instant) {
        inserted += 1
        var entry = Entry(time: max(time, now).nanoseconds, order: inserted, event: event)
        if mixesTies { entry.order = mixedOrder(of: entry) }
        waiting += 1
        guard let soonest else {
            if isBeforeOthers(entry) { self.soonest = entry } else { store(entry) }
            return
        }
        if entry.precedes(soonest) {
            if let second { store(second) }
            (self.soonest, second) = (entry, soonest)
        } else if let second {
            guard entry.precedes(second) else { return store(entry) }
            self.second = entry
            store(second)
        } else if isBeforeOthers(entry) {
            second = entry
        } else {
            store(entry)
        }
    }

    /// Whether an event is earlier than all in heap and wheel.
    @inline(__always)
    private func isBeforeOthers(_ entry: Entry) -> Bool {
        wheel.isEmpty && heap.first.map { entry.precedes($0) } ?? true
    }

    /// Keeps an event that is not among the soonest ones.
    private func store(_ entry: Entry) {
        if waiting <= Self.wheelThreshold || !wheel.insert(entry, now: now.nanoseconds) { heap.insert(entry) }
    }

    /// From now on events that are due at the same instant happen in an order that is drawn from `seed`. Those about the
    /// same node or link keep the order in which they were scheduled, and so do closures.
    package func mixTies(seed: UInt64) {
        mixesTies = true
        tieSeed = seed
    }

    /// A drawn number in the upper bits, the same for all events at that time about the same thing.
    private func mixedOrder(of entry: Entry) -> UInt64 {
        let event = entry.event
        let isOfNode = event.kind == .radio || event.kind == .deadline
        let subject = UInt64(event.kind.rawValue) << 32 | UInt64(isOfNode ? event.index : 0)
        var draw = EntropyStream(state: tieSeed ^ UInt64(bitPattern: entry.time) &* 0x9E37_79B9_7F4A_7C15)
        draw = EntropyStream(state: draw.next() ^ subject)
        return draw.next() & 0xFFFF_0000_0000_0000 | entry.order & 0x0000_FFFF_FFFF_FFFF
    }

    /// Takes the next event and moves the clock to it; `nil` when there is none up to `limit`.
    package func next(until limit: Instant) -> Event? {
        guard let entry = soonest, wheel.isEmpty else { return nextStored(until: limit) }
        guard entry.time <= limit.nanoseconds else { return nil }
        (soonest, second) = (second, nil)
        return take(entry)
    }

    /// Takes the next event from the heap or the wheel. A function of its own, so that the usual way is short.
    @inline(never)
    private func nextStored(until limit: Instant) -> Event? {
        if let soonest {
            // The wheel has been used since, and may have earlier ones.
            heap.insert(soonest)
            if let second { heap.insert(second) }
            (self.soonest, second) = (nil, nil)
        }
        let far = heap.first
        if let near = wheel.first(by: min(limit.nanoseconds, far?.time ?? .max)),
            far.map({ near.precedes($0) }) ?? true
        {
            guard near.time <= limit.nanoseconds else { return nil }
            wheel.removeFirst()
            return take(near)
        }
        guard let far, far.time <= limit.nanoseconds else { return nil }
        heap.removeFirst()
        return take(far)
    }

    @inline(__always)
    private func take(_ entry: Entry) -> Event {
        time = Instant(nanoseconds: entry.time)
        processed += 1
        waiting -= 1
        return entry.event
    }

    /// Moves the clock back to its start, if no event was ever scheduled.
    package func restartIfUnused() {
        if inserted == 0 { time = .zero }
    }

    /// Moves the clock forward to `time` without running anything; no event may lie before it.
    package func advance(to time: Instant) {
        precondition(nextTime.map { $0 >= time } ?? true, "events wait before \(time)")
        if time > now { self.time = time }
    }
}
