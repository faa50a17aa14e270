import BluetoothTypes
import FaradaySimulation

/// Reports: one HTML file each, which contains the page and a feed, and needs no network.
package enum ReportPage {
    /// How many packets a report of a world has at most: more make it slow to open, and rarely matter. The story reaches
    /// further back.
    package static let maximumPackets = 100_000

    /// The report of a world, as far as its trace is kept, and of what failed in it.
    ///
    /// Of more packets than `limit` the last ones are there.
    package static func html(
        of world: World, title: String, failures: [FailureLine] = [], limit: Int = maximumPackets
    ) -> String {
        let times = TraceReader(world).whole.records.map(\.time)
        let about = ReportAbout(failures, title: title, seed: world.seed, times: times)
        return html([feed(of: world, title: title, failures: failures, limit: limit)], about)
    }

    static func feed(of world: World, title: String, failures: [FailureLine] = [], limit: Int) -> [UInt8] {
        let reader = TraceReader(world)
        var feed = TraceFeed(names: reader.names)
        let whole = reader.whole
        let records = TimeOrder.sorted(whole.records)
        var excess = records.count(where: \.isPacket) - limit
        var packed = PackedFeed()
        packed.add(
            TraceFeed.header(
                title: title, origin: .world, seed: world.seed, leftOut: whole.lostPackets + max(0, excess),
                lost: whole.lostStory))
        for failure in failures { packed.add(failure.line(seed: world.seed)) }
        for line in feed.lines(of: reader.nodes) { packed.add(line) }
        for record in records {
            if excess > 0, record.isPacket {
                excess -= 1
                feed.skip(record)
            } else {
                packed.add(feed.record(of: record))
            }
        }
        return packed.text
    }

    /// The report of a feed that was written elsewhere: its text, and that of a second one to compare it with.
    package static func html(feeds: [[UInt8]]) -> String { html(feeds) }

    /// The page that a server sends: it fetches its feed.
    package static func live() -> String {
        page(
            feed: "<meta name=\"faraday\" content=\"live\">\n<script>window.faradayLive = true;</script>",
            scripts: PageFiles.scripts.map { "<script>\n\($0)</script>\n" }.joined())
    }

    private static func html(_ feeds: [[UInt8]], _ about: ReportAbout? = nil) -> String {
        let elements = zip(feeds, ["feed", "feed2"]).map { feed, id in
            "<script type=\"application/octet-stream\" id=\"\(id)\">"
                + Base64.text(Gzip.compressed(feed)) + "</script>"
        }
        // Packed, the scripts are a third of their size.
        let code = "<script type=\"application/octet-stream\" id=\"code\">\(PageFiles.packed)</script>\n"
        let scripts = code + "<script>\n\(PageFiles.loaderJS)</script>\n"
        return page(feed: elements.joined(separator: "\n"), scripts: scripts, about)
    }

    /// The page with its scripts, and with `feed` before them.
    private static func page(feed: String, scripts: String, _ about: ReportAbout? = nil) -> String {
        var page = ""
        var rest = Substring(PageFiles.page)
        let parts: [(mark: String, text: () -> String)] = [
            ("<title>", { (about?.element ?? "") + "<title>" }),
            ("<!--style-->", { PageFiles.style }),
            ("<!--scripts-->", { feed + "\n" + scripts }),
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

extension TraceRecord {
    /// Whether it is a packet, and no part of the story.
    fileprivate var isPacket: Bool { stair == .hci || stair == .air }
}
