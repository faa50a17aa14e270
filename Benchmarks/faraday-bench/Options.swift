import Foundation

/// The command line.
struct Options {
    var only: [String] = []
    /// How often each measurement is taken; `nil` leaves it to the measurement.
    var repetitions: Int?
    /// How many operations a repetition has; `nil` leaves it to the measurement.
    var count: Int?
    /// The folder for what a measurement writes besides its line; `nil` writes nothing.
    var output: String?
    var isQuick = false
    var wantsList = false
    var wantsHelp = false

    static let help = """
        Measures the stack in virtual time and prints one JSON object per line: the best of the repetitions,
        and their median. Nothing is traced; a release build is what counts.

        usage: faraday-bench [OPTIONS]

          --only NAME   only this measurement; may be given more than once (default: all)
          --repeat N    how often each is repeated (default: 5; 3 for the long ones; 1 with --quick)
          --count N     how many reads, notifications, tests, runs or seeds a repetition has; at least 100
          --output DIR  where ranging-accuracy writes its table and its drawing, and ten-minute-report its report;
                        without it, they write nothing
          --quick       a tenth of the work or less, once: to see that everything runs
          --list        the names of the measurements
          --help        this text
        """

    /// Reads the arguments; throws one line that says what is wrong.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let attached = parts.count == 2 ? String(parts[1]) : nil
            switch name {
            case "--only":
                only.append(try Self.measurement(try Self.value(of: name, attached, &rest)))
            case "--repeat":
                let text = try Self.value(of: name, attached, &rest)
                guard let count = Int(text), (1...1000).contains(count) else {
                    throw UsageError("--repeat takes a whole number from 1 to 1000, not '\(text)'")
                }
                repetitions = count
            case "--count":
                let text = try Self.value(of: name, attached, &rest)
                guard let number = Int(text), (100...100_000_000).contains(number) else {
                    throw UsageError("--count takes a whole number from 100 to 100000000, not '\(text)'")
                }
                count = number
            case "--output": output = try Self.value(of: name, attached, &rest)
            case "--quick" where attached == nil: isQuick = true
            case "--list" where attached == nil: wantsList = true
            case "--help" where attached == nil, "-h" where attached == nil: wantsHelp = true
            default: throw UsageError("no option '\(argument)'; 'faraday-bench --help' lists them")
            }
        }
    }

    private static func value(
        of name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = attached ?? rest.popFirst() else { throw UsageError("\(name) needs a value") }
        return value
    }

    private static func measurement(_ name: String) throws(UsageError) -> String {
        guard Benchmark.all.contains(where: { $0.name == name }) else {
            throw UsageError("no measurement '\(name)'; 'faraday-bench --list' lists them")
        }
        return name
    }

    /// How often to repeat something that usually is repeated `usual` times.
    func repetitions(usual: Int) -> Int { repetitions ?? (isQuick ? 1 : usual) }
    /// How much to do: `full`, or `quick` of it.
    func amount(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }
    /// How many operations a repetition has, if the command line does not say it.
    func operations(_ full: Int, quick: Int) -> Int { count ?? amount(full, quick: quick) }
}

/// A wrong use of the tool, in one line.
struct UsageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
