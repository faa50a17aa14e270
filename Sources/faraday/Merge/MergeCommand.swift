import FaradayExploration

/// `faraday merge`: one summary of what the shards of a campaign wrote.
enum MergeCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: MergeOptions
        do {
            options = try MergeOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp else {
            print(MergeOptions.help)
            return .success
        }
        do throws(CampaignError) {
            let (results, problems) = try CampaignResults.read(folder: options.folder)
            for problem in problems { Shell.complain("\(problem)") }
            return tell(CampaignSummary(results), options)
        } catch {
            Shell.complain("\(error)")
            return .noInput
        }
    }

    private static func tell(_ summary: CampaignSummary, _ options: MergeOptions) -> ExitStatus {
        let reports = ReportFolder(options.folder)
        let contents = reports.read()
        // A folder of reports alone is no campaign of which everything is missing.
        if !summary.tests.isEmpty || contents.isEmpty || options.isJSON {
            print(
                options.isJSON
                    ? summary.json(withCoverage: options.withCoverage)
                    : summary.text(withCoverage: options.withCoverage, folder: options.folder))
        }
        var status = Self.status(summary.verdict)
        guard !contents.isEmpty || options.index != nil else { return status }
        if summary.tests.isEmpty, !contents.isEmpty {
            status = contents.reports.isEmpty ? .success : .failure
        } else if !contents.reports.isEmpty {
            status = .failure
        }
        return writeIndex(of: reports, summary, options) ? status : .cantCreate
    }

    private static func status(_ verdict: CampaignSummary.Verdict) -> ExitStatus {
        switch verdict {
        case .passed: .success
        case .failed: .failure
        case .incomplete: .incomplete
        }
    }

    /// Writes the index, and says where it is; on standard error beside JSON.
    private static func writeIndex(
        of reports: ReportFolder, _ summary: CampaignSummary, _ options: MergeOptions
    ) -> Bool {
        let path = options.index ?? reports.indexPath
        do {
            let page = try reports.writeIndex(
                with: summary.abouts, passed: summary.passedTests, to: path)
            let line = "index of reports: \(path) (\(page.summary))"
            if options.isJSON { Shell.complain(line) } else { print(line) }
            return true
        } catch {
            Shell.complain("can't write \(path): \(error.localizedDescription)")
            return false
        }
    }
}
