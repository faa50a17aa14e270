import BluetoothPort
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation

/// An endpoint to which others connect, and the thread of the loop that serves it until it is told to stop.
final class ListeningService: Sendable {
    let listener: HCIListener
    let waker: Waker
    /// Whether the loop has to end; the waker tells it to look.
    let isStopping = Lock(false)
    private let running = DispatchGroup()

    /// Listens.
    init(_ endpoint: HCIEndpoint) throws(LiveError) {
        listener = try HCIListener(endpoint)
        guard let waker = Waker() else {
            listener.close()
            throw LiveError.failed(listener.endpoint, "the process has no file descriptors left")
        }
        self.waker = waker
    }

    /// Listens on a port of 127.0.0.1; port 0 selects a free one.
    convenience init(port: UInt16) throws(LiveError) {
        try self.init(.tcpServer(host: "127.0.0.1", port: port))
    }

    /// The port on which it listens.
    var port: UInt16 {
        guard case .tcpServer(_, let port) = listener.endpoint else {
            preconditionFailure("\(listener.endpoint) has no port")
        }
        return port
    }

    /// Runs the loop on a thread of its own; call it once. The loop does not keep this object.
    func start(_ name: String, _ loop: @escaping @Sendable () -> Void) {
        running.enter()
        let worker = Thread { [running] in
            loop()
            running.leave()
        }
        worker.name = name
        outsideWorlds { worker.start() }
    }

    func tellToStop() {
        isStopping.withLock { $0 = true }
        waker.signal()
    }

    /// Ends the loop and waits until its thread has ended. Must not be called from the loop.
    func stop() {
        tellToStop()
        outsideWorlds { running.wait() }
    }
}
