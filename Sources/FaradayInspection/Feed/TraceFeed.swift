import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// A trace as lines of JSON for a reader that shows it: the records of `TraceJSON` with a number and with what each is
/// about, and the nodes with their databases.
///
/// `Documentation/TraceFormat.md` describes the lines; it is version 1. Keys that a reader does not know are to be
/// ignored.
///
/// ```swift
/// var feed = TraceFeed(names: TraceReader(world).names)
/// let lines = [TraceFeed.header(title: "reconnects", origin: .world, seed: world.seed)]
///     + feed.lines(of: TraceReader(world).nodes) + feed.lines(of: world.records)
/// ```
package struct TraceFeed {
    /// Where the records come from.
    package enum Origin: String, Sendable {
        case world
        case capture
    }

    package static let version = 1

    /// The number of the next record.
    package private(set) var nextID = 0
    private var names: TraceNames
    private var follower = AttributeFollower()
    private var known: [NodeID: NodeDescription] = [:]

    /// Begins before the first record.
    package init(names: TraceNames) { self.names = names }

    // MARK: The header and the end

    /// The first line.
    ///
    /// `epoch` is the time of the capture's first packet, in nanoseconds since 1970; a world's time begins with 2025.
    /// `leftOut` is how many packets before the first one are not there, and `lost` how many records of the story. The
    /// records of a trace that `isPlain` have the base keys only.
    package static func header(
        title: String, origin: Origin, seed: UInt64? = nil, epoch: UInt64 = CaptureRecorder.epoch,
        leftOut: Int = 0, lost: Int = 0, isPlain: Bool = false
    ) -> String {
        var line = JSONObject("\"faraday\":\"trace\",\"version\":\(version)")
        line.add("origin", origin.rawValue)
        line.add("title", title)
        // A text, because a script would round so large a number.
        line.add("seed", seed.map { "\($0)" })
        line.add("epoch", CalendarTime.text(epoch))
        if leftOut > 0 { line.add("leftOut", leftOut) }
        if lost > 0 { line.add("lost", lost) }
        line.mark("plain", isPlain)
        return line.line
    }

    // MARK: Nodes

    /// Other names for the same nodes, and for those that were added.
    package mutating func rename(_ names: TraceNames) { self.names = names }

    /// A line for each node that is new, or differs from what was told before.
    ///
    /// What is not complete is a node of a capture: its position and its services are not known.
    package mutating func lines(
        of nodes: [NodeDescription], at time: MonotonicInstant = MonotonicInstant(nanoseconds: 0),
        isComplete: Bool = true
    ) -> [String] {
        nodes.compactMap { node in
            guard known[node.id] != node else { return nil }
            known[node.id] = node
            if isComplete { follower.learn(node.services, of: node.id) }
            return NodeLine.text(node, at: time, isComplete: isComplete)
        }
    }

    // MARK: Records

    /// A line for each record, in their order.
    package mutating func lines(of records: some Sequence<TraceRecord>) -> [String] {
        records.map { self.record(of: $0).line }
    }

    /// The next record.
    package mutating func record(of record: TraceRecord) -> FeedRecord {
        names.learn(record)
        defer { nextID += 1 }
        let time = record.time.nanoseconds
        if case .air(let frame) = record.payload { follower.count(frame) }
        guard let key = Repeated(record) else {
            let isPacket = record.stair == .air || record.stair == .hci
            return FeedRecord(id: nextID, time: time, members: members(of: record), repeats: isPacket)
        }
        if let known = repeated[key] {
            return FeedRecord(id: nextID, time: time, members: known, repeats: true)
        }
        let members = members(of: record)
        if repeated.count < Self.maximumRepeated { repeated[key] = members }
        return FeedRecord(id: nextID, time: time, members: members, repeats: true)
    }

    /// Learns from a record that is left out: which attribute a handle means.
    package mutating func skip(_ record: TraceRecord) {
        if case .air(let frame) = record.payload { follower.count(frame) }
        _ = follower.facts(record)
    }

    /// The value of the next record in words, if a standard profile has a type for it.
    package mutating func meaning(of record: TraceRecord) -> String? {
        names.learn(record)
        if case .air(let frame) = record.payload { follower.count(frame) }
        if record.stair == .port {
            let facts = PortFacts(record.payload)
            guard let value = facts.value, let uuid = uuid(of: facts, in: record) else { return nil }
            return Meanings.text(value, of: uuid)
        }
        guard let facts = follower.facts(record), let value = facts.value, let uuid = facts.uuid else {
            return nil
        }
        return Meanings.text(value, of: uuid)
    }

    /// The text of frames that come again and again: it costs much more than to look it up.
    private var repeated: [Repeated: String] = [:]
    private static let maximumRepeated = 20_000

    /// The members of a record's object, but its number and time.
    private mutating func members(of record: TraceRecord) -> String {
        var line = JSONObject(TraceJSON(names).members(of: record, withTime: false))
        switch record.payload {
        case .hci, .air: addPacket(record, to: &line)
        case .world(let happening):
            HappeningLine.add(happening, to: &line) { names.name(of: $0, on: record.node) }
        default: addPort(record, to: &line)
        }
        if let place = TraceCallers.place(of: record) {
            line.add("call", place.function)
            line.add("file", place.path)
            line.add("line", place.line)
        }
        return String(line.text.dropFirst())
    }

    private mutating func addPacket(_ record: TraceRecord, to line: inout JSONObject) {
        if case .air(let frame) = record.payload {
            line.add("to", frame.receiver.map { Int64($0.rawValue) })
            line.add("rssi", frame.rssi.map { Int64($0) })
            line.add("channel", Int64(frame.channel))
            line.mark("lost", frame.isLost)
            line.mark("encrypted", frame.isEncrypted)
            line.add("access", Int64(frame.accessAddress))
            line.add("phy", Int64(frame.phy.rawValue))
        }
        guard let facts = follower.facts(record) else { return }
        line.add("att", facts.opcode)
        line.add("handle", facts.handle.map { Int64($0) })
        line.add("uuid", facts.uuid?.description)
        line.add("characteristic", facts.characteristic?.description)
        line.add("value", bytes: facts.value)
        if let uuid = facts.uuid, let value = facts.value {
            line.add("meaning", Meanings.text(value, of: uuid))
        }
    }

    private func uuid(of facts: PortFacts, in record: TraceRecord) -> BluetoothUUID? {
        guard let attribute = facts.attribute, let node = record.node else { return nil }
        return names.uuid(of: attribute, of: node, facts.isOwn ? facts.session : nil)
    }

    private func addPort(_ record: TraceRecord, to line: inout JSONObject) {
        let facts = PortFacts(record.payload)
        line.add("session", facts.session.map { Int64($0.rawValue) })
        line.add(
            "app",
            facts.session.flatMap { names.app(of: $0, record.node) }
                .map { names.name(of: $0, on: record.node) })
        if facts.role != nil, let session = facts.session {
            line.add("class", names.className(of: session, record.node))
        }
        if let peer = facts.peer {
            line.add("peer", names.peer(peer, of: record.node))
            line.add("peerId", peer.description)
        }
        let uuid = uuid(of: facts, in: record)
        line.add("uuid", uuid?.description)
        if facts.isOfService { line.add("service", uuid?.description) }
        line.add("value", bytes: facts.value)
        if let uuid, let value = facts.value { line.add("meaning", Meanings.text(value, of: uuid)) }
        line.add("error", facts.error)
    }
}

/// What an advertisement or an empty packet on air has in common with others.
private struct Repeated: Hashable {
    private let frame: AirFrame
    private let sentBytes: [UInt8]?

    init?(_ record: TraceRecord) {
        guard case .air(var frame) = record.payload else { return nil }
        if case .data(let pdu) = frame.kind, !pdu.isEmpty { return nil }
        frame.time = MonotonicInstant(nanoseconds: 0)
        self.frame = frame
        sentBytes = record.sentBytes
    }
}
