/// The options of `faraday merge`.
struct MergeOptions {
    var folder = ""
    var isJSON = false
    var withCoverage = false
    /// Where the index of reports goes; `nil` for the folder, if it has reports.
    var index: String?
    var wantsHelp = false

    static let help = """
        Merges the results of a campaign: the files that shards of explored tests wrote to the folder
        FARADAY_RESULTS. Prints for each test how many runs there should be, were done and failed; which runs are
        missing, which shards to run again, with the commands, and which have stopped at a failure; each distinct failure with its shrunk plan, and the command that
        plays it again.

        Files may be lost, be there twice, and be cut off. What is no result is told on standard error, with file
        and line, and the rest counts.

        If DIR has reports of failed tests (of FARADAY_REPORT_DIR, of one run or collected of many), DIR/index.html
        lists them by cause, with the failures of the campaign, and says how many tests passed.

        usage: faraday merge DIR [OPTIONS]

          DIR            the folder; all files *.jsonl and *.html in it and in its folders are read
          --index PAGE   write the index to this file, even if there are no reports
          --coverage     print what the runs reached, and how often
          --json         print JSON
          --help         print this text

        exit status: 0   all runs were done, and nothing was found
                     1   something was found, or there are reports
                     3   nothing was found, but runs are missing, or there are no results
                     64  the options are wrong
                     66  DIR is no folder
                     73  the index can't be written
        """

    /// Reads the arguments behind `merge`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "merge", arguments)
        var folders: [String] = []
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--json": isJSON = true
            case "--coverage": withCoverage = true
            case "--index": index = try reader.value()
            case let word where !word.hasPrefix("-"): folders.append(word)
            default: throw reader.unknown(option)
            }
        }
        if wantsHelp { return }
        guard let first = folders.first, folders.count == 1, !first.isEmpty else {
            throw UsageError(
                "merge takes one folder of results, not \(folders.count); see 'faraday merge --help'")
        }
        folder = first
    }
}
