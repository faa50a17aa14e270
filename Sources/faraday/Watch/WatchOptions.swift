/// The options of `faraday watch`.
struct WatchOptions {
    var address: WorldAddress?
    var events = 12
    var wantsLines = false
    var wantsHelp = false

    static let help = """
        Follows a running world in the terminal: its phones and devices, where they are, their links, and the last events.
        Ends with the world, or when it is interrupted. Without a terminal it prints the events, line by line.

        usage: faraday watch [OPTIONS] PORT|ADDRESS

          PORT         the port of 'faraday serve --hci tcp:PORT' on this machine
          ADDRESS      the address of a page: http://127.0.0.1:PORT/TOKEN/
          --events N   how many of the last events the table shows, 0 to 200 (default 12)
          --lines      print the events line by line, in a terminal too
          --help       print this text
        """

    /// Reads the arguments behind `watch`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "watch", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--lines": wantsLines = true
            case "--events": events = try Self.count(try reader.value())
            case let word where !word.hasPrefix("-") && address == nil:
                address = try WorldAddress(word, of: "watch")
            default: throw reader.unknown(option)
            }
        }
        if address == nil, !wantsHelp {
            throw UsageError("watch needs a port; see 'faraday watch --help'")
        }
    }

    private static func count(_ text: String) throws -> Int {
        guard let count = Int(text), 0...200 ~= count else {
            throw UsageError("--events takes a whole number from 0 to 200, not '\(text)'")
        }
        return count
    }
}
