/// The events of the next second, by time slot. Adding and removing cost the same for a hundred events and for a
/// hundred thousand, while a heap becomes slower.
///
/// A slot's events are in an unordered list until its turn comes; then they are sorted. Lists are contiguous, because
/// a chain through a hundred thousand events would miss the processor's caches at each of them. Events beyond the
/// horizon, or in the current slot, must be kept elsewhere.
struct EventWheel {
    /// A slot lasts 2¹⁵ ns, so that few events of a crowd share one; the horizon is 1.07 s.
    private static let shift: Int64 = 15
    private static let slotCount: Int64 = 32_768
    private static let nothing = UInt16.max

    private typealias List = ContiguousArray<Scheduler.Entry>

    /// The number of each slot's list, if it has events; empty until the wheel is used.
    private var slots: ContiguousArray<UInt16> = []
    /// The lists of slots, and those that no slot uses; an unused one is empty and keeps its storage.
    private var lists: ContiguousArray<List> = []
    private var unused: ContiguousArray<UInt16> = []
    /// One bit for each slot that has events.
    private var occupied: ContiguousArray<UInt64> = []
    /// How many events are in slots.
    private var waiting = 0
    /// The events of the current slot, in order, and how many of them have been taken.
    private var current: List = []
    private var taken = 0
    /// The number of the current slot, counted from time zero.
    private var turn: Int64 = 0

    /// How many events wait.
    var count: Int { waiting + current.count - taken }

    /// Whether no event waits.
    var isEmpty: Bool { waiting == 0 && taken == current.count }

    /// Adds `entry`; returns `false` if it must be kept elsewhere.
    mutating func insert(_ entry: Scheduler.Entry, now: Int64) -> Bool {
        if count == 0 { begin(now) }
        let number = entry.time >> Self.shift
        guard number > turn, number &- turn < Self.slotCount else { return false }
        let slot = Int(number & (Self.slotCount - 1))
        var list = slots[slot]
        if list == Self.nothing {
            list = takeList()
            slots[slot] = list
            occupied[slot >> 6] |= 1 << UInt64(slot & 63)
        }
        lists[Int(list)].appendClosely(entry)
        waiting += 1
        return true
    }

    /// The number of a list that no slot uses.
    private mutating func takeList() -> UInt16 {
        if let list = unused.popLast() { return list }
        lists.append([])
        return UInt16(lists.count - 1)
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
        return current[taken]
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
        for number in turn + 1..<max(turn + 1, (stretch + 1) << 3) {
            let list = slots[Int(number & (Self.slotCount - 1))]
            if list == Self.nothing { continue }
            for entry in lists[Int(list)] { body(entry.event) }
        }
    }

    /// All events, in no order.
    var entries: [Scheduler.Entry] {
        var all = Array(current[taken...])
        for list in slots where list != Self.nothing { all += lists[Int(list)] }
        return all
    }

    /// An empty wheel starts at the present.
    private mutating func begin(_ now: Int64) {
        if slots.isEmpty {
            slots = ContiguousArray(repeating: Self.nothing, count: Int(Self.slotCount))
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

    /// Makes slot `number` the current slot. The list of the one before, all taken, gets no slot for now.
    private mutating func open(_ number: Int64) {
        turn = number
        taken = 0
        let slot = Int(number & (Self.slotCount - 1))
        let list = slots[slot]
        current.removeAll(keepingCapacity: true)
        swap(&current, &lists[Int(list)])
        unused.append(list)
        slots[slot] = Self.nothing
        occupied[slot >> 6] &= ~(1 << UInt64(slot & 63))
        waiting -= current.count
        sort()
    }

    private mutating func sort() {
        guard current.count <= 96 else { return current.sort { $0.precedes($1) } }
        current.withUnsafeMutableBufferPointer { entries in
            for index in 1..<max(1, entries.count) {
                let entry = entries[index]
                var place = index
                while place > 0, entry.precedes(entries[place - 1]) {
                    entries[place] = entries[place - 1]
                    place -= 1
                }
                entries[place] = entry
            }
        }
    }
}

extension ContiguousArray {
    /// Appends an element; a list that grows takes half of its size more, not as much again.
    @inline(__always)
    fileprivate mutating func appendClosely(_ element: Element) {
        if count == capacity { reserveCapacity(count + count / 2 + 2) }
        append(element)
    }
}
