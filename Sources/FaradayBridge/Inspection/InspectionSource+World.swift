import BluetoothPort
import FaradayInspection
import FaradaySimulation

extension InspectionSource {
    /// The trace of a world, which the source does not keep alive.
    ///
    /// - Parameter look: called whenever somebody reads.
    static func trace(of world: World, title: String, look: @escaping @Sendable () -> Void)
        -> InspectionSource
    {
        let first = WorldFeed(world, title: title)
        let feed = Lock(first)
        return InspectionSource(
            page: { ReportPage.live() },
            header: { first.header },
            next: {
                look()
                return feed.withLock { feed in (feed.next(), feed.nextID) }
            })
    }
}
