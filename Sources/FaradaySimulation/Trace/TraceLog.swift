import BluetoothTypes

/// The records of a world, in a ring of bounded size, and the story beside it; used under the world's lock only.
final class TraceLog {
    @exclusivity(unchecked) var isOn = false
    private(set) var count = 0
    /// How many made room for others before they were taken.
    private(set) var lost = 0
    private(set) var story = StoryLog()
    private let scheduler: Scheduler
    private var ring: ContiguousArray<TraceRecord> = []
    private var capacity = 0
    /// Where the oldest record of a full ring is.
    private var oldest = 0

    init(scheduler: Scheduler) { self.scheduler = scheduler }

    func start(capacity: Int) {
        if capacity != self.capacity {
            lost += max(0, ring.count - capacity)
            ring = ContiguousArray(records.suffix(capacity))
            oldest = 0
            self.capacity = capacity
        }
        isOn = true
    }

    func record(_ node: NodeID?, _ direction: TraceRecord.Direction, _ payload: TraceRecord.Payload) {
        append(TraceRecord(time: scheduler.now, node: node, direction: direction, payload: payload))
    }

    func append(_ record: TraceRecord) {
        count += 1
        if record.isOfStory { story.append(record) }
        guard ring.count == capacity else { return ring.append(record) }
        lost += 1
        ring[oldest] = record
        oldest = oldest + 1 == capacity ? 0 : oldest + 1
    }

    /// What is kept, oldest first; from now on it is not.
    func takeAll() -> [TraceRecord] {
        defer {
            ring.removeAll()
            oldest = 0
        }
        return Array(records)
    }

    /// What is kept, oldest first.
    var records: ArraySlice<TraceRecord> { records(since: 0) }

    /// The last `count` records that are kept, oldest first.
    func last(_ count: Int) -> [TraceRecord] {
        let start = max(0, ring.count - max(0, count))
        return (start..<ring.count).map { ring[(oldest + $0) % ring.count] }
    }

    /// What is kept of the records from number `position` on.
    func records(since position: Int) -> ArraySlice<TraceRecord> {
        let ordered = oldest == 0 ? Array(ring) : Array(ring[oldest...] + ring[..<oldest])
        return ordered[min(ordered.count, max(0, position - (count - ordered.count)))...]
    }
}
