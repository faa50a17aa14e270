import Foundation

/// `faraday doctor`: tries on this machine what Faraday needs and promises, and writes a file that can be sent to us.
enum DoctorCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: DoctorOptions
        do {
            options = try DoctorOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp else {
            print(DoctorOptions.help)
            return .success
        }
        if options.isRadio { return RadioTrial.run() }
        #if os(macOS) || os(Linux)
        return visit(options)
        #else
        Shell.complain("doctor: a program can't start another one here")
        return .unavailable
        #endif
    }

    #if os(macOS) || os(Linux)
    private static func visit(_ options: DoctorOptions) -> ExitStatus {
        // Who can't have the file is told before anything takes minutes.
        guard write("", to: options.output) else { return .cantCreate }
        let host = DoctorHost()
        let runner = ProcessRunner(folder: host.folder, environment: host.environment)
        Thread.detachNewThread {
            let interruption = Interruption()
            interruption.arm()
            interruption.wait()
            runner.stop()
        }
        defer {
            if options.isKept {
                Shell.say("the packages are in \(host.folder)")
            } else {
                try? FileManager.default.removeItem(atPath: host.folder)
            }
        }
        var visit = DoctorVisit(host.facts(options))
        let entries = perform(&visit, with: runner)
        let report = DoctorReport(host: host.description, findings: visit.findings, entries: entries)
        guard write(report.text(without: host.privateWords), to: options.output) else { return .cantCreate }
        Shell.say(
            "\(options.output) has the details, without names and folders: send it to us if a line is wrong")
        return visit.isWell ? .success : .failure
    }

    /// Performs the visit, and says each line when it is known.
    static func perform(_ visit: inout DoctorVisit, with runner: some DoctorRunner) -> [DoctorReport.Entry] {
        var entries: [DoctorReport.Entry] = []
        var said = 0
        func say(_ visit: DoctorVisit) {
            for finding in visit.findings[said...] { Shell.say(DoctorReport.line(finding)) }
            said = visit.findings.count
        }
        while let (name, step) = visit.next() {
            say(visit)
            if step.isBuild {
                Shell.say("(\(name): builds, for minutes the first time)", onStandardError: true)
            }
            let stopwatch = Stopwatch()
            let outcome = runner.perform(step)
            entries.append(
                DoctorReport.Entry(check: name, step: step, outcome: outcome, seconds: stopwatch.seconds))
            visit.take(outcome)
        }
        say(visit)
        return entries
    }

    private static func write(_ text: String, to path: String) -> Bool {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return true
        } catch {
            let problem = FilePlace(path).writeProblem
            let trouble = BuildTrouble(.ended(status: 1, output: (error as NSError).localizedDescription))
            Shell.complain(trouble.map { "\(problem): \($0.why)" } ?? problem)
            return false
        }
    }
    #endif
}
