import BluetoothPort
import Foundation
import Testing

@testable import FaradayBridge

/// The server between sockets: it knows neither the world nor the page.
@Suite struct InspectionServerTests {
    /// A server whose feed and clock a test sets.
    final class Served: Sendable {
        let lines = Lock<[String]>([])
        let next = Lock(0)
        let time = Lock<Int64>(1_000_000)
        let told = Lock<[String]>([])
        let hub: FeedHub
        let server: InspectionServer

        init(page: String = "<p>page</p>", capacity: Int = 1 << 20) throws {
            let (lines, next, time, told) = (lines, next, time, told)
            hub = FeedHub(
                InspectionSource(
                    page: { page }, header: { "{\"faraday\":\"trace\"}" },
                    next: {
                        let new = lines.withLock { all in
                            defer { all = [] }
                            return all
                        }
                        return (new, next.withLock { $0 })
                    }), capacity: capacity)
            server = try InspectionServer(hub, clock: { time.withLock { $0 } }) { line in
                told.withLock { $0.append(line) }
                return "{\"ok\":true,\"text\":\"done\"}"
            }
        }

        deinit { server.stop() }

        /// Records come into being, and the server hears of it.
        func add(_ count: Int, size: Int = 20) {
            let first = next.withLock { next in
                defer { next += count }
                return next
            }
            let filling = String(repeating: "x", count: size)
            lines.withLock { $0 += (first..<first + count).map { "{\"id\":\($0),\"text\":\"\(filling)\"}" } }
            server.wake()
        }

        /// The server's clock goes on.
        func pass(_ milliseconds: Int64) {
            time.withLock { $0 += milliseconds }
            server.wake()
        }

        func browser() throws -> RawBrowser { try RawBrowser(server.address) }
    }

