import FaradayBridge
import FaradaySimulation
import Foundation

/// Clients gone wild against the server of a page, over real sockets, beside a world that runs and a browser that is well
/// behaved. Nobody of them gets anything without the token, the world goes on, and memory stays flat.
struct HostileBrowsers {
    let requests: Int
    let seed: UInt64

    private static let threads = 4

    private struct Tally {
        var sent = 0
        var answered = 0
        var refused = 0
        var leaks: [String] = []
    }

    func run() -> Bool {
        let world = World(seed: seed)
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        world.add(.blinky(name: "Lamp"), at: .meters(3))
        world.pace(speed: 10)
        guard let inspection = try? world.startInspection(title: "hostile"),
            let port = inspection.address.split(separator: ":").last?.split(separator: "/").first.flatMap({
                UInt16($0)
            }),
            let token = inspection.address.split(separator: "/").last.map(String.init)
        else { return false }
        let tally = World.Lock(Tally())
        let group = DispatchGroup()
        let start = Date()
        for number in 0..<Self.threads {
            group.enter()
            Thread.detachNewThread {
                var client = HostileClient(port: port, token: token, seed: seed, number: number)
                while tally.withLock({ $0.sent }) < requests {
                    let outcome = client.step()
                    tally.withLock { tally in
                        tally.sent += outcome.sent
                        tally.answered += outcome.answered
                        tally.refused += outcome.refused
                        tally.leaks += outcome.leaks
                    }
                }
                group.leave()
            }
        }
        var before: Int?
        while group.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
            if before == nil, tally.withLock({ $0.sent }) >= requests / 2 { before = Self.resident }
        }
        let seconds = -start.timeIntervalSinceNow
        let sum = tally.withLock { $0 }
        let isThere = HostileClient(port: port, token: token, seed: seed, number: 99).isServed()
        inspection.stop()
        world.stopPacing()
        let after = Self.resident
        print(
            "hostile browsers: \(sum.sent) requests in \(Int(seconds)) s (\(Int(Double(sum.sent) / seconds)) /s): "
                + "\(sum.answered) answered, \(sum.refused) refused, \(sum.leaks.count) leaks")
        print(
            "  the world is at \(Int(Double(world.now.nanoseconds) / 1e9)) s; a browser is \(isThere ? "" : "not ")served"
        )
        for leak in sum.leaks.prefix(5) { print("  \(leak)") }
        guard let before, let after else { return sum.leaks.isEmpty && isThere }
        print("  memory \(before / 1_000_000) MB after a half, \(after / 1_000_000) MB at the end")
        return sum.leaks.isEmpty && isThere && after - before < 40_000_000
    }

    /// The memory of the process in bytes; `nil` where the system does not tell by a file.
    private static var resident: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map {
            $0 * 1024
        }
    }
}

/// One thread's clients.
private struct HostileClient {
    struct Outcome {
        var sent = 0
        var answered = 0
        var refused = 0
        /// What was given to somebody who may have nothing.
        var leaks: [String] = []
    }

    private let port: UInt16
    private let token: String
    private let seed: UInt64
    private let number: Int
    private var steps: UInt64 = 0
    /// Readers of the feed that never read.
    private var deaf: [HCIConnection] = []

    init(port: UInt16, token: String, seed: UInt64, number: Int) {
        self.port = port
        self.token = token
        self.seed = seed &* 1000 &+ UInt64(number)
        self.number = number
    }

    mutating func step() -> Outcome {
        steps += 1
        var source = FuzzSource(seed: seed, number: steps)
        switch source.below(10) {
        case 0...2: return wellBehaved(&source)
        case 3: return stranger("GET /\(Self.hexadecimal(&source))/feed", "127.0.0.1:\(port)", [])
        case 4: return stranger("GET /\(token)/", "evil.example:\(port)", [])
        case 5:
            return stranger(
                "POST /\(token)/tell", "localhost:\(port)",
                ["Origin: http://evil.example", "Content-Length: 0"])
        case 6: return leaver(&source)
        case 7 where number == 0: return deafReader(&source)
        default: return mutated(&source)
        }
    }

    /// Whether a browser that knows the address gets the page.
    func isServed() -> Bool {
        let request = "GET /\(token)/ HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        return exchange(Array(request.utf8))?.hasPrefix("HTTP/1.1 200") ?? false
    }

