/// The events of the next second, by time slot. Adding and removing cost the same for a hundred events and for a
/// hundred thousand, while a heap becomes slower.
///
/// A slot's events are in no order until its turn comes; then they are sorted. They are in chunks of two cache lines,
/// and a chunk that has been read is the next one to be written. So a hundred thousand events take 2 MB that are used
/// in turn, where a list for each slot had 5 MB. Events beyond the horizon, or in the current slot, must be kept
/// elsewhere.
struct EventWheel: ~Copyable {
    /// A slot lasts 2¹⁵ ns, so that few events of a crowd share one; the horizon is 1.07 s.
    private static let shift: Int64 = 15
    private static let slotCount: Int64 = 32_768

    /// The number of each slot's last chunk, if it has events; empty until the wheel is used.
    private var slots: ContiguousArray<UInt32> = []
    /// One bit for each slot that has events.
    private var occupied: ContiguousArray<UInt64> = []
    private var chunks = EventChunks()
    /// How many events are in slots.
    private var waiting = 0
    /// The events of the current slot, in order, and how many of them have been taken.
    private var current: ContiguousArray<PackedEvent> = []
    private var taken = 0
    /// The number of the current slot, counted from time zero.
    private var turn: Int64 = 0

    /// Whether no event waits.
    var isEmpty: Bool { waiting == 0 && taken == current.count }

    /// Adds `entry`; returns `false` if it must be kept elsewhere.
    mutating func insert(_ entry: Scheduler.Entry, now: Int64) -> Bool {
        guard let event = PackedEvent(entry, after: Self.shift) else { return false }
        if isEmpty { begin(now) }
        let number = entry.time >> Self.shift
        guard number > turn, number &- turn < Self.slotCount else { return false }
        let slot = Int(number & (Self.slotCount - 1))
        let last = slots[slot]
        let chunk = chunks.append(event, to: last)
        if chunk != last { slots[slot] = chunk }
        if last == EventChunks.none { occupied[slot >> 6] |= 1 << UInt64(slot & 63) }
        waiting += 1
        return true
    }

    /// The earliest event, if its slot begins no later than `time`.
    @inline(__always)
    mutating func first(by time: Int64) -> Scheduler.Entry? {
        if taken == current.count {
            guard waiting > 0 else { return nil }
            let number = nextOccupied
            guard number << Self.shift <= time else { return nil }
            open(number)
        }
        return current[taken].entry(from: turn << Self.shift)
    }

    /// Removes the event that `first` returned.
    @inline(__always)
    mutating func removeFirst() { taken += 1 }

    /// The number of the current stretch, a quarter of a millisecond.
    var stretch: Int64 { turn >> 3 }

    /// Calls `body` with the events that are left of the current stretch, in no order.
    @inline(__always)
    func forEachInStretch(_ body: (Scheduler.Event) -> Void) {
        for index in taken..<current.count { body(current[index].event) }
        guard !slots.isEmpty else { return }
        // A chunk of each slot in turn: their addresses are known together, so the processor waits for all at once.
        var lists = SIMD8<UInt32>(repeating: EventChunks.none)
        for (place, number) in (turn + 1..<max(turn + 1, (stretch + 1) << 3)).enumerated() {
            lists[place] = slots[Int(number & (Self.slotCount - 1))]
        }
        while lists != SIMD8(repeating: EventChunks.none) {
            for place in 0..<8 { lists[place] = chunks.visit(lists[place]) { body($0.event) } }
        }
    }

    /// All events, in no order.
    var entries: [Scheduler.Entry] {
        var all = current[taken...].map { $0.entry(from: turn << Self.shift) }
        guard waiting > 0 else { return all }
        for number in turn + 1..<turn + Self.slotCount {
            chunks.forEach(from: slots[Int(number & (Self.slotCount - 1))]) {
                all.append($0.entry(from: number << Self.shift))
            }
        }
        return all
    }

    /// An empty wheel starts at the present.
    private mutating func begin(_ now: Int64) {
        if slots.isEmpty {
            slots = ContiguousArray(repeating: EventChunks.none, count: Int(Self.slotCount))
            occupied = ContiguousArray(repeating: 0, count: Int(Self.slotCount) / 64)
        }
        turn = max(turn, now >> Self.shift)
    }

    /// The number of the next slot that has events; there must be one.
    private var nextOccupied: Int64 {
        let start = Int((turn + 1) & (Self.slotCount - 1))
        var word = start >> 6
        var bits = occupied[word] & (~0 << UInt64(start & 63))
        while bits == 0 {
            word = (word + 1) & (occupied.count - 1)
            bits = occupied[word]
        }
        let slot = word << 6 | bits.trailingZeroBitCount
        return turn + 1 + Int64(slot - start) & (Self.slotCount - 1)
    }

    /// Makes slot `number` the current slot. All events of the one before have been taken.
    private mutating func open(_ number: Int64) {
        turn = number
        taken = 0
        let slot = Int(number & (Self.slotCount - 1))
        current.removeAll(keepingCapacity: true)
        chunks.empty(slots[slot], into: &current)
        slots[slot] = EventChunks.none
        occupied[slot >> 6] &= ~(1 << UInt64(slot & 63))
        waiting -= current.count
        sort()
    }

    private mutating func sort() {
        guard current.count <= 96 else { return current.sort { $0.key < $1.key } }
        current.withUnsafeMutableBufferPointer { events in
            for index in 1..<max(1, events.count) {
                let event = events[index]
                var place = index
                while place > 0, event.key < events[place - 1].key {
                    events[place] = events[place - 1]
                    place -= 1
                }
                events[place] = event
            }
        }
    }
}
