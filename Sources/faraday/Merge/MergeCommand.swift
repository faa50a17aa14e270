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
        print(
            options.isJSON
                ? summary.json(withCoverage: options.withCoverage)
                : summary.text(withCoverage: options.withCoverage, folder: options.folder))
        return switch summary.verdict {
        case .passed: .success
        case .failed: .failure
        case .incomplete: .incomplete
        }
    }
}
