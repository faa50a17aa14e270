import BluetoothPort
import FaradayBridge
import FaradayLive
import FaradaySimulation
import FaradayVerification
import Foundation

/// `faraday verify`: which rules two real ends keep.
enum VerifyCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: VerifyOptions
        do {
            options = try VerifyOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        if options.wantsHelp {
            print(VerifyOptions.help)
            return .success
        }
        if options.isList {
            for rule in options.rules { print("\(rule.number)\t\(rule.trial)") }
            return .success
        }
        do {
            return try options.isBench ? bench(options) : verify(options)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .unavailable
        }
    }

    private static func bench(_ options: VerifyOptions) throws -> ExitStatus {
        guard case .controller(let endpoint) = options.appEnd else { return .usage }
        let (interruption, journal) = (Interruption(), Journal(isQuiet: false))
        let failure = Lock<LiveDevice.Failure?>(nil)
        let live = try LiveDevice(
            Bench().definition, on: endpoint,
            onFailure: { [end = interruption.end] reason in
                failure.withLock { $0 = reason }
                end()
            })
        interruption.arm()
        journal.line("bench", "runs on the controller at \(endpoint)")
        interruption.wait()
        if let reason = failure.withLock({ $0 }) {
            Shell.complain("\(reason)")
            return .unavailable
        }
        live.stop()
        journal.line("bench", "stopped")
        return .success
    }

    private static func verify(_ options: VerifyOptions) throws -> ExitStatus {
        let live = try options.benchEndpoint.map { try LiveDevice(Bench().definition, on: $0) }
        defer {
            live?.stop()
            LivePhone.leaveAll()
        }
        let hasUser = options.hasUser || options.appEnd == .world
        let run = VerifyRun(options.rules, hasUser: hasUser, try maker(options))
        let entries = run.entries { Shell.say($0) }
        let report = VerificationReport(
            system: options.system ?? VerifiedHost.system(options.appEnd),
            model: options.model ?? VerifiedHost.model(options.appEnd),
            bench: options.appEnd == .world
                ? "simulated" : live == nil ? "elsewhere" : "Faraday's, on a controller",
            date: VerifiedHost.today, rules: entries)
        Shell.say(VerifyRun.summary(report))
        if let path = options.output {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            do {
                try encoder.encode(report).write(to: URL(fileURLWithPath: path))
            } catch {
                Shell.complain("\(path) can't be written: \(error.localizedDescription)")
                return .cantCreate
            }
        }
        if report.count("otherwise") > 0 { return .failure }
        return report.count("not tried") > 0 ? .incomplete : .success
    }

    /// Makes the two ends of a trial.
    private static func maker(_ options: VerifyOptions) throws -> () -> Trial {
        let other = try options.secondEndpoint.map(Self.phone)
        switch options.appEnd {
        case .world:
            return {
                let world = World(seed: 0)
                world.misusePolicy = .record
                world.add(Bench().definition, at: .meters(2))
                let second = world.addPhone(name: "second phone")
                return Trial(world.addPhone(), WorldTrialClock(world), other: second)
            }
        case .controller(let endpoint):
            let phone = try phone(endpoint)
            return { Trial(phone, RealTrialClock(), other: other) }
        case .ownBluetooth:
            let own = try OwnBluetooth.open()
            return { Trial(own, RealTrialClock(), other: other) }
        }
    }

    private static func phone(_ endpoint: HCIEndpoint) throws -> LivePhone {
        try LivePhone(endpoint, profile: .onForeignController, store: nil)
    }
}
