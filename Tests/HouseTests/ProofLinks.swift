/// How a page links to the tests of its rules: one test for each rule, and the files once, below the tables.
struct ProofLinks {
    /// From `Documentation` to the folder of the package.
    private static let root = "../"
    private var files: [String] = []

    /// A link to the test that is about the fewest rules, with its name; and how many others there are.
    mutating func cell(_ tests: [NamedTest]) -> String {
        guard let test = tests.min(by: { $0.ruleCount < $1.ruleCount }) else { return "" }
        let number = files.firstIndex(of: test.path) ?? files.endIndex
        if number == files.endIndex { files.append(test.path) }
        let link = "[\(test.function)][\(number + 1)]"
        return tests.count == 1 ? link : "\(link) and \(tests.count - 1) more"
    }

    /// What the numbers of the links mean.
    var definitions: String {
        files.enumerated().map { "[\($0.offset + 1)]: \(Self.root)\($0.element)\n" }.joined()
    }
}

extension NamedTest {
    fileprivate var ruleCount: Int { behaviours.count + regressions.count }
}
