/// Why a part of a campaign can't run, or why its results can't be kept or read, in one line.
public struct CampaignError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line: what was wrong, and where.
    public let description: String

    package init(_ description: String) { self.description = description }
}
