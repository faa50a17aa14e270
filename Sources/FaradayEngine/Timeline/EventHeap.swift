/// Events in a heap with four children per node: half the depth of a binary heap, and children share a cache line.
struct EventHeap {
    private(set) var entries: ContiguousArray<Scheduler.Entry> = []

    var count: Int { entries.count }
    /// The earliest event.
    var first: Scheduler.Entry? { entries.first }

    mutating func insert(_ entry: Scheduler.Entry) {
        entries.append(entry)
        rise(entries.count - 1)
    }

    /// Removes the earliest event; there must be one.
    mutating func removeFirst() {
        let last = entries.removeLast()
        if !entries.isEmpty { sink(last) }
    }

    private mutating func rise(_ start: Int) {
        entries.withUnsafeMutableBufferPointer { heap in
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

    private mutating func sink(_ entry: Scheduler.Entry) {
        entries.withUnsafeMutableBufferPointer { heap in
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
