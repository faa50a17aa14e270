import BluetoothPort
import Dispatch
import FaradayLive
import Foundation

/// Serves a page, its feed and its commands to browsers of this machine; it knows neither.
///
/// One thread serves all clients. May be used from any thread.
package final class InspectionServer: Sendable {
    /// The page's address. Whoever knows it may see and change the world.
    package let address: String
    private let waker: Waker
    private let running = DispatchGroup()
    private let isStopping = Lock(false)

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
        let listener = try HCIListener(.tcpServer(host: "127.0.0.1", port: port))
        guard case .tcpServer(_, let port) = listener.endpoint else {
            preconditionFailure("a port of 127.0.0.1 became \(listener.endpoint)")
        }
        guard let waker = Waker() else {
            listener.close()
            throw LiveError.failed(listener.endpoint, "the process has no file descriptors left")
        }
        let access = InspectionAccess(token: InspectionAccess.makeToken(), port: port)
        address = access.address
        self.waker = waker
        let loop = InspectionLoop(listener, waker, isStopping, access, hub, tell: tell, clock: clock)
        running.enter()
        let worker = Thread { [running] in
            loop.run()
            running.leave()
        }
        worker.name = "faraday.inspection"
        worker.start()
    }

    deinit { tellToStop() }

    /// Makes the server look at its clients and at the clock now.
    package func wake() { waker.signal() }

    /// Sends what there is, closes all connections, and waits until the thread has ended. Must not be called from
    /// `tell`.
    package func stop() {
        tellToStop()
        running.wait()
    }

    private func tellToStop() {
        isStopping.withLock { $0 = true }
        waker.signal()
    }
}
