/// The Swift toolchain that `PATH` finds first.
struct ToolchainCheck: DoctorCheck {
    let name = "toolchain"
    private static let mend =
        "install Swift 6.3 or later from swift.org; on a Mac, Xcode 26.4 or later, and choose it with xcode-select"

    func move(after outcomes: [DoctorOutcome], _ facts: DoctorFacts) -> DoctorMove {
        guard let outcome = outcomes.last else {
            return .perform(
                DoctorStep(program: "swift", arguments: ["--version"], limit: min(facts.limit, 60)))
        }
        switch outcome {
        case .notFound: return .doesNot("there is no program 'swift' in PATH", Self.mend)
        case .late: return .doesNot("'swift --version' did not end", Self.mend)
        case .ended(0, let output):
            guard let version = Self.version(in: output) else {
                return .doesNot("'swift --version' names no version", Self.mend)
            }
            let text = "Swift " + version.map(String.init).joined(separator: ".")
            return version.lexicographicallyPrecedes([6, 3])
                ? .doesNot("\(text) is too old", Self.mend) : .conclude(.works(text))
        default: return .trouble(outcome, "'swift --version' failed")
        }
    }

    /// The numbers behind the first *Swift version*.
    static func version(in output: String) -> [Int]? {
        let words = output.split { $0 == " " || $0.isNewline }
        for index in words.indices.dropLast(2) where words[index...].starts(with: ["Swift", "version"]) {
            let numbers = words[index + 2].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
                .split(separator: ".").map { Int($0) }
            if !numbers.isEmpty, numbers.allSatisfy({ $0 != nil }) { return numbers.compactMap { $0 } }
        }
        return nil
    }
}

/// Xcode, on a Mac.
struct XcodeCheck: DoctorCheck {
    let name = "Xcode"
    private static let mend =
        "install Xcode 26.4 or later, and: sudo xcode-select --switch /Applications/Xcode.app"

    func move(after outcomes: [DoctorOutcome], _ facts: DoctorFacts) -> DoctorMove {
        guard facts.system == .mac else { return .conclude(.untried("this is no Mac")) }
        guard let outcome = outcomes.last else {
            return .perform(
                DoctorStep(program: "xcodebuild", arguments: ["-version"], limit: min(facts.limit, 60)))
        }
        switch outcome {
        case .notFound: return .doesNot("there is no program 'xcodebuild' in PATH", Self.mend)
        case .ended(0, let output):
            let words = output.split { $0 == " " || $0.isNewline }
            guard words.count > 1, words[0] == "Xcode" else {
                return .doesNot("'xcodebuild -version' names no version", Self.mend)
            }
            let version = words[1].split(separator: ".").compactMap { Int($0) }
            return version.lexicographicallyPrecedes([26, 4])
                ? .doesNot("Xcode \(words[1]) is too old", Self.mend)
                : .conclude(.works("Xcode \(words[1])"))
        default: return .trouble(outcome, "'xcodebuild -version' failed", remedy: Self.mend)
        }
    }
}

/// The permission to use Bluetooth, and the radio: tried by this program in a process of its own, because macOS ends a process
/// that may not ask for it.
struct RadioCheck: DoctorCheck {
    let name = "Bluetooth"
    /// What the process for it prints before the state.
    static let mark = "state:"

    func move(after outcomes: [DoctorOutcome], _ facts: DoctorFacts) -> DoctorMove {
        guard facts.system == .mac || facts.hasController else {
            return .conclude(.untried("FARADAY_HCI names no controller"))
        }
        guard let outcome = outcomes.last else {
            return .perform(
                DoctorStep(
                    program: facts.tool, arguments: ["doctor", "--radio"], limit: min(facts.limit, 30)))
        }
        return facts.system == .mac ? macMove(outcome) : linuxMove(outcome)
    }

