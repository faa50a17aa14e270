/// Answers of the server, as bytes.
enum HTTPResponse {
    /// What every answer says to the browser: run nothing that is not in the page, ask nobody else, keep nothing, tell
    /// nobody the address.
    private static let protection = [
        "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' blob:; "
            + "style-src 'unsafe-inline'; connect-src 'self'; worker-src blob:; img-src data:; "
            + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin",
        "Cross-Origin-Opener-Policy: same-origin",
    ]

    /// An answer with a body.
    static func complete(
        _ status: HTTPStatus, type: String? = nil, body: [UInt8] = [], keepsConnection: Bool,
        fields: [String] = []
    ) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status.rawValue) \(status.reason)"] + protection + fields
        if let type { lines.append("Content-Type: \(type)") }
        lines.append("Content-Length: \(body.count)")
        if !keepsConnection { lines.append("Connection: close") }
        return head(lines) + body
    }

    /// The beginning of server-sent events, which end with the connection.
    static let eventStream: [UInt8] =
        head(
            ["HTTP/1.1 200 OK"] + protection + [
                "Content-Type: text/event-stream; charset=utf-8", "Connection: close",
            ]) + Array("retry: 1000\n\n".utf8)

    private static func head(_ lines: [String]) -> [UInt8] {
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// Server-sent events (HTML, 9.2).
enum ServerSentEvents {
    /// Says that the client is to forget everything: all lines follow anew.
    static let reset = Array("event: reset\ndata: reset\n\n".utf8)
    /// Keeps the connection alive, and shows whether somebody still reads.
    static let heartbeat = Array(":\n\n".utf8)

    /// One event with some lines of the feed; `id` is what the client sends to go on behind them.
    static func event(_ lines: [String], id: Int? = nil) -> [UInt8] {
        var bytes = Array((id.map { "id: \($0)\n" } ?? "").utf8)
        for line in lines {
            bytes += "data: ".utf8
            bytes += line.utf8
            bytes.append(0x0A)
        }
        bytes.append(0x0A)
        return bytes
    }
}
