import Foundation

/// A page of the documentation that a test writes, when it is asked to by `FARADAY_WRITE_DOCS=1`.
struct WrittenPage {
    private let file: URL

    init(_ path: String) { file = HouseTests.root.appendingPathComponent(path) }

    /// Whether the page says `text`; it is written first if that is asked for.
    func says(_ text: String) throws -> Bool {
        if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8) == text
    }
}
