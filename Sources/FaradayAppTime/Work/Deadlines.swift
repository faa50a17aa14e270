/// What an app has asked for at a time: a heap, ordered by (time, insertion), from which entries can be taken out.
package struct Deadlines<Value> {
    /// Stands for an entry; it stays valid when the entry is gone.
    package struct Token: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Entry {
        let time: Int64
        let number: UInt64

        func precedes(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : number < other.number
        }
    }

    private var heap: [Entry] = []
    private var values: [UInt64: Value] = [:]
    private var inserted: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }
    /// The earliest time of an entry.
    package var first: Int64? { heap.first?.time }

    /// The latest time of an entry; looks at all of them.
    package var latest: Int64? { heap.lazy.filter { values[$0.number] != nil }.map(\.time).max() }

    /// The entries in the order of their times.
    package var all: [(time: Int64, value: Value)] {
        heap.sorted { $0.precedes($1) }.compactMap { entry in values[entry.number].map { (entry.time, $0) } }
    }

    package mutating func add(_ value: Value, at time: Int64) -> Token {
        inserted += 1
        values[inserted] = value
        heap.append(Entry(time: time, number: inserted))
        siftUp(heap.count - 1)
        return Token(number: inserted)
    }

    /// Takes an entry out; `nil` if it is gone.
    @discardableResult
    package mutating func remove(_ token: Token) -> Value? {
        let value = values.removeValue(forKey: token.number)
        dropGone()
        return value
    }

    /// Takes the earliest entry out, if its time is not later than `time`.
    package mutating func popFirst(until time: Int64) -> Value? {
        guard let first = heap.first, first.time <= time else { return nil }
        let value = values.removeValue(forKey: first.number)
        dropGone()
        return value
    }

    package mutating func takeAll() -> [Value] {
        let all = self.all.map(\.value)
        (heap, values) = ([], [:])
        return all
    }

    /// Keeps an entry at the top that is still there, so that the first time is exact.
    private mutating func dropGone() {
        while let first = heap.first, values[first.number] == nil {
            let last = heap.removeLast()
            if heap.isEmpty { return }
            heap[0] = last
            siftDown()
        }
        // Entries that are gone and not at the top are dropped together when they are many.
        if heap.count > 64, heap.count > 2 * values.count {
            let live = heap.filter { values[$0.number] != nil }
            heap = live.sorted { $0.precedes($1) }
        }
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].precedes(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if heap[child].precedes(heap[least]) { least = child }
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
