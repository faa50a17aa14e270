import BluetoothTypes
import FaradaySimulation

/// The feed of a world that runs: each call returns what is new.
///
/// It reads the world's trace and the descriptions of its nodes, changes nothing in the world, and does not keep it alive.
package struct WorldFeed: Sendable {
    /// The first line.
    package let header: String
    private let place: WeakWorld
    private var feed: TraceFeed
    private var position = 0
    /// Frames whose time is a little later than now: the medium records a whole event when it begins.
    private var early: [TraceRecord] = []

    /// A feed from the oldest record that the world has kept.
    package init(_ world: World, title: String) {
        place = WeakWorld(world)
        feed = TraceFeed(names: TraceReader(world).names)
        header = TraceFeed.header(title: title, origin: .world, seed: world.seed)
    }

    /// The lines since the last call, without line feeds. With `isLast`, frames of the future come too.
    package mutating func next(isLast: Bool = false) -> [String] {
        guard let world = place.world else { return [] }
        let now = world.now
        let new = TraceReader(world).records(since: position)
        position = new.position
        let all = early + new.records
        early = []
        guard !all.isEmpty else { return feed.lines(of: TraceReader(world).nodes, at: now) }
        feed.rename(TraceReader(world).names)
        let nodes = feed.lines(of: TraceReader(world).nodes, at: all.first?.time ?? now)
        var due: [TraceRecord] = []
        due.reserveCapacity(all.count)
        for record in all {
            if record.time <= now || isLast { due.append(record) } else { early.append(record) }
        }
        return nodes + feed.lines(of: TraceOrder.sorted(due))
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
