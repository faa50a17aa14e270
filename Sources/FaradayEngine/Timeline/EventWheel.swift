/// The events of the next second, by time slot. Adding and removing cost the same for a hundred events and for a
/// million, while a heap becomes slower.
///
/// A slot's events are in an unordered list until its turn comes; then they are sorted. Events beyond the horizon, or
/// in the current slot, must be kept elsewhere.
struct EventWheel {
    /// A slot lasts 2¹⁸ ns, a quarter of a millisecond; the horizon is 1.07 s.
    private static let shift: Int64 = 18
    private static let slotCount: Int64 = 4096
    private static let nobody: Int32 = -1

    private struct Place {
        var entry: Scheduler.Entry
        /// The next entry of the slot, or the next free one.
        var next: Int32
    }

    private var places: ContiguousArray<Place> = []
    private var free = nobody
    /// The first entry of each slot; empty until the wheel is used.
    private var slots: ContiguousArray<Int32> = []
    /// One bit for each slot that has events.
    private var occupied: ContiguousArray<UInt64> = []
    /// How many events are in slots.
    private var waiting = 0
    /// The events of the current slot, in order, and how many of them have been taken.
    private var current: ContiguousArray<Scheduler.Entry> = []
    private var taken = 0
    /// The number of the current slot, counted from time zero.
    private var turn: Int64 = 0

    /// How many events wait.
    var count: Int { waiting + current.count - taken }

    /// Adds `entry`; returns `false` if it must be kept elsewhere.
    mutating func insert(_ entry: Scheduler.Entry, now: Int64) -> Bool {
        if count == 0 { begin(now) }
        let number = entry.time >> Self.shift
        guard number > turn, number &- turn < Self.slotCount else { return false }
        let slot = Int(number & (Self.slotCount - 1))
        if free == Self.nobody {
            places.append(Place(entry: entry, next: slots[slot]))
            slots[slot] = Int32(places.count - 1)
        } else {
            let place = Int(free)
            free = places[place].next
            places[place] = Place(entry: entry, next: slots[slot])
            slots[slot] = Int32(place)
        }
        occupied[slot >> 6] |= 1 << UInt64(slot & 63)
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
        return current[taken]
    }

    /// Removes the event that `first` returned.
    @inline(__always)
    mutating func removeFirst() { taken += 1 }

    /// All events, in no order.
    var entries: [Scheduler.Entry] {
        var all = Array(current[taken...])
        for slot in slots {
            var place = slot
            while place != Self.nobody {
                all.append(places[Int(place)].entry)
                place = places[Int(place)].next
            }
        }
        return all
    }

    /// An empty wheel starts at the present.
    private mutating func begin(_ now: Int64) {
        if slots.isEmpty {
            slots = ContiguousArray(repeating: Self.nobody, count: Int(Self.slotCount))
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

    /// Makes slot `number` the current slot.
    private mutating func open(_ number: Int64) {
        turn = number
        taken = 0
        current.removeAll(keepingCapacity: true)
        let slot = Int(number & (Self.slotCount - 1))
        var place = slots[slot]
        while place != Self.nobody {
            let index = Int(place)
            current.append(places[index].entry)
            let next = places[index].next
            places[index].next = free
            free = place
            place = next
        }
        slots[slot] = Self.nobody
        occupied[slot >> 6] &= ~(1 << UInt64(slot & 63))
        waiting -= current.count
        sort()
    }

    private mutating func sort() {
        guard current.count <= 48 else { return current.sort { $0.precedes($1) } }
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
