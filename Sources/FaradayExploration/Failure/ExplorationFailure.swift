import BluetoothTypes
import FaradaySimulation

/// A failure that an exploration found, cut down to the simplest case that fails the same way.
public struct ExplorationFailure: Hashable, Sendable, Codable {
    /// Where and how the run failed.
    public var signature: FailureSignature
    /// What failed, with the values of the simplest case.
    public var message: String
    /// The number of the run that found it, from 0; run 0 has no faults and the plain schedule. `nil` if it is a case of
    /// the corpus, or a replayed one.
    public var run: Int?
    /// The case as it was found.
    public var found: ExploredCase
    /// The simplest case.
    public var shrunk: ExploredCase
    /// How many simpler cases were tried.
    public var attempts: Int
    /// Whether the case failed the same way when it ran again. If not, the body depends on something outside its world:
    /// real time, threads of its own, state that runs share.
    public var isReproducible: Bool
    /// What happened in the simplest case up to the failure, in lines.
    public var story: String
    /// The path of the capture of the simplest case, if there is one.
    public var capture: String?
    /// The command that runs the simplest case again.
    public var command: String
    /// The line to which the failure belongs, if known.
    package var place: SourcePlace?

    private enum CodingKeys: CodingKey {
        case signature, message, run, found, shrunk, attempts, isReproducible, story, capture, command
    }

    /// The simplest plan as Swift: a line for each fault.
    public var plan: String {
        guard !shrunk.faults.isEmpty else { return "" }
        let faults = shrunk.faults.faults.map(\.description)
        // A fault that follows another one counts its place in the same call.
        return faults.count == 1
            ? "world.inject(\(faults[0]))" : "world.inject(\n    " + faults.joined(separator: ",\n    ") + ")"
    }
}

extension ExplorationFailure: CustomStringConvertible {
    /// The whole report, in lines of ASCII: what failed, the case as Swift, what happened, and how to run it again.
    public var description: String {
        var lines = [headline, message]
        if !isReproducible {
            lines.append(
                "It did not fail again in the same case: the body depends on something outside its world, for example "
                    + "real time, a thread of its own, or state that several runs share.")
        }
        lines.append(isReproducible ? "the smallest case that fails like this:" : "the case:")
        lines += caseLines.map { "  " + $0 }
        lines += [story]
        if let capture { lines.append("capture for Wireshark: \(capture)") }
        lines += ["to run this case again:", "  " + command]
        return lines.filter { !$0.isEmpty }.map(\.asciiText).joined(separator: "\n")
    }

    private var headline: String {
        let place: String
        switch run {
        case nil: place = "A replayed case"
        case 0?: place = "Run 0, which has no faults and the plain schedule,"
        case let run?: place = "Run \(run)"
        }
        let effort =
            attempts == 0
            ? ""
            : " (\(Self.count(found.faults.count, "fault")) when it was found; "
                + "\(Self.count(attempts, "simpler case")) tried)"
        return "\(place) failed: \(signature)\(effort)"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    private var caseLines: [String] {
        var lines = plan.split(separator: "\n").map(String.init)
        if lines.isEmpty { lines = ["no faults"] }
        lines.append("seed \(shrunk.seed), schedule \(shrunk.schedule)")
        for name in shrunk.parameters.keys.sorted() {
            lines.append("parameter \(name) = \(shrunk.parameters[name, default: 0])")
        }
        return lines
    }
}
