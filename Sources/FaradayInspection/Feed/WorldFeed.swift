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
    private var order = TimeOrder()

    /// A feed from the oldest record that the world has kept.
    package init(_ world: World, title: String) {
        place = WeakWorld(world)
        feed = TraceFeed(names: TraceReader(world).names)
        header = TraceFeed.header(
            title: title, origin: .world, seed: world.seed,
            epoch: UInt64(clamping: world.configuration.startDate))
    }

    /// The lines since the last call, without line feeds. With `isLast`, frames of the future come too.
    package mutating func next(isLast: Bool = false) -> [String] {
        guard let world = place.world else { return [] }
        let now = world.now
        let new = TraceReader(world).records(since: position)
        position = new.position
        let due = order.due(new.records, until: isLast ? nil : now)
        if !due.isEmpty { feed.rename(TraceReader(world).names) }
        let nodes = feed.lines(of: TraceReader(world).nodes, at: due.first?.time ?? now)
        return nodes + feed.lines(of: due)
    }

    /// The number of the next record.
    package var nextID: Int { feed.nextID }
}
