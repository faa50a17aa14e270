import Foundation
import Testing

/// The published behaviours, held against the tests that prove it.
///
/// `FARADAY_WRITE_DOCS=1 swift test --filter Behaviours` writes `Documentation/Behaviours.md` and
/// `Documentation/Regressions.md`.
struct BehavioursTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: HouseTests.root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func catalogue(
        _ name: String, isNumber: ((String) -> Bool)? = nil
    ) throws -> BehaviourCatalogue {
        let file = "Tests/HouseTests/Behaviours/\(name).txt"
        return try BehaviourCatalogue(text(file), file: file, isNumber: isNumber)
    }

    private static func sections() throws -> [[BehaviourCatalogue.Entry]] {
        try BehavioursDocument.titles.map(\.section).map { section in
            try catalogue("section-\(section)") { number in
                let parts = number.split(whereSeparator: { $0 == "." || $0 == " " })
                guard parts.count == 2, Int(parts[1]) != nil else { return false }
                return section == 8 ? ["CB", "ATT"].contains(parts[0]) : parts[0] == "\(section)"
            }.entries
        }
    }

    private static func regressions() throws -> [BehaviourCatalogue.Entry] {
        try catalogue("regressions") { Int($0) != nil }.entries
    }

    private static func measurements() throws -> Measurements {
        let folder = HouseTests.root.appendingPathComponent("Documentation/Measurements")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try Measurements(
            files: try files.filter { $0.hasSuffix(".json") }.map {
                ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
            },
            sources: HouseTests.sources.filter { $0.path.hasPrefix("Sources/FaradayVerification/Rules/") }
                .map(\.text)
        )
    }

    private static func names() throws -> TestNames { try collected.get() }

    /// All display names, read once.
    private static let collected = Result {
        var names = TestNames(numbers: try sections().flatMap { $0 }.map(\.number))
        for file in HouseTests.everything where file.path.hasPrefix("Tests/") {
            names.collect(file.text, path: file.path)
        }
        return names
    }

    @Test func numbersInDisplayNamesAreOfTheCatalogue() throws {
        let names = try Self.names()
        let regressions = Set(try Self.regressions().map(\.number))
        let strangers = names.tests.flatMap { test in
            test.regressions.filter { !regressions.contains($0) }.map { "\(test.path):\(test.line): \($0)" }
        }
        #expect(names.problems.isEmpty && strangers.isEmpty, "\(names.problems + strangers)")
        #expect(names.tests.count > 80)
    }

    @Test func everyBehaviourHasATestOrAReason() throws {
        let tested = Set(try Self.names().tests.flatMap(\.behaviours))
        try check(Self.sections().flatMap { $0 }, tested: tested)
    }

    @Test func everyRegressionHasATestOrAReason() throws {
        let tested = Set(try Self.names().tests.flatMap(\.regressions))
        try check(Self.regressions(), tested: tested)
    }

    private func check(_ entries: [BehaviourCatalogue.Entry], tested: Set<String>) {
        let open = entries.filter { $0.reason == nil && !tested.contains($0.number) }.map(\.number)
        let both = entries.filter { $0.reason != nil && tested.contains($0.number) }.map(\.number)
        #expect(open.isEmpty, "neither test nor reason: \(open.joined(separator: ", "))")
        #expect(both.isEmpty, "a reason, and a test all the same: \(both.joined(separator: ", "))")
    }

    @Test func fewBehavioursAreNotModelled() throws {
        let entries = try Self.sections().flatMap { $0 }
        #expect(entries.count > 250)
        #expect(entries.filter { $0.reason != nil }.count <= 30)
    }

    @Test func contradictionsAreSwitches() throws {
        let sources = HouseTests.sources.filter { $0.path.hasPrefix("Sources/CoreBluetoothModel/Profile/") }
        let code = sources.map(\.text).joined()
        let numbers = try Self.sections().flatMap { $0 }.map(\.number)
        for item in try Self.catalogue("switches").entries {
            #expect(code.contains("public var \(item.number)"), "OSProfile has no \(item.number)")
            for number in item.note.components(separatedBy: ", ") {
                #expect(numbers.contains(number), "\(item.number) decides \(number), which is no entry")
            }
        }
    }

    @Test("The pages are what the tests say, and their links lead to the tests")
    func documentsAreWhatTheTestsSay() throws {
        let names = try Self.names()
        let document = BehavioursDocument(tests: names.tests, measurements: try Self.measurements())
        let page = document.behaviours(
            try Self.sections(), switches: try Self.catalogue("switches").entries)
        let regressions = document.regressions(try Self.regressions())
        try compare(page, "Documentation/Behaviours.md")
        try compare(regressions, "Documentation/Regressions.md")
        try checkLinks("Documentation/Behaviours.md", count: 350)
        try checkLinks("Documentation/Regressions.md", count: 80)
    }

    /// Every link of the page leads to a file that has the test. The page is read as a reader's browser does it, not as it
    /// was written.
    private func checkLinks(_ page: String, count: Int) throws {
        let text = try Self.text(page)
        var files: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard line.hasPrefix("["), let colon = line.range(of: "]: ../") else { continue }
            files[String(line[..<colon.lowerBound].dropFirst())] = try Self.text(
                String(line[colon.upperBound...]))
        }
        var links = 0
        for row in text.split(separator: "\n") where row.hasPrefix("| ") {
            let pieces = row.components(separatedBy: "][")
            guard pieces.count == 2, let name = pieces[0].split(separator: "[").last else { continue }
            let file = try #require(files[String(pieces[1].prefix { $0 != "]" })], "\(row)")
            let isThere = file.contains("func \(name)(")
            #expect(isThere, "\(row)")
            links += 1
        }
        #expect(links >= count)
    }

    @Test("README counts the rules as the page does")
    func readmeCountsTheRules() throws {
        let count = try Self.sections().flatMap { $0 }.count
        #expect(try Self.text("README.md").contains("[\(count) rules](Documentation/Behaviours.md)"))
    }

    private func compare(_ generated: String, _ path: String) throws {
        let isUpToDate = try WrittenPage(path).says(generated)
        #expect(isUpToDate, "\(path) is old: FARADAY_WRITE_DOCS=1 swift test --filter Behaviours")
    }
}

