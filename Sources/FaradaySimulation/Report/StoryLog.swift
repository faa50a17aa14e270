import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// One line of a story: a record, and those after it that say the same once more.
package struct StoryEntry: Sendable {
    package var record: TraceRecord
    /// The latest that says the same.
    package var latest: TraceRecord?
    package var count = 1
    fileprivate let repetition: Repetition?

    fileprivate init(_ record: TraceRecord) {
        self.record = record
        repetition = Repetition(record)
    }
}

/// What apps, the test and devices' scripts did, in a ring of its own: the air of ten minutes fills any other.
///
/// What comes again and again takes one line: reports of the same peer, values of the same characteristic.
struct StoryLog {
    static let capacity = 1000
    /// How far back a line may lie that a record adds to.
    private static let reach = 24

    private(set) var entries: ContiguousArray<StoryEntry> = []
    /// How many lines there were before those that are kept.
    private(set) var dropped = 0
    /// What the numbers stand for in what is no longer kept.
    private(set) var learned = TraceNames(nodes: [])

    mutating func append(_ record: TraceRecord) {
        let entry = StoryEntry(record)
        if let repetition = entry.repetition, let place = place(of: repetition) {
            entries[place].count += 1
            entries[place].latest = record
            return
        }
        if entries.count >= 2 * Self.capacity { drop() }
        entries.append(entry)
    }

    /// The line that says the same, if nothing but repetitions came since.
    private func place(of repetition: Repetition) -> Int? {
        for place in entries.indices.suffix(Self.reach).reversed() {
            guard let other = entries[place].repetition else { return nil }
            if other == repetition { return place }
        }
        return nil
    }

    private mutating func drop() {
        let count = entries.count - Self.capacity
        for entry in entries.prefix(count) { learned.learn(entry.record) }
        entries.removeFirst(count)
        dropped += count
    }
}

/// What makes two records say the same.
private enum Repetition: Hashable {
    case discovered(NodeID?, SessionID, PeerIdentifier)
    case value(NodeID?, SessionID, PeerIdentifier, AttributeIdentifier)
    case ready(NodeID?, SessionID)
    case update(NodeID?, BluetoothUUID)
    case published(NodeID?, SessionID, AttributeIdentifier)

    init?(_ record: TraceRecord) {
        switch record.payload {
        case .centralEvent(let session, .discovered(let peer, _, _)):
            self = .discovered(record.node, session, peer.identifier)
        case .centralEvent(let session, .characteristicValue(let peer, let attribute, .success)):
            self = .value(record.node, session, peer, attribute)
        case .centralEvent(let session, .readyToWriteWithoutResponse): self = .ready(record.node, session)
        case .peripheralEvent(let session, .readyToUpdateSubscribers): self = .ready(record.node, session)
        case .peripheralCommand(let session, .updateValue(_, let characteristic, _)):
            self = .published(record.node, session, characteristic)
        case .world(.device(.update(let uuid, _))): self = .update(record.node, uuid)
        default: return nil
        }
    }
}

extension TraceRecord {
    /// Whether it tells what an app, the test or a device's script did, and not how it went over the air.
    var isOfStory: Bool {
        switch payload {
        case .hci, .air: false
        default: true
        }
    }
}
