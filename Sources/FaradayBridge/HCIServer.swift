import BluetoothPort
import Dispatch
import FaradayLive
import FaradaySimulation
import Foundation

/// Opens a world to hosts in other processes: every connection gets its own controller in the world.
///
/// The world is paced; the server paces it if it is not paced yet. One thread transfers the bytes of all
/// clients.
///
/// ```swift
/// let world = World(seed: 1)
/// world.add(.heartRateMonitor())
/// let server = try HCIServer(world, listeningOn: [HCIEndpoint("tcp-server:6402")])
/// …
/// server.stop()
/// ```
///
/// May be used from any thread.
public final class HCIServer: Sendable {
    /// The world in which the clients' controllers are.
    public let world: World
    /// The endpoints that clients open to connect, with real ports, in the order of the listening endpoints.
    public let endpoints: [HCIEndpoint]
    private let signals: ServerSignals
    private let running = DispatchGroup()
    private let state: Lock<State>
    private let ownsPace: Bool

    private struct State {
        var clients: [Client] = []
        /// The thread that transfers the bytes, once it runs.
        var worker: Thread?
    }

    /// Listens on every endpoint, or on none if one of them is not available.
    ///
    /// Events come from the server's thread, one after the other; `listening` events come from the caller's
    /// thread. `onEvent` may call every method except `stop`.
    public init(
        _ world: World, listeningOn endpoints: [HCIEndpoint],
        configuration: Configuration = Configuration(),
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws(LiveError) {
        precondition(!endpoints.isEmpty, "HCIServer needs at least one endpoint")
        precondition(
            configuration.maximumClients > 0, "HCIServer.Configuration.maximumClients must be at least 1")
        self.world = world
        var listeners: [HCIListener] = []
        do throws(LiveError) {
            for endpoint in endpoints { listeners.append(try HCIListener(endpoint)) }
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        guard let signals = ServerSignals() else {
            for listener in listeners { listener.close() }
            throw LiveError.failed(endpoints[0], "the process has no file descriptors left")
        }
        self.signals = signals
        self.endpoints = listeners.map(\.peerEndpoint)
        state = Lock(State())
        ownsPace = configuration.pacesWorld && !world.isPaced
        if ownsPace { world.pace() }
        for listener in listeners {
            onEvent(.listening(listener.endpoint, reachedBy: listener.peerEndpoint))
        }
        start(ServerLoop(world, listeners, signals, configuration, onEvent))
    }

    deinit { signals.stop() }

    /// The connected clients, in the order in which they connected.
    public var clients: [Client] { state.withLock { $0.clients } }

    /// Ends all connections and waits until the server's thread has ended; a second call does nothing.
    ///
    /// Must not be called from `onEvent`.
    public func stop() {
        precondition(
            state.withLock { $0.worker } !== Thread.current,
            "HCIServer.stop must not be called from onEvent")
        signals.stop()
        outsideWorlds { running.wait() }
        if ownsPace { world.stopPacing() }
    }

    private func start(_ loop: sending ServerLoop) {
        loop.onClientsChange = { [weak self] clients in
            self?.state.withLock { $0.clients = clients }
        }
        running.enter()
        let box = Lock<ServerLoop?>(loop)
        let thread = Thread { [running] in
            let loop = box.withLock { $0 }
            loop?.run()
            running.leave()
        }
        thread.name = "faraday.hci.server"
        state.withLock { $0.worker = thread }
        outsideWorlds { thread.start() }
    }
}
