import FaradaySeam
import Foundation

// The tool: one command for each thing a person does with Faraday from a shell.

let arguments = Array(CommandLine.arguments.dropFirst())
let status: ExitStatus
switch arguments.first {
case nil:
    Shell.complain("a command is missing; 'faraday --help' lists the commands")
    status = .usage
case "--help", "-h", "help":
    print(Shell.help)
    status = .success
case "demo":
    status = DemoCommand.run(Array(arguments.dropFirst()))
case "serve":
    status = ServeCommand.run(Array(arguments.dropFirst()))
case "device":
    status = DeviceCommand.run(Array(arguments.dropFirst()))
case "step":
    status = StepCommand.run(Array(arguments.dropFirst()))
case "tell":
    status = TellCommand.run(Array(arguments.dropFirst()))
case "watch":
    status = WatchCommand.run(Array(arguments.dropFirst()))
case "report":
    status = ReportCommand.run(Array(arguments.dropFirst()))
case "merge":
    status = MergeCommand.run(Array(arguments.dropFirst()))
case "seam":
    exit(SeamCommand.run(Array(arguments.dropFirst())))
case let command?:
    Shell.complain("there is no command '\(command)'; 'faraday --help' lists the commands")
    status = .usage
}
exit(status.rawValue)
