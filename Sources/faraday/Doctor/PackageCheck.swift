/// A package that depends on this one by path is built, and its one test is run.
struct PackageCheck: DoctorCheck {
    enum Kind: Sendable { case firstTest, moduleAlias }

    let name: String
    let kind: Kind

    static let firstTest = PackageCheck(name: "README's first test", kind: .firstTest)
    static let moduleAlias = PackageCheck(name: "-module-alias CoreBluetooth", kind: .moduleAlias)

    func move(after outcomes: [DoctorOutcome], _ facts: DoctorFacts) -> DoctorMove {
        guard let outcome = outcomes.last else {
            let sources: DoctorSources
            switch DoctorSources.place(facts) {
            case .failure(let untried): return .conclude(.untried(untried.why))
            case .success(let found): sources = found
            }
            switch kind {
            case .firstTest:
                guard let files = sources.firstTest(facts.readme) else {
                    return .doesNot(
                        "README has no first test", "take a whole copy of Faraday, and run this in it")
                }
                return .perform(sources.test(files, facts))
            case .moduleAlias: return .perform(sources.test(sources.moduleAlias, facts))
            }
        }
        return Self.verdict(outcome, facts)
    }

    /// What a run of `swift test` says.
    static func verdict(_ outcome: DoctorOutcome, _ facts: DoctorFacts) -> DoctorMove {
        let output = outcome.output
        switch outcome {
        case .ended(0, _):
            return output.contains("Test run with 1 test")
                ? .conclude(.works("it builds, and its test passes"))
                : .doesNot("it builds, but its test was not run", BuildTrouble.sendUs)
        case .late:
            return .doesNot(
                "it was not done after \(facts.limit) s", "a larger --limit; else " + BuildTrouble.sendUs)
        default: break
        }
        if output.contains("recorded an issue") {
            return .doesNot("it builds, but its test fails", BuildTrouble.sendUs)
        }
        let error = output.split(whereSeparator: \.isNewline).first { $0.contains("error: ") }
        let what =
            error.map { "it does not build: " + Self.behindPlace($0) } ?? "'swift test' \(outcome.text)"
        return .trouble(outcome, what)
    }

    /// A compiler's message without the file and the line that it is about.
    private static func behindPlace(_ line: Substring) -> String {
        var rest = line[...]
        while !rest.hasPrefix("error: "), !rest.isEmpty { rest.removeFirst() }
        return String(rest.prefix(200))
    }
}

/// Whether the app's own timers are virtual here: in a program that links the library for it, and in a test into which the
/// environment brings it, as Documentation/AppTime.md says. On Linux both have it without a library.
struct AppTimeCheck: DoctorCheck {
    enum Place: Sendable { case program, test }

    let place: Place
    var name: String { place == .program ? "an app's time" : "an app's time in tests" }
    /// What the program and the test print, and what follows it if time is virtual.
    static let mark = "the app's time is"

    func move(after outcomes: [DoctorOutcome], _ facts: DoctorFacts) -> DoctorMove {
        let sources: DoctorSources
        switch DoctorSources.place(facts) {
        case .failure(let untried): return .conclude(.untried(untried.why))
        case .success(let found): sources = found
        }
        let steps = steps(outcomes, sources, facts)
        if outcomes.count < steps.count {
            // Only the last one may fail in a way of its own.
            if let outcome = outcomes.last, !outcome.isSuccess { return failed(outcome, facts) }
            return .perform(steps[outcomes.count])
        }
        guard let outcome = outcomes.last else { return .conclude(.untried("there is nothing to do")) }
        return verdict(outcome, facts)
    }

    private func steps(
        _ outcomes: [DoctorOutcome], _ sources: DoctorSources, _ facts: DoctorFacts
    ) -> [DoctorStep] {
        let build = sources.build(sources.appTime, facts)
        let limit = min(facts.limit, 300)
        if place == .program {
            return [build, sources.swift(["run", "--skip-build"], ["alarm"], limit: limit)]
        }
        guard facts.system == .mac else {
            return [build, sources.swift(["test", "--skip-build"], [], limit: limit)]
        }
        // The last line of an outcome is a path that the next step needs.
        let (bin, xctest) = (outcomes.lastLine(1), outcomes.lastLine(2))
        return [
            build, sources.swift(["build", "--show-bin-path"], [], limit: limit),
            DoctorStep(program: "xcrun", arguments: ["--find", "xctest"], limit: limit),
            DoctorStep(
                program: xctest, arguments: [bin + "/\(DoctorSources.packageName)PackageTests.xctest"],
                environment: ["DYLD_INSERT_LIBRARIES": bin + "/libFaradayInterposition.dylib"], limit: limit),
        ]
    }

    private func failed(_ outcome: DoctorOutcome, _ facts: DoctorFacts) -> DoctorMove {
        PackageCheck.verdict(outcome, facts)
    }

    private func verdict(_ outcome: DoctorOutcome, _ facts: DoctorFacts) -> DoctorMove {
        if outcome.output.contains("\(Self.mark) virtual"), outcome.isSuccess {
            return .conclude(.works("an app's timers are virtual"))
        }
        if outcome.output.contains("\(Self.mark) real") {
            return .doesNot(
                "an app's timers take real time",
                "one of the mends in Documentation/AppTime.md, a clock as a parameter; and "
                    + BuildTrouble.sendUs)
        }
        if case .late = outcome {
            return .doesNot("the app's timer was not done in time", BuildTrouble.sendUs)
        }
        return .trouble(outcome, "the program for it failed (\(outcome.text))")
    }
}

extension DoctorOutcome {
    fileprivate var isSuccess: Bool { if case .ended(0, _) = self { true } else { false } }
}

extension [DoctorOutcome] {
    /// The last line that a step printed; nothing if it was not performed.
    fileprivate func lastLine(_ index: Int) -> String {
        guard indices.contains(index) else { return "" }
        return self[index].output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    }
}
