/// What a world tells about its failure.
package struct RunAccount: Sendable, Codable {
    /// What happened, in lines.
    package var story: String
    /// The capture file, if one was written.
    package var capture: String?

    package init(story: String, capture: String? = nil) {
        self.story = story
        self.capture = capture
    }
}
