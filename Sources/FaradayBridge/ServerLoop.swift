import BluetoothTypes
import FaradayLive
import FaradaySimulation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The loop of a server's thread: it waits for sockets and for the world, and gives each client its turn.
final class ServerLoop {
    private let world: World
    private var listeners: [HCIListener]
    private let signals: ServerSignals
    private let configuration: HCIServer.Configuration
    private let onEvent: @Sendable (HCIServer.Event) -> Void
    /// Called with the connected clients, whenever they change.
    var onClientsChange: @Sendable ([HCIServer.Client]) -> Void = { _ in }
    private var clients: [ServedClient] = []
    /// Connections that sent a line of text, or nothing yet; `nil` if the server takes no text.
    private let guests: TextGuests?
    private var nextNumber = 1
    /// The time until which listeners pause, because the system had no descriptor for the last connection.
    private var acceptsAgain: Int64?
    /// Whether this was reported.
    private var hasToldOfBlock = false

    /// How many connections a listener accepts in one turn.
    private static let connectionsInATurn = 16
    /// How often a pseudo-terminal is checked, in milliseconds: no event reports that someone opens it.
    private static let terminalPeriod: Int32 = 20
    /// How many bytes the system may buffer for a client.
    private static let socketBuffer: Int32 = 1 << 17
    /// How long listeners pause after a failure, in milliseconds.
    private static let restAfterFailure: Int64 = 100

    init(
        _ world: World, _ listeners: [HCIListener], _ signals: ServerSignals,
        _ configuration: HCIServer.Configuration,
        _ onEvent: @escaping @Sendable (HCIServer.Event) -> Void
    ) {
        self.world = world
        self.listeners = listeners
        self.signals = signals
        self.configuration = configuration
        self.onEvent = onEvent
        guests = configuration.takesCommands ? TextGuests(world) : nil
    }

    /// Runs until it gets the stop signal.
    func run() {
        while true {
            let ready = wait()
            let seen = signals.take()
            guard !seen.isStopping else { break }
            let awaited = Set(seen.ready)
            for client in clients {
                let isReadable = ready.contains(client.connection.descriptor)
                guard isReadable || awaited.contains(client.number) || client.wantsTurn else { continue }
                turn(client, isReadable: isReadable)
            }
            for host in guests?.turn(ready) ?? [] { begin(host) }
            for listener in listeners where listener.isTerminal || ready.contains(listener.descriptor) {
                accept(on: listener)
            }
        }
        for listener in listeners { listener.close() }
        guests?.close()
        for client in clients { end(client, .serverStopped) }
        signals.close()
    }

    /// Waits until there is work; returns the descriptors that are ready.
    private func wait() -> Set<Int32> {
        var set = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        let now = Self.milliseconds
        if let again = acceptsAgain, again <= now { acceptsAgain = nil }
        if acceptsAgain == nil {
            for listener in listeners where !listener.isTerminal {
                set.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
            }
        }
        var hasWork = false
        for client in clients {
            hasWork = hasWork || client.wantsTurn
            var events: Int16 = 0
            if client.wantsToRead { events |= Int16(POLLIN) }
            if client.wantsToWrite { events |= Int16(POLLOUT) }
            set.append(pollfd(fd: client.connection.descriptor, events: events, revents: 0))
        }
        guests?.wait(in: &set)
        var patience = acceptsAgain.map { Int32(clamping: $0 - now) } ?? -1
        func limit(_ period: Int32) { patience = patience < 0 ? period : min(patience, period) }
        if listeners.contains(where: \.isTerminal) { limit(Self.terminalPeriod) }
        if guests?.hasWatchers == true { limit(TextGuests.period) }
        let count = poll(&set, nfds_t(set.count), hasWork ? 0 : patience)
        guard count > 0 else { return [] }
        return Set(set.lazy.filter { $0.revents != 0 }.map(\.fd))
    }

    private static var milliseconds: Int64 { Environment.monotonic / 1_000_000 }

    // MARK: Clients

    private func accept(on listener: HCIListener) {
        for _ in 0..<Self.connectionsInATurn {
            do throws(LiveError) {
                guard let connection = try listener.accept() else { return }
                hasToldOfBlock = false
                guard clients.count + (guests?.count ?? 0) < configuration.maximumClients else {
                    connection.close()
                    onEvent(.refused(listener.endpoint))
                    continue
                }
                if let guests, TextGuests.isOpen(at: listener.endpoint) {
                    guests.add(connection, at: listener.endpoint)
                    continue
                }
                begin(connection, at: listener.endpoint)
                if listener.isTerminal {
                    listeners.removeAll { $0 === listener }
                    return
                }
            } catch {
                // Usually the process has no descriptors left; waiting clients may be accepted later.
                acceptsAgain = Self.milliseconds + Self.restAfterFailure
                if !hasToldOfBlock { onEvent(.blocked(listener.endpoint, "\(error)")) }
                hasToldOfBlock = true
                return
            }
        }
    }

    /// A newcomer turned out to be a host, and has sent something.
    private func begin(_ host: TextGuests.Host) {
        begin(host.connection, at: host.endpoint, received: host.bytes)
        guard let client = clients.last else { return }
        turn(client, isReadable: false)
    }

    private func turn(_ client: ServedClient, isReadable: Bool) {
        let departure = client.turn(isReadable: isReadable)
        for event in client.takeNews() { onEvent(event) }
        if let departure { end(client, departure) }
    }

    private func begin(_ connection: HCIConnection, at endpoint: HCIEndpoint, received: [UInt8] = []) {
        var size = Self.socketBuffer
        setsockopt(
            connection.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let taken = Set(clients.map(\.client.name))
        var place = 1
        while taken.contains("client \(place)") { place += 1 }
        let name = "client \(place)"
        let (number, signals) = (nextNumber, signals)
        nextNumber += 1
        var position = configuration.position
        position.y += Double(place - 1) * configuration.spacing
        let controller = world.attachController(
            name: name, at: position, channelSounding: configuration.channelSounding,
            byteLimit: configuration.maximumBufferedBytes
        ) { _ in signals.packetsWait(for: number) }
        let client = HCIServer.Client(name: name, address: controller.address, endpoint: endpoint)
        clients.append(
            ServedClient(
                client, number: number, connection: connection, controller: controller,
                bufferLimit: configuration.maximumBufferedBytes, received: received))
        onClientsChange(clients.map(\.client))
        onEvent(.connected(client))
    }

    private func end(_ client: ServedClient, _ departure: HCIServer.Departure) {
        clients.removeAll { $0 === client }
        client.controller.remove()
        client.connection.close()
        onClientsChange(clients.map(\.client))
        onEvent(.disconnected(client.client, departure))
        if case .pty = client.client.endpoint, departure != .serverStopped { reopen(client.client.endpoint) }
    }

    /// Opens a pseudo-terminal for the next client, because each one serves only one connection.
    private func reopen(_ endpoint: HCIEndpoint) {
        do throws(LiveError) {
            let listener = try HCIListener(endpoint)
            listeners.append(listener)
            onEvent(.listening(listener.endpoint, reachedBy: listener.peerEndpoint))
        } catch {
            onEvent(.blocked(endpoint, "\(error)"))
        }
    }
}

extension HCIListener {
    /// Whether it has to be polled, because a wait does not report it.
    fileprivate var isTerminal: Bool {
        if case .pty = endpoint { return true }
        return false
    }
}
