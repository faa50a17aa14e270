import Foundation

/// The results of a campaign: of all its tests and shards, as far as they are there.
package struct CampaignResults: Hashable, Sendable {
    private(set) var tests: [CampaignKey: TestResults] = [:]

    package init() {}

    /// Adds what a line says. Lines and results may be added in any order, and more than once.
    mutating func add(_ line: CampaignLine) { tests[line.of, default: TestResults()].add(line) }

    /// Adds what other results say.
    package mutating func add(_ other: CampaignResults) {
        for (key, results) in other.tests { tests[key, default: TestResults()].add(results) }
    }

    /// Something in a file that is no result, by place: it is left out, and the rest counts.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        let file: String
        let line: Int?
        let text: String

        package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(text)" }
    }

    /// Reads all files `*.jsonl` in `folder` and the folders in it. Throws if there is no such folder.
    package static func read(folder: String) throws(CampaignError) -> (CampaignResults, [Problem]) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            throw CampaignError("there is no folder \(folder)")
        }
        guard isFolder.boolValue, let walk = FileManager.default.enumerator(atPath: folder) else {
            throw CampaignError("\(folder) is no folder")
        }
        var results = CampaignResults()
        var problems: [Problem] = []
        var firstLines: [CampaignKey: (file: String, line: Int)] = [:]
        for name in walk.compactMap({ $0 as? String }).filter({ $0.hasSuffix(".jsonl") }).sorted() {
            let path = "\(folder)/\(name)"
            guard let (lines, torn) = ResultsFile.lines(of: path) else {
                problems.append(Problem(file: path, line: nil, text: "can't be read"))
                continue
            }
            for (number, key) in results.add(lines, file: path, &problems) where firstLines[key] == nil {
                firstLines[key] = (path, number)
            }
            if !torn.isEmpty {
                let text = "was cut off when its shard ended"
                problems.append(Problem(file: path, line: lines.count + 1, text: text))
            }
        }
        problems += results.dropNameless().compactMap { key in
            firstLines[key].map {
                Problem(
                    file: $0.file, line: $0.line,
                    text: "no file has the header of campaign \(key); its lines are left out")
            }
        }
        return (results, problems)
    }

    /// Adds the lines of a file. Returns of each campaign the number of its first line.
    private mutating func add(
        _ lines: [Data], file: String, _ problems: inout [Problem]
    ) -> [(Int, CampaignKey)] {
        var first: [(Int, CampaignKey)] = []
        for (index, bytes) in lines.enumerated() {
            do throws(CampaignError) {
                let line = try CampaignLine(reading: bytes)
                if !first.contains(where: { $0.1 == line.of }) { first.append((index + 1, line.of)) }
                add(line)
            } catch {
                problems.append(Problem(file: file, line: index + 1, text: error.description))
            }
        }
        return first
    }

    /// Removes the results of tests whose names nobody knows, and returns their keys.
    private mutating func dropNameless() -> [CampaignKey] {
        let nameless = tests.filter { $0.value.header == nil }.keys.sorted()
        for key in nameless { tests[key] = nil }
        return nameless
    }
}
