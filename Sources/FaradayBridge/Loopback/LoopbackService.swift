import BluetoothPort
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation

/// A port of 127.0.0.1, and the thread of the loop that serves it until it is told to stop.
final class LoopbackService: Sendable {
    let listener: HCIListener
    /// The port on which it listens.
    let port: UInt16
    let waker: Waker
    /// Whether the loop has to end; the waker tells it to look.
    let isStopping = Lock(false)
    private let running = DispatchGroup()

    /// Listens. Port 0 selects a free port.
    init(port: UInt16) throws(LiveError) {
        listener = try HCIListener(.tcpServer(host: "127.0.0.1", port: port))
        guard case .tcpServer(_, let port) = listener.endpoint else {
            preconditionFailure("a port of 127.0.0.1 became \(listener.endpoint)")
        }
        guard let waker = Waker() else {
            listener.close()
            throw LiveError.failed(listener.endpoint, "the process has no file descriptors left")
        }
        (self.port, self.waker) = (port, waker)
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
