import BluetoothTypes
import CInspectionPage
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

    /// The report of a feed that was written elsewhere: its text, and that of a second one to compare it with; and files of
    /// the devices in it.
    package static func html(feeds: [[UInt8]], devices: [SavedDevice] = []) -> String {
        html(feeds, devices: devices)
    }

    /// The page that a server sends: it fetches its feed.
    package static func live() -> String { page(feed: "<meta name=\"faraday\" content=\"live\">") }

    /// The page of every report and every server, with marks where they differ.
    static var template: String { String(cString: faraday_inspection_page()) }

    private static func html(
        _ feeds: [[UInt8]], _ about: ReportAbout? = nil, devices: [SavedDevice] = []
    ) -> String {
        var elements = zip(feeds, ["feed", "feed2"]).map { feed, id in
            "<script type=\"application/octet-stream\" id=\"\(id)\">"
                + Base64.text(Gzip.compressed(feed)) + "</script>"
        }
        if !devices.isEmpty { elements.append(SavedDevice.element(of: devices)) }
        return page(feed: elements.joined(separator: "\n"), about)
    }

    /// The page with what a report says of itself, and with `feed` before its scripts.
    private static func page(feed: String, _ about: ReportAbout? = nil) -> String {
        var page = ""
        var rest = Substring(template)
        for (mark, text) in [("<title>", (about?.element ?? "") + "<title>"), ("<!--feed-->", feed)] {
            guard let range = rest.firstRange(of: mark) else {
                preconditionFailure("the page has no \(mark)")
            }
            page += rest[..<range.lowerBound] + text
            rest = rest[range.upperBound...]
        }
        return page + rest
    }
}

extension Substring {
    /// The first place of a mark.
    fileprivate func firstRange(of mark: String) -> Range<Index>? {
        var start = startIndex
        while let first = utf8[start...].firstIndex(of: UInt8(ascii: "<")) {
            if utf8[first...].starts(with: mark.utf8) {
                return first..<utf8.index(first, offsetBy: mark.utf8.count)
            }
            start = utf8.index(after: first)
        }
        return nil
    }
}

extension TraceRecord {
    /// Whether it is a packet, and no part of the story.
    fileprivate var isPacket: Bool { stair == .hci || stair == .air }
}
