import BluetoothPort
import FaradayLive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The loop of a phone server's thread.
final class PhoneServerLoop: Sendable {
    /// A connected program.
    private final class Client {
        let connection: HCIConnection
        let writer: SocketWriter
        let session: ProgramSession
        /// When it connected, in milliseconds.
        let since: Int64
        var allowance: ProgramAllowance

        init(
            _ connection: HCIConnection, _ writer: SocketWriter, _ session: ProgramSession,
            since: Int64, _ allowance: ProgramAllowance
        ) {
            (self.connection, self.writer, self.session) = (connection, writer, session)
            (self.since, self.allowance) = (since, allowance)
        }

        var isStranger: Bool { session.hello == nil }
    }

    /// How long the server accepts nobody after the system had no descriptor for a newcomer, in milliseconds.
    private static let rest: Int64 = 100
    /// How much of one program is read before others have their turn, in frames.
    private static let framesInATurn = 1000

    private let listener: HCIListener
    private let waker: Waker
    private let isStopping: Lock<Bool>
    private let desk: any ProgramDesk
    private let limits: PhoneServer.Limits

    init(_ service: ListeningService, _ desk: any ProgramDesk, _ limits: PhoneServer.Limits) {
        (listener, waker, isStopping) = (service.listener, service.waker, service.isStopping)
        (self.desk, self.limits) = (desk, limits)
    }

    /// Runs until it is told to stop.
    func run() {
        var clients: [Client] = []
        var restsUntil: Int64 = 0
        while true {
            let ready = wait(for: clients, restsUntil)
            guard !isStopping.withLock({ $0 }) else { break }
            clients.removeAll { isDone($0, ready) }
            do {
                while clients.count < limits.programs, let connection = try listener.accept() {
                    clients.append(client(connection))
                    refuseStrangers(among: clients)
                }
            } catch {
                restsUntil = Self.now + Self.rest
            }
        }
        for client in clients { end(client) }
        listener.close()
        waker.close()
    }

    private static var now: Int64 { Environment.monotonic / 1_000_000 }

    private func client(_ connection: HCIConnection) -> Client {
        let (writer, waker, limit) = (SocketWriter(connection), waker, limits.waitingBytes)
        let session = ProgramSession(desk) { bytes, _ in
            // The loop writes what there is no room for; a program that does not read at all gets no more.
            guard writer.waitingCount <= limit else { return waker.signal() }
            if !writer.write(bytes) { waker.signal() }
        } onEnd: {
            waker.signal()
        }
        let now = Self.now
        return Client(
            connection, writer, session, since: now,
            ProgramAllowance(perSecond: limits.framesPerSecond, at: now))
    }

    /// Who has waited longest goes: programs say hello at once.
    private func refuseStrangers(among clients: [Client]) {
        let strangers = clients.filter { $0.isStranger && !$0.session.isOver }
        guard strangers.count > limits.strangers, let first = strangers.first else { return }
        first.session.fail("too many programs wait to say hello")
    }

    /// The descriptors that are ready.
    private func wait(for clients: [Client], _ restsUntil: Int64) -> Set<Int32> {
        let now = Self.now
        var set = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
        let isResting = now < restsUntil
        var ends = isResting ? [restsUntil] : []
        if !isResting, clients.count < limits.programs {
            set.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        }
        for client in clients {
            let isWaiting = client.writer.waitingCount > 0
            let rest = client.allowance.rest(at: now)
            if rest > 0 { ends.append(now + rest) }
            if client.isStranger { ends.append(client.since + limits.silence) }
            // Who does not read its answers asks nothing more, nor who has asked too much.
            let events = isWaiting ? POLLOUT : rest > 0 ? 0 : POLLIN
            set.append(pollfd(fd: client.connection.descriptor, events: Int16(events), revents: 0))
        }
        let pause = ends.min().map { Int32(clamping: max(0, $0 - now)) } ?? -1
        let count = poll(&set, nfds_t(set.count), pause)
        waker.clear()
        return count > 0 ? Set(set.lazy.filter { $0.revents != 0 }.map(\.fd)) : []
    }

    /// Does what there is to do for a program; whether its connection is closed.
    private func isDone(_ client: Client, _ ready: Set<Int32>) -> Bool {
        client.writer.flush()
        if client.writer.waitingCount > limits.waitingBytes { client.session.fail("it does not read") }
        if client.isStranger, Self.now >= client.since + limits.silence {
            client.session.fail("it has not said hello")
        }
        if ready.contains(client.connection.descriptor), !client.session.isOver {
            do throws(LiveError) {
                try read(client)
            } catch {
                client.session.close()
            }
        }
        guard client.session.isOver else { return false }
        // What it was told last goes out first, if there is room.
        client.writer.flush()
        end(client)
        return true
    }

    private func read(_ client: Client) throws(LiveError) {
        var frames = 0
        while frames < Self.framesInATurn, client.writer.waitingCount == 0, !client.session.isOver {
            let bytes = try client.connection.readAvailable()
            guard !bytes.isEmpty else { return }
            let count = client.session.receive(bytes)
            client.allowance.spend(count)
            frames += count
        }
    }

    private func end(_ client: Client) {
        client.session.close()
        client.writer.use(nil)
        client.connection.close()
    }
}
