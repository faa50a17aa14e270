import FaradaySimulation

/// The trace of a world as lines of text, each value also in words where a standard profile has a type for it:
/// `didUpdateValue 2A19 (Battery Level) of HR-1: 57  =  87 %`.
///
/// Without the words the lines are those of `TraceText`. It does not keep the world alive.
package struct WorldLines: Sendable {
    private let place: WeakWorld
    private var feed: TraceFeed
    private var position = 0

    /// The lines from the oldest record that the world has kept.
    package init(_ world: World) {
        place = WeakWorld(world)
        feed = TraceFeed(names: TraceReader(world).names)
    }

    /// The lines since the last call, without line feeds.
    package mutating func next() -> [String] {
        guard let world = place.world else { return [] }
        let reader = TraceReader(world)
        let (records, position) = reader.records(since: position)
        let text = world.traceText(since: self.position).text
        self.position = position
        feed.rename(reader.names)
        _ = feed.lines(of: reader.nodes)
        return zip(records, text.split(separator: "\n", omittingEmptySubsequences: false)).map {
            record, line in
            feed.meaning(of: record).map { "\(line)  =  \($0)" } ?? String(line)
        }
    }
}
