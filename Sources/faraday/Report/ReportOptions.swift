/// The options of `faraday report`.
struct ReportOptions {
    var file: String?
    var other: String?
    var output: String?
    var title: String?
    var wantsHelp = false

    static let help = """
        Makes a page for a browser from a trace or a capture: one HTML file that needs no network. It shows the story, every
        packet with its fields, databases, and plots; with --compare also where two files differ first.

        usage: faraday report FILE [OPTIONS]

          FILE              a trace (JSON Lines, as 'faraday demo --trace jsonl' prints it), or a capture of HCI or of the air:
                            pcapng, pcap, btsnoop, Apple's PacketLogger (.pklg); ours, a phone's, a sniffer's. Packets
                            of the air may have the header of Wireshark, of Nordic's nRF Sniffer or of Ubertooth
          --compare OTHER   a second trace or capture, for example of a run that passed
          --output PAGE     the file to write (default: FILE.html)
          --title TEXT      the title of the page (default: the file's name)
          --help            print this text
        """

    /// Reads the arguments behind `report`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "report", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--compare": other = try reader.value()
            case "--output": output = try reader.value()
            case "--title": title = try reader.value()
            default:
                guard !option.hasPrefix("-") else { throw reader.unknown(option) }
                guard file == nil else {
                    throw UsageError("report takes one file; --compare takes a second one")
                }
                file = option
            }
        }
        if !wantsHelp, file == nil { throw UsageError("report takes a trace or a capture") }
    }
}