    @Test("The page comes with what protects it, and the connection goes on")
    func page() throws {
        let served = try Served()
        let browser = try served.browser()
        for _ in 0..<3 {
            try browser.ask("GET", "")
            let answer = try browser.answer()
            #expect(answer.status == 200)
            #expect(answer.body == "<p>page</p>")
            for field in [
                "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' blob:; "
                    + "style-src 'unsafe-inline'; connect-src 'self'; worker-src blob:; img-src data:; ",
                "Cache-Control: no-store\r\n", "X-Content-Type-Options: nosniff\r\n",
                "Referrer-Policy: no-referrer\r\n", "Content-Type: text/html; charset=utf-8\r\n",
            ] { #expect(answer.head.contains(field)) }
        }
    }

    @Test("Requests that follow each other at once are answered in order")
    func pipelined() throws {
        let served = try Served(page: String(repeating: "p", count: 300_000))
        let browser = try served.browser()
        for number in 0..<20 {
            try browser.ask("POST", "tell", body: "note \(number)")
            try browser.ask("GET", "")
        }
        for _ in 0..<20 {
            #expect(try browser.answer().body == "{\"ok\":true,\"text\":\"done\"}")
            #expect(try browser.answer().body.count == 300_000)
        }
        #expect(served.told.withLock { $0 } == (0..<20).map { "note \($0)" })
    }

    @Test("A client that says nothing more still gets its answers")
    func halfClosed() throws {
        let served = try Served()
        let browser = try served.browser()
        for _ in 0..<10 { try browser.ask("POST", "tell", body: "pause") }
        browser.endWriting()
        for _ in 0..<10 { #expect(try browser.answer().status == 200) }
        #expect(try browser.hearAll() == "")
    }

    @Test("Wrong tokens, hosts, origins and methods get a status and nothing else, and the connection ends")
    func refused() throws {
        let served = try Served()
        let host = "Host: 127.0.0.1:\(try served.browser().port)"
        let token = try served.browser().token
        let rows: [(String, Int)] = [
            ("GET /\(String(repeating: "0", count: 32))/ HTTP/1.1\r\n\(host)\r\n\r\n", 404),
            ("GET / HTTP/1.1\r\n\(host)\r\n\r\n", 404),
            ("GET /\(token)/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
            ("GET /\(token)/feed HTTP/1.1\r\n\(host)\r\nOrigin: http://evil.example\r\n\r\n", 403),
            (
                "POST /\(token)/tell HTTP/1.1\r\n\(host)\r\nOrigin: null\r\nContent-Length: 5\r\n\r\npause",
                403
            ),
            ("DELETE /\(token)/ HTTP/1.1\r\n\(host)\r\n\r\n", 405), ("nonsense\r\n\r\n", 400),
            ("POST /\(token)/tell HTTP/1.1\r\n\(host)\r\nContent-Length: 99999\r\n\r\n", 413),
            ("GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n\(host)\r\n\r\n", 414),
            ("GET / HTTP/1.1\r\n\(host)\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n", 431),
        ]
        for (text, status) in rows {
            let browser = try served.browser()
            try browser.send(Array(text.utf8))
            browser.endWriting()
            let answer = try browser.answer()
            #expect(answer.status == status, "\(text.prefix(60))")
            #expect(answer.body == "" && !answer.head.contains("page"))
            #expect(try browser.hearAll() == "")
        }
        #expect(served.told.withLock { $0 } == [])
    }

    @Test("A client that takes too long for its request is hung up on, and nobody else waits for it")
    func slow() throws {
        let served = try Served()
        let slow = try (0..<10).map { _ in try served.browser() }
        for browser in slow { try browser.send(Array("GET /".utf8)) }
        let other = try served.browser()
        try other.ask("GET", "")
        #expect(try other.answer().status == 200)
        for browser in slow { try browser.send([0x61]) }
        served.pass(InspectionClient.headPatience - 1)
        let late = try served.browser()
        try late.ask("GET", "")
        #expect(try late.answer().status == 200)
        served.pass(1)
        for browser in slow { #expect(try browser.hearAll() == "") }
        try late.ask("GET", "")
        #expect(try late.answer().status == 200)
    }

    @Test("A hundred clients that don't get on keep nobody waiting: one of them goes for each that comes")
    func hundred() throws {
        let served = try Served()
        let reader = try served.browser()
        try reader.ask("GET", "feed")
        _ = try reader.hear("present\"}\n\n")
        var slow: [RawBrowser] = []
        for number in 0..<100 {
            let browser = try served.browser()
            // Half of them say nothing at all.
            if number % 2 == 0 { try browser.send(Array("GET /".utf8)) }
            slow.append(browser)
        }
        // No time passes.
        for _ in 0..<20 {
            let browser = try served.browser()
            try browser.ask("GET", "")
            #expect(try browser.answer().status == 200)
        }
        // Who reads the feed is no stranger.
        served.add(1)
        #expect(try reader.hear("\n\n").hasPrefix("id: 1\n"))
        for browser in slow.prefix(100 - InspectionLoop.maximumStrangers) {
            #expect(try browser.hearAll() == "")
        }
    }

    @Test("A head has 2 s from its first byte, a body 10 s, and so has the next request")
    func times() throws {
        let served = try Served()
        let (body, next, between) = (try served.browser(), try served.browser(), try served.browser())
        try body.send(
            Array(
                "POST /\(body.token)/tell HTTP/1.1\r\nHost: 127.0.0.1:\(body.port)\r\nContent-Length: 2\r\n\r\na"
                    .utf8))
        for browser in [next, between] {
            try browser.ask("GET", "")
            _ = try browser.answer()
        }
        let other = try served.browser()
        /// Makes sure that the server has looked at what was sent before. That holds once it has accepted this browser: a
        /// newcomer has its turn at once, before others whose bytes came earlier.
        func look() throws {
            try other.ask("GET", "")
            _ = try other.answer()
        }
        try look()
        try between.send(Array("GET".utf8))
        try look()
        served.pass(InspectionClient.headPatience)
        #expect(try between.hearAll() == "")
        served.pass(InspectionClient.patience - InspectionClient.headPatience - 1)
        try look()
        try body.send([0x62])
        #expect(try body.answer().status == 200)
        served.pass(1)
        #expect(try next.hearAll() == "")
        #expect(served.told.withLock { $0 } == ["ab"])
    }

    @Test("More clients than there is room for wait, and get their turn when others have left")
    func many() throws {
        let served = try Served()
        var idle = try (0..<InspectionLoop.maximumClients).map { _ in
            let browser = try served.browser()
            try browser.ask("GET", "")
            _ = try browser.answer()
            return browser
        }
        let waiting = try served.browser()
        try waiting.ask("GET", "")
        idle.removeAll()
        #expect(try waiting.answer().status == 200)
    }

    // MARK: The feed

    @Test("A reader gets the header, what there is, and what comes, with numbers to go on from")
    func reads() throws {
        let served = try Served()
        served.add(2)
        let browser = try served.browser()
        try browser.ask("GET", "feed", ["Accept: text/event-stream"])
        #expect(try browser.hear("\r\n\r\n").contains("Content-Type: text/event-stream"))
        #expect(try browser.hear("\n\n") == "retry: 1000\n\n")
        #expect(try browser.hear("\n\n") == "data: {\"faraday\":\"trace\"}\n\n")
        let x = String(repeating: "x", count: 20)
        #expect(
            try browser.hear("\n\n")
                == "id: 2\ndata: {\"id\":0,\"text\":\"\(x)\"}\ndata: {\"id\":1,\"text\":\"\(x)\"}\n\n")
        #expect(try browser.hear("\n\n") == "data: {\"type\":\"present\"}\n\n", "the past ends here")
        served.hub.add("{\"type\":\"status\",\"paused\":true}")
        served.server.wake()
        #expect(try browser.hear("\n\n") == "id: 2\ndata: {\"type\":\"status\",\"paused\":true}\n\n")
        served.add(1)
        #expect(try browser.hear("\n\n").hasPrefix("id: 3\ndata: {\"id\":2,"))
        served.pass(InspectionClient.heartbeat)
        #expect(try browser.hear("\n\n") == ":\n\n")
    }

    @Test("A reader that comes back goes on where it was, or forgets everything if that is gone")
    func resumes() throws {
        let served = try Served()
        served.add(3)
        let first = try served.browser()
        try first.ask("GET", "feed")
        _ = try first.hear("id: 3\n")
        served.add(2)
        _ = try first.hear("id: 5\n")
        let again = try served.browser()
        try again.ask("GET", "feed", ["Last-Event-ID: 3"])
        #expect(try again.hear("\"id\":3").contains("retry: 1000\n\nid: 5\ndata: "))
        for id in ["4", "17", "-1"] {
            let lost = try served.browser()
            try lost.ask("GET", "feed", ["Last-Event-ID: \(id)"])
            let text = try lost.hear("\"id\":0")
            #expect(text.contains("event: reset\ndata: reset\n\ndata: {\"faraday\":\"trace\"}\n\nid: 3\n"))
        }
        let odd = try served.browser()
        try odd.ask("GET", "feed", ["Last-Event-ID: frob"])
        #expect(try !odd.hear("\"id\":0").contains("reset"))
    }

    @Test("A client that never reads is skipped: others get everything at once, and it gets the rest later")
    func neverReads() throws {
        let served = try Served(capacity: 1 << 20)
        let deaf = try served.browser()
        try deaf.ask("GET", "feed")
        let browser = try served.browser()
        try browser.ask("GET", "feed")
        // 20 MB, which no socket and no store holds.
        for _ in 0..<200 {
            served.add(100, size: 1000)
            _ = try browser.hear("id: \(served.next.withLock { $0 })\n")
        }
        // What it lacks has fallen out of the store, so it begins anew.
        let text = try deaf.hear("{\"id\":19999,")
        #expect(text.contains("event: reset\ndata: reset\n\ndata: {\"faraday\":\"trace\"}\n\n"))
        #expect(text.utf8.count < 17 << 20)
    }

    @Test("There is room for some readers; a further one is told so, and one that leaves makes room")
    func readers() throws {
        let served = try Served()
        var readers: [RawBrowser] = []
        for _ in 0..<InspectionLoop.maximumReaders {
            let reader = try served.browser()
            try reader.ask("GET", "feed")
            _ = try reader.hear("trace")
            readers.append(reader)
        }
        let further = try served.browser()
        try further.ask("GET", "feed")
        #expect(try further.answer().status == 503)
        readers.removeLast().connection.close()
        var status = 503
        // The server sees the end of a connection when it looks at it next.
        while status == 503 {
            let next = try served.browser()
            try next.ask("GET", "feed")
            status = try next.answer().status
        }
        #expect(status == 200)
    }

    @Test("When the server stops, its readers get what they lack, and the end")
    func stops() throws {
        let served = try Served()
        let browser = try served.browser()
        try browser.ask("GET", "feed")
        _ = try browser.hear("trace")
        served.lines.withLock { $0 = ["{\"id\":0}"] }
        served.server.stop()
        #expect(try browser.hearAll().hasSuffix("data: {\"id\":0}\n\n"))
        #expect(throws: LiveError.self) { try served.browser() }
    }

    @Test("Nothing is read from the world before somebody reads the feed")
    func idle() throws {
        let served = try Served()
        served.add(5)
        let browser = try served.browser()
        try browser.ask("GET", "")
        _ = try browser.answer()
        #expect(served.lines.withLock { $0.count } == 5)
    }
}
