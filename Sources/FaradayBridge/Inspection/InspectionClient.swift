import FaradayLive

/// One connection of a browser, or of whoever asks in its place. Used only on the server's thread.
final class InspectionClient {
    /// What the server does for a request.
    struct Service {
        let access: InspectionAccess
        let hub: FeedHub
        /// Performs a command, and gives the answer as JSON.
        let tell: (String) -> String
        /// Whether one more client may read the feed.
        var hasRoomForReader: () -> Bool
    }

    /// How long a client may take for the head of a request, from its first byte, or from the begin of the connection, in
    /// milliseconds.
    static let headPatience: Int64 = 2_000
    /// How long a client may take for a body, to read the answer, and for its next request, in milliseconds.
    static let patience: Int64 = 10_000
    /// After this time without an event, in milliseconds, a reader gets a comment.
    static let heartbeat: Int64 = 15_000
    /// How long a reader may take no byte while some wait, in milliseconds.
    static let readerPatience: Int64 = 300_000
    /// How many answers, or portions of the feed, a client gets in one turn.
    private static let answersInATurn = 4
    /// How long, in milliseconds, and how much, in bytes, the server hears what a client says after its last answer. An
    /// answer can get lost when its connection is closed before.
    private static let farewell: (time: Int64, bytes: Int) = (2_000, 1 << 20)
    /// How many bytes are given to the system at once.
    private static let piece = 1 << 15

    private enum Mode: Equatable {
        case requests
        /// Reads the feed; the position of its next portion, `nil` before its first.
        case reader(position: Int?)
        /// Its last answer is on its way.
        case ending
        /// It has its last answer, and this many bytes of it were not listened to.
        case left(heard: Int)
    }

    private enum Stage {
        /// The rest of a head, or the first one.
        case head
        case body
        /// Another request, which may begin at any time.
        case next
    }

    let connection: HCIConnection
    private var parser = HTTPParser()
    /// Whether a reader has all that happened before it came, and knows it.
    private var isPresent = false
    private var mode = Mode.requests
    private var outgoing: [UInt8] = []
    private var sent = 0
    /// The other end sends nothing more.
    private var inputEnded = false
    /// Whether it has to have another turn at once.
    private(set) var wantsTurn = false
    /// When the server loses its patience, in milliseconds.
    private var deadline: Int64
    private var lastProgress: Int64
    /// What the deadline is for, as long as there is nothing to send.
    private var stage = Stage.head
    /// Whether it has not shown that it knows the token.
    private(set) var isStranger = true

    init(_ connection: HCIConnection, now: Int64) {
        self.connection = connection
        deadline = now + Self.headPatience
        lastProgress = now
    }

    var isReader: Bool { if case .reader = mode { true } else { false } }
    var wantsToWrite: Bool { sent < outgoing.count }
    var wantsToRead: Bool {
        switch mode {
        case .requests: !inputEnded && !wantsToWrite && parser.room > 0
        case .reader, .left: true
        case .ending: false
        }
    }

    /// When it must have a turn at the latest, in milliseconds.
    var nextTurn: Int64 {
        isReader ? lastProgress + (wantsToWrite ? Self.readerPatience : Self.heartbeat) : deadline
    }

    /// Does the present work; returns whether the connection goes on.
    func turn(isReadable: Bool, now: Int64, _ service: Service) -> Bool {
        do throws(LiveError) {
            if isReadable, wantsToRead { try takeIn() }
            if isReader, inputEnded { return false }
            try sendOut(now)
            var turns = Self.answersInATurn
            while !wantsToWrite, turns > 0, prepare(now, service) {
                turns -= 1
                try sendOut(now)
            }
            wantsTurn = turns == 0 && !wantsToWrite
        } catch {
            return false
        }
        if mode == .ending, !wantsToWrite { leave(now) }
        if mode == .requests, !wantsToWrite, !wantsTurn { setDeadline(now) }
        return goesOn(now)
    }

    /// A head or a body has begun: its time counts from now on.
    private func setDeadline(_ now: Int64) {
        if parser.isInsideHead, stage != .head {
            (stage, deadline) = (.head, now + Self.headPatience)
        } else if parser.isInsideBody, stage != .body {
            (stage, deadline) = (.body, now + Self.patience)
        }
    }

