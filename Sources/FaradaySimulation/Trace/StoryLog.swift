import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// One line of a story: a record, and later records that repeat it.
package struct StoryEntry: Sendable {
    package var record: TraceRecord
    /// The latest record that repeats it.
    package var latest: TraceRecord?
    package var count = 1
    fileprivate let repetition: Repetition?

    fileprivate init(_ record: TraceRecord) {
        self.record = record
        repetition = Repetition(record)
    }
}

/// The actions of apps, the test and devices' scripts, in a ring of its own: ten minutes of packets on the air would
/// fill any other.
///
/// Repeated records take one line: reports of the same peer, values of the same characteristic.
struct StoryLog {
    static let capacity = 1000
    /// How many lines back a record may be added to an earlier line.
    private static let reach = 24

    private(set) var entries: ContiguousArray<StoryEntry> = []
    /// How many lines were dropped before those that are kept.
    private(set) var dropped = 0
    /// The names for numbers in records that are no longer kept.
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

    /// The line that this record repeats, if only repetitions came since.
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

/// What two records have in common if one repeats the other.
private enum Repetition: Hashable {
    case discovered(NodeID?, SessionID, PeerIdentifier)
    case value(NodeID?, SessionID, PeerIdentifier, AttributeIdentifier)
    case ready(NodeID?, SessionID)
    case update(NodeID?, BluetoothUUID)
    case refusedUpdate(NodeID?, BluetoothUUID)
    case published(NodeID?, SessionID, AttributeIdentifier)
    case nearby(NodeID?, SessionID)

    init?(_ record: TraceRecord) {
        switch record.payload {
        case .centralEvent(let session, .discovered(let peer, _, _)):
            self = .discovered(record.node, session, peer.identifier)
        case .centralEvent(let session, .characteristicValue(let peer, let attribute, .success)):
            self = .value(record.node, session, peer, attribute)
        case .centralEvent(let session, .readyToWriteWithoutResponse): self = .ready(record.node, session)
        case .peripheralEvent(let session, .readyToUpdateSubscribers): self = .ready(record.node, session)
        case .peripheralUpdate(let session, let update):
            self = .published(record.node, session, update.characteristic)
        case .world(.device(.update(let uuid, _))): self = .update(record.node, uuid)
        case .world(.device(.refusedUpdate(let uuid, _))): self = .refusedUpdate(record.node, uuid)
        case .nearbyEvent(let session, .updated(let object)) where object.distance != nil:
            self = .nearby(record.node, session)
        default: return nil
        }
    }
}

extension TraceRecord {
    /// Whether an app or a test may have called something: then it is looked up where.
    var isCall: Bool {
        switch payload {
        case .hci, .air, .closed: false
        case .world: true
        default: direction == .down
        }
    }

    /// Whether the record is an action of an app, the test or a device's script, and not a packet on the air.
    var isOfStory: Bool {
        switch payload {
        case .hci, .air: false
        // The world's record of the misuse follows, and says what was wrong.
        case .centralCommand(_, .reportMisuse), .peripheralCommand(_, .reportMisuse): false
        default: true
        }
    }
}
