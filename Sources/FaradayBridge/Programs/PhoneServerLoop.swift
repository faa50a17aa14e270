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
    private struct Client {
        let connection: HCIConnection
        let writer: SocketWriter
        let session: ProgramSession
    }

    /// How long the server accepts nobody after the system had no descriptor for a newcomer, in milliseconds.
    private static let rest: Int64 = 100
    /// How much of one program is read before others have their turn.
    private static let readsInATurn = 16

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
        return Client(connection: connection, writer: writer, session: session)
    }

    /// The descriptors that are ready.
    private func wait(for clients: [Client], _ restsUntil: Int64) -> Set<Int32> {
        let now = Self.now
        var set = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
        let isResting = now < restsUntil
        if !isResting, clients.count < limits.programs {
            set.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        }
        for client in clients {
            let isWaiting = client.writer.waitingCount > 0
            // Who does not read its answers asks nothing more.
            let events = isWaiting ? POLLOUT : POLLIN
            set.append(pollfd(fd: client.connection.descriptor, events: Int16(events), revents: 0))
        }
        let count = poll(&set, nfds_t(set.count), isResting ? Int32(clamping: restsUntil - now) : -1)
        waker.clear()
        return count > 0 ? Set(set.lazy.filter { $0.revents != 0 }.map(\.fd)) : []
    }

    /// Does what there is to do for a program; whether its connection is closed.
    private func isDone(_ client: Client, _ ready: Set<Int32>) -> Bool {
        client.writer.flush()
        if client.writer.waitingCount > limits.waitingBytes { client.session.fail("it does not read") }
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
        for _ in 0..<Self.readsInATurn where client.writer.waitingCount == 0 && !client.session.isOver {
            let bytes = try client.connection.readAvailable()
            guard !bytes.isEmpty else { return }
            client.session.receive(bytes)
        }
    }

    private func end(_ client: Client) {
        client.session.close()
        client.writer.use(nil)
        client.connection.close()
    }
}
