import BluetoothPort
import FaradayLive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The loop of an inspection's thread: it waits for clients, and gives each its turn.
final class InspectionLoop: Sendable {
    /// How many clients may be connected at once; further ones have to wait.
    static let maximumClients = 64
    /// How many of them may read the feed.
    static let maximumReaders = 16
    /// How many of them may be strangers, who have not shown that they know the token. A further one takes the place of
    /// another.
    static let maximumStrangers = 16
    /// How many connections it accepts before all clients have their turn, so that newcomers can say something before
    /// others take their places.
    private static let connectionsInATurn = 4
    /// How often the feed is read while somebody reads it, in milliseconds.
    private static let period: Int64 = 50
    /// How long the server accepts no new client after the system had no descriptor for one, in milliseconds.
    private static let rest: Int64 = 100

    private let listener: HCIListener
    private let waker: Waker
    private let isStopping: Lock<Bool>
    private let access: InspectionAccess
    private let hub: FeedHub
    private let tell: @Sendable (String) -> String
    private let clock: @Sendable () -> Int64

    init(
        _ listener: HCIListener, _ waker: Waker, _ isStopping: Lock<Bool>, _ access: InspectionAccess,
        _ hub: FeedHub, tell: @escaping @Sendable (String) -> String,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.listener = listener
        self.waker = waker
        self.isStopping = isStopping
        self.access = access
        self.hub = hub
        self.tell = tell
        self.clock = clock
    }

    /// Runs until it gets the stop signal.
    func run() {
        var clients: [InspectionClient] = []
        var restsUntil = Int64.min
        while true {
            let ready = wait(for: clients, restsUntil)
            waker.clear()
            let isLast = isStopping.withLock { $0 }
            if clients.contains(where: \.isReader) { hub.refresh() }
            let now = clock()
            let present = clients
            clients = present.filter { client in
                let goesOn = turn(client, ready, now, present)
                if !goesOn { client.connection.close() }
                return goesOn
            }
            if isLast { break }
            guard now >= restsUntil else { continue }
            do {
                try accept(&clients, now)
            } catch {
                restsUntil = now + Self.rest
            }
        }
        for client in clients { client.connection.close() }
        listener.close()
        waker.close()
    }

    /// Accepts some connections. Each has its turn at once, since its request has usually come already.
    private func accept(_ clients: inout [InspectionClient], _ now: Int64) throws(LiveError) {
        for _ in 0..<Self.connectionsInATurn {
            guard clients.count < Self.maximumClients, let connection = try listener.accept() else { return }
            let client = InspectionClient(connection, now: now)
            clients.append(client)
            if !turn(client, [connection.descriptor], now, clients) { remove(client, from: &clients) }
            if clients.count(where: \.isStranger) > Self.maximumStrangers,
                let other = Self.mostDispensable(of: clients)
            {
                remove(other, from: &clients)
            }
        }
    }

    /// Of the strangers from the address with most of them, the one that came first.
    private static func mostDispensable(of clients: [InspectionClient]) -> InspectionClient? {
        let strangers = clients.filter(\.isStranger)
        let counts = Dictionary(grouping: strangers) { $0.connection.peerAddress }.mapValues(\.count)
        let most = counts.values.max()
        return strangers.first { counts[$0.connection.peerAddress] == most }
    }

    private func remove(_ client: InspectionClient, from clients: inout [InspectionClient]) {
        clients.removeAll { $0 === client }
        client.connection.close()
    }

    private func turn(
        _ client: InspectionClient, _ ready: Set<Int32>, _ now: Int64, _ clients: [InspectionClient]
    ) -> Bool {
        let wasReader = client.isReader
        let service = InspectionClient.Service(access: access, hub: hub, tell: tell) {
            clients.count(where: \.isReader) < Self.maximumReaders
        }
        let goesOn = client.turn(
            isReadable: ready.contains(client.connection.descriptor), now: now, service)
        guard goesOn, client.isReader, !wasReader else { return goesOn }
        // The first reader: now the feed is needed.
        hub.refresh()
        return client.turn(isReadable: false, now: now, service)
    }

    /// The descriptors that are ready.
    private func wait(for clients: [InspectionClient], _ restsUntil: Int64) -> Set<Int32> {
        let now = clock()
        var end = clients.map(\.nextTurn).min() ?? .max
        var set = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
        if now < restsUntil {
            end = min(end, restsUntil)
        } else if clients.count < Self.maximumClients {
            set.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        }
        for client in clients {
            var events: Int16 = 0
            if client.wantsToRead { events |= Int16(POLLIN) }
            if client.wantsToWrite { events |= Int16(POLLOUT) }
            set.append(pollfd(fd: client.connection.descriptor, events: events, revents: 0))
            if client.wantsTurn {
                end = now
            } else if client.isReader, !client.wantsToWrite {
                // A reader that does not read has to wait until there is room for it.
                end = min(end, now + Self.period)
            }
        }
        let patience = end == .max ? -1 : Int32(clamping: max(0, end - now))
        guard poll(&set, nfds_t(set.count), patience) > 0 else { return [] }
        return Set(set.lazy.filter { $0.revents != 0 }.map(\.fd))
    }
}
