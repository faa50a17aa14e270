/// What an inspection shows; the server knows neither the feed nor the page.
package struct InspectionSource: Sendable {
    /// The whole HTML of the page.
    package var page: @Sendable () -> String
    /// The first line of the feed.
    package var header: @Sendable () -> String
    /// The lines since the last call, each without line feed, and the number of the next record. One thread calls it.
    package var next: @Sendable () -> (lines: [String], nextID: Int)

    package init(
        page: @escaping @Sendable () -> String, header: @escaping @Sendable () -> String,
        next: @escaping @Sendable () -> (lines: [String], nextID: Int)
    ) {
        self.page = page
        self.header = header
        self.next = next
    }
}
