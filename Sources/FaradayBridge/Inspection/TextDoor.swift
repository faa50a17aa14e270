import FaradayLive
import FaradaySimulation

/// Lines of text for a served world, on the ports where hosts send H4: `faraday tell COMMAND` and `faraday watch`.
///
/// No H4 packet begins with the letter f. A web page can't send such a line first, because a browser's first line is
/// always a request of HTTP.
enum TextDoor {
    /// How every line begins.
    static let mark = Array("faraday ".utf8)
    /// The longest line, in bytes, with its end.
    static let longestLine = WorldCommand.longestLine + 64

    /// What the first bytes of a connection are.
    enum Opening: Hashable {
        /// Too few to tell.
        case undecided
        /// Not text for this door.
        case other
        case line(String)
    }

    static func opening(_ bytes: [UInt8]) -> Opening {
        guard bytes.count >= mark.count else { return mark.starts(with: bytes) ? .undecided : .other }
        guard bytes.starts(with: mark), bytes.count <= longestLine else { return .other }
        guard let feed = bytes.firstIndex(of: 0x0A) else { return .undecided }
        var line = bytes[..<feed]
        if line.last == 0x0D { line.removeLast() }
        return .line(String(decoding: line.dropFirst(mark.count), as: UTF8.self))
    }

    /// The answer to a line, `ok: ` or `error: ` with one line of text; `nil` if it asks for the feed.
    static func answer(_ line: String, of desk: WorldDesk) -> String? {
        if line == "watch" { return nil }
        guard line.hasPrefix("tell ") else { return "error: there is no 'faraday \(line.asciiLine)'" }
        return switch desk.tell(String(line.dropFirst(5))) {
        case .success(let answer): "ok: \(answer.text.asciiLine)"
        case .failure(let problem): "error: \(problem.description.asciiLine)"
        }
    }
}

/// A connection whose first line was text. Used only on the server's thread.
final class TextGuest {
    let connection: HCIConnection
    private let hub: FeedHub?
    /// The position in the feed; `nil` before the first line.
    private var position: Int?
    private var isPresent = false
    private var outgoing: [UInt8]
    private var sent = 0

    /// How many portions of the feed a guest gets in one turn, so that hosts do not wait for it.
    private static let portionsInATurn = 16
    /// How many bytes are given to the system at once.
    private static let piece = 1 << 15

    /// A guest that gets one answer.
    init(_ connection: HCIConnection, answer: String) {
        self.connection = connection
        hub = nil
        outgoing = Array((answer + "\n").utf8)
    }

    /// A guest that follows the feed.
    init(_ connection: HCIConnection, watching hub: FeedHub) {
        self.connection = connection
        self.hub = hub
        outgoing = []
    }

    var isWatching: Bool { hub != nil }
    var wantsToWrite: Bool { sent < outgoing.count }

    /// Does the present work; returns whether the connection goes on.
    func turn(isReadable: Bool) -> Bool {
        do throws(LiveError) {
            // Whoever watches says nothing more; a read finds out that the guest has left.
            if isReadable { _ = try connection.readAvailable() }
            try sendOut()
            var turns = Self.portionsInATurn
            while !wantsToWrite, turns > 0, prepare() {
                turns -= 1
                try sendOut()
            }
        } catch {
            return false
        }
        return isWatching || wantsToWrite
    }

    private func prepare() -> Bool {
        guard let hub else { return false }
        let lines: [String]
        switch hub.read(at: position) {
        case .nothing:
            guard !isPresent, position != nil else { return false }
            (lines, isPresent) = ([FeedLine.present], true)
        case .lines(let new, _, let next): (lines, position) = (new, next)
        case .anew(let all, let next): (lines, position) = (all, next)
        }
        outgoing = Array(lines.map { $0 + "\n" }.joined().utf8)
        sent = 0
        return true
    }

    private func sendOut() throws(LiveError) {
        while wantsToWrite {
            let piece = Array(outgoing[sent..<min(outgoing.count, sent + Self.piece)])
            let count = try connection.writeAvailable(piece)
            guard count > 0 else { return }
            sent += count
        }
        outgoing = []
        sent = 0
    }
}
