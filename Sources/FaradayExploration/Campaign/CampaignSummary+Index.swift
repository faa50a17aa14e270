import FaradayInspection

extension CampaignSummary {
    /// The failures, as an index of reports shows them.
    package var abouts: [ReportAbout] {
        tests.flatMap { test in
            test.failures.map { failure in
                let explored = failure.details.flatMap { try? ExploredCase(parsing: $0.shrunk) }
                var about = ReportAbout(
                    title: test.test, seed: explored.map { "\($0.seed)" } ?? test.seed,
                    text: failure.details?.message ?? failure.signature, replay: failure.details?.replay)
                about.hint = failure.signature
                return about
            }
        }
    }

    /// The tests of which all runs were done and none failed.
    package var passedTests: Set<String> {
        Set(tests.filter { $0.failures.isEmpty && $0.done >= $0.runs }.map(\.test))
    }
}