    private func goesOn(_ now: Int64) -> Bool {
        switch mode {
        case .reader: !wantsToWrite || now < lastProgress + Self.readerPatience
        case .ending: now < deadline
        case .left(let heard): now < deadline && !inputEnded && heard <= Self.farewell.bytes
        case .requests: now < deadline && (wantsToWrite || wantsTurn || !inputEnded)
        }
    }

    /// The last answer is sent: nothing more comes from here.
    private func leave(_ now: Int64) {
        connection.endWriting()
        mode = .left(heard: 0)
        deadline = min(deadline, now + Self.farewell.time)
    }

    private func takeIn() throws(LiveError) {
        let bytes: [UInt8]
        do throws(LiveError) {
            bytes = try connection.readAvailable()
        } catch {
            guard case .closed = error else { throw error }
            inputEnded = true
            return
        }
        switch mode {
        case .requests: parser.append(bytes)
        case .left(let heard): mode = .left(heard: heard + bytes.count)
        // Whoever reads the feed has nothing more to say.
        case .reader, .ending: break
        }
    }

    private func sendOut(_ now: Int64) throws(LiveError) {
        while wantsToWrite {
            let piece = Array(outgoing[sent..<min(outgoing.count, sent + Self.piece)])
            let count = try connection.writeAvailable(piece)
            guard count > 0 else { return }
            sent += count
            lastProgress = now
        }
        outgoing = []
        sent = 0
    }

    private func send(_ bytes: [UInt8]) {
        outgoing = bytes
        sent = 0
    }

    // MARK: What comes next

    /// Prepares the next bytes to send; returns whether there are any.
    private func prepare(_ now: Int64, _ service: Service) -> Bool {
        switch mode {
        case .ending, .left: return false
        case .reader(let position): return prepareFeed(position, now, service)
        case .requests:
            guard let finding = parser.next() else { return false }
            (stage, deadline) = (.next, now + Self.patience)
            switch finding {
            case .refused(let status):
                mode = .ending
                send(HTTPResponse.complete(status, keepsConnection: false))
            case .request(let request): answer(request, service)
            }
            return true
        }
    }

    private func answer(_ request: HTTPRequest, _ service: Service) {
        let keeps = request.keepsConnection
        let route = service.access.route(request)
        if case .refused = route {} else { isStranger = false }
        switch route {
        case .refused(let status, let allowed):
            // Who guesses has to connect again for each guess.
            mode = .ending
            let fields = allowed.map { ["Allow: \($0)"] } ?? []
            send(HTTPResponse.complete(status, keepsConnection: false, fields: fields))
            return
        case .page:
            let html = Array(service.hub.page().utf8)
            send(
                HTTPResponse.complete(
                    .ok, type: "text/html; charset=utf-8", body: html, keepsConnection: keeps))
        case .tell:
            let answer = Array(service.tell(String(decoding: request.body, as: UTF8.self)).utf8)
            send(HTTPResponse.complete(.ok, type: "application/json", body: answer, keepsConnection: keeps))
        case .feed:
            guard service.hasRoomForReader() else {
                mode = .ending
                send(HTTPResponse.complete(.unavailable, keepsConnection: false))
                return
            }
            let known = request.field("last-event-id").flatMap(Int.init)
            let position = known.flatMap(service.hub.position(after:))
            mode = .reader(position: position)
            // A client that has read before must forget that, unless it can go on.
            send(HTTPResponse.eventStream + (known != nil && position == nil ? ServerSentEvents.reset : []))
            return
        }
        if !keeps { mode = .ending }
    }

    private func prepareFeed(_ position: Int?, _ now: Int64, _ service: Service) -> Bool {
        switch service.hub.read(at: position) {
        case .lines(let lines, let id, let next):
            send(ServerSentEvents.event(lines, id: id))
            mode = .reader(position: next)
        case .anew(let lines, let next):
            let reset = position == nil ? [] : ServerSentEvents.reset
            send(reset + ServerSentEvents.event(lines))
            mode = .reader(position: next)
            isPresent = false
        case .nothing where !isPresent && position != nil:
            isPresent = true
            send(ServerSentEvents.event([FeedLine.present]))
        case .nothing:
            guard now >= lastProgress + Self.heartbeat else { return false }
            send(ServerSentEvents.heartbeat)
        }
        return true
    }
}
