import Testing

@testable import FaradayBridge

/// Who gets the page, the feed and the commands, and who gets nothing.
@Suite struct InspectionAccessTests {
    private static let access = InspectionAccess(token: "0123456789abcdef0123456789abcdef", port: 4321)
    private static let token = access.token

    private static func route(
        _ method: String, _ path: String, _ fields: [(String, String)]
    ) -> InspectionAccess.Route {
        access.route(
            HTTPRequest(
                method: method, path: path, fields: fields.map { .init(name: $0.0, value: $0.1) },
                keepsConnection: true))
    }

    @Test("With the token the three paths are there")
    func paths() {
        let host = [("host", "127.0.0.1:4321")]
        #expect(Self.route("GET", "/\(Self.token)/", host) == .page)
        #expect(Self.route("GET", "/\(Self.token)/feed", host) == .feed)
        #expect(Self.route("POST", "/\(Self.token)/tell", host) == .tell)
        #expect(Self.route("POST", "/\(Self.token)/", host) == .refused(.methodNotAllowed, allowed: "GET"))
        #expect(
            Self.route("GET", "/\(Self.token)/tell", host) == .refused(.methodNotAllowed, allowed: "POST"))
        #expect(
            Self.route("OPTIONS", "/\(Self.token)/tell", host) == .refused(.methodNotAllowed, allowed: "POST")
        )
    }

    @Test(
        "Whatever else is asked for is not there",
        arguments: [
            "/", "", "/\(token)", "/\(token)x", "/\(token)/x", "/\(token)//", "//\(token)/",
            "/x\(token.dropLast())/",
            "/\(token.dropLast())/", "/\(token.dropLast())0/", "/\(token.uppercased())/", "/favicon.ico",
        ])
    func nothing(path: String) {
        #expect(Self.route("GET", path, [("host", "127.0.0.1:4321")]) == .refused(.notFound))
        #expect(Self.route("POST", path, [("host", "127.0.0.1:4321")]) == .refused(.notFound))
    }

    @Test("Only names of this machine reach it: another name is a page's that was bound to this address")
    func hosts() {
        for host in ["127.0.0.1:4321", "localhost:4321", "LOCALHOST:4321", "[::1]:4321"] {
            #expect(Self.route("GET", "/\(Self.token)/", [("host", host)]) == .page)
        }
        for host in [
            "evil.example:4321", "127.0.0.1", "127.0.0.1:80", "localhost", "", "127.0.0.1:4321.evil.example",
        ] {
            #expect(Self.route("GET", "/\(Self.token)/", [("host", host)]) == .refused(.forbidden))
        }
        #expect(Self.route("GET", "/\(Self.token)/", []) == .refused(.forbidden))
    }

    @Test("Pages of other origins get nothing, even with the token")
    func origins() {
        let host = ("host", "localhost:4321")
        #expect(
            Self.route("POST", "/\(Self.token)/tell", [host, ("origin", "http://localhost:4321")]) == .tell)
        for origin in [
            "null", "http://evil.example", "http://127.0.0.1:4321", "https://localhost:4321",
            "http://localhost",
            "http://localhost:4322", "",
        ] {
            #expect(
                Self.route("POST", "/\(Self.token)/tell", [host, ("origin", origin)]) == .refused(.forbidden))
        }
        let twice = [host, ("origin", "http://localhost:4321"), ("origin", "http://localhost:4321")]
        #expect(Self.route("POST", "/\(Self.token)/tell", twice) == .refused(.forbidden))
        let embedded = [host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]
        #expect(Self.route("GET", "/\(Self.token)/feed", embedded) == .refused(.forbidden))
    }

    @Test("Another site may have a link to the page; it can't send a form, nor open the feed")
    func sites() {
        let host = ("host", "localhost:4321")
        for site in ["cross-site", "same-site", "frob"] {
            let linked = [host, ("sec-fetch-site", site), ("sec-fetch-mode", "navigate")]
            #expect(Self.route("GET", "/\(Self.token)/", linked) == .page)
            #expect(Self.route("GET", "/\(Self.token)/feed", linked) == .refused(.forbidden))
            #expect(Self.route("POST", "/\(Self.token)/tell", linked) == .refused(.forbidden))
            #expect(Self.route("GET", "/", linked) == .refused(.notFound))
            for fields in [
                [("sec-fetch-site", site)], [("sec-fetch-site", site), ("sec-fetch-mode", "cors")],
                [("sec-fetch-site", site), ("sec-fetch-site", site)],
                [("sec-fetch-site", "same-origin"), ("sec-fetch-site", site)],
            ] {
                #expect(Self.route("POST", "/\(Self.token)/tell", [host] + fields) == .refused(.forbidden))
                #expect(Self.route("GET", "/\(Self.token)/", [host] + fields) == .refused(.forbidden))
            }
        }
        for site in ["same-origin", "none"] {
            let own = [host, ("sec-fetch-site", site)]
            #expect(Self.route("POST", "/\(Self.token)/tell", own) == .tell)
            #expect(Self.route("GET", "/\(Self.token)/feed", own) == .feed)
        }
    }

    @Test("Each server has another token of 128 bits")
    func tokens() {
        let tokens = (0..<100).map { _ in InspectionAccess.makeToken() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}