    /// Forty commands on one connection, all at once.
    private func wellBehaved(_ source: inout FuzzSource) -> Outcome {
        let commands = [
            "device HR-1 move 3m", "device Lamp press", "device HR-2 off", "frob", "note x", "run 1s",
        ]
        var bytes: [UInt8] = []
        for place in 0..<40 {
            let body = commands[source.below(commands.count)]
            let end = place == 39 ? "Connection: close\r\n" : ""
            bytes += Array(
                ("POST /\(token)/tell HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: http://localhost:\(port)\r\n\(end)"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
        }
        let text = exchange(bytes) ?? ""
        let count = text.components(separatedBy: "{\"ok\":").count - 1
        return Outcome(
            sent: 40, answered: count,
            leaks: count == 40 ? [] : ["\(count) of 40 commands were answered: \(text.prefix(80))"])
    }

    /// A request that must get a status and nothing else.
    private func stranger(_ line: String, _ host: String, _ fields: [String]) -> Outcome {
        let head = ["\(line) HTTP/1.1", "Host: \(host)"] + fields
        let text = exchange(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)) ?? ""
        return judge(text)
    }

    private func judge(_ text: String) -> Outcome {
        let isEmpty =
            text.hasPrefix("HTTP/1.1 4") && text.contains("Content-Length: 0\r\n")
            && text.hasSuffix("\r\n\r\n")
        return Outcome(sent: 1, refused: 1, leaks: isEmpty ? [] : ["a stranger got: \(text.prefix(200))"])
    }

    /// Sends the beginning of a request, and leaves.
    private func leaver(_ source: inout FuzzSource) -> Outcome {
        guard let connection = connect() else { return Outcome(sent: 1) }
        let request = Array("POST /\(token)/tell HTTP/1.1\r\nHost: localhost:\(port)\r\n".utf8)
        _ = try? connection.writeAvailable(Array(request.prefix(source.below(request.count))))
        connection.close()
        return Outcome(sent: 1)
    }

    /// Asks for the feed and never reads it; some leave after a while.
    private mutating func deafReader(_ source: inout FuzzSource) -> Outcome {
        if deaf.count >= 8 { deaf.remove(at: source.below(deaf.count)).close() }
        guard let connection = connect() else { return Outcome(sent: 1) }
        let request = "GET /\(token)/feed HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
        _ = try? connection.writeAvailable(Array(request.utf8))
        deaf.append(connection)
        return Outcome(sent: 1, answered: 1)
    }

    /// Requests with a wrong token, mutated; whatever comes back, nothing of the page may.
    private func mutated(_ source: inout FuzzSource) -> Outcome {
        let wrong = Self.hexadecimal(&source)
        let samples = [
            "GET /\(wrong)/ HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n",
            "POST /\(wrong)/tell HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 5\r\n\r\npause",
            "GET /\(wrong)/feed HTTP/1.1\r\nHost: [::1]:\(port)\r\nX: \(String(repeating: "y", count: source.below(20_000)))\r\n\r\n",
        ]
        let text = exchange(source.input(like: samples.map { Array($0.utf8) })) ?? ""
        let isLeak = text.contains("HTTP/1.1 200") || text.contains("<html") || text.contains("\ndata: ")
        return Outcome(
            sent: 1, refused: 1, leaks: isLeak ? ["a mutated request got: \(text.prefix(200))"] : [])
    }

    private static func hexadecimal(_ source: inout FuzzSource) -> String {
        source.bytes(16).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    // MARK: Sockets

    private func connect() -> HCIConnection? {
        // The system may be short of ports for a moment.
        for _ in 0..<1000 {
            if let connection = try? HCIConnection(.tcp(host: "127.0.0.1", port: port)) { return connection }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return nil
    }

    /// Sends bytes and nothing more, and returns what comes back up to the end.
    private func exchange(_ bytes: [UInt8]) -> String? {
        guard let connection = connect() else { return nil }
        defer { connection.close() }
        var (rest, received) = (bytes[...], [UInt8]())
        var hasEnded = false
        while true {
            do throws(LiveError) {
                if !rest.isEmpty { rest = rest.dropFirst(try connection.writeAvailable(Array(rest))) }
                if rest.isEmpty, !hasEnded {
                    connection.endWriting()
                    hasEnded = true
                }
                received += try connection.readAvailable()
            } catch {
                return String(decoding: received, as: UTF8.self)
            }
            connection.wait(reading: true, writing: !rest.isEmpty, milliseconds: 1000)
        }
    }
}