    private func macMove(_ outcome: DoctorOutcome) -> DoctorMove {
        let allow =
            "System Settings > Privacy & Security > Bluetooth, allow the program that you type this into, such as Terminal"
        switch outcome {
        case .endedBySignal(6, _), .endedBySignal(9, _):
            return .doesNot("macOS ended the process that asked for Bluetooth", allow)
        case .late: return .doesNot("Bluetooth did not answer; an alert may wait for you", allow)
        case .ended(_, let output):
            switch Self.state(in: output) {
            case "poweredOn": return .conclude(.works("Bluetooth is on, and may be used"))
            case "poweredOff": return .doesNot("Bluetooth is off", "switch it on in the control center")
            case "unauthorized": return .doesNot("Bluetooth may not be used here", allow)
            case "unsupported": return .conclude(.untried("this Mac has no Bluetooth Low Energy"))
            default: return .doesNot("Bluetooth said nothing of its state", allow)
            }
        default: return .trouble(outcome, "this program can't start itself")
        }
    }

    private func linuxMove(_ outcome: DoctorOutcome) -> DoctorMove {
        let mend = "look at FARADAY_HCI: 'faraday device --help' lists its forms; is the controller running?"
        switch outcome {
        case .late: return .doesNot("the controller that FARADAY_HCI names did not answer", mend)
        case .ended(_, let output):
            if Self.state(in: output) == "poweredOn" {
                return .conclude(.works("the controller that FARADAY_HCI names is on"))
            }
            return .doesNot("the controller that FARADAY_HCI names can't be used", mend)
        default: return .trouble(outcome, "this program can't start itself")
        }
    }

    /// The word behind the last mark.
    private static func state(in output: String) -> String? {
        let words = output.split { $0 == " " || $0.isNewline }
        guard let index = words.lastIndex(of: mark[...]), index + 1 < words.count else { return nil }
        return String(words[index + 1])
    }
}

/// A program that a few functions use, and that is never needed.
struct HelperCheck: DoctorCheck {
    let name: String
    let use: String
    /// What it may be called, the likeliest first.
    let programs: [String]
    /// What it is called on a Mac, before the others.
    var macPrograms: [String] = []
    /// How the line with its version begins; others are warnings.
    let answers: [String]

    static let tshark = HelperCheck(
        name: "tshark", use: "reads captures", programs: ["tshark"],
        macPrograms: ["/Applications/Wireshark.app/Contents/MacOS/tshark"], answers: ["TShark"])
    static let chromium = HelperCheck(
        name: "Chromium", use: "shows reports", programs: ["chromium", "chromium-browser", "google-chrome"],
        macPrograms: [
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
        ], answers: ["Chromium", "Google Chrome"])
    static let python = HelperCheck(
        name: "Python", use: "runs checks against other stacks", programs: ["python3"],
        answers: ["Python"])

    func move(after outcomes: [DoctorOutcome], _ facts: DoctorFacts) -> DoctorMove {
        let candidates = (facts.system == .mac ? macPrograms : []) + programs
        if case .ended(0, let output) = outcomes.last {
            let lines = output.split(whereSeparator: \.isNewline)
            let line = lines.first { line in answers.contains { line.hasPrefix($0) } }
            return .conclude(.works(line.map(String.init) ?? "it is here"))
        }
        guard outcomes.count < candidates.count else {
            let why = outcomes.contains { $0 != .notFound } ? "it does not say its version" : "it is not here"
            return .conclude(.untried("\(why); it \(use), and is never needed"))
        }
        return .perform(
            DoctorStep(
                program: candidates[outcomes.count], arguments: ["--version"], limit: min(facts.limit, 20)))
    }
}

extension DoctorMove {
    static func doesNot(_ why: String, _ remedy: String) -> DoctorMove {
        .conclude(.doesNot(why, remedy: remedy))
    }

    /// A failure that says little of its cause: known causes are looked for in the output.
    static func trouble(
        _ outcome: DoctorOutcome, _ what: String, remedy: String = BuildTrouble.sendUs
    ) -> DoctorMove {
        if let trouble = BuildTrouble(outcome) { return .doesNot(trouble.why, trouble.remedy) }
        return .doesNot(what, remedy)
    }
}
