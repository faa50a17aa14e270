import FaradaySimulation
import Foundation

/// Cases that reached something new, kept as files of one line in a folder.
///
/// The order of the cases follows from the names of the files, and the names from the cases: two explorations with the
/// same folder do the same.
package struct Corpus: Sendable {
    /// The cases, in their order.
    package private(set) var cases: [ExploredCase] = []
    /// Files that can't be read, one line each.
    package private(set) var problems: [String] = []
    /// What the cases have reached together.
    private(set) var coverage = Coverage()
    private let folder: URL?
    private var names: Set<String> = []

    /// How many cases of this process are kept in memory; more hardly help.
    private static let mostCases = 2_000
    private static let suffix = ".case"

    /// A corpus in a folder, which is made when the first case is kept; without a folder only in memory.
    package init(folder: String?) {
        self.folder = folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
        guard let path = folder else { return }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for file in files.sorted() where file.hasSuffix(Self.suffix) {
            let url = URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(file)
            guard let text = try? String(contentsOf: url, encoding: .utf8) else {
                problems.append("\(url.path) can't be read.")
                continue
            }
            do throws(ExploredCaseError) {
                cases.append(try ExploredCase(parsing: text))
                names.insert(file)
            } catch {
                problems.append("\(url.path) can't be read. \(error)")
            }
        }
    }

    /// Takes note of what a run reached, and keeps its case if that is new. Call it in the order of the runs.
    mutating func take(_ explored: ExploredCase, _ reached: Coverage) {
        guard reached.isNew(comparedTo: coverage) else { return }
        coverage.formUnion(reached)
        keep(explored)
    }

    private mutating func keep(_ explored: ExploredCase) {
        let text = explored.description
        let name = Self.name(of: text)
        guard cases.count < Self.mostCases, names.insert(name).inserted else { return }
        cases.append(explored)
        guard let folder else { return }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data((text + "\n").utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
        } catch {
            if problems.isEmpty { problems.append("The corpus \(folder.path) can't be written: \(error)") }
        }
    }

    private static func name(of text: String) -> String {
        var entropy = CaseEntropy(seed: 0, text)
        let digits = String(entropy.next(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits + suffix
    }
}
