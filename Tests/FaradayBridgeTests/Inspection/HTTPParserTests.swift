import FaradaySimulation
import Foundation
import Testing

@testable import FaradayBridge

/// Bytes that become requests, or are refused.
@Suite struct HTTPParserTests {
    /// What the parser makes of bytes that come in pieces.
    static func findings(_ pieces: [[UInt8]]) -> [HTTPParser.Finding] {
        var parser = HTTPParser()
        var all: [HTTPParser.Finding] = []
        for piece in pieces {
            var rest = piece[...]
            while true {
                let some = rest.prefix(parser.room)
                parser.append(some)
                rest = rest.dropFirst(some.count)
                var count = 0
                while let finding = parser.next() {
                    all.append(finding)
                    if case .refused = finding { return all }
                    count += 1
                    precondition(count <= HTTPParser.capacity, "the parser does not get on")
                }
                if rest.isEmpty || some.isEmpty { break }
            }
        }
        return all
    }

    static func findings(_ text: String) -> [HTTPParser.Finding] { findings([Array(text.utf8)]) }

    static func request(_ head: String, body: String = "") -> String {
        head.replacingOccurrences(of: "\n", with: "\r\n") + "\r\n\r\n" + body
    }

    @Test("A request is its method, its path without the query, its fields and its body")
    func reads() {
        let text = Self.request(
            "POST /token/tell?x=1 HTTP/1.1\nHost: localhost:80\nX-Empty:\nAccept: \t a, b \nContent-Length: 5",
            body: "hello")
        let request = HTTPRequest(
            method: "POST", path: "/token/tell",
            fields: [
                .init(name: "host", value: "localhost:80"), .init(name: "x-empty", value: ""),
                .init(name: "accept", value: "a, b"), .init(name: "content-length", value: "5"),
            ],
            body: Array("hello".utf8), keepsConnection: true)
        #expect(Self.findings(text) == [.request(request)])
        #expect(Self.findings("\r\n" + text + text) == [.request(request), .request(request)])
        #expect(request.field("host") == "localhost:80")
        #expect(request.field("origin") == nil)
    }

    @Test(
        "A connection goes on unless one end says otherwise",
        arguments: [
            ("GET / HTTP/1.1\nHost: a", true),
            ("GET / HTTP/1.1\nHost: a\nConnection: keep-alive, Close", false),
            ("GET / HTTP/1.0", false), ("GET / HTTP/1.0\nHost: a", false),
        ])
    func keeps(head: String, keeps: Bool) {
        guard case .request(let request)? = Self.findings(Self.request(head)).first else {
            Issue.record("no request")
            return
        }
        #expect(request.keepsConnection == keeps)
    }

    @Test(
        "What is no request is refused with the status that says why",
        arguments: [
            ("GET  / HTTP/1.1\nHost: a", .badRequest), ("GET /\nHost: a", .badRequest),
            ("get", .badRequest), ("G\u{E9}T / HTTP/1.1\nHost: a", .badRequest),
            ("GET / HTTP/2.0\nHost: a", .versionNotSupported), ("GET / HTTX/1.1\nHost: a", .badRequest),
            ("GET http://a/ HTTP/1.1\nHost: a", .badRequest), ("OPTIONS * HTTP/1.1\nHost: a", .badRequest),
            ("GET /\u{E9} HTTP/1.1\nHost: a", .badRequest), ("GET / HTTP/1.1", .badRequest),
            ("GET / HTTP/1.1\nHost: a\nHost: b", .badRequest), ("GET / HTTP/1.1\nHost : a", .badRequest),
            ("GET / HTTP/1.1\nHost: a\n folded: b", .badRequest),
            ("GET / HTTP/1.1\nHost: a\n: b", .badRequest),
            ("GET / HTTP/1.1\nHost: a\nno colon", .badRequest),
            ("GET / HTTP/1.1\nHost: a\u{0}b", .badRequest),
            ("POST / HTTP/1.1\nHost: a\nContent-Length: -1", .badRequest),
            ("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nContent-Length: 1", .badRequest),
            ("POST / HTTP/1.1\nHost: a\nContent-Length: 0x1", .badRequest),
            ("POST / HTTP/1.1\nHost: a\nContent-Length: 16385", .contentTooLarge),
            ("POST / HTTP/1.1\nHost: a\nContent-Length: 99999999999999999999", .contentTooLarge),
            ("POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked", .notImplemented),
            ("GET /" + String(repeating: "a", count: 4096) + " HTTP/1.1\nHost: a", .targetTooLong),
            (
                "GET / HTTP/1.1\nHost: a" + String(repeating: "\nX: y", count: HTTPParser.mostFields),
                .fieldsTooLarge
            ),
            ("GET / HTTP/1.1\nHost: a\nX: " + String(repeating: "y", count: 16_384), .fieldsTooLarge),
        ] as [(String, HTTPStatus)])
    func refuses(head: String, status: HTTPStatus) {
        #expect(Self.findings(Self.request(head)) == [.refused(status)])
    }

    @Test("A line that ends with a line feed alone is refused, and so is what never ends")
    func lineEnds() {
        #expect(Self.findings("GET / HTTP/1.1\nHost: a\n\n") == [.refused(.badRequest)])
        #expect(Self.findings(String(repeating: "a", count: 5000)) == [.refused(.targetTooLong)])
        let endless = "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 4000)
        #expect(Self.findings(endless) == [.refused(.fieldsTooLarge)])
    }

    @Test("It does not matter in which pieces bytes come")
    func pieces() {
        let text = Array(
            (Self.request("POST /t/tell HTTP/1.1\nHost: a\nContent-Length: 3", body: "abc")
                + Self.request("GET /t/feed HTTP/1.1\nHost: a")).utf8)
        let whole = Self.findings([text])
        #expect(whole.count == 2)
        #expect(Self.findings(text.map { [$0] }) == whole)
        for cut in 1..<text.count {
            #expect(Self.findings([Array(text[..<cut]), Array(text[cut...])]) == whole)
        }
    }

    @Test("Mutated requests are read or refused, whatever pieces they come in", arguments: 0..<8)
    func mutated(_ seed: UInt64) {
        var random = Entropy(seed: seed).stream("http")
        let sample = Array(
            (Self.request("POST /t/tell HTTP/1.1\nHost: a\nContent-Length: 3", body: "abc")
                + Self.request("GET /t/feed?x HTTP/1.1\nHost: a\nConnection: close")).utf8)
        for _ in 0..<400 {
            var bytes = sample
            for _ in 0..<1 + random.next() % 4 {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                case 2: bytes.insert([0x0D, 0x0A, 0x3A, 0x20][Int(random.next() % 4)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 7))
                }
            }
            let cut = Int(random.next() % UInt64(bytes.count + 1))
            #expect(Self.findings([bytes]) == Self.findings([Array(bytes[..<cut]), Array(bytes[cut...])]))
        }
    }
}
