import BluetoothTypes

/// Puts records into the order of their times, in pieces as they come; those of one time stay as they were recorded.
///
/// The medium records a whole event when it begins, before what hosts do meanwhile: so a frame may be recorded some
/// milliseconds before its time. It waits here until then.
package struct TimeOrder: Sendable {
    private var early: [TraceRecord] = []

    package init() {}

    /// All records at once.
    package static func sorted(_ records: [TraceRecord]) -> [TraceRecord] {
        guard zip(records, records.dropFirst()).contains(where: { $0.time > $1.time }) else { return records }
        return records.indices.sorted { (records[$0].time, $0) < (records[$1].time, $1) }.map { records[$0] }
    }

    /// The records up to `now`, among them earlier ones that waited; without `now`, all.
    package mutating func due(_ new: [TraceRecord], until now: MonotonicInstant?) -> [TraceRecord] {
        let all = Self.sorted(early + new)
        let end = now.flatMap { now in all.firstIndex { $0.time > now } } ?? all.endIndex
        early = Array(all[end...])
        return Array(all[..<end])
    }
}
