import FaradayBridge
import Foundation

/// A running world as `tell` and `watch` name it: a port of this machine, or the address of its page.
enum WorldAddress {
    /// A port of `faraday serve`: that of `--hci` or of `--control`.
    case port(UInt16)
    /// A page that `--inspect` or `world.inspect()` has printed.
    case page(port: UInt16, path: String)

    /// Reads a number of a port or `http://127.0.0.1:PORT/TOKEN/`; throws one line that says what is wrong.
    init(_ text: String, of command: String) throws {
        if let port = UInt16(text), port > 0 {
            self = .port(port)
            return
        }
        guard let parts = URLComponents(string: text), parts.scheme == "http",
            ["127.0.0.1", "localhost"].contains(parts.host),
            let port = parts.port.flatMap({ UInt16(exactly: $0) }),
            parts.path.count > 1, parts.path.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "/") })
        else {
            throw UsageError(
                "\(command) takes a port from 1 to 65535 or http://127.0.0.1:PORT/TOKEN/, not '\(text)'")
        }
        self = .page(port: port, path: parts.path.hasSuffix("/") ? parts.path : parts.path + "/")
    }

    var port: UInt16 {
        switch self {
        case .port(let port), .page(let port, _): port
        }
    }

    /// Connects, and asks for the feed.
    func openFeed() throws -> FeedReader {
        let connection = try HCIConnection(.tcp(host: "127.0.0.1", port: port))
        switch self {
        case .port:
            try Self.write("faraday watch\n", on: connection)
            return FeedReader(connection, isEventStream: false)
        case .page(let port, let path):
            try Self.write("GET \(path)feed HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", on: connection)
            return FeedReader(connection, isEventStream: true)
        }
    }

    /// A new connection has room for a few hundred bytes.
    static func write(_ text: String, on connection: HCIConnection) throws {
        var bytes = Array(text.utf8)
        while !bytes.isEmpty {
            let count = try connection.writeAvailable(bytes)
            bytes.removeFirst(count)
            if count == 0 { connection.wait(reading: false, writing: true, milliseconds: 1000) }
        }
    }
}

/// Reads the lines of a feed, from a port of `serve` or as server-sent events.
struct FeedReader {
    private let connection: HCIConnection
    private let isEventStream: Bool
    private var bytes: [UInt8] = []
    private var searched = 0

    init(_ connection: HCIConnection, isEventStream: Bool) {
        self.connection = connection
        self.isEventStream = isEventStream
    }

    /// The lines that arrive within some time; `nil` when the other end has closed.
    mutating func next(milliseconds: Int32) -> [String]? {
        connection.wait(reading: true, writing: false, milliseconds: milliseconds)
        // As much as there is, but not for ever: the table wants to be drawn.
        for _ in 0..<256 {
            guard let more = try? connection.readAvailable() else { return nil }
            if more.isEmpty { break }
            bytes += more
        }
        var lines: [String] = []
        var start = 0
        while let feed = bytes[max(start, searched)...].firstIndex(of: 0x0A) {
            let line = String(decoding: bytes[start..<feed], as: UTF8.self)
            start = feed + 1
            searched = start
            if let text = text(line) { lines.append(text) }
        }
        bytes.removeFirst(start)
        searched = bytes.count
        return lines
    }

    /// The line of the feed in a line that was received.
    private func text(_ line: String) -> String? {
        guard isEventStream else { return line }
        guard line.hasPrefix("data: {") else { return nil }
        return String(line.dropFirst(6))
    }

    func close() { connection.close() }
}
