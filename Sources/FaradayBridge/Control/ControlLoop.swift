import BluetoothPort
import FaradayLive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The loop of a control server's thread: it waits for clients, reads a line from each, and answers it.
final class ControlLoop: Sendable {
    /// A connection whose line is not complete yet.
    private struct Client {
        let connection: HCIConnection
        /// The time at which the server closes it, in milliseconds.
        let deadline: Int64
        var bytes: [UInt8] = []
    }

    /// The longest line that a client may send, in bytes.
    private static let longestLine = TextDoor.longestLine
    /// How long a client may take to send its line, in milliseconds.
    private static let patience: Int64 = 5000
    /// How many clients may be connected at once; further clients have to wait.
    private static let maximumClients = 32
    /// How long the server accepts no new client after the system had no descriptor for one, in milliseconds.
    private static let rest: Int64 = 100

    private let listener: HCIListener
    private let waker: Waker
    private let isStopping: Lock<Bool>
    private let answer: @Sendable (String) -> String

    init(
        _ listener: HCIListener, _ waker: Waker, _ isStopping: Lock<Bool>,
        answer: @escaping @Sendable (String) -> String
    ) {
        self.listener = listener
        self.waker = waker
        self.isStopping = isStopping
        self.answer = answer
    }

    /// Runs until it gets the stop signal.
    func run() {
        var clients: [Client] = []
        var restsUntil: Int64 = 0
        while true {
            let ready = wait(for: clients, restsUntil)
            guard !isStopping.withLock({ $0 }) else { break }
            for index in clients.indices.reversed() where isDone(&clients[index], ready) {
                clients.remove(at: index).connection.close()
            }
            do {
                while clients.count < Self.maximumClients, let connection = try listener.accept() {
                    clients.append(Client(connection: connection, deadline: Self.now + Self.patience))
                }
            } catch {
                restsUntil = Self.now + Self.rest
            }
        }
        for client in clients { client.connection.close() }
        listener.close()
        waker.close()
    }

    private static var now: Int64 { Environment.monotonic / 1_000_000 }

    /// The descriptors that are ready.
    private func wait(for clients: [Client], _ restsUntil: Int64) -> Set<Int32> {
        let now = Self.now
        var ends = clients.map(\.deadline)
        var set = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
        if now < restsUntil {
            ends.append(restsUntil)
        } else if clients.count < Self.maximumClients {
            set.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        }
        for client in clients {
            set.append(pollfd(fd: client.connection.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let patience = ends.min().map { Int32(clamping: max(0, $0 - now)) } ?? -1
        guard poll(&set, nfds_t(set.count), patience) > 0 else { return [] }
        return Set(set.lazy.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Reads the data of a client, and answers it when the line is complete. Returns whether to close the connection:
    /// after the answer, or when the client takes too long, sends too much or closes it.
    private func isDone(_ client: inout Client, _ ready: Set<Int32>) -> Bool {
        guard ready.contains(client.connection.descriptor) else { return client.deadline <= Self.now }
        guard let more = try? client.connection.readAvailable() else { return true }
        client.bytes += more
        guard let feed = client.bytes.firstIndex(of: 0x0A) else {
            return client.bytes.count > Self.longestLine
        }
        var line = client.bytes[..<feed]
        if line.last == 0x0D { line.removeLast() }
        let text = answer(String(decoding: line, as: UTF8.self)) + "\n"
        // A new socket always has room for a few hundred bytes.
        _ = try? client.connection.writeAvailable(Array(text.utf8))
        return true
    }
}
