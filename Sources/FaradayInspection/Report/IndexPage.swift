import BluetoothTypes

/// The index of a folder of reports: one HTML file, without scripts, in light and dark.
package struct IndexPage: Sendable {
    /// A failure, and where its report is.
    package struct Entry: Sendable {
        package var about: ReportAbout
        /// The path of the report from `base`; `nil` if there is none.
        package var path: String?

        package init(_ about: ReportAbout, path: String?) { (self.about, self.path) = (about, path) }
    }

    package var entries: [Entry]
    package var passed: Int
    /// The path of the reports' folder from that of the index: empty, or with a slash at its end.
    package var base = ""

    package init(_ entries: [Entry], passed: Int) { (self.entries, self.passed) = (entries, passed) }

    /// `2 failures, 7 tests passed`
    package var summary: String {
        Self.count(entries.count, "failure") + ", " + Self.count(passed, "test") + " passed"
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        (count == 0 ? "no" : "\(count)") + " \(noun)\(count == 1 ? "" : "s")"
    }

    /// The page. The same entries give the same text, whatever their order.
    package var html: String {
        let title = summary.prefix(1).uppercased() + summary.dropFirst()
        var page = Self.head(title) + "<header><h1>\(title)</h1></header>\n<main>\n"
        for (number, group) in groups.enumerated() {
            page += "<section aria-labelledby=\"c\(number)\">\n<h2 id=\"c\(number)\">"
            page += "\(Self.text(group[0].about.cause))"
            page += " <small>\(Self.count(group.count, "failure"))</small></h2>\n<ol>\n"
            page += group.map(item).joined()
            page += "</ol>\n</section>\n"
        }
        if entries.isEmpty { page += "<p>Nothing has failed here.</p>\n" }
        return page + "</main>\n</body>\n</html>\n"
    }

    /// Failures of one cause, the largest group first.
    private var groups: [[Entry]] {
        let sorted = entries.sorted {
            ($0.about.title, $0.path ?? "", $0.about.text) < ($1.about.title, $1.path ?? "", $1.about.text)
        }
        return Dictionary(grouping: sorted, by: \.about.kindOfCause).sorted {
            (-$0.value.count, $0.key) < (-$1.value.count, $1.key)
        }
        .map(\.value)
    }

    private func item(_ entry: Entry) -> String {
        let about = entry.about
        let text = Self.text
        let name = "<bdi>\(text(about.title))</bdi>"
        var item = "<li><div class=\"line\">"
        item += entry.path.map { "<a href=\"\(Self.link(base + $0))\">\(name)</a>" } ?? "<span>\(name)</span>"
        item +=
            "<span class=\"what\"><bdi>\(text(about.sentence))</bdi></span>\(Self.sparkline(about))</div>\n"
        item += "<div class=\"how\">"
        if let place = about.place { item += "<span>\(text(place))</span> " }
        item += "<span>seed \(text(about.seed))</span> "
        if about.failures > 1 { item += "<span>\(Self.count(about.failures - 1, "further failure"))</span> " }
        if let replay = about.replay {
            item += "<span>again: <code tabindex=\"0\">\(text(replay))</code></span>"
        }
        return item + "</div></li>\n"
    }

    // MARK: Drawing

    /// A bar for each part of the time; the part that failed is marked.
    private static func sparkline(_ about: ReportAbout) -> String {
        // A report may be anybody's file.
        let bars = about.activity.prefix(64).map { max(0, $0) }
        guard let most = bars.max(), most > 0 else { return "" }
        let (width, height) = (bars.count * 3, 20)
        var svg = "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
        svg += " role=\"img\" aria-label=\"\(silence(bars, about.failedAt))\">"
        for (place, bar) in bars.enumerated() {
            let isFailed = place == about.failedAt
            guard bar > 0 || isFailed else { continue }
            // Few packets are seen beside many.
            let share = Double(bar) / Double(most)
            let length = max(2, Int((share.squareRoot() * Double(height)).rounded()))
            svg += "<rect x=\"\(place * 3)\" y=\"\(height - length)\" width=\"2\" height=\"\(length)\""
            svg += (isFailed ? " class=\"failed\"" : "") + "/>"
        }
        return svg + "</svg>"
    }

    /// What the bars say, for who does not see them.
    private static func silence(_ bars: [Int], _ failedAt: Int?) -> String {
        guard let failedAt, bars.indices.contains(failedAt) else { return "activity over time" }
        let before = bars[..<failedAt].lastIndex { $0 > 0 } ?? -1
        let share = (failedAt - before - 1) * 100 / bars.count
        return share < 10
            ? "active until it failed" : "silent for \(share) percent of the time before it failed"
    }

    // MARK: Text

    /// Text of HTML, with the signs that a report escapes for test runners. Characters that are not seen, or that turn the text around, are replaced.
    private static func text(_ text: String) -> String {
        text.unescapedASCII.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += " "
            case _ where isUnseen(scalar): result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || 0x200E...0x200F ~= scalar.value
            || 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
    }

    /// A relative address (RFC 3986): all but unreserved characters and slashes as bytes. It begins with `./`, so that no
    /// name of a folder is a scheme.
    private static func link(_ path: String) -> String {
        path.utf8.reduce(into: "./") { result, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                byte < 0x80
                && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func head(_ title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <title>\(title)</title>
        <link rel="icon" href="data:,">
        <style>
        :root { --ink: #1c2330; --dim: #55606f; --paper: #fff; --line: #d7dce3; --link: #0b57c2; --bad: #b3261e; }
        @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e9ee; --dim: #a5afbd; --paper: #14181f; --line: #333b47; --link: #8ab8ff; --bad: #ff8a80; } }
        body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
        h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; overflow-wrap: anywhere; }
        small, .how { color: var(--dim); font-weight: normal; font-size: .87rem; }
        ol { list-style: none; margin: 0; padding: 0; } li { border-top: 1px solid var(--line); padding: .45rem 0; }
        .line { display: grid; grid-template-columns: minmax(12rem, 2fr) 3fr auto; gap: .2rem 1rem; align-items: center; }
        .line > *, code { overflow-wrap: anywhere; } .how span { margin-right: 1rem; }
        a { color: var(--link); } code { font-size: .85rem; user-select: all; } svg { fill: var(--dim); } .failed { fill: var(--bad); }
        @media (max-width: 40rem) { .line { grid-template-columns: 1fr; } }
        </style>
        </head>
        <body>

        """
    }
}
