import FaradayBridge

/// The options of `faraday relay`.
struct RelayOptions {
    var endpoint: HCIEndpoint?
    var programs = ProgramsPlace()
    var isQuiet = false
    var wantsHelp = false

    static let help = """
        Lends Bluetooth to programs that have none, such as apps in Apple's simulator: that of this host (a Mac's own), or a
        controller. Each program has managers of its own, and all of them are one app to the system. Prints what happens,
        and runs until it is interrupted.

        usage: faraday relay [OPTIONS]

          --hci ENDPOINT        use the controller there, and not this host's own Bluetooth; it speaks H4
        \(ProgramsPlace.help)
          --quiet               print errors only
          --help                print this text

        A program joins if it links FaradayAttachment, with FARADAY_PHONE=tcp:127.0.0.1:6404 in its environment.

        exit status: 0   interrupted
                     64  the options are wrong
                     69  there is no Bluetooth, or programs can't join there
        """

    /// Reads the arguments behind `relay`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "relay", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--quiet": isQuiet = true
            case "--hci": endpoint = try EndpointText.client(try reader.value())
            default:
                guard try programs.take(option, &reader) else { throw reader.unknown(option) }
            }
        }
    }
}
