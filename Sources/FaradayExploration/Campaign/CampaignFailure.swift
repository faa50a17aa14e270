/// A failure that a campaign found, as its results keep it. All texts, so that a merge needs none of the code that wrote them.
package struct CampaignFailure: Hashable, Sendable, Codable {
    /// Where and how the run failed; failures with the same signature are the same failure.
    package let signature: String
    /// The number of the run that found it.
    package let run: Int
    /// What failed, with the values of the smallest case.
    package let message: String
    /// The case as it was found, as `FARADAY_REPLAY` takes it.
    package let found: String
    /// The smallest case that fails in the same way.
    package let shrunk: String
    /// The plan of the smallest case, as Swift.
    package let plan: String
    /// What happened in the smallest case, up to the failure.
    package let story: String
    /// The command that plays the smallest case again.
    package let replay: String

    package init(
        signature: String, run: Int, message: String, found: String, shrunk: String, plan: String,
        story: String,
        replay: String
    ) {
        self.signature = signature
        self.run = run
        self.message = message
        self.found = found
        self.shrunk = shrunk
        self.plan = plan
        self.story = story
        self.replay = replay
    }

    /// The order in which a merge prefers failures of one signature: the lowest run; then any order, but always the same.
    func precedes(_ other: CampaignFailure) -> Bool {
        run != other.run ? run < other.run : rest.lexicographicallyPrecedes(other.rest)
    }

    private var rest: [String] { [shrunk, found, message, plan, story, replay] }
}
