import FaradayBridge

/// The options of `faraday relay`.
struct RelayOptions {
    var endpoint: HCIEndpoint?
    var programs = ProgramsPlace()
    /// Simulated devices beside the real ones, and where their steps are taken.
    var devices: [PlacedDevice] = []
    var controlPort: UInt16?
    var isQuiet = false
    var wantsHelp = false

    static let help = """
        Lends Bluetooth to programs that have none, such as apps in Apple's simulator: that of this host (a Mac's own), or a
        controller. Each program has managers of its own, and all of them are one app to the system. Prints what happens,
        and runs until it is interrupted.

        usage: faraday relay [OPTIONS]

          --hci ENDPOINT        use the controller there, and not this host's own Bluetooth; it speaks H4
          --with-device NAME[=ALIAS][@METERS]
                                add a simulated device, which central managers of programs find beside the real ones, with
                                the name ALIAS, METERS away (default 1); may be given more than once. NAME is a ready-made
                                device ('faraday serve --list-devices'), or a device file (*.faraday.json)
          --control PORT        let 'faraday step' and 'faraday tell' change the simulated devices, on this TCP port of
                                127.0.0.1; 0 takes a free one. The steps are those of 'faraday serve'
        \(ProgramsPlace.help)
          --quiet               print errors only
          --help                print this text

        A program joins if it links FaradayAttachment, with FARADAY_PHONE=tcp:127.0.0.1:6404 in its environment. With
        .../real or .../simulated behind that it sees only these devices.

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
            case "--with-device": devices.append(try PlacedDevice(try reader.value(), of: option))
            case "--control": controlPort = try OptionValues.port(try reader.value(), of: option, from: 0)
            case "--hci": endpoint = try EndpointText.client(try reader.value())
            default:
                guard try programs.take(option, &reader) else { throw reader.unknown(option) }
            }
        }
        if controlPort != nil, devices.isEmpty {
            throw UsageError("--control needs a --with-device: nothing else can be told")
        }
    }
}
