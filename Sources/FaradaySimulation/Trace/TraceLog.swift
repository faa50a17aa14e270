import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayAppTime
import FaradayEngine

/// The records of a world, in a ring of limited size, and its story; used only under the world's lock.
final class TraceLog {
    @exclusivity(unchecked) var isOn = false
    private(set) var count = 0
    /// How many records were overwritten before they were taken.
    private(set) var lost = 0
    /// Whether records that are taken stay in the ring as well, for others who read them.
    var keepsTaken = false
    /// How many records have been taken, or were lost before.
    private var taken = 0
    private(set) var story = StoryLog()
    /// The records of apps, the test and devices' scripts that the ring no longer has, oldest first: packets would push
    /// them out within minutes, and a report without them does not say why.
    private var olderStory: ContiguousArray<TraceRecord> = []
    /// How many records of these kinds there were.
    private var storyCount = 0
    private static let olderCapacity = 100_000
    /// Which app opened which session, by phone.
    private(set) var apps: [NodeID: [SessionID: AppID]] = [:]
    /// Gets each record as it comes; for what counts them.
    var listener: ((TraceRecord) -> Void)?
    private let scheduler: Scheduler
    private var ring: ContiguousArray<TraceRecord> = []
    private var capacity = 0
    /// The index of the oldest record in a full ring.
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

    /// An app opens a session on a phone.
    func recordOpened(_ session: SessionID, _ role: TraceRecord.Role, by app: AppID, on node: NodeID) {
        apps[node, default: [:]][session] = app
        record(node, .down, .opened(session, role))
    }

    /// `sentBytes` are a packet's, if it came from outside the world and has more than its value.
    func record(
        _ node: NodeID?, _ direction: TraceRecord.Direction, _ payload: TraceRecord.Payload,
        sentBytes: [UInt8]? = nil
    ) {
        append(
            TraceRecord(
                time: scheduler.now, node: node, direction: direction, payload: payload, sentBytes: sentBytes)
        )
    }

    func append(_ record: TraceRecord) {
        guard record.isCall else { return store(record) }
        var call = record
        call.caller = CallPlace.here
        store(call)
    }

    private func store(_ record: TraceRecord) {
        count += 1
        listener?(record)
        if record.isOfStory {
            story.append(record)
            storyCount += 1
        }
        guard ring.count == capacity else { return ring.append(record) }
        // A ring of one record is for those who count records, and read none.
        if capacity > 1, ring[oldest].isOfStory { keep(ring[oldest]) }
        // The one that is overwritten is this number's.
        if count - 1 - capacity >= taken { lost += 1 }
        ring[oldest] = record
        oldest = oldest + 1 == capacity ? 0 : oldest + 1
    }

    private func keep(_ old: TraceRecord) {
        // Half of them at once, because removing the first one moves all others.
        if olderStory.count >= 2 * Self.olderCapacity { olderStory.removeFirst(Self.olderCapacity) }
        olderStory.append(old)
    }

    /// The story as far as it is kept, and the last packets, oldest first; with how many of each are not there.
    var whole: (records: [TraceRecord], lostPackets: Int, lostStory: Int) {
        let records = olderStory + self.records
        let kept = records.count(where: \.isOfStory)
        return (Array(records), count - storyCount - (records.count - kept), storyCount - kept)
    }

    /// Takes the records out that were not taken yet, oldest first.
    func takeAll() -> [TraceRecord] {
        defer {
            taken = count
            if !keepsTaken {
                ring.removeAll()
                oldest = 0
            }
        }
        return Array(records(since: taken))
    }

    /// The kept records, oldest first.
    var records: ArraySlice<TraceRecord> { records(since: 0) }

    /// The last `count` kept records, oldest first.
    func last(_ count: Int) -> [TraceRecord] {
        let start = max(0, ring.count - max(0, count))
        return (start..<ring.count).map { ring[(oldest + $0) % ring.count] }
    }

    /// The kept records from number `position` on.
    func records(since position: Int) -> ArraySlice<TraceRecord> {
        let skipped = min(ring.count, max(0, position - (count - ring.count)))
        // Two pieces: a reader that comes often copies no more than what is new.
        let start = oldest + skipped
        guard start < ring.count else { return Array(ring[(start - ring.count)..<oldest])[...] }
        return (Array(ring[start...]) + ring[..<oldest])[...]
    }
}
