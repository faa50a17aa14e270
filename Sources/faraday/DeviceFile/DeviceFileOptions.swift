/// The options of `faraday device-file`.
struct DeviceFileOptions {
    enum Task {
        case check(files: [String])
        /// Print the definition as Swift.
        case swift(file: String, name: String?)
        /// Print a ready-made device as a file.
        case export(ReadyMade)
    }

    var task: Task?
    var wantsHelp = false

    static let help = """
        Checks device files (*.faraday.json), writes them as Swift, and writes ready-made devices as files.

        usage: faraday device-file check FILE...
               faraday device-file check FILE --swift [--name NAME]
               faraday device-file export DEVICE

          check FILE...    say what is wrong with the files: FILE:LINE:COLUMN: error: REASON, a line for each problem
          --swift          print the device of a file without errors as Swift: a static member of DeviceDefinition
          --name NAME      the member's name (default: made of the device's name)
          export DEVICE    print a ready-made device as a device file; what only Swift can say is listed on
                           standard error. 'faraday serve --list-devices' lists the devices
          --help           print this text

        exit status: 0   the files have no errors
                     1   a file has errors
                     64  the options are wrong

        Documentation/DeviceFiles.md has the format.
        """

    /// Reads the arguments behind `device-file`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "device-file", arguments)
        var words: [String] = []
        var (wantsSwift, name): (Bool, String?) = (false, nil)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--swift": wantsSwift = true
            case "--name": name = try Self.name(try reader.value())
            case let word where !word.hasPrefix("-"): words.append(word)
            default: throw reader.unknown(option)
            }
        }
        if wantsHelp { return }
        let operands = Array(words.dropFirst())
        switch words.first {
        case "check":
            guard !operands.isEmpty else {
                throw UsageError("check needs a file; see 'faraday device-file --help'")
            }
            guard wantsSwift else {
                task = .check(files: operands)
                break
            }
            guard operands.count == 1 else {
                throw UsageError("--swift takes one file, not \(operands.count)")
            }
            task = .swift(file: operands[0], name: name)
        case "export":
            guard operands.count == 1 else {
                throw UsageError("export takes one device, not \(operands.count)")
            }
            task = .export(try ReadyMade(argument: operands[0]))
        case let word?:
            throw UsageError("device-file has no '\(word)'; it has check and export")
        case nil: throw UsageError("device-file needs check or export; see 'faraday device-file --help'")
        }
        if name != nil, !wantsSwift { throw UsageError("--name belongs to --swift") }
    }

    private static func name(_ text: String) throws -> String {
        let isName =
            text.first.map { $0.isLetter || $0 == "_" } ?? false
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard isName else { throw UsageError("--name takes a name of Swift, not '\(text)'") }
        return text
    }
}
