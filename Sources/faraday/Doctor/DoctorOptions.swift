/// The options of `faraday doctor`.
struct DoctorOptions {
    var output = "faraday-doctor.txt"
    var isKept = false
    var isQuick = false
    /// Seconds for each build, with its tests.
    var limit = 1800
    /// Only the radio, in this process.
    var isRadio = false
    var wantsHelp = false

    static let help = """
        Tries what Faraday needs and what it promises on this machine, one line each: the toolchain and Xcode; README's
        first test, in a package of its own; code that says 'import CoreBluetooth', with a module alias; whether an app's
        timers are virtual; Bluetooth, on a Mac its own, on Linux the controller that FARADAY_HCI names; helpers
        that are never needed. A line says that it works, or what to do, or why it could not be tried.

        Then it writes a file that you can send us. Names of people and machines, folders and addresses are replaced
        there. Without --quick it builds Faraday, which takes some minutes; it needs no network.

        usage: faraday doctor [OPTIONS]

          --output FILE  where the file for us goes (default: faraday-doctor.txt)
          --quick        build nothing
          --keep         leave the packages that were tried where they are
          --limit N      end a build after N seconds (default: 1800)
          --radio        ask only for Bluetooth, in this process, and print its state; no file
          --help         print this text

        exit status: 0   all that could be tried works
                     1   something does not
                     64  the options are wrong
                     73  the file can't be written
        """

    /// Reads the arguments behind `doctor`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "doctor", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--output": output = try reader.value()
            case "--quick": isQuick = true
            case "--keep": isKept = true
            case "--radio": isRadio = true
            case "--limit":
                let text = try reader.value()
                guard let seconds = Int(text), 1...86_400 ~= seconds else {
                    throw UsageError("--limit takes a number of seconds from 1 to 86400, not '\(text)'")
                }
                limit = seconds
            default: throw reader.unknown(option)
            }
        }
        if output.isEmpty { throw UsageError("--output needs the name of a file") }
    }
}
