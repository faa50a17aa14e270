import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A request of a central that waits for the app's answer.
struct PendingRequest: Sendable {
    let session: SessionID
    let link: Host.LinkID
    /// What a write writes, part by part; empty for a read.
    let written: [ATT.Handle]
    let arrived: Instant

    var isRead: Bool { written.isEmpty }
}

/// The requests of centrals that apps have not answered yet. An app can answer a request once, and only if its own
/// manager got it (behaviour 6.22).
struct RequestTable: Sendable {
    /// What an app's answer is for.
    enum Answered: Sendable {
        /// A request that waited; it no longer does.
        case pending(PendingRequest)
        /// A write command, which needs no answer (behaviour 6.24).
        case command
        /// The central has disconnected: answering does nothing, but is no misuse.
        case abandoned
        /// No request of this manager, or one that it has answered already.
        case unknown
    }

    /// How many requests of one link may wait at once; a peer that sends more violates ATT anyway.
    static let limit = 64
    /// The time after which a central gives up on a request (behaviour 4.28, 9.16).
    static let timeout: Nanoseconds = .seconds(30)
    /// How much of that time may have passed when a request arrives: no link is silent for longer.
    static let travel: Nanoseconds = .seconds(1)

    /// The identifiers of write commands have this bit.
    private static let commandBit: UInt64 = 1 << 63
    /// How many abandoned requests are remembered.
    private static let memory = 64

    private(set) var pending: [UInt64: PendingRequest] = [:]
    /// Oldest first.
    private var abandoned: [UInt64] = []
    private var lastCommand: UInt64 = 0

    /// Notes a request that the app has to answer. Returns false if too many wait on `links` links.
    mutating func expect(_ id: GATT.RequestID, _ request: PendingRequest, links: Int) -> Bool {
        guard pending.count < Self.limit * max(links, 1) else { return false }
        pending[id.rawValue] = request
        return true
    }

    /// The identifier of a write command.
    mutating func makeCommand() -> RequestIdentifier {
        defer { lastCommand &+= 1 }
        return RequestIdentifier(rawValue: lastCommand | Self.commandBit)
    }

    /// A manager answers a request.
    mutating func answer(_ request: RequestIdentifier, by session: SessionID) -> Answered {
        let id = request.rawValue
        if id & Self.commandBit != 0 { return .command }
        guard let found = pending[id], found.session == session else {
            return abandoned.contains(id) ? .abandoned : .unknown
        }
        pending[id] = nil
        return .pending(found)
    }

    /// The central of the link has gone. Returns its requests in the order of their numbers.
    mutating func abandon(_ link: Host.LinkID) -> [PendingRequest] {
        let gone = pending.filter { $0.value.link == link }.sorted { $0.key < $1.key }
        for (id, _) in gone { abandon(id) }
        return gone.map(\.value)
    }

    /// All centrals have gone.
    mutating func abandonAll() {
        for id in pending.keys.sorted() { abandon(id) }
    }

    private mutating func abandon(_ id: UInt64) {
        pending[id] = nil
        if abandoned.count == Self.memory { abandoned.removeFirst() }
        abandoned.append(id)
    }

    /// Forgets the requests of a manager that can no longer answer, and returns them in the order of their numbers.
    mutating func withdraw(_ session: SessionID) -> [GATT.RequestID] {
        let ids = pending.filter { $0.value.session == session }.keys.sorted()
        for id in ids { pending[id] = nil }
        return ids.map { GATT.RequestID($0) }
    }
}
