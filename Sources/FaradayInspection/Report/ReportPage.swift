import BluetoothTypes
import FaradaySimulation

/// Reports: one HTML file each, which contains the page and a feed, and needs no network.
package enum ReportPage {
    /// The report of a world, as far as its trace is kept, and of what failed in it.
    package static func html(
        of world: World, title: String, failures: [FailureLine] = [], until end: MonotonicInstant? = nil
    ) -> String {
        var feed = TraceFeed(names: TraceReader(world).names)
        var packed = PackedFeed()
        packed.add(TraceFeed.header(title: title, origin: .world, seed: world.seed))
        for failure in failures { packed.add(failure.line(seed: world.seed)) }
        for line in feed.lines(of: TraceReader(world).nodes) { packed.add(line) }
        for record in TraceOrder.sorted(world.records) where end.map({ record.time <= $0 }) ?? true {
            packed.add(feed.record(of: record))
        }
        return html([packed.text])
    }

    /// The report of a feed that was written elsewhere: its text, and that of a second one to compare it with.
    package static func html(feeds: [[UInt8]]) -> String { html(feeds) }

    /// The page that a server sends: it fetches its feed.
    package static func live() -> String {
        page(feed: "<meta name=\"faraday\" content=\"live\">\n<script>window.faradayLive = true;</script>")
    }

    private static func html(_ feeds: [[UInt8]]) -> String {
        let elements = zip(feeds, ["feed", "feed2"]).map { feed, id in
            "<script type=\"application/octet-stream\" id=\"\(id)\">"
                + Base64.text(Gzip.compressed(feed)) + "</script>"
        }
        return page(feed: elements.joined(separator: "\n"))
    }

    /// The page with its scripts, and with `feed` before them.
    private static func page(feed: String) -> String {
        var page = ""
        var rest = Substring(PageFiles.page)
        let parts: [(mark: String, text: () -> String)] = [
            ("<!--style-->", { PageFiles.style }),
            (
                "<!--scripts-->",
                { feed + "\n" + PageFiles.scripts.map { "<script>\n\($0)</script>\n" }.joined() }
            ),
            ("<!--feed-->", { "" }),
        ]
        for (mark, text) in parts {
            guard let range = rest.firstRange(of: mark) else {
                preconditionFailure("the page has no \(mark)")
            }
            page += rest[..<range.lowerBound] + text()
            rest = rest[range.upperBound...]
        }
        return page + rest
    }
}

extension Substring {
    /// The first place of a text.
    fileprivate func firstRange(of mark: String) -> Range<Index>? {
        var start = startIndex
        while let first = self[start...].firstIndex(of: "<") {
            if self[first...].hasPrefix(mark) { return first..<index(first, offsetBy: mark.count) }
            start = index(after: first)
        }
        return nil
    }
}
