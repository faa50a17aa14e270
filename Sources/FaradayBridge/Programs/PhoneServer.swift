import BluetoothPort
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation
import PortProtocol

/// Listens for programs whose phone is here, and serves them until it is stopped.
package final class PhoneServer: Sendable {
    /// What a server allows.
    package struct Limits: Hashable, Sendable {
        /// How many programs may be connected at once.
        package var programs = 1000
        /// How many bytes may wait for a program that does not read.
        package var waitingBytes = 8 << 20
        package init() {}
    }

    /// Where it listens, with the real port.
    package let endpoint: HCIEndpoint
    /// What programs open.
    package let peerEndpoint: HCIEndpoint
    private let waker: Waker
    private let isStopping = Lock(false)
    private let running = DispatchGroup()

    /// Listens until `stop`.
    ///
    /// - Parameters:
    ///   - endpoint: Where.
    ///   - desk: Who gives phones to programs. It is called on the server's thread.
    package init(_ endpoint: HCIEndpoint, _ desk: any ProgramDesk, limits: Limits = Limits())
        throws(LiveError)
    {
        let listener = try HCIListener(endpoint)
        guard let waker = Waker() else {
            listener.close()
            throw LiveError.failed(endpoint, "the process has no file descriptors left")
        }
        (self.endpoint, peerEndpoint, self.waker) = (listener.endpoint, listener.peerEndpoint, waker)
        let loop = PhoneServerLoop(listener, waker, isStopping, desk, limits)
        running.enter()
        let worker = Thread { [running] in
            loop.run()
            running.leave()
        }
        worker.name = "faraday.phones"
        outsideWorlds { worker.start() }
    }

    /// Ends all connections, and waits until the thread has ended. Must not be called from the desk.
    package func stop() {
        isStopping.withLock { $0 = true }
        waker.signal()
        outsideWorlds { running.wait() }
    }
}
