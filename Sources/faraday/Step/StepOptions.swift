import FaradayBridge

/// The options of `faraday step`.
struct StepOptions {
    var step = ""
    var port = ControlServer.usualPort
    var patience = 5.0
    var wantsHelp = false

    static let help = """
        Has something happen in the world of another process of this machine: of 'faraday serve --control', or of
        an app that was launched with FARADAY_SCENARIO and FARADAY_CONTROL. Ends when it has happened. A step that
        does not exist is answered with those that do.

        usage: faraday step NAME... [OPTIONS]

          NAME...        the name of the step; words are put together with spaces
          --control PORT the TCP port of 127.0.0.1 on which the other process takes steps (default
                         \(ControlServer.usualPort))
          --patience N   how many seconds to wait for the other process to be there, and to answer (default 5)
          --help         this text
        """

    /// Reads the arguments behind `step`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "step", arguments)
        var words: [String] = []
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--control": port = try OptionValues.port(try reader.value(), of: option)
            case "--patience": patience = try Self.patience(try reader.value())
            case let word where !word.hasPrefix("-"): words.append(word)
            default: throw reader.unknown(option)
            }
        }
        step = words.joined(separator: " ")
        if step.isEmpty, !wantsHelp {
            throw UsageError("step needs the name of a step; see 'faraday step --help'")
        }
    }

    private static func patience(_ text: String) throws -> Double {
        guard let seconds = Double(text), 0...3600 ~= seconds else {
            throw UsageError("--patience takes a number of seconds from 0 to 3600, not '\(text)'")
        }
        return seconds
    }
}
