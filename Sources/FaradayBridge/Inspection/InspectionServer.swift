import FaradayLive

/// Serves a page, its feed and its commands to browsers of this machine; it knows neither.
///
/// One thread serves all clients. May be used from any thread.
package final class InspectionServer: Sendable {
    /// The page's address. Whoever knows it may see and change the world.
    package let address: String
    private let service: ListeningService

    /// Listens on a port of 127.0.0.1 until `stop` is called or the server is released. Port 0 selects a free port.
    ///
    /// - Parameters:
    ///   - hub: The feed and the page.
    ///   - port: The port.
    ///   - clock: Milliseconds of a clock that only moves forward; for deadlines.
    ///   - tell: Performs a command, and gives the answer as JSON; called on the server's thread.
    package init(
        _ hub: FeedHub, port: UInt16 = 0,
        clock: @escaping @Sendable () -> Int64 = { Environment.monotonic / 1_000_000 },
        tell: @escaping @Sendable (String) -> String
    ) throws(LiveError) {
        let service = try ListeningService(port: port)
        self.service = service
        let access = InspectionAccess(token: InspectionAccess.makeToken(), port: service.port)
        address = access.address
        let loop = InspectionLoop(
            service.listener, service.waker, service.isStopping, access, hub, tell: tell, clock: clock)
        service.start("faraday.inspection") { loop.run() }
    }

    deinit { service.tellToStop() }

    /// Makes the server look at its clients and at the clock now.
    package func wake() { service.waker.signal() }

    /// Sends what there is, closes all connections, and waits until the thread has ended. Must not be called from
    /// `tell`.
    package func stop() { service.stop() }
}
