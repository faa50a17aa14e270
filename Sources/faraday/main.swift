import Foundation

// The tool: one command for each thing a person does with Faraday from a shell.

let arguments = Array(CommandLine.arguments.dropFirst())
let status: ExitStatus
switch arguments.first {
case nil:
    Shell.complain("a command is missing; 'faraday --help' lists the commands")
    status = .usage
case "--version", "version":
    print(Shell.version)
    status = .success
case "--help", "-h", "help":
    // `faraday help demo` is `faraday demo --help`.
    if let command = arguments.dropFirst().first {
        status = run(command, ["--help"])
    } else {
        print(Shell.help)
        status = .success
    }
case let command?:
    status = run(command, Array(arguments.dropFirst()))
}
exit(status.rawValue)

func run(_ command: String, _ arguments: [String]) -> ExitStatus {
    switch command {
    case "demo": return DemoCommand.run(arguments)
    case "serve": return ServeCommand.run(arguments)
    case "device": return DeviceCommand.run(arguments)
    case "device-file": return DeviceFileCommand.run(arguments)
    case "import": return ImportCommand.run(arguments)
    case "record": return RecordCommand.run(arguments)
    case "relay": return RelayCommand.run(arguments)
    case "step": return StepCommand.run(arguments)
    case "tell": return TellCommand.run(arguments)
    case "watch": return WatchCommand.run(arguments)
    case "report": return ReportCommand.run(arguments)
    case "merge": return MergeCommand.run(arguments)
    case "doctor": return DoctorCommand.run(arguments)
    case "verify": return VerifyCommand.run(arguments)
    case "seam": exit(SeamProgram.start(arguments))
    default:
        Shell.complain("there is no command '\(command)'; 'faraday --help' lists the commands")
        return .usage
    }
}
