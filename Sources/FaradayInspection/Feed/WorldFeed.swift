import BluetoothTypes
import FaradaySimulation

/// The feed of a world that runs: each call returns what is new.
///
/// It reads the world's trace and the descriptions of its nodes, and changes nothing in the world. One thread uses it.
package final class WorldFeed {
    private let world: World
    private let title: String
    private var feed: TraceFeed
    private var position = 0
    /// Frames whose time is a little later than now: the medium records a whole event when it begins.
    private var early: [TraceRecord] = []
    private var hasBegun = false

    /// A feed from the oldest record that the world has kept.
    package init(_ world: World, title: String) {
        self.world = world
        self.title = title
        feed = TraceFeed(names: world.traceNames)
    }

    /// The lines since the last call; the first call begins with the header. With `isLast`, frames of the future come
    /// too.
    package func next(isLast: Bool = false) -> [String] {
        var lines: [String] = []
        if !hasBegun {
            hasBegun = true
            lines.append(TraceFeed.header(title: title, origin: .world, seed: world.seed))
        }
        let now = world.now
        let new = world.records(since: position)
        position = new.position
        let all = early + new.records
        early = []
        guard !all.isEmpty else { return lines + nodes(at: now) }
        feed.rename(world.traceNames)
        lines += nodes(at: all.first?.time ?? now)
        var due: [TraceRecord] = []
        due.reserveCapacity(all.count)
        for record in all {
            if record.time <= now || isLast { due.append(record) } else { early.append(record) }
        }
        return lines + feed.lines(of: TraceOrder.sorted(due))
    }

    private func nodes(at time: MonotonicInstant) -> [String] {
        feed.lines(of: world.nodeDescriptions(), at: time)
    }

    /// The number of the next record.
    package var nextID: Int { feed.nextID }
}

/// The order in which readers expect records: by time, and those of one time as they were recorded.
enum TraceOrder {
    static func sorted(_ records: [TraceRecord]) -> [TraceRecord] {
        guard zip(records, records.dropFirst()).contains(where: { $0.time > $1.time }) else { return records }
        return records.indices.sorted { (records[$0].time, $0) < (records[$1].time, $1) }.map { records[$0] }
    }
}
