/// The options of `faraday import`.
struct ImportOptions {
    var files: [String] = []
    var device: String?
    var output: String?
    var isForced = false
    var keepsConversation = false
    /// Where a test in Swift goes, and the expression in it that makes the app.
    var test: String?
    var app: String?
    var listsDevices = false
    var wantsHelp = false
    /// Long-term keys and identity resolving keys, most significant byte first.
    var keys: [[UInt8]] = []
    var resolvingKeys: [[UInt8]] = []

    static let help = """
        Makes a device file of a capture or of a list of attributes. Of a capture: advertising with its intervals and changes, the database, values, and rules that
        were learned from what the device answered. Says what each part comes from, by packet numbers as in Wireshark, and
        lists what the capture does not show; nothing is guessed.

        usage: faraday import CAPTURE... [OPTIONS]

          CAPTURE           a capture of HCI or of the air: pcapng, pcap, btsnoop, Apple's PacketLogger (.pklg). Several
                            captures of one device make one file. Or what gatttool, bluetoothctl, bleak's example
                            service_explorer or Bumble's gatt-dump has printed, in one file or several
          --device DEVICE   which device: its address or its name, as --list shows them (default: the only one, or the
                            only one that a central is connected to)
          --list            list the devices of the captures, and write no file
          --output FILE     write the device file to FILE, which should end in .faraday.json, and the report to
                            standard output (default: the device file to standard output, the report to standard error)
          --force           overwrite files that exist
          --conversation    also write down what was said, step by step, for a strict replay: a test in which the app has
                            to do the same again
          --test FILE       also write a test in Swift to FILE: the app has this conversation again. Implies --conversation,
                            and needs --output
          --app EXPRESSION  what makes the app in that test, such as 'HeartRateApp()' (default: a placeholder)
          --ltk KEY         decrypt captures of the air with this long-term key: 32 hexadecimal digits, the most significant
                            byte first, as Wireshark prints it. May be given several times: each key is tried on each
                            encrypted link. Not needed for links whose pairing is in the captures, unless it was LE Secure
                            Connections without the debug key, nor with a capture of HCI that has the key
          --irk KEY         the private addresses that this identity resolving key makes are one device: digits as for
                            --ltk. May be given several times. Not needed if a pairing in the captures hands it out
          --help            print this text

        The file then runs as a device: in a test, world.add(.file("FILE")); for other hosts, 'faraday serve --device FILE'.

        exit status: 0   a device was written, or listed
                     64  the options are wrong, or do not say which device
                     66  a capture can't be read, or has no such device
                     73  a file exists, or can't be written
        """

    /// Reads the arguments behind `import`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "import", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--device": device = try reader.value()
            case "--output": output = try reader.value()
            case "--force": isForced = true
            case "--conversation": keepsConversation = true
            case "--test": test = try reader.value()
            case "--app": app = try reader.value()
            case "--list": listsDevices = true
            case "--ltk": keys.append(try Self.key(reader.value(), option))
            case "--irk": resolvingKeys.append(try Self.key(reader.value(), option))
            case let word where !word.hasPrefix("-"): files.append(word)
            default: throw reader.unknown(option)
            }
        }
        if wantsHelp { return }
        if files.isEmpty { throw UsageError("import needs a capture; see 'faraday import --help'") }
        if output?.isEmpty == true { throw UsageError("--output takes the name of a file") }
        if test?.isEmpty == true { throw UsageError("--test takes the name of a file") }
        if listsDevices, device != nil || output != nil || keepsConversation || test != nil {
            throw UsageError(
                "--list lists all devices and writes no file; it takes no --device, --output, --conversation or --test"
            )
        }
        if isForced, output == nil { throw UsageError("--force belongs to --output") }
        if test != nil, output == nil {
            throw UsageError("--test needs --output: the test runs with that file")
        }
        if app != nil, test == nil { throw UsageError("--app belongs to --test") }
        if test != nil { keepsConversation = true }
    }

    private static func key(_ text: String, _ option: String) throws -> [UInt8] {
        let digits = (text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]).map {
            $0.isASCII ? UInt8($0.hexDigitValue ?? 0xFF) : 0xFF
        }
        guard digits.count == 32, !digits.contains(0xFF) else {
            throw UsageError("\(option) takes a key of 32 hexadecimal digits")
        }
        return stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
