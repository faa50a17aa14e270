import FaradayBridge
import FaradaySimulation

/// What browsers and shells send: requests of HTTP, and commands.
extension FuzzTarget {
    static let http = FuzzTarget(
        name: "http", summary: "requests of HTTP in a stream", weight: 10,
        samples: httpSamples.map { Array($0.utf8) },
        run: { bytes in
            let whole = findings([bytes])
            precondition(
                findings([Array(bytes.prefix(bytes.count / 2)), Array(bytes.dropFirst(bytes.count / 2))])
                    == whole,
                "it matters in which pieces a request comes")
        })

    static let command = FuzzTarget(
        name: "command", summary: "commands on a world, as text", weight: 8,
        samples: commandSamples.map { Array($0.utf8) },
        run: { bytes in
            do throws(WorldCommand.Problem) {
                let command = try WorldCommand(String(decoding: bytes, as: UTF8.self))
                guard case .fault(let fault) = command else { return }
                // What was read prints as something that is read as the same.
                let again = try WorldCommand("fault \(fault)")
                precondition(again == command, "\(fault) changes in a round trip")
            } catch {
                precondition(error.description.allSatisfy(\.isASCII), "the problem is not ASCII")
            }
        })

    private static func findings(_ pieces: [[UInt8]]) -> [HTTPParser.Finding] {
        var parser = HTTPParser()
        var all: [HTTPParser.Finding] = []
        for piece in pieces {
            parser.append(piece)
            while let finding = parser.next() {
                all.append(finding)
                if case .refused = finding { return all }
                precondition(all.count <= HTTPParser.capacity, "the parser does not get on")
            }
        }
        return all
    }

    private static let httpSamples = [
        "GET /0123456789abcdef/ HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n",
        "POST /0123456789abcdef/tell HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 5\r\n\r\npause",
        "GET /0123456789abcdef/feed?x HTTP/1.1\r\nhost:a\r\nLast-Event-ID: 7\r\nOrigin: null\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]

    private static let commandSamples = [
        "device HR-1 move 30m", "device \"My lamp\" move 1,-2,0.5", "device HR-1 set 2A19 0048",
        "device HR-1 set 2A00 \"a \\\"b\\\"\"", "phone \"Ada's iPhone\" app background", "run 1.5s", "pace 2",
        "fault .read(\"2A19\", of: \"HR-1\").between(.seconds(1), .minutes(2)).nth(2).fails(.att(0x80))",
        "fault .at(.seconds(20)).suspendsApp(2, for: .milliseconds(5))",
        "fault .write(\"2A39\", service: \"180D\", value: [0x01, 0xAB]).withChance(0.25).dropsLink(.peer, .after)",
    ]
}
