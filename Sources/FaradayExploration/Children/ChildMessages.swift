import FaradaySimulation
import Foundation

/// What a parent asks of a child: to run a case.
struct ChildRequest: Codable, Sendable {
    let explored: ExploredCase
    /// What else the run tells, as the raw value of `CaseRunner.Wishes`.
    let wishes: Int
    /// What the run is called while it runs.
    let name: String
    /// How the case failed before, for the name of its capture.
    let signature: FailureSignature?
}

/// What a child says: a line each.
struct ChildReply: Codable, Sendable {
    /// The child has come to its exploration.
    var isReady: Bool?
    /// The body took a parameter. It is told at once: the process may end before the run does.
    var parameter: RunNotes.Parameter?
    /// The process ends by this signal.
    var signal: Int32?
    /// What happened in the world in which the process ends.
    var lastAccount: RunAccount?
    /// The run has ended.
    var end: ChildRunEnd?
}

/// How a run in a child ended.
struct ChildRunEnd: Codable, Sendable {
    /// A failure of a run, without the state of its world.
    struct Failure: Codable, Sendable {
        let signature: FailureSignature
        let message: String
        let nanoseconds: Int64
        let fileID: String?
        let filePath: String?
        let line: UInt?
    }

    /// The case with the values of its parameters; `nil` if the run passed.
    var explored: ExploredCase?
    var failures: [Failure]?
    var unfired: [Int]?
    var coverage: Coverage?
    var account: RunAccount?
    var surroundings: FaultSurroundings?
    var isEndless: Bool?
}

/// Messages are lines of JSON.
enum ChildText {
    static func line(_ message: some Encodable) -> [UInt8] {
        guard let data = try? JSONEncoder().encode(message) else {
            preconditionFailure("a message of explorations can't be written: \(message)")
        }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    static func read<Message: Decodable>(_ line: [UInt8]) -> Message? {
        try? JSONDecoder().decode(Message.self, from: Data(line))
    }
}
