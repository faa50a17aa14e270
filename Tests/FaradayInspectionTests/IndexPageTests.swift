import Testing

@testable import FaradayInspection

/// The index of a folder of reports: what it says, by which causes, and that no name breaks it.
@Suite struct IndexPageTests {
    private static func entry(
        _ title: String, _ text: String, hint: String? = nil, path: String? = "App-1/a.html"
    ) -> IndexPage.Entry {
        IndexPage.Entry(
            ReportAbout(
                title: title, seed: "7", text: text, place: "AppTests.swift:12", hint: hint,
                replay: "swift test --filter 'A'", activity: [9, 0, 4, 0, 0, 0, 0, 1], failedAt: 7),
            path: path)
    }

    @Test("Failures that differ in numbers and numbered names have one cause, the largest group first")
    func groups() throws {
        let page = IndexPage(
            [
                Self.entry("c", "Expectation failed: (n → 3) == 4"),
                Self.entry("a", "timed out", hint: "HR-1 is 120 m away from phone. It reaches 80 m."),
                Self.entry("b", "timed out", hint: "HR-2 is 95.5 m away from phone. It reaches 80 m."),
            ], passed: 12)
        let html = page.html
        #expect(html.contains("<h1>3 failures, 12 tests passed</h1>"))
        #expect(html.components(of: "<h2").count == 3)
        let first = try #require(html.components(of: "<h2").dropFirst().first)
        #expect(first.contains("HR-1 is 120 m away from phone. <small>2 failures</small>"))
        #expect(first.components(of: "<li>").count == 3)
        #expect(html.components(of: "<h2")[2].contains("Expectation failed: (n → 3) == 4"))
    }

    @Test("A line has the test, the first sentence, the seed, the command, and how the activity ended")
    func line() {
        let html = IndexPage([Self.entry("reconnects", "It never came back. More.\nAnd more")], passed: 1)
            .html
        for text in [
            "<a href=\"./App-1/a.html\"><bdi>reconnects</bdi></a>", "<bdi>It never came back.</bdi>",
            "seed 7", "<code tabindex=\"0\">swift test --filter 'A'</code>", "AppTests.swift:12",
            "aria-label=\"silent for 50 percent of the time before it failed\"", "class=\"failed\"",
        ] { #expect(html.contains(text), "\(text)") }
        #expect(!html.contains("And more"))
        #expect(html.utf8.count < 4_000)
    }

    @Test("A page does not depend on the order in which reports were found")
    func order() {
        let entries = ["a", "b", "c", "d"].map { Self.entry($0, "failed in \($0)", path: "\($0).html") }
        #expect(IndexPage(entries, passed: 0).html == IndexPage(entries.reversed(), passed: 0).html)
    }

    @Test(
        "No name breaks the page",
        arguments: [
            ("</bdi><script>x()</script>", "&lt;/bdi&gt;&lt;script&gt;x()&lt;/script&gt;"),
            ("a\"b&c", "a&quot;b&amp;c"), ("K\\u{FC}che\\u{3C}b>\\u{202E}", "Küche&lt;b&gt;\u{FFFD}"),
            ("\u{202E}gpj.exe\u{1B}[2J", "\u{FFFD}gpj.exe\u{FFFD}[2J"),
        ])
    func hostile(name: String, written: String) {
        let html = IndexPage([Self.entry(name, name, hint: name, path: name + ".html")], passed: 0).html
        #expect(html.components(of: "<bdi>\(written)</bdi>").count == 3)
        #expect(!html.contains("<script") && !html.unicodeScalars.contains("\u{202E}"))
        #expect(!html.unicodeScalars.contains("\u{1B}"))
    }

    @Test(
        "The path of a report is a relative address",
        arguments: [
            ("javascript:alert(1)/a.html", "./javascript%3Aalert%281%29/a.html"),
            ("ü b/%41?#\".html", "./%C3%BC%20b/%2541%3F%23%22.html"),
        ])
    func links(path: String, address: String) {
        let html = IndexPage([Self.entry("a", "b", path: path)], passed: 0).html
        #expect(html.contains("href=\"\(address)\""), "\(html)")
    }

    @Test("What a report says of itself ends no element")
    func element() {
        let about = ReportAbout(title: "</script><b>", seed: "1", text: "</script>\u{2028}\"\\")
        #expect(about.element.components(of: "<").count == 3)
        #expect(about.element.contains("\\u003C/script>\\u003Cb>"))
    }

    @Test("Nothing failed: the page says so")
    func passed() {
        let html = IndexPage([], passed: 1).html
        #expect(html.contains("<h1>No failures, 1 test passed</h1>") && html.contains("Nothing has failed"))
    }
}

extension String {
    /// The parts between occurrences of a text.
    fileprivate func components(of mark: String) -> [String] {
        var (parts, rest) = ([""], self[...])
        while let first = rest.first {
            if rest.hasPrefix(mark) {
                rest = rest.dropFirst(mark.count)
                parts.append("")
            } else {
                parts[parts.count - 1].append(first)
                rest = rest.dropFirst()
            }
        }
        return parts
    }
}
