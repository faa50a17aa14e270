import FaradayBridge

/// The options of `faraday step`.
struct StepOptions {
    var step = ""
    var port = ControlServer.usualPort
    var patience = 5.0
    var wantsHelp = false

    static let help = """
        Performs a step in the world of another process on this machine: of 'faraday serve --control', or of an
        app that was launched with FARADAY_SCENARIO and FARADAY_CONTROL. Returns when the step was performed. If
        there is no such step, prints the steps that there are.

        usage: faraday step NAME... [OPTIONS]

          NAME...        the name of the step; several words are joined by spaces
          --control PORT the TCP port of 127.0.0.1 on which the other process takes steps (default
                         \(ControlServer.usualPort))
          --patience N   how many seconds to wait until the other process takes steps, and answers (default 5)
          --help         print this text
        """

    /// Reads the arguments behind `step`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "step", arguments)
        var words: [String] = []
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--control": port = try OptionValues.port(try reader.value(), of: option)
            case "--patience": patience = try OptionValues.patience(try reader.value())
            case let word where !word.hasPrefix("-"): words.append(word)
            default: throw reader.unknown(option)
            }
        }
        step = words.joined(separator: " ")
        if step.isEmpty, !wantsHelp {
            throw UsageError("step needs the name of a step; see 'faraday step --help'")
        }
    }
}
