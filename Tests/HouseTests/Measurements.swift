import Foundation

/// What `faraday verify` has found on real systems: the files of `Documentation/Measurements`, and the rules that it can try.
struct Measurements {
    /// A file that can't be counted, with the reason.
    struct Problem: Error, Equatable { let text: String }

    /// What one file says of a rule.
    private struct Finding {
        let system: String
        let outcome: String
        let seen: String?
    }

    private var findings: [String: [Finding]] = [:]
    private let canBeTried: Set<String>

    /// Apple's systems; what others do is no evidence of a rule.
    private static let systems = ["iOS ", "iPadOS ", "macOS ", "tvOS ", "visionOS ", "watchOS "]

    /// - Parameters:
    ///   - files: The contents of files, by name.
    ///   - sources: Where the rules are that can be tried.
    init(files: [(name: String, data: Data)], sources: [String]) throws {
        canBeTried = Set(sources.flatMap(Self.numbers))
        for file in files.sorted(by: { $0.name < $1.name }) { try read(file.name, file.data) }
    }

    /// The numbers of the rules in a source: what stands behind `VerifiableRule(`.
    private static func numbers(in source: String) -> [String] {
        source.components(separatedBy: "VerifiableRule(").dropFirst().compactMap { part in
            let rest = part.drop(while: \.isWhitespace)
            return rest.first == "\"" ? String(rest.dropFirst().prefix { $0 != "\"" }) : nil
        }
    }

    private mutating func read(_ name: String, _ data: Data) throws {
        guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            object["version"] as? Int == 1, let system = object["system"] as? String,
            let rules = object["rules"] as? [[String: Any]]
        else { throw Problem(text: "\(name) is no file of faraday verify") }
        guard Self.systems.contains(where: system.hasPrefix) else {
            throw Problem(text: "\(name) is about \(system), which is no system of Apple's")
        }
        for rule in rules {
            guard let number = rule["rule"] as? String, let outcome = rule["outcome"] as? String else {
                throw Problem(text: "\(name) has a rule without number or outcome")
            }
            guard outcome != "not tried" else { continue }
            let finding = Finding(system: system, outcome: outcome, seen: rule["seen"] as? String)
            findings[number, default: []].append(finding)
        }
    }

    /// What stands in the column *Measured on*.
    func cell(_ number: String) -> String {
        guard let found = findings[number] else { return canBeTried.contains(number) ? "can be tried" : "" }
        return found.map { finding in
            finding.outcome == "as written"
                ? finding.system : "\(finding.system): \(finding.seen ?? "otherwise")"
        }.joined(separator: "; ")
    }

    /// Of how many rules there is evidence, and how many can be tried.
    var counts: (measured: Int, tryable: Int) { (findings.count, canBeTried.count) }
}
