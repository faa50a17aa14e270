import FaradayBridge

/// `faraday step`: has a step performed by another process.
enum StepCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: StepOptions
        do {
            options = try StepOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp else {
            print(StepOptions.help)
            return .success
        }
        do {
            try RemoteControl(port: options.port).perform(options.step, patience: options.patience)
        } catch {
            Shell.complain("\(error)")
            if case .unreachable = error { return .unavailable }
            return .failure
        }
        return .success
    }
}
