import BluetoothTypes

/// The world's clock and its queue of events, ordered by (time, insertion).
///
/// One for each world; everything below the world that needs to happen later is scheduled here. Events
/// are small plain values; there is no cancelling: an event that is no longer wanted is recognised by
/// its generation when it comes up.
final class Scheduler {
    /// What is to happen: a plain value, dispatched by its kind.
    struct Event: Hashable, Sendable {
        enum Kind: UInt8, Sendable {
            /// The medium's: advertising, connection events, supervision … `code` says which.
            case radio
            /// A machine of node `index` has a deadline.
            case deadline
            /// A closure of the test or of a device's script, by `index` in the world's table.
            case action
        }
        var kind: Kind
        /// Free for the kind's owner.
        var code: UInt8
        /// The node, link or action meant.
        var index: UInt32
        /// Tells a live event from one that has been overtaken.
        var generation: UInt32

        init(_ kind: Kind, code: UInt8 = 0, index: UInt32, generation: UInt32 = 0) {
            self.kind = kind
            self.code = code
            self.index = index
            self.generation = generation
        }
    }

    private struct Entry {
        var time: Int64
        var order: UInt64
        var event: Event

        func precedes(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : order < other.order
        }
    }

    /// The current time; moves only in `next`.
    private(set) var now: Instant = .zero
    /// How many events have come up since the world began.
    private(set) var eventCount: UInt64 = 0
    private var heap: [Entry] = []
    private var inserted: UInt64 = 0

    /// How many events wait.
    var count: Int { heap.count }
    /// When the next event comes up.
    var nextTime: Instant? { heap.first.map { Instant(nanoseconds: $0.time) } }
    /// All waiting events in the order they would come up; for messages.
    var pending: [(Instant, Event)] {
        heap.sorted { $0.precedes($1) }.map { (Instant(nanoseconds: $0.time), $0.event) }
    }

    /// Schedules `event`; a time that has passed counts as now.
    func schedule(_ event: Event, at time: Instant) {
        inserted += 1
        heap.append(Entry(time: max(time, now).nanoseconds, order: inserted, event: event))
        rise(heap.count - 1)
    }

    /// Takes the next event and moves the clock to it; `nil` when there is none up to `limit`.
    func next(until limit: Instant) -> Event? {
        guard let first = heap.first, first.time <= limit.nanoseconds else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty { sink(last) }
        now = Instant(nanoseconds: first.time)
        eventCount += 1
        return first.event
    }

    /// Moves the clock forward to `time` without running anything; no event may lie before it.
    func advance(to time: Instant) {
        precondition(heap.first.map { $0.time >= time.nanoseconds } ?? true, "events wait before \(time)")
        if time > now { now = time }
    }

    // A heap with four children each: half the depth of a binary one, and children share a cache line.

    private func rise(_ start: Int) {
        heap.withUnsafeMutableBufferPointer { heap in
            let entry = heap[start]
            var index = start
            while index > 0 {
                let parent = (index - 1) / 4
                guard entry.precedes(heap[parent]) else { break }
                heap[index] = heap[parent]
                index = parent
            }
            heap[index] = entry
        }
    }

    private func sink(_ entry: Entry) {
        heap.withUnsafeMutableBufferPointer { heap in
            var index = 0
            while true {
                let first = index * 4 + 1
                guard first < heap.count else { break }
                var least = first
                for child in first + 1..<max(first + 1, min(first + 4, heap.count))
                where heap[child].precedes(heap[least]) { least = child }
                guard heap[least].precedes(entry) else { break }
                heap[index] = heap[least]
                index = least
            }
            heap[index] = entry
        }
    }
}
