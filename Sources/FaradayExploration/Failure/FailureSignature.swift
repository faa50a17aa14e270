import BluetoothTypes

/// Where and how a run failed, without the values in it: two failures with the same signature count as one.
///
/// ```swift
/// let signature = FailureSignature(.expectation, "AppTests/HeartRateTests.swift:41")
/// print(signature)  // expectation AppTests/HeartRateTests.swift:41
/// ```
public struct FailureSignature: Hashable, Sendable, Codable {
    /// How a run failed.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// An expectation did not hold (`#expect`, `XCTAssert`), or the test recorded an issue.
        case expectation
        /// The body threw an error.
        case error
        /// A run of the world reached its timeout, or nothing was left that could make its condition true.
        case run
        /// The app's own queues and tasks wait for each other, or for something that never comes.
        case deadlock
        /// The app misused the API.
        case misuse
        /// The body waits, and nothing is left to happen; or virtual time ran out while it waited.
        case hang
        /// The app's code ended the process: `fatalError`, a precondition, a crash. Only runs in child processes tell.
        case trap
        /// A rule of `World.always` or `World.eventually` did not hold.
        case invariant
        /// Managers of the app still existed when the body had ended.
        case leak
        /// The test used the simulation wrongly.
        case mistake
    }

    /// How the run failed.
    public let kind: Kind
    /// Where: a file and a line, the kind of a misuse or of an error, or a rule. One line of ASCII.
    public let place: String

    /// Creates a signature; a place that is not one line of ASCII is made one.
    public init(_ kind: Kind, _ place: String) {
        self.kind = kind
        self.place = place.asciiLine
    }
}

extension FailureSignature: LosslessStringConvertible, Comparable {
    /// Reads a signature from its description; `nil` if it has another kind.
    public init?(_ description: String) {
        let parts = description.split(separator: " ", maxSplits: 1)
        guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
        self.init(kind, parts.count > 1 ? String(parts[1]) : "")
    }

    /// The kind and the place, separated by a space.
    public var description: String { place.isEmpty ? kind.rawValue : "\(kind.rawValue) \(place)" }

    /// The order of the descriptions.
    public static func < (first: Self, second: Self) -> Bool { first.description < second.description }
}
