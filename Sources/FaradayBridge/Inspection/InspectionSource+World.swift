import BluetoothPort
import FaradaySimulation

extension InspectionSource {
    /// The trace of a world, which the source does not keep alive.
    static func trace(of world: World, title: String) -> InspectionSource {
        let place = WeakWorld(world)
        let seed = world.seed
        let position = Lock(0)
        return InspectionSource(
            page: { PlainPage.text },
            header: {
                "{\"faraday\":\"trace\",\"version\":1,\"origin\":\"world\",\"title\":\(TraceJSON.quoted(title)),"
                    + "\"seed\":\"\(seed)\",\"epoch\":\"2025-01-01T00:00:00Z\"}"
            },
            next: {
                guard let world = place.world else { return ([], position.withLock { $0 }) }
                return position.withLock { position in
                    let new = world.traceJSONLines(since: position)
                    let lines = new.text.split(separator: "\n")
                    let first = new.position - lines.count
                    position = new.position
                    return (
                        lines.enumerated().map { "{\"id\":\(first + $0.offset)," + $0.element.dropFirst() },
                        new.position
                    )
                }
            })
    }
}

/// A page that lists the trace.
private enum PlainPage {
    static let text = """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><meta name="faraday" content="live"><title>Faraday</title></head>
        <body>
        <h1>Faraday</h1>
        <form id="form"><label>Command <input id="line" size="60"></label> <button>Tell</button></form>
        <p id="answer" role="status"></p>
        <pre id="trace"></pre>
        <script>
        const trace = document.getElementById("trace"), answer = document.getElementById("answer");
        const events = new EventSource("feed");
        events.addEventListener("reset", () => { trace.textContent = ""; });
        events.onmessage = event => {
            for (const line of event.data.split("\\n")) {
                const record = JSON.parse(line);
                if (record.text) trace.append((record.t / 1e9).toFixed(6) + "  " + record.name + "  " + record.text + "\\n");
            }
        };
        document.getElementById("form").onsubmit = async event => {
            event.preventDefault();
            const reply = await fetch("tell", { method: "POST", body: document.getElementById("line").value });
            answer.textContent = (await reply.json()).text;
        };
        </script>
        </body>
        </html>
        """
}
