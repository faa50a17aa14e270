import BluetoothPort
import FaradayBridge
import FaradayVerification

/// The options of `faraday verify`.
struct VerifyOptions {
    /// Where the app's end is.
    enum AppEnd: Equatable {
        case ownBluetooth
        case controller(HCIEndpoint)
        case world
    }

    var appEnd = AppEnd.ownBluetooth
    var benchEndpoint: HCIEndpoint?
    var secondEndpoint: HCIEndpoint?
    /// Whether somebody answers pairing alerts.
    var hasUser = false
    var isBench = false
    var isList = false
    var chosen: [String] = []
    var output: String?
    var system: String?
    var model: String?
    var wantsHelp = false

    static let help = """
        Tries which of the rules in Documentation/Behaviours.md two real ends keep. One end is an app: this program, on this
        host's own Bluetooth (a Mac's) or on a controller. The other end is the bench, a device that does what it is told over
        the air. Prints a line for each rule: as written, otherwise and what was seen, or not tried and why.

        usage: faraday verify [OPTIONS]
               faraday verify --bench --hci ENDPOINT

          --hci ENDPOINT        the app's end, or the bench, uses the controller there; it speaks H4
          --bench-hci ENDPOINT  run the bench too, on the controller there; otherwise it has to run somewhere else
          --second-hci ENDPOINT run a second phone, on the controller there: it is the central where the app is the peripheral
          --user                somebody accepts pairing alerts at the app's end: try the rules that need that, too
          --bench               be the bench only, until the program is interrupted
          --simulated           both ends in one world, in virtual time: how Faraday does it
          --rule NUMBER         try this rule (3.10), or those of this section (3); may be given more than once
          --output FILE         write what was found to FILE, as JSON
          --system TEXT         the system of the app's end, for the file; on a Mac it is known
          --model TEXT          its model, for the file; on a Mac it is known
          --list                list the rules that can be tried
          --help                print this text

        Nobody else may be near with a bench of their own. The rules take some minutes.

        exit status: 0   all rules that were tried are as written
                     1   a rule is otherwise
                     3   no rule is otherwise, and some could not be tried
                     64  the options are wrong
                     69  there is no Bluetooth, or a controller can't be used
                     73  FILE can't be written
        """

    /// Reads the arguments behind `verify`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "verify", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--hci": appEnd = .controller(try EndpointText.client(try reader.value()))
            case "--bench-hci": benchEndpoint = try EndpointText.client(try reader.value())
            case "--second-hci": secondEndpoint = try EndpointText.client(try reader.value())
            case "--user": hasUser = true
            case "--bench": isBench = true
            case "--simulated": appEnd = .world
            case "--rule": chosen.append(try Self.rule(try reader.value()))
            case "--output": output = try reader.value()
            case "--system": system = try reader.value()
            case "--model": model = try reader.value()
            case "--list": isList = true
            default: throw reader.unknown(option)
            }
        }
        try check()
    }

    private func check() throws {
        if isBench {
            guard case .controller = appEnd else {
                throw UsageError("--bench needs a controller: --hci ENDPOINT")
            }
            if benchEndpoint != nil {
                throw UsageError(
                    "--bench is the bench alone; --bench-hci and --second-hci go with the app's end")
            }
        }
        if appEnd == .world, benchEndpoint != nil || secondEndpoint != nil {
            throw UsageError(
                "--simulated has all ends itself; --bench-hci and --second-hci do not go with it")
        }
    }

    private static func rule(_ text: String) throws -> String {
        let isThere = VerifiableRule.all.contains { $0.number == text || $0.number.hasPrefix(text + ".") }
        guard isThere else {
            throw UsageError(
                "no rule that can be tried has the number '\(text)'; 'faraday verify --list' lists them")
        }
        return text
    }

    /// The rules that are to be tried.
    var rules: [VerifiableRule] {
        chosen.isEmpty
            ? VerifiableRule.all
            : VerifiableRule.all.filter { rule in
                chosen.contains { rule.number == $0 || rule.number.hasPrefix($0 + ".") }
            }
    }
}
