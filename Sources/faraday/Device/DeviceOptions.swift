import FaradayBridge

/// The options of `faraday device`.
struct DeviceOptions {
    var kind: ReadyMade?
    var name: String?
    var endpoint: HCIEndpoint?
    var capture: String?
    var isQuiet = false
    var wantsHelp = false

    static let help = """
        Runs a ready-made device on a controller that is reached over HCI: a real one, or another simulator's.
        Prints what happens, and runs until it is interrupted or the controller goes away.

        usage: faraday device NAME --hci ENDPOINT [OPTIONS]

          NAME                  one of the ready-made devices:
        \(ReadyMade.list.split(separator: "\n").map { "                          " + $0 }.joined(separator: "\n"))
          --hci ENDPOINT        where the controller speaks H4; tcp:PORT is a port of this machine:
        \(EndpointText.forms)
          --name N              the name it advertises, 1 to 29 bytes
          --capture FILE        write a capture as it goes: btsnoop if it ends in .btsnoop or .log, pcapng if
                                it ends in .pcapng
          --quiet               print nothing but errors
          --help                this text
        """

    /// Reads the arguments behind `device`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "device", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--quiet": isQuiet = true
            case "--hci": endpoint = try EndpointText.client(try reader.value())
            case "--name": name = try OptionValues.deviceName(try reader.value())
            case "--capture": capture = try OptionValues.capture(try reader.value())
            case let word where !word.hasPrefix("-") && kind == nil: kind = try ReadyMade(argument: word)
            default: throw reader.unknown(option)
            }
        }
        guard !wantsHelp else { return }
        if kind == nil {
            throw UsageError("device needs the name of a ready-made device; see 'faraday device --help'")
        }
        if endpoint == nil { throw UsageError("device needs a controller; use --hci tcp:HOST:PORT") }
    }
}