/// The checkers themselves.
struct BehaviourFormTests {
    @Test(arguments: [
        ("  a line", "f:1: a line before the first entry"),
        ("1.1 high\n1.2 high\n  a rule", "f:1: 1.1 has no rule"),
        ("1.2 high\n  a rule\n1.1 high", "f:3: 1.1 comes after 1.2"),
        ("1.1 high\n  a rule\n1.1 high", "f:3: 1.1 comes after 1.1"),
        ("1.1 high\n  a rule\n  source:", "f:3: 'source' says nothing"),
        ("1.1 high\n  a rule\n  os: 1\n  os: 2", "f:4: the field stands twice"),
        ("1.1 high\n  a rule\n  os: 1\n  more", "f:4: not a field: 'more'"),
        ("x high\n  a rule", "f:1: 'x' is no number of this file"),
    ])
    func aWrongLineIsNamed(text: String, problem: String) {
        let error = #expect(throws: BehaviourCatalogue.Failure.self) {
            try BehaviourCatalogue(text, file: "f") { $0 != "x" }
        }
        #expect(error?.description == problem)
    }

    @Test func anEntryHasItsFields() throws {
        let text = "# c\n\nCB 6 low\n  A rule\n  of two lines.\n  source: s\n  os: o\n  not modelled: why\n"
        let entries = try BehaviourCatalogue(text, file: "f").entries
        #expect(
            entries == [
                .init(
                    number: "CB 6", note: "low", rule: "A rule of two lines.", source: "s", os: "o",
                    reason: "why")
            ])
    }

    private func names(_ name: String) -> TestNames {
        var names = TestNames(numbers: ["3.1", "3.10", "3.12", "3.14", "3.15", "4.1", "CB 6", "ATT 5"])
        names.collect("\n    @Test(\n        \"" + name + "\") func f() {}", path: "p")
        return names
    }

    @Test(arguments: [
        ("Behaviour 3.1: x", ["3.1"], [String]()),
        ("Behaviour 3.10–3.14, 4.1: x", ["3.10", "3.12", "3.14", "4.1"], []),
        ("Behaviour CB 6, ATT 5: x", ["CB 6", "ATT 5"], []), ("Regression 28, 30: x", [], ["28", "30"]),
        ("Behaviour 3.1; regression 28: x", ["3.1"], ["28"]), ("something else: 3.1", [], []),
    ])
    func namesAreTakenApart(name: String, behaviours: [String], regressions: [String]) {
        let names = names(name)
        #expect(names.problems.isEmpty)
        #expect(names.tests.flatMap(\.behaviours) == behaviours)
        #expect(names.tests.flatMap(\.regressions) == regressions)
        #expect(names.tests.allSatisfy { $0.line == 2 && $0.function == "f" && $0.title == "x" })
    }

    @Test(arguments: [
        "Behaviour 3.2: x", "Behaviour 3.1", "3.1: x", "Behaviour 3.1, section 8: x",
        "Behaviour 3.1 and 3.10: x",
        "Regression 5 and 6: x", "Behaviour 3.15–3.10: x", "Behaviour 3.2–3.9: x",
        "Behaviour 3.1, regression 5: x",
    ])
    func anotherFormIsAProblem(name: String) {
        #expect(names(name).problems.count == 1)
        #expect(names(name).tests.isEmpty)
    }
}
