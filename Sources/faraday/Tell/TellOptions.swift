import FaradayBridge

/// The options of `faraday tell`.
struct TellOptions {
    var address: WorldAddress?
    var command = ""
    var patience = 5.0
    var wantsHelp = false

    static let help = """
        Sends a command to a running world, and prints what it did. The world is one of 'faraday serve', of a test that
        waits in 'await world.pause()', or any other that is inspected.

        usage: faraday tell [OPTIONS] PORT|ADDRESS COMMAND...

          PORT           the port of 'faraday serve' on this machine, that of --hci or of --control
          ADDRESS        the address of a page: http://127.0.0.1:PORT/TOKEN/
          --patience N   how many seconds to wait for the answer (default 5)
          --help         print this text

        commands:
          device NAME move 30m         also 250cm, or 1,2,0 in metres
          device NAME away             out of range of everything
          device NAME off|on|reset
          device NAME set UUID HEX     a characteristic's value; or a text, with the whole command as one argument:
                                       'device NAME set UUID "text"'
          device NAME press|release    the button of a Blinky
          device NAME disconnect
          device NAME advertise on|off
          phone NAME move 3m           also away
          phone NAME bluetooth on|off
          phone NAME app [APP] background|foreground|suspended|ended|started
                                       APP is an identifier or a number; without it the first app
          phone NAME user agrees|refuses|waits
                                       what the user does with what the phone shows from now on
          phone NAME screen            what the phone shows that waits for its user
          phone NAME alert allow|deny  answers it; also pairing accept|reject|PASSKEY, and
                                       picker choose [DEVICE]|accept|name TEXT|cancel
          fault FAULT                  as a test writes it: 'fault .read("2A19").fails(.unlikelyError)'
          note TEXT                    a line in the trace
          pause, resume, run 1s, pace 2
                                       the clock of a world that follows the clock
          continue, run 1s             a test that waits in world.pause()
        """

    /// Reads the arguments behind `tell`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let first = rest.first, first.hasPrefix("-") {
            // The command behind the port may have words that begin with a minus sign.
            var reader = OptionReader(command: "tell", Array(rest))
            switch reader.next() {
            case "--help", "-h":
                wantsHelp = true
                return
            case "--patience":
                patience = try OptionValues.patience(try reader.value())
                rest = rest.dropFirst(first.contains("=") ? 1 : 2)
            default: throw reader.unknown(first)
            }
        }
        guard let place = rest.popFirst() else {
            throw UsageError("tell needs a port and a command; see 'faraday tell --help'")
        }
        address = try WorldAddress(place, of: "tell")
        command = Self.line(Array(rest))
        if command.isEmpty { throw UsageError("tell needs a command; see 'faraday tell --help'") }
    }

    /// The shell has taken the quotation marks of names.
    private static func line(_ words: [String]) -> String {
        guard words.count > 1, let verb = words.first, verb != "note", verb != "fault" else {
            return words.joined(separator: " ")
        }
        return words.map { WorldCommand.quoting($0) }.joined(separator: " ")
    }
}
