/// A record as a line of the feed, in two parts.
package struct FeedRecord {
    /// The number of the record.
    var id: Int
    /// Nanoseconds of virtual time.
    var time: Int64
    /// All other members of the object.
    var members: String
    /// Whether records with the same members are to be expected.
    var repeats: Bool

    /// The whole record, an object of JSON without a line break.
    package var line: String { "{\"id\":\(id),\"t\":\(time),\(members)}" }
}
