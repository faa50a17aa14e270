import FaradayLive
import FaradaySimulation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The connections of a server that are no hosts, or not yet: newcomers of which nobody knows what they send, and guests
/// that sent a line of text. Used only on the server's thread.
final class TextGuests {
    /// A connection that has not said enough.
    private struct Newcomer {
        let connection: HCIConnection
        let endpoint: HCIEndpoint
        var bytes: [UInt8] = []
    }

    /// A connection that turned out to be a host's.
    struct Host {
        let connection: HCIConnection
        let endpoint: HCIEndpoint
        /// What it has sent.
        let bytes: [UInt8]
    }

    /// How often the feed is read while somebody watches, in milliseconds.
    static let period: Int32 = 100

    private let desk: WorldDesk
    private var newcomers: [Newcomer] = []
    private var guests: [TextGuest] = []

    init(_ world: World) { desk = .of(world) }

    var count: Int { newcomers.count + guests.count }
    var hasWatchers: Bool { guests.contains(where: \.isWatching) }

    /// Whether text is taken here: only from this machine, since it needs no secret.
    static func isOpen(at endpoint: HCIEndpoint) -> Bool {
        switch endpoint {
        case .tcpServer(let host, _): ["127.0.0.1", "::1", "localhost"].contains(host)
        case .unixServer: true
        default: false
        }
    }

    func add(_ connection: HCIConnection, at endpoint: HCIEndpoint) {
        newcomers.append(Newcomer(connection: connection, endpoint: endpoint))
    }

    /// Adds what has to be waited for.
    func wait(in set: inout [pollfd]) {
        for newcomer in newcomers {
            set.append(pollfd(fd: newcomer.connection.descriptor, events: Int16(POLLIN), revents: 0))
        }
        for guest in guests {
            let events = Int16(POLLIN) | (guest.wantsToWrite ? Int16(POLLOUT) : 0)
            set.append(pollfd(fd: guest.connection.descriptor, events: events, revents: 0))
        }
    }

    /// Does the present work; returns the newcomers that are hosts.
    func turn(_ ready: Set<Int32>) -> [Host] {
        var hosts: [Host] = []
        newcomers = newcomers.compactMap { newcomer in
            guard ready.contains(newcomer.connection.descriptor) else { return newcomer }
            return look(newcomer, &hosts)
        }
        if hasWatchers { desk.hub(title: "")?.refresh() }
        guests = guests.filter { guest in
            let goesOn = guest.turn(isReadable: ready.contains(guest.connection.descriptor))
            if !goesOn { guest.connection.close() }
            return goesOn
        }
        return hosts
    }

    /// Reads what a newcomer has sent; returns it if that does not tell what it is.
    private func look(_ newcomer: Newcomer, _ hosts: inout [Host]) -> Newcomer? {
        var newcomer = newcomer
        do throws(LiveError) {
            newcomer.bytes += try newcomer.connection.readAvailable()
        } catch {
            newcomer.connection.close()
            return nil
        }
        switch TextDoor.opening(newcomer.bytes) {
        case .undecided: return newcomer
        case .other:
            hosts.append(
                Host(connection: newcomer.connection, endpoint: newcomer.endpoint, bytes: newcomer.bytes))
        case .line(let line): greet(newcomer.connection, line)
        }
        return nil
    }

    private func greet(_ connection: HCIConnection, _ line: String) {
        if let answer = TextDoor.answer(line, of: desk) {
            guests.append(TextGuest(connection, answer: answer))
        } else if let hub = desk.hub(title: "") {
            guests.append(TextGuest(connection, watching: hub))
        } else {
            connection.close()
        }
    }

    func close() {
        for newcomer in newcomers { newcomer.connection.close() }
        for guest in guests { guest.connection.close() }
        newcomers = []
        guests = []
    }
}
